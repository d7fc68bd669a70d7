import sharp from "sharp";
import t from "tap";
import { paintBitmap, paintPixels, paintShade } from "../../../src/engine/compose/paint.js";
import { canvasSurface } from "../../../src/engine/compose/surface.js";
import { SlideEncoder } from "../../../src/engine/draw/png.js";
import { shade, upright } from "../../../src/engine/paint/build.js";
import {
	type Canvas,
	type Content,
	fillCanvas as fill,
	openCanvas,
} from "../../../src/engine/pixels/canvas.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const WIDTH = 90;
const HEIGHT = 200;
const KINDS: readonly Content[] = ["flat", "shaded", "photo"];

/** What is painted, from the top; all of it ends above `end`. */
const PAINTINGS: readonly { readonly end: number; paint(canvas: Canvas): void }[] = [
	{
		end: 31,
		paint: (canvas) => {
			const pixels = new Uint8Array(20 * 10 * 4).map((_, i) => (i % 4 === 3 ? 255 : i % 200));
			paintPixels(canvasSurface(canvas), pixels, { x: 5, y: 21, width: 20, height: 10 });
		},
	},
	{
		end: 90,
		paint: (canvas) => {
			const place = upright({ x: 10, y: 70, width: 60, height: 20 });
			const alpha = { bytes: Uint8Array.of(0, 255, 90, 30) };
			paintShade(canvasSurface(canvas), shade({ alpha, columns: 2, rows: 2, place }));
		},
	},
	{
		end: 151,
		paint: (canvas) => {
			const data = new Uint8Array(30 * 3 * 3).map((_, i) => (i * 37) % 256);
			paintBitmap(canvasSurface(canvas), { width: 30, height: 3, channels: 3, data }, -4, 148);
		},
	},
	// More colours than a palette has, at the very end.
	{
		end: HEIGHT,
		paint: (canvas) => {
			const data = new Uint8Array(WIDTH * 6 * 3).map((_, i) => (i * 101 + (i >> 4)) % 256);
			paintBitmap(canvasSurface(canvas), { width: WIDTH, height: 6, channels: 3, data }, 0, 194);
		},
	},
];

function begin(content: Content) {
	const canvas = openCanvas(WIDTH, HEIGHT);
	const encoder = new SlideEncoder(canvas, content);
	fill(canvas, 0x204060);
	return { canvas, encoder };
}

t.test("it makes no difference when the rows go in", async (t) => {
	for (const count of [0, 1, 2, 3, 4]) {
		const paintings = PAINTINGS.slice(0, count);
		for (const content of KINDS) {
			const atOnce = begin(content);
			for (const { paint } of paintings) paint(atOnce.canvas);
			const expected = atOnce.encoder.finish();
			const pixels = Buffer.from(atOnce.canvas.data);
			t.ok(
				(await sharp(expected).ensureAlpha().raw().toBuffer()).equals(pixels),
				`${count} paintings, ${content}: all pixels are there, blank rows too`,
			);
			const inTurn = begin(content);
			inTurn.encoder.advance(0);
			for (const { end, paint } of paintings) {
				paint(inTurn.canvas);
				inTurn.encoder.advance(end - 7);
				inTurn.encoder.advance(end);
			}
			t.ok(inTurn.encoder.finish().equals(expected), `${count} paintings, ${content}`);
		}
	}
});

/** Rows of runs in a few colours: anew, like the one above in part, or blank for a while. */
function paintRuns(canvas: Canvas, seed: number, colors: number): void {
	const { width, height } = canvas;
	const random = randomNumbers(seed);
	const below = (n: number) => Math.floor(random() * n);
	let row = new Uint8Array(width * 3);
	for (let y = 0; y < height; ) {
		const kind = below(5);
		if (kind === 0) {
			y += below(50);
			continue;
		}
		if (kind < 4) row = row.slice();
		for (let x = kind < 3 ? below(width) : 0; x < width; ) {
			const color = 0x10101 * below(colors) ** 2 + below(2);
			for (const end = Math.min(width, x + 1 + below(below(3) ? 3 : 40)); x < end; x++) {
				row[3 * x] = color >> 16;
				row[3 * x + 1] = color >> 8;
				row[3 * x + 2] = color;
			}
		}
		const rows = Math.min(height - y, 1 + below(below(4) ? 1 : 30));
		const data = new Uint8Array(rows * row.length);
		for (let i = 0; i < rows; i++) data.set(row, i * row.length);
		paintBitmap(canvasSurface(canvas), { width, height: rows, channels: 3, data }, 0, y);
		y += rows;
	}
}

t.test("every picture comes out as it went in, whatever was drawn before", async (t) => {
	const encode = (seed: number) => {
		const width = [1, 2, 3, 5, 63, 64, 65, 85, 86, 128, 190, 1080, 2048][seed % 13]!;
		const canvas = openCanvas(width, 1 + ((seed * 67) % 400));
		fill(canvas, 0x204060);
		const encoder = new SlideEncoder(canvas, seed % 2 ? "flat" : "shaded");
		paintRuns(canvas, seed, 2 + (seed % 14));
		const png = encoder.finish();
		return { png, pixels: Buffer.from(canvas.data) };
	};
	const first = new Map<number, Buffer>();
	for (let seed = 1; seed <= 130; seed++) {
		const { png, pixels } = encode(seed);
		const decoded = await sharp(png).ensureAlpha().raw().toBuffer();
		t.ok(decoded.equals(pixels), `picture ${seed}`);
		first.set(seed, png);
	}
	for (const [seed, png] of [...first].reverse())
		t.ok(encode(seed).png.equals(png), `picture ${seed} again, after others`);
});

t.test("one colour after another does not shine through", async (t) => {
	const first = begin("flat");
	PAINTINGS[0]!.paint(first.canvas);
	first.encoder.finish();
	const canvas = openCanvas(WIDTH, HEIGHT);
	fill(canvas, 0x102030);
	t.ok(
		canvas.data.every((value, i) => value === [0x10, 0x20, 0x30, 255][i % 4]),
		"neither of what was painted nor of the colour before",
	);
});

t.test("a canvas larger than any slide is refused", async (t) => {
	t.throws(() => openCanvas(1080, 1921), RangeError);
	t.throws(() => openCanvas(1, 2049), RangeError);
});
