import t from "tap";
import { spreadAlpha } from "../../../src/engine/pixels/spread.js";

const COLUMNS = 41;
const ROWS = 33;

t.test("a mask grows by a disc, and shrinks by one", async (t) => {
	const alpha = new Uint8Array(COLUMNS * ROWS);
	for (let y = 10; y < 20; y++) for (let x = 12; x < 30; x++) alpha[y * COLUMNS + x] = 255;
	for (const radius of [1, 3.5, 9, 200]) {
		const grown = spreadAlpha(alpha, COLUMNS, ROWS, radius);
		let worst = 0;
		for (let y = 0; y < ROWS; y++)
			for (let x = 0; x < COLUMNS; x++) {
				const apart = Math.hypot(Math.max(12 - x, 0, x - 29), Math.max(10 - y, 0, y - 19));
				const want = 255 * Math.min(1, Math.max(0, radius - apart + 0.5));
				worst = Math.max(worst, Math.abs(want - grown[y * COLUMNS + x]!));
			}
		t.ok(worst <= 0.5, `${radius}: ${worst}`);
	}
	const shrunk = spreadAlpha(alpha, COLUMNS, ROWS, -2);
	t.equal(shrunk[15 * COLUMNS + 20], 255);
	t.equal(shrunk[10 * COLUMNS + 20], 0);
	t.ok(spreadAlpha(alpha, COLUMNS, ROWS, -50).every((value) => value === 0));
	t.ok(
		spreadAlpha(new Uint8Array(COLUMNS * ROWS), COLUMNS, ROWS, 50).every((value) => value === 0),
	);
});
