/** Slides of layers to compare with Chromium's rendering. */
import type { Layer } from "../../../src/contract/document/layers.js";
import type { Paint } from "../../../src/contract/document/paint.js";
import { type BlendMode, ENUMS } from "../../../src/contract/enums.js";
import type { Slide } from "../../../src/contract/render-request.js";
import { designCases } from "./designs.js";
import type { LayersCase } from "./document.js";

type Shape = Extract<Layer, { type: "shape" }>;
type Stack = Extract<Layer, { type: "stack" }>;

const SUNSET: Paint = {
	type: "linear",
	angle: 135,
	stops: [{ color: "#FF6B35" }, { color: "#C2185B", at: 60 }, { color: "#311B92" }],
};
const GROUND = "#F4EFE6";

/** Variants of one layer in a two-by-two grid. */
const grid = (variants: readonly Layer[]): Layer[] =>
	variants.map((layer, i) => ({
		...layer,
		x: 30 + (i % 2) * 195,
		y: 30 + Math.floor(i / 2) * 195,
	}));

const shape = (kind: Shape["shape"], more: Partial<Shape> = {}): Shape => ({
	type: "shape",
	shape: kind,
	width: 150,
	height: 120,
	fill: "#E85D4A",
	...more,
});
const box = (more: Partial<Stack>): Stack => ({
	type: "stack",
	width: 150,
	height: 120,
	background: "#0C513F",
	...more,
});
const variants = (kind: Shape["shape"], own: Partial<Shape> = {}): Layer[] =>
	grid([
		shape(kind, own),
		shape(kind, { ...own, fill: SUNSET, stroke: { color: "#123456", width: 6, join: "round" } }),
		shape(kind, { ...own, rotation: 30, shadow: { x: 6, y: 8, blur: 12, opacity: 0.5 } }),
		shape(kind, {
			...own,
			opacity: 0.5,
			stroke: { color: "#123456", width: 5, dash: [12, 8], cap: "round" },
		}),
	]);

const PATH = { path: "M0 0L60 20L100 0L100 100L50 70L0 100Z", viewBox: [0, 0, 100, 100] };
const SHAPES: Readonly<Record<string, readonly Layer[]>> = {
	rectangle: variants("rectangle"),
	"rectangle, corners": variants("rectangle", { borderRadius: [10, 40, 0, 60] }).map((layer) => ({
		...layer,
		...("stroke" in layer && { stroke: undefined }),
	})) as Layer[],
	ellipse: variants("ellipse"),
	line: variants("line", { stroke: { color: "#123456", width: 6, cap: "round" } }),
	arrow: variants("arrow", { stroke: { color: "#123456", width: 6 } }),
	triangle: variants("triangle"),
	polygon: variants("polygon", { sides: 5 }),
	star: variants("star", { points: 6, innerRadius: 50 }),
	"arc, pie": variants("arc", { from: 40, sweep: 230 }),
	"arc, ring": variants("arc", { from: -30, sweep: 270, thickness: 24 }),
	path: variants("path", PATH as Partial<Shape>),
};

const TILE = `data:image/svg+xml;base64,${Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0H30V20H0Z" fill="#0A7"/><circle cx="45" cy="30" r="9" fill="#123456"/></svg>',
).toString("base64")}`;

const PAINTS: Readonly<Record<string, Paint>> = {
	translucent: "rgb(200 20 80 / 45%)",
	"linear, default": { type: "linear", stops: [{ color: "gold" }, { color: "navy" }] },
	"linear, premultiplied": {
		type: "linear",
		angle: 90,
		stops: [
			{ color: "rgb(255 0 0 / 0)" },
			{ color: "rgb(0 0 255 / 90%)", at: 70 },
			{ color: "lime" },
		],
	},
	"linear, hard stops": {
		type: "linear",
		angle: 45,
		stops: [
			{ color: "#222", at: 20 },
			{ color: "#F5C518", at: 20 },
			{ color: "#F5C518", at: 50 },
			{ color: "#0A7", at: 50 },
		],
	},
	radial: {
		type: "radial",
		stops: [{ color: "#fff" }, { color: "#7B1FA2", at: 50 }, { color: "#111" }],
	},
	conic: {
		type: "conic",
		from: 30,
		cx: 40,
		stops: [{ color: "#FFEB3B" }, { color: "#D81B60", at: 40 }, { color: "#FFEB3B" }],
	},
	"conic, repeating": {
		type: "conic",
		repeating: true,
		stops: [{ color: "#fff" }, { color: "#0A7", at: 25 }],
	},
	"linear, repeating": {
		type: "linear",
		angle: 30,
		repeating: true,
		stops: [
			{ color: "#123456", at: 5 },
			{ color: "#123456", at: 10 },
			{ color: "gold", at: 15 },
			{ color: "#D81B60", at: 20 },
		],
	},
	"radial, repeating": {
		type: "radial",
		cy: 100,
		repeating: true,
		stops: [
			{ color: "#06d6a0", at: 3 },
			{ color: "#118ab2", at: 15 },
		],
	},
	"sixteen stops": {
		type: "linear",
		angle: 90,
		stops: Array.from({ length: 16 }, (_, i) => ({ color: `hsl(${i * 24} 80% 55%)` })),
	},
	pattern: { type: "pattern", src: TILE, width: 46 },
	"pattern under a gradient": {
		type: "layers",
		paints: [
			{ type: "linear", angle: 90, stops: [{ color: "#C2185B" }, { color: "#C2185B00" }] },
			{ type: "pattern", src: TILE, width: 30 },
			"#FFF",
		],
	},
	layers: {
		type: "layers",
		paints: [
			{ type: "conic", stops: [{ color: "rgb(255 0 0 / 60%)" }, { color: "transparent" }] },
			{
				type: "linear",
				repeating: true,
				stops: [
					{ color: "navy" },
					{ color: "navy", at: 10 },
					{ color: "gold", at: 10 },
					{ color: "gold", at: 20 },
				],
			},
		],
	},
	"radial, off centre": {
		type: "radial",
		cx: 20,
		cy: 80,
		stops: [{ color: "#FFEB3B" }, { color: "rgb(255 87 34 / 20%)" }],
	},
};

/** An image with twice the aspect ratio of its box; each part of it looks different. */
const PICTURE = `data:image/svg+xml;base64,${Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" viewBox="0 0 800 400"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0D47A1"/><stop offset=".5" stop-color="#FF7043"/><stop offset="1" stop-color="#FFF176"/></linearGradient></defs><rect width="800" height="400" fill="url(#g)"/><circle cx="260" cy="160" r="110" fill="#004D40"/><path d="M400 400L560 60L760 400Z" fill="#AD1457"/><path d="M0 330H800" stroke="#FFF" stroke-width="24"/></svg>',
).toString("base64")}`;

const pictured = (crop: { cropX?: number; cropY?: number }): Layer[] => {
	const fill: Paint = { type: "image", src: PICTURE, ...crop };
	return grid([
		shape("star", { fill, width: 160, height: 160 }),
		box({ background: fill, borderRadius: [60, 10, 60, 10] }),
		{ type: "text", text: "Ink", fontSize: 88, weight: 900, textFill: fill, width: 170 },
		shape("ellipse", { fill, rotation: 30, opacity: 0.8, width: 170, height: 110 }),
	]);
};

const textOn = (paint: Paint): Layer[] =>
	grid([
		box({ background: paint }),
		box({ background: paint, borderRadius: 999, border: { width: 8, color: "#123456" } }),
		{
			type: "text",
			text: "Aa",
			fontSize: 60,
			background: paint,
			padding: [10, 40, 20, 5],
			textColor: "#111111",
		},
		shape("star", { fill: paint }),
	]);

const shadowed = (shadow: NonNullable<Stack["shadow"]>): Layer[] =>
	grid([
		box({ shadow, background: "#FFFFFF", borderRadius: 20 }),
		box({ shadow, background: "rgb(255 255 255 / 40%)", borderRadius: [0, 40, 80, 10] }),
		shape("star", { shadow: { ...shadow, spread: 0 } }),
		{
			type: "text",
			text: "Ink",
			fontSize: 70,
			textColor: "#C2185B",
			shadow: { ...shadow, spread: 0 },
		},
	]);

const nested = (rotation: number, more: Partial<Stack> = {}): Layer => ({
	...box({ rotation, background: SUNSET, padding: 16, ...more }),
	x: 90,
	y: 90,
	width: 230,
	height: 220,
	children: [
		box({
			rotation: -2 * rotation,
			width: "70%",
			height: 90,
			background: "#FFFFFF",
			borderRadius: 16,
			opacity: 0.8,
			children: [shape("star", { width: 60, height: 60, rotation: rotation / 2 })],
		}),
		{ type: "text", text: "Nested", fontSize: 28, textColor: "#FFFFFF", rotation: 12 },
	],
});

const clipped = (more: Partial<Stack>): Layer => ({
	...box({ clip: true, background: "#FFFFFF", ...more }),
	x: 60,
	y: 60,
	width: 280,
	height: 240,
	children: [
		shape("ellipse", { width: 200, height: 200, position: "absolute", x: -60, y: -60 }),
		shape("star", {
			width: 200,
			height: 200,
			position: "absolute",
			right: -50,
			bottom: -60,
			fill: "#0A7",
		}),
		{ type: "text", text: "Cut off at the box", fontSize: 64, textColor: "#311B92" },
	],
});

const card = (more: Partial<Stack>): Stack => ({
	...box({ background: SUNSET, borderRadius: 20, padding: 12, ...more }),
	children: [
		{ type: "text", text: "Card", fontSize: 28 },
		shape("star", { width: 40, height: 40, fill: "#FFEB3B" }),
	],
});
const STRIPES: Paint = {
	type: "radial",
	cy: 90,
	stops: [{ color: "#123456" }, { color: "#E85D4A", at: 40 }, { color: "#0A7" }],
};
const SIDES = ["#C2185B", "#FFC600", "#0A7", "#123456"] as [string, string, string, string];
const EFFECTS: Readonly<Record<string, readonly Layer[]>> = {
	"borders by side": grid([
		box({ border: { width: [4, 16, 30, 10], color: SIDES }, background: "#FFF" }),
		box({
			border: { width: [0, 0, 6, 0], color: "#C2185B" },
			background: SUNSET,
			borderRadius: 20,
		}),
		box({ border: { width: [20, 4, 20, 4], color: SIDES }, borderRadius: [60, 10, 0, 70] }),
		box({
			border: { width: [2, 24, 2, 24], color: "rgb(194 24 91 / 50%)" },
			borderRadius: 50,
			background: "#FFF",
			clip: true,
			children: [shape("ellipse", { width: 120, height: 130 })],
		}),
	]),
	"borders by side, inside and turned": grid([
		box({
			border: { width: [0, 8, 0, 40], color: SIDES },
			borderRadius: 48,
			background: "#FFF",
			shadows: [{ blur: 14, spread: 3, inset: true }],
		}),
		box({
			border: { width: 12, color: ["#C2185B80", "#FFC60080", "#00AA7780", "#12345680"] },
			rotation: 20,
			borderRadius: 30,
		}),
		{
			type: "text",
			text: "Aside",
			fontSize: 30,
			textColor: "#123456",
			border: { width: [0, 0, 0, 6], color: "#C2185B" },
			padding: [4, 4, 4, 12],
		},
		{
			type: "image",
			src: PICTURE,
			width: 150,
			height: 120,
			border: { width: [3, 30, 12, 3], color: SIDES },
			borderRadius: 40,
		},
	]),
	"several shadows": grid([
		box({
			borderRadius: 20,
			shadows: [
				{ x: 8, y: 8, color: "gold" },
				{ x: 16, y: 16 },
			],
		}),
		box({
			borderRadius: 20,
			shadows: [
				{ blur: 20, spread: 4 },
				{ y: 20, blur: 30, color: "navy" },
			],
		}),
		box({ borderRadius: 30, shadows: [{ x: 10, y: 12, blur: 14, inset: true }] }),
		box({
			border: { width: 6, color: "#FFC600" },
			borderRadius: [0, 40, 10, 20],
			shadows: [
				{ spread: 6, inset: true, color: "#fff" },
				{ x: -8, blur: 10, spread: 6, inset: true },
			],
		}),
	]),
	"stroke positions": grid([
		shape("star", { stroke: { color: "#123456", width: 10, position: "inside" } }),
		shape("star", { stroke: { color: "#123456", width: 10, position: "outside", join: "round" } }),
		shape("ellipse", { stroke: { color: "#12345680", width: 12, position: "outside" } }),
		shape("rectangle", {
			rotation: 15,
			stroke: { color: "#12345680", width: 12, position: "inside" },
		}),
	]),
	"gradient strokes": grid([
		shape("star", { stroke: { paint: SUNSET, width: 14, join: "round" }, fill: "#FFF" }),
		shape("ellipse", {
			fill: "transparent",
			stroke: {
				width: 24,
				position: "inside",
				paint: { type: "radial", cx: 20, cy: 80, stops: [{ color: "gold" }, { color: "navy" }] },
			},
		}),
		shape("rectangle", {
			fill: "#FFFFFF80",
			stroke: { paint: SUNSET, width: 16, position: "outside" },
		}),
		shape("line", { rotation: 30, stroke: { paint: SUNSET, width: 30, cap: "round" } }),
	]),
	"filters of groups": grid([
		card({ filter: { blur: 4 } }),
		card({ filter: { hueRotate: 140, saturate: 1.4 } }),
		card({ filter: { invert: 0.8, contrast: 1.3 }, rotation: 15, opacity: 0.8 }),
		card({ filter: { blur: 2, brightness: 0.8, sepia: 0.7 } }),
	]),
	masks: grid([
		card({
			mask: { type: "linear", angle: 90, stops: [{ color: "black" }, { color: "transparent" }] },
		}),
		card({
			shadow: { blur: 20 },
			mask: { type: "radial", stops: [{ color: "#000" }, { color: "transparent", at: 70 }] },
		}),
		card({
			rotation: -20,
			mask: {
				type: "conic",
				stops: [{ color: "#0008" }, { color: "#000" }, { color: "transparent" }],
			},
		}),
	]),
	slanted: grid([
		card({ skewX: -15, shadow: { y: 8, blur: 20 } }),
		card({ skewX: 25, skewY: 10, rotation: 20, width: 110, height: 90 }),
		{ ...card({ skewY: -20, clip: true }), borderRadius: 40 },
		shape("star", { skewX: 40, rotation: -30, stroke: { color: "#123456", width: 4 } }),
	]),
	"slanted texts and groups": grid([
		{ type: "text", text: "Sale", fontSize: 60, weight: 900, textColor: "#C2185B", skewX: -20 },
		card({ skewX: 20, filter: { blur: 2 } }),
		card({ skewY: 20, opacity: 0.5, children: [box({ skewX: -30, width: 60, height: 40 })] }),
		card({
			skewX: -30,
			rotation: 45,
			mask: { type: "linear", angle: 90, stops: [{ color: "black" }, { color: "transparent" }] },
		}),
	]),
	"blurred backdrops": [
		{ ...shape("star", { points: 12, fill: "#311B92" }), x: 40, y: 40, width: 320, height: 320 },
		...grid([
			box({ background: "#FFFFFF33", backdropBlur: 8, borderRadius: 24 }),
			box({ background: "#FFFFFF33", backdropBlur: 20 }),
			box({ background: "transparent", backdropBlur: 3, borderRadius: 999 }),
			box({ background: "#00000022", backdropBlur: 12, opacity: 0.7 }),
		]),
	],
};

const blended = (blendMode: BlendMode): Layer[] => [
	{ ...box({ background: SUNSET }), x: 20, y: 20, width: 260, height: 365 },
	{ ...shape("ellipse", { blendMode, fill: "#4FC3F7" }), x: 120, y: 40, width: 240, height: 150 },
	{
		...box({ blendMode, opacity: 0.8, background: "#8BC34A", borderRadius: 24, padding: 10 }),
		x: 100,
		y: 220,
		width: 240,
		height: 130,
		children: [{ type: "text", text: "Blend", fontSize: 50, textColor: "#222222" }],
	},
];

const slide = (layers: readonly Layer[], more: Partial<Slide> = {}): Slide => ({
	background: GROUND,
	...more,
	layers: [...layers],
});

const upright: LayersCase[] = [
	...Object.entries(SHAPES).map(([name, layers]) => ({
		name: `shape ${name}`,
		slide: slide(layers),
	})),
	...Object.entries(EFFECTS).map(([name, layers]) => ({
		name: `effects: ${name}`,
		slide: slide(layers),
	})),
	...Object.entries(PAINTS).map(([name, paint]) => ({
		name: `paint ${name}`,
		slide: slide(textOn(paint)),
	})),
	...[1, 6, 60].map((width) => ({
		name: `border ${width}`,
		slide: slide(
			grid([
				box({ border: { width, color: "#C2185B" } }),
				box({
					border: { width, color: "rgb(194 24 91 / 50%)" },
					borderRadius: 30,
					background: "#FFF",
				}),
				box({
					border: { width, color: "#C2185B" },
					borderRadius: [60, 0, 30, 10],
					background: SUNSET,
				}),
				{
					type: "text",
					text: "Pill",
					// Small enough to fit on one line within the widest border.
					fontSize: 16,
					textColor: "#111111",
					border: { width, color: "#0A7" },
					borderRadius: 999,
					padding: 12,
				},
			]),
		),
	})),
	{ name: "picture fill", slide: slide(pictured({})) },
	{ name: "picture fill, cropped", slide: slide(pictured({ cropX: 100, cropY: 0 })) },
	{
		name: "picture ground",
		slide: slide([nested(10)], { background: { type: "image", src: PICTURE, cropX: 20 } }),
	},
	{
		name: "gradient letters",
		slide: slide(
			grid([
				{ type: "text", text: "Ink", fontSize: 88, weight: 900, textFill: SUNSET },
				{
					type: "text",
					text: "Two lines of it",
					fontSize: 40,
					textFill: { type: "radial", cx: 0, stops: [{ color: "#C2185B" }, { color: "#0A7" }] },
					width: 170,
				},
			]),
		),
	},
	{ name: "shadow sharp", slide: slide(shadowed({ x: 10, y: 12, color: "#311B92" })) },
	{ name: "shadow soft", slide: slide(shadowed({ y: 10, blur: 30, opacity: 0.5 })) },
	{
		name: "shadow widest",
		slide: slide(shadowed({ x: -20, y: 30, blur: 100, spread: 20, color: "#C2185B" })),
	},
	{ name: "shadow narrow", slide: slide(shadowed({ y: 20, blur: 16, spread: -10 })) },
	{ name: "clip", slide: slide([clipped({})]) },
	{
		name: "clip round, border",
		slide: slide([
			clipped({ borderRadius: [80, 20, 120, 0], border: { width: 12, color: "#123456" } }),
		]),
	},
	{
		name: "clip turned, translucent",
		slide: slide([clipped({ borderRadius: 40, rotation: 25, opacity: 0.6 })]),
	},
	{ name: "nest turned", slide: slide([nested(20)]) },
	{
		name: "nest turned, shadow, clip",
		slide: slide([
			nested(-35, { clip: true, borderRadius: 40, opacity: 0.7, shadow: { y: 20, blur: 40 } }),
		]),
	},
	...ENUMS.blendMode.map((mode) => ({ name: `blend ${mode}`, slide: slide(blended(mode)) })),
	{
		name: "ground gradient",
		slide: slide([nested(10)], { background: SUNSET }),
	},
];

/** Without Arabic, whose words stay whole: Chromium rotates each letter. Half a circle over the box, a wave, a tight curve, a line. */
const PATHS = [
	"M0 100A50 100 0 0 1 100 100",
	"M0 50C33 -50 33 150 50 50S83 -50 100 50",
	"M0 90C0 -40 100 -40 100 90",
	"M0 20L100 80",
];
const ON_PATH = ["Letters along a path", "सुबह की ताज़ा कॉफ़ी", "春の新作、全店で発売中"].flatMap(
	(text, i) =>
		PATHS.map(
			(path, k): Layer => ({
				type: "text",
				text,
				fontSize: 13,
				textColor: "#0C513F",
				x: 10 + 99 * i,
				y: 30 + 92 * k,
				width: 85 + i + k / 100,
				height: 60,
				onPath: { path, viewBox: [0, 0, 100, 100] },
				...(k === 2 && { align: "center", textStroke: { color: "#E85D4A", width: 1 } }),
			}),
		),
);

/** Letters on a line, which SVG fills and strokes with gradients. */
const STROKED = [0, 1, 2, 3].map((i) => ({
	type: "text" as const,
	text: "Ink & Co",
	fontSize: 64,
	weight: 900 as const,
	textColor: "#FFFFFF",
	x: 40,
	y: 10 + 90 * i,
	width: 320 + i,
	height: 90,
	onPath: { path: "M0 75L100 75", viewBox: [0, 0, 100, 100] as [number, number, number, number] },
	...(i === 3 && { textFill: { ...SUNSET, angle: 0 } }),
	textStroke: { width: 1 + 2 * i, paint: i === 1 ? STRIPES : SUNSET },
}));

/** All cases; those that depend on direction occur in both directions. */
export const LAYERS_CASES: readonly LayersCase[] = [
	{ name: "gradient strokes of letters", slide: slide(STROKED) },
	{ name: "text on paths", slide: { backgroundColor: GROUND, layers: ON_PATH } },
	...upright,
	...designCases,
	...[...upright, ...designCases]
		.filter(({ name }) => !name.startsWith("blend") && !name.startsWith("paint"))
		.map(({ name, slide }) => ({ name: `${name}, rtl`, slide: { ...slide, dir: "rtl" as const } })),
];
