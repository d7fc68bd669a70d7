/** Letters that are drawn once and then copied. */
import t from "tap";
import { letterRun, paintLetters } from "../../../src/engine/compose/letters.js";
import type { Fill } from "../../../src/engine/paint/fill.js";
import type { PathNode } from "../../../src/engine/paint/node.js";
import { LETTER_BYTES, releaseMemory } from "../../../src/engine/pixels/kernels.js";
import type { Box } from "../../../src/engine/scene/geometry.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";
import { glyphShape } from "../../../src/engine/text/layout/glyph-path.js";
import { shape } from "../../../src/engine/text/layout/shape.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { copyOf, surfaceOf } from "../../helpers/surface.js";

const fonts = await openFontLibrary();
const font = fonts.load(fonts.faceFor("a", { weight: 400, italic: false, han: "sc" })!);
const BLACK = { kind: "solid", color: { r: 0, g: 0, b: 0, a: 1 } } as const;
const SEEN: Box = { x: 0, y: 0, width: 120, height: 80 };

t.afterEach(() => releaseMemory());

/** A line of text in one node. */
function line(
	text: string,
	{ x = 5, y = 40, size = 24, fill = BLACK as Fill, apart = 0 } = {},
): PathNode {
	const letters = shape(font, text, 0, text.length, false, size).reduce<{
		x: number;
		list: object[];
	}>(
		({ x, list }, { id, advance }) => ({
			x: x + advance + apart,
			list: [...list, { x, y, shape: glyphShape(font, id, size / font.metrics.unitsPerEm, 0) }],
		}),
		{ x, list: [] },
	).list as ReturnType<NonNullable<PathNode["letters"]>>;
	const data = letters.map(({ x, y, shape }) => `M${x} ${y}${shape.outline}`).join("");
	return { kind: "path", data, letters: () => letters, fill, bounds: { ...SEEN, width: 4_000 } };
}

function painted(node: PathNode, box = SEEN, scale = 1): Uint8Array {
	const surface = surfaceOf(box);
	const run = letterRun(node, [scale, 0, 0, scale, 0, 0]);
	if (run === undefined) throw new Error("not a run of letters");
	paintLetters(surface, run);
	const pixels = copyOf(surface);
	releaseMemory();
	return pixels;
}

const alphaOf = (pixels: Uint8Array) => pixels.filter((_, i) => i % 4 === 3);
const sum = (values: Uint8Array) => values.reduce((all, value) => all + value, 0);
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

t.test("a letter is the same wherever it stands, and whatever was drawn before", (t) => {
	const first = painted(line("Rag"));
	// More letters than are kept.
	const most = Math.ceil(LETTER_BYTES / 6_000);
	for (let i = 0; i < most; i++) painted(line("M", { size: 100 + i / 50 }));
	t.ok(same(painted(line("Rag")), first), "after letters that drove it out");
	const moved = painted(line("Rag", { x: 5 + 17, y: 40 + 9 }));
	const isMoved = (x: number, y: number) =>
		[0, 1, 2, 3].every(
			(channel) =>
				moved[4 * ((y + 9) * SEEN.width + x + 17) + channel] ===
				first[4 * (y * SEEN.width + x) + channel],
		);
	let differing = 0;
	for (let y = 0; y < 70; y++) for (let x = 0; x < 100; x++) if (!isMoved(x, y)) differing++;
	t.equal(differing, 0, "moved by whole pixels");
	t.end();
});

t.test("letters stand at the nearest quarter of a pixel", (t) => {
	const at = (x: number) => painted(line("l", { x }));
	t.ok(same(at(10.1), at(10)));
	t.ok(same(at(10.13), at(10.25)));
	t.notOk(same(at(10.25), at(10)));
	t.ok(same(at(-0.1), at(0)), "also left of the slide");
	t.end();
});

t.test("what a surface shows does not depend on its edges", (t) => {
	const next = randomNumbers(3);
	const node = line("Quick wizard", { x: -20, y: 30, size: 31 });
	const whole = painted(node);
	for (let round = 0; round < 40; round++) {
		const x = Math.floor(next() * 100);
		const y = Math.floor(next() * 60);
		const box = {
			x,
			y,
			width: 1 + Math.floor(next() * (120 - x)),
			height: 1 + Math.floor(next() * (80 - y)),
		};
		const part = painted(node, box);
		const wanted = new Uint8Array(4 * box.width * box.height);
		for (let row = 0; row < box.height; row++) {
			const from = 4 * ((y + row) * SEEN.width + x);
			wanted.set(whole.subarray(from, from + 4 * box.width), 4 * row * box.width);
		}
		t.ok(same(part, wanted), JSON.stringify(box));
	}
	const tall = { x: 0, y: 0, width: 1_200, height: 1_300 };
	const low = line("g", { x: 600, y: 880, size: 60 });
	const surface = painted({ ...low, bounds: tall }, tall);
	t.equal(
		sum(alphaOf(surface)),
		sum(alphaOf(painted({ ...low, bounds: tall }, { ...tall, y: 800, height: 200 }))),
		"also of a run that is painted in parts",
	);
	t.end();
});

t.test("letters that overlap have no seam, and nothing is covered twice", (t) => {
	const fill: Fill = { kind: "solid", color: { r: 0, g: 0, b: 0, a: 0.5 } };
	const pixels = alphaOf(painted(line("llll", { fill, apart: -4 })));
	t.ok(Math.max(...pixels) <= 128, "half opaque where two letters overlap");
	t.ok(pixels.includes(128));
	t.end();
});

t.test("a scale is that of the font size, a gradient runs over all letters", (t) => {
	const scaled = painted(line("Ab", { x: 4, y: 20, size: 12 }), SEEN, 2);
	const large = painted(line("Ab", { x: 8, y: 40, size: 24 }));
	const ink = sum(alphaOf(large));
	t.ok(Math.abs(sum(alphaOf(scaled)) - ink) < ink / 100);
	const fill: Fill = {
		...{ kind: "linear", x1: 0, y1: 0, x2: 60, y2: 0 },
		stops: [
			{ at: 0, color: { r: 255, g: 0, b: 0, a: 1 } },
			{ at: 1, color: { r: 0, g: 0, b: 255, a: 1 } },
		],
	};
	const colored = painted(line("MMM", { fill }));
	t.same(alphaOf(colored), alphaOf(painted(line("MMM"))));
	const channel = (from: number, end: number, at: number) =>
		sum(
			colored.filter(
				(_, i) => i % 4 === at && (i / 4) % SEEN.width >= from && (i / 4) % SEEN.width < end,
			),
		);
	t.ok(channel(0, 24, 0) > 2 * channel(0, 24, 2), "red on the left");
	t.ok(channel(48, 120, 2) > 2 * channel(48, 120, 0), "blue on the right");
	t.end();
});

t.test("rotated, stroked and large letters are outlines", (t) => {
	const node = line("Ab");
	const { letters: _, ...outline } = node;
	t.equal(letterRun(node, [0.8, 0.6, -0.6, 0.8, 0, 0]), undefined);
	t.equal(letterRun(node, [1, 0, 0, 2, 0, 0]), undefined);
	t.equal(letterRun(node, [-1, 0, 0, -1, 0, 0]), undefined);
	t.equal(letterRun(outline, [1, 0, 0, 1, 0, 0]), undefined);
	t.equal(letterRun({ ...node, fill: null }, [1, 0, 0, 1, 0, 0]), undefined);
	t.equal(
		letterRun({ ...node, stroke: { paint: BLACK, width: 1 } }, [1, 0, 0, 1, 0, 0]),
		undefined,
	);
	t.equal(letterRun(line("M", { size: 200 }), [1, 0, 0, 1, 0, 0]), undefined);
	t.equal(letterRun(node, [8, 0, 0, 8, 0, 0]), undefined, "large by the scale");
	t.end();
});
