import t from "tap";
import { shadePixels } from "../../../src/engine/compose/shade-pixels.js";
import { div255 } from "../../../src/engine/compose/surface.js";
import { upright } from "../../../src/engine/paint/build.js";
import type { ShadeNode } from "../../../src/engine/paint/node.js";
import type { Box } from "../../../src/engine/scene/geometry.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

/** Each pixel by itself, from the four cells around it. */
function expected({ alpha, columns, rows, place }: ShadeNode, box: Box): number[] {
	const cell = (column: number, row: number) =>
		alpha.bytes[
			Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))
		]!;
	const values: number[] = [];
	for (let py = box.y + 0.5; py < box.y + box.height; py++)
		for (let px = box.x + 0.5; px < box.x + box.width; px++) {
			const x = (px - place.x) * (columns / place.width) - 0.5;
			const y = (py - place.y) * (rows / place.height) - 0.5;
			const [left, top] = [Math.floor(x), Math.floor(y)];
			const mixed = (row: number) =>
				cell(left, row) * (1 - (x - left)) + cell(left + 1, row) * (x - left);
			const inside = x >= -0.5 && y >= -0.5 && x <= columns - 0.5 && y <= rows - 0.5;
			values.push(
				inside ? Math.round(mixed(top) * (1 - (y - top)) + mixed(top + 1) * (y - top)) : 0,
			);
		}
	return values;
}

t.test("an upright shade is the mixture of its cells, pixel by pixel", (t) => {
	const next = randomNumbers(7);
	for (let i = 0; i < 60; i++) {
		const [columns, rows] = [1 + Math.floor(next() * 12), 1 + Math.floor(next() * 12)];
		const place = upright({
			x: next() * 20 - 10,
			y: next() * 20 - 10,
			width: 1 + next() * 60,
			height: 1 + next() * 60,
		});
		const alpha = Uint8Array.from({ length: columns * rows }, () => Math.floor(next() * 256));
		const shade: ShadeNode = {
			kind: "shade",
			alpha: { bytes: alpha },
			columns,
			rows,
			place,
			bounds: place,
			color: "#c08040",
		};
		const box = {
			x: Math.floor(next() * 20 - 15),
			y: Math.floor(next() * 20 - 15),
			width: 40,
			height: 30,
		};
		const pixels = shadePixels(shade, box);
		const values = expected(shade, box);
		const wanted = values.flatMap((value) => [
			div255(0xc0 * value),
			div255(0x80 * value),
			div255(0x40 * value),
			value,
		]);
		if (!Buffer.from(wanted).equals(pixels)) return t.fail(`shade ${i} differs`);
		// A band of it is a part of it.
		const band = { ...box, y: box.y + 7, height: 11 };
		t.ok(Buffer.from(shadePixels(shade, band)).equals(pixels.subarray(7 * 160, 18 * 160)));
	}
	t.end();
});
