/** Stacks and grids that scale their content until it fits (`fit`). */
import fc from "fast-check";
import t from "tap";
import { type Layer, LayerModule } from "../../../src/contract/document/layers.js";
import { SlidePrice } from "../../../src/engine/draw/slide-price.js";
import type { SlideJob } from "../../../src/engine/job.js";
import type { PlacedItem } from "../../../src/engine/layers/lay-out.js";
import { placedText } from "../../../src/engine/layers/paint-item.js";
import { placeLayers } from "../../../src/engine/layers/place-layers.js";
import {
	CONTENT_LENGTHS,
	type Lengths,
	OWN_LENGTHS,
	scaleContent,
} from "../../../src/engine/layers/scale-content.js";
import { fitGroupKey, type GroupSizes } from "../../../src/engine/scene/scene.js";
import { layOutText } from "../../../src/engine/svg/text/layout.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";
import { layOut, stack } from "../layout/boxes.js";

const fonts = await openFontLibrary();

function place(layers: Layer[], fitSizes: GroupSizes = {}): readonly PlacedItem[] {
	const job: SlideJob = {
		...{ slide: { layers }, slideIndex: 0, slideCount: 1, platform: "photo-feed-square" },
		...{ stepperColor: "#D4AF37", mode: "single", stepperStyle: "none", format: "png", fitSizes },
	};
	return placeLayers(job, false, fonts, new SlidePrice()).layers;
}

type Stack = Extract<Layer, { type: "stack" | "grid" }>;
const scaleOf = (placed: PlacedItem) => "fit" in placed.ref && placed.ref.fit?.contentScale;
const preview = (pixels: number) => Math.round(pixels * 0.375 * 1_000) / 1_000;

const text = (words: string, fontSize = 30, rest: object = {}): Layer => ({
	...{ type: "text", text: words, fontSize },
	...rest,
});
const LOREM = "Some words that fill lines, one after the other, until there is no room left";
const card = (rest: object, ...children: Layer[]): Stack =>
	({
		...{ type: "stack", width: 300, height: 200, padding: 20, gap: 10, fit: "shrink" },
		...{ ...rest, children },
	}) as Stack;

t.test("the scale is the largest that fits: the next one does not", (t) => {
	const grid = { type: "grid", columns: ["auto", "1fr", 120], rows: ["auto", 40] } as const;
	const cases: Record<string, Stack> = {
		column: card({}, text(LOREM), text(LOREM)),
		row: card({ direction: "row" }, text("Unbreakable"), text("Incomprehensible")),
		wrapped: card({ direction: "row", wrap: true }, ...LOREM.split(" ").map((word) => text(word))),
		nested: card({}, { type: "stack", padding: 12, children: [text(LOREM, 40)] }, text(LOREM)),
		pictures: card({}, { type: "image", src: "lucide:rocket" }, text("Below it")),
		grid: card(grid, ...LOREM.split(" ").map((word) => text(word))),
		"a word": card({ width: 120 }, text("Donaudampfschifffahrt")),
		maxLines: card({}, text(LOREM, 36, { maxLines: 2 })),
		fill: card({ fit: "fill", maxScale: 4 }, text("Short"), text("words")),
		"fill a grid": card({ ...grid, fit: "fill", maxScale: 4 }, text("a"), text("b")),
		"a text with fit": card({}, text(LOREM, 60, { fit: "shrink", minFontSize: 30 }), text(LOREM)),
		"only maxHeight": card({ height: undefined, maxHeight: 150 }, text(LOREM), text(LOREM)),
	};
	for (const [name, layer] of Object.entries(cases)) {
		const least = { ...layer, minScale: 0.2 };
		const [found] = place([least]);
		const scale = scaleOf(found!) as number;
		t.ok(found!.fits, `${name} fits`);
		t.not(scale, 1, `${name} changes: ${scale}`);
		t.ok(Number.isInteger(scale * 64) || scale === 0.2, `${name}: a multiple of 1/64`);
		const most = layer.fit === "fill" ? 4 : 1;
		if (scale + 1 / 64 > most) continue;
		const grouped: Layer = { ...least, fitGroup: "a" };
		const at = (size: number) => place([grouped], { [fitGroupKey("stack", "a")]: size })[0]!.fits;
		t.ok(at(scale), `${name} fits at ${scale}`);
		t.notOk(at(scale + 1 / 64), `${name} does not fit at ${scale + 1 / 64}`);
	}
	t.end();
});

const WORDS = ["Kaffee", "a", "Donaudampfschifffahrt", "مرحبا بالعالم", "価格表", "12,50 €", LOREM];
const leaf = fc.oneof(
	fc
		.tuple(fc.constantFrom(...WORDS), fc.integer({ min: 9, max: 60 }), fc.constantFrom(0, 1))
		.map(([words, size, grow]) => text(words, size, { grow })),
	fc
		.tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 120 }))
		.map(([width, height]): Layer => ({ type: "shape", shape: "rectangle", width, height })),
);
const inner = fc
	.tuple(fc.constantFrom("row", "column"), fc.array(leaf, { minLength: 1, maxLength: 3 }))
	.map(([direction, children]) => ({ type: "stack", direction, gap: 6, children }) as Layer);
const group = fc.record({
	type: fc.constantFrom("stack", "grid"),
	across: fc.constantFrom("row", "column"),
	columns: fc.integer({ min: 1, max: 3 }),
	width: fc.integer({ min: 40, max: 380 }),
	height: fc.integer({ min: 40, max: 380 }),
	minScale: fc.constantFrom(0.2, 0.35, 0.5, 0.8),
	children: fc.array(fc.oneof(leaf, inner), { minLength: 1, maxLength: 6 }),
});

t.test("random groups fit or say so, at no smaller scale than allowed, always the same", (t) => {
	const found = { fits: 0, shrunk: 0, unfit: 0 };
	const leaves = ({ content, children }: PlacedItem): boolean =>
		children.some(
			(child) =>
				child.x < content.x - 1.5 ||
				child.y < content.y - 1.5 ||
				child.x + child.width > content.x + content.width + 1.5 ||
				child.y + child.height > content.y + content.height + 1.5 ||
				leaves(child),
		);
	fc.assert(
		fc.property(group, ({ type, across, columns, minScale, ...rest }) => {
			const own = type === "grid" ? { type, columns } : { type, direction: across };
			const at = (more: object = {}) =>
				place([card({ ...rest, ...own, minScale, ...more }, ...rest.children)])[0]!;
			const placed = at();
			const scale = scaleOf(placed) as number;
			if (!(scale >= minScale && scale <= 1)) throw new Error(`scale ${scale}`);
			if (scale !== minScale && (scale * 64) % 1 !== 0)
				throw new Error(`${scale} is between steps`);
			if (placed.fits === false && scale !== minScale) throw new Error(`unfit at ${scale}`);
			if (placed.fits !== false && leaves(placed)) throw new Error(`content leaves at ${scale}`);
			if (JSON.stringify(at()) !== JSON.stringify(placed)) throw new Error("two results");
			const larger = scaleOf(at({ width: rest.width + 40, height: rest.height + 40 })) as number;
			if (larger < scale) throw new Error(`${larger} in a larger box, ${scale} in this one`);
			const next = { fitGroup: "a", minScale: 0.2 };
			const grown = () => {
				const sizes = { [fitGroupKey("stack", "a")]: scale + 1 / 64 };
				const layer = card({ ...rest, ...own, ...next }, ...rest.children);
				return place([layer], sizes)[0]!;
			};
			if (scale < 1 && placed.fits !== false && grown().fits !== false)
				throw new Error(`${scale + 1 / 64} fits too`);
			found[placed.fits === false ? "unfit" : scale < 1 ? "shrunk" : "fits"]++;
		}),
		{ numRuns: Number(process.env.FIT_RUNS ?? 150), seed: 20_260_302 },
	);
	for (const [kind, count] of Object.entries(found)) t.ok(count > 0, `${kind}: ${count}`);
	t.end();
});

t.test("at most 8 layouts, and the limits of the scale hold", (t) => {
	for (const [least, most] of [
		[0.5, 1],
		[0.2, 1],
		[0.5, 2],
		[0.2, 4],
	] as const) {
		const scales: number[] = [least];
		for (let step = Math.floor(least * 64) + 1; step <= most * 64; step++) scales.push(step / 64);
		for (const height of [1, 7, 20, 33, 39.9, 40, 60, 159, 1000]) {
			const tried: number[] = [];
			const box = (scale: number) =>
				stack("a", { width: 50, height }, stack("b", { height: 40 * scale, shrink: 0 }));
			const fit = {
				...{ scales, tolerance: 0 },
				at: (scale: number) => {
					tried.push(scale);
					return box(scale) as never;
				},
			};
			const result = layOut([{ ...box(1), fit } as never]);
			const wanted = scales.filter((scale) => 40 * scale <= height).at(-1);
			t.same(result.places.b![3], 40 * (wanted ?? least), `${least} to ${most} in ${height}`);
			t.equal(result.boxes[0]!.fits, wanted !== undefined);
			t.ok(tried.length <= 8, `${tried.length} layouts`);
		}
	}
	t.end();
});

t.test("a box of given size keeps it; with maxHeight alone it is as high as its content", (t) => {
	const layers = [text(LOREM), text(LOREM)];
	const [given] = place([card({}, ...layers)]);
	t.same([preview(given!.width), preview(given!.height)], [300, 200]);
	const [hugged] = place([card({ height: undefined, maxHeight: 200 }, ...layers)]);
	const last = hugged!.children.at(-1)!;
	t.ok(hugged!.height <= given!.height);
	const below = hugged!.content.y + hugged!.content.height - last.y - last.height;
	t.ok(Math.abs(below) < 1e-6);
	const [short] = place([card({ height: undefined, maxHeight: 200 }, text("Short"))]);
	t.equal(scaleOf(short!), 1);
	t.ok(preview(short!.height) < 100);
	t.end();
});

t.test("a row or a cell limits its height, and a stack that has less space shrinks", (t) => {
	const inside = card({ width: 150, height: undefined }, text(LOREM));
	const around: Stack[] = [
		{ type: "stack", direction: "row", width: 300, height: 120, children: [inside] },
		{ type: "grid", width: 300, height: 120, rows: [120], align: "start", children: [inside] },
		{
			type: "stack",
			width: 300,
			height: 220,
			children: [text("Above", 60, { height: 100, shrink: 0 }), inside],
		},
	];
	for (const layer of around) {
		const placed = place([layer])[0]!.children.at(-1)!;
		t.ok(placed.fits);
		t.ok((scaleOf(placed) as number) < 1, layer.type);
		t.ok(preview(placed.height) <= 120.001);
	}
	t.end();
});

t.test("one factor for texts, defaults, px in rich text, pictures, gaps and tracks", (t) => {
	const look = { border: { width: 8, color: "red" }, borderRadius: 12 };
	const content: Layer[] = [
		text("A", 40),
		{ type: "text", richText: '<span style="font-size: 20px">B</span> C' },
		{ type: "image", src: "lucide:rocket", ...look },
		{ type: "shape", shape: "line", width: 40 },
		text("D", 24, { fit: "shrink", width: "50%", height: 40 }),
	];
	const half: Layer = card({ ...look, width: 404, height: 700, fitGroup: "a" }, ...content);
	const placed = place([half], { [fitGroupKey("stack", "a")]: 0.5 })[0]!;
	t.same(
		[placed.ref.look.border?.widths[0], placed.ref.look.radii[0]].map((px) => preview(px!)),
		[8, 12],
		"its own border and radius stay",
	);
	t.equal(preview(placed.content.x - placed.x), 18, "the padding is scaled");
	const [a, b, image, line, d] = placed.children as [PlacedItem, ...PlacedItem[]];
	t.equal(preview(b!.y - a.y - a.height), 5);
	const layouts = [a, b!, d!].map(
		({ ref }, i) => ref.type === "text" && layOutText(placedText(ref, [a, b!, d!][i]!), fonts)!,
	);
	t.same(
		layouts.map((layout) => layout && preview(layout.block.fontSize)),
		[20, 18, 12],
	);
	const rich = layouts[1] as NonNullable<ReturnType<typeof layOutText>>;
	t.ok(rich.lines.length === 1);
	t.same([preview(image!.width), preview(image!.ref.look.border!.widths[0])], [90, 4]);
	t.equal(line!.ref.type === "shape" && preview(line!.ref.stroke!.width), 1);
	t.equal(preview(d!.width), preview(placed.content.width / 2), "a percentage stays");
	t.end();
});

t.test("stacks of a group have the scale of the group, and not that of texts", (t) => {
	const grouped = card({ fitGroup: "a", minScale: 0.8 }, text("Short"));
	t.equal(scaleOf(place([grouped], { [fitGroupKey("stack", "a")]: 0.7 })[0]!), 0.7);
	t.equal(scaleOf(place([grouped], { [fitGroupKey("text", "a")]: 0.7 })[0]!), 1);
	t.end();
});

t.test("every number of a layer is known to be scaled, or not", (t) => {
	/** Shares, angles, factors, counts and limits of em. */
	const FACTORS = new Set(
		(
			"opacity rotation skewX skewY aspectRatio grow shrink column row columnSpan rowSpan minScale maxScale " +
			"arc lineHeight weight boldWeight maxLines letterSpacing zoom cropX cropY brightness contrast " +
			"saturate grayscale sepia angle cx cy at sides points innerRadius from sweep viewBox values " +
			"domain spacing errorCorrection quietZone min max amount tabSize hueRotate invert"
		).split(" "),
	);
	const SIZED_BY_CODE = new Set(["columns", "rows"]);
	const known: Record<string, Lengths> = { ...OWN_LENGTHS, ...CONTENT_LENGTHS };
	const unknown = new Set<string>();
	interface Schema {
		readonly type?: string | readonly string[];
		readonly properties?: Record<string, Schema>;
		readonly anyOf?: readonly Schema[];
		readonly items?: Schema | readonly Schema[];
		readonly const?: unknown;
	}
	const hasNumber = (schema: Schema): boolean =>
		[schema.type].flat().some((type) => type === "number" || type === "integer") ||
		[schema.anyOf, schema.items]
			.flat()
			.some((inner) => inner !== undefined && hasNumber(inner as Schema));
	const objects = (schema: Schema): Schema[] => [
		...(schema.properties ? [schema] : []),
		...[schema.anyOf, schema.items]
			.flat()
			.flatMap((inner) => (inner ? objects(inner as Schema) : [])),
	];
	const visit = (
		properties: Record<string, Schema>,
		lengths: Lengths | undefined,
		path: string,
	) => {
		for (const [field, schema] of Object.entries(properties)) {
			const own = typeof lengths === "object" ? lengths[field] : undefined;
			const at = `${path}/${field}`;
			if (SIZED_BY_CODE.has(field)) continue;
			if (hasNumber(schema) && own === undefined && !FACTORS.has(field)) unknown.add(at);
			for (const inner of objects(schema)) visit(inner.properties!, own, at);
		}
	};
	const definitions = LayerModule.Import("Layer").$defs as unknown as Record<string, Schema>;
	for (const [name, { properties }] of Object.entries(definitions))
		if (properties) visit(properties, known, name);
	t.same([...unknown], [], "add the field to OWN_LENGTHS in scale-content.ts, or to FACTORS here");
	t.end();
});

t.test("lists, members and tracks are scaled; text and counts are not", (t) => {
	const grid: Layer = {
		...{ type: "grid", columns: [100, "50%", "1fr", { min: 20, max: "2fr" }], rows: 3 },
		...{ padding: [1, 2, 3, 4], x: 10, width: 90, border: { width: 6, color: "red" } },
		children: [
			{ type: "text", x: "5%", fontSize: 20, shadow: { x: 2, blur: 4 }, margin: [4, 0, 2, 0] },
			{ type: "grid", columns: 7, gap: 8, width: 90, children: [{ type: "text", size: "S" }] },
		],
	};
	t.match(scaleContent(grid as Extract<Layer, { type: "grid" }>, 0.5), {
		...{ columns: [50, "50%", "1fr", { min: 10, max: "2fr" }], rows: 3, padding: [0.5, 1, 1.5, 2] },
		...{ x: 10, width: 90, border: { width: 6, color: "red" } },
		children: [
			{ x: "5%", fontSize: 10, minFontSize: 4, shadow: { x: 1, blur: 2 }, margin: [2, 0, 1, 0] },
			{ columns: 7, gap: 4, width: 45, children: [{ fontSize: 10 }] },
		],
	});
	t.end();
});
