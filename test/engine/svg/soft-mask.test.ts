import t from "tap";
import { isSamePaint, pixelBytes } from "../../../src/engine/draw/same-paint.js";
import { drawnBy, SoftMask, type SoftMaskParts } from "../../../src/engine/svg/soft-mask.js";

const COLUMNS = 40;
const ROWS = 30;
const grid = {
	columns: COLUMNS,
	rows: ROWS,
	scale: 1,
	box: { x: 0, y: 0, width: COLUMNS, height: ROWS },
};
const drawn: SoftMaskParts = {
	grid,
	body: '<path d="M10 8H30V20Z"/>',
	viewBox: `0 0 ${COLUMNS} ${ROWS}`,
	deviation: 1.5,
	opacity: 0.6,
};
/** One opaque pixel. */
const dot = {
	data: Uint8Array.of(9, 9, 9, 255),
	width: 1,
	height: 1,
	matrix: [1, 0, 0, 1, 4, 25] as const,
};

const CASES: Record<string, SoftMaskParts> = {
	"a drawing": drawn,
	"a sharp drawing": { ...drawn, deviation: 0 },
	"a drawing and a picture": { ...drawn, pictures: [dot] },
	"a picture alone": { ...drawn, body: "", pictures: [dot] },
	"a drawing that grows": { ...drawn, spread: 3 },
	"a drawing that shrinks": { ...drawn, spread: -3 },
};

t.test("a thread draws the same opacities", async (t) => {
	for (const [name, parts] of Object.entries(CASES)) {
		const here = new SoftMask(parts).bytes;
		t.equal(here.length, COLUMNS * ROWS, name);
		t.ok(
			here.some((value) => value > 0),
			name,
		);
		const aside = new SoftMask(parts);
		await aside.drawAside();
		t.same(aside.bytes, here, name);
		// Read too early, it does not wait.
		const early = new SoftMask(parts);
		const drawing = early.drawAside();
		t.same(early.bytes, here, name);
		await drawing;
		t.same(early.bytes, here, name);
	}
});

t.test("masks of the same shadow are equal before they are drawn, others are not", (t) => {
	for (const [name, parts] of Object.entries(CASES)) {
		const one = new SoftMask(parts);
		for (const [other, otherParts] of Object.entries(CASES))
			t.equal(
				isSamePaint(one, new SoftMask({ ...otherParts })),
				name === other,
				`${name}, ${other}`,
			);
		const read = new SoftMask(parts);
		t.ok(read.bytes.length > 0);
		t.ok(isSamePaint(one, read), "whether it is drawn makes no difference");
	}
	t.end();
});

t.test("only drawn opacities, and the pictures of a mask, take memory", (t) => {
	const mask = new SoftMask({ ...drawn, pictures: [dot] });
	t.equal(pixelBytes([mask]), dot.data.length);
	t.ok(mask.bytes.length > 0);
	t.equal(pixelBytes([mask, mask]), dot.data.length + COLUMNS * ROWS);
	t.end();
});

t.test("what drawing leaves in memory grows with the markup and the pixels", (t) => {
	const least = drawnBy(new SoftMask(drawn));
	t.ok(least >= drawn.body.length);
	t.ok(drawnBy(new SoftMask({ ...drawn, body: drawn.body.repeat(9) })) > 8 * drawn.body.length);
	const large = { ...grid, columns: 400, rows: 300 };
	t.ok(drawnBy(new SoftMask({ ...drawn, grid: large })) > least + 1_000);
	t.equal(drawnBy({ bytes: new Uint8Array(9) }), 0, "opacities that are not drawn leave nothing");
	t.end();
});
