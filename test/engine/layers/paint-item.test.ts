import t, { type Test } from "tap";
import type { Layer } from "../../../src/contract/document/layers.js";
import { SlidePrice } from "../../../src/engine/draw/slide-price.js";
import type { SlideJob } from "../../../src/engine/job.js";
import { paintItems, paintTexts } from "../../../src/engine/layers/paint-item.js";
import { placeLayers } from "../../../src/engine/layers/place-layers.js";
import type { PaintNode } from "../../../src/engine/paint/node.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";

const SIDE = 1080;
const fonts = await openFontLibrary();

/** Layers on a square, in export pixels, and what painting them needs. */
function placedLayers(layers: Layer[]) {
	const job: SlideJob = {
		slide: { layers },
		slideIndex: 0,
		slideCount: 1,
		platform: "photo-feed-square",
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
		format: "png",
	};
	const placed = placeLayers(job, false, fonts, new SlidePrice());
	const cost = { spent: 0, held: 0 };
	const parts = {
		fonts,
		pictures: new Map(),
		scale: 1,
		spend: (_: string, nanoseconds: number) => {
			cost.spent += nanoseconds;
		},
		hold: (_: string, bytes: number) => {
			cost.held += bytes;
		},
	};
	return { placed, parts, cost, viewport: { x: 0, y: 0, width: SIDE, height: SIDE } };
}

/** The nodes of layers, and what they cost. */
function paint(layers: Layer[]): { nodes: PaintNode[]; spent: number; held: number } {
	const { placed, parts, cost, viewport } = placedLayers(layers);
	const nodes = paintItems(placed.layers, parts, viewport);
	return { nodes, ...cost };
}
const kinds = (nodes: readonly PaintNode[]) => nodes.map(({ kind }) => kind);
const box: Layer = { type: "shape", shape: "rectangle", x: 30, y: 60, width: 90, height: 30 };
const bounds = ({ bounds: { x, y, width, height } }: PaintNode) => [x, y, width, height];

t.test("a rectangle is a path in export pixels, and no group", (t) => {
	const { nodes, held } = paint([box]);
	t.same(kinds(nodes), ["path"]);
	t.same(bounds(nodes[0]!), [80, 160, 240, 80]);
	t.equal(held, 0);
	t.end();
});

t.test("rotation, opacity and blend mode make one group around all of a layer", (t) => {
	for (const look of [{ rotation: 90 }, { opacity: 0.5 }, { blendMode: "multiply" as const }])
		t.same(kinds(paint([{ ...box, ...look }]).nodes), ["group"], JSON.stringify(look));
	const [turned] = paint([{ ...box, rotation: 90 }]).nodes;
	t.same(bounds(turned!).map(Math.round), [160, 80, 80, 240], "the bounds are turned, too");
	t.end();
});

t.test("what nobody sees is not painted", (t: Test) => {
	const stack: Layer = {
		type: "stack",
		x: 500,
		width: 50,
		height: 50,
		clip: true,
		children: [box],
	};
	t.same(paint([{ ...box, opacity: 0 }]).nodes, []);
	t.same(paint([stack]).nodes, [], "a clip outside of the slide");
	t.same(paint([{ type: "stack", background: "red" }]).nodes, [], "a box without a size");
	t.end();
});

t.test("a shadow lies below what casts it, has a price and holds its pixels", (t) => {
	const { nodes, spent, held } = paint([{ ...box, shadow: { y: 4, blur: 20 } }]);
	t.same(kinds(nodes), ["shade", "path"]);
	t.ok(spent > paint([box]).spent);
	t.ok(held > 0);
	t.end();
});

t.test("a clip cuts the children of a stack off, inside of its border", (t) => {
	const child: Layer = { ...box, position: "absolute", x: -30, y: -30, width: 300, height: 300 };
	const [, , clipped] = paint([
		{
			type: "stack",
			width: 90,
			height: 90,
			background: "white",
			border: { width: 3, color: "red" },
			clip: true,
			children: [child],
		},
	]).nodes;
	t.equal(clipped!.kind, "group");
	t.same(bounds(clipped!), [8, 8, 224, 224]);
	t.end();
});

t.test("texts that are painted before the pictures are there make the same nodes", (t) => {
	const text = (words: string, look: object = {}): Layer => ({
		type: "text",
		text: words,
		...look,
	});
	const shadow = { x: 2, y: 3, blur: 8, color: "#000000", opacity: 0.5 };
	const stack = (look: object, children: Layer[]): Layer => ({
		...{ type: "stack", x: 10, y: 10, width: 200, padding: 8, background: "#ffffff" },
		...{ ...look, children },
	});
	const layers = [
		text("First", { rotation: 12, shadow }),
		stack({ clip: true, height: 60 }, [text("Cut off by its stack", { fontSize: 60 }), box]),
		stack({ rotation: 30, opacity: 0.5 }, [stack({}, [text("Turned"), text("twice", { shadow })])]),
		stack({ x: 2_000 }, [text("Out of sight")]),
		text("Filled", { textFill: { type: "image", src: "https://images.example/photo.jpg" } }),
		text("Outside", { x: 900, y: 900 }),
		text("Not seen", { opacity: 0 }),
	];
	const { placed, parts, viewport } = placedLayers(layers);
	const told: string[][] = [[], []];
	const telling = (i: number) => ({
		...parts,
		onText: ({ path }: { path: string }) => told[i]?.push(path),
	});
	const wanted = paintItems(placed.layers, telling(0), viewport);
	const texts = new Map();
	paintTexts(placed.layers, telling(1), viewport, texts);
	t.ok(texts.size >= 4);
	t.same(paintItems(placed.layers, { ...telling(1), texts }, viewport), wanted);
	t.same(told[1], told[0], "each is reported once, in the same order");
	t.end();
});
