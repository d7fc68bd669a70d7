/** Shapes, borders and shadows as our SVG, and equivalent HTML. */
import { borderOf } from "../../../src/engine/shapes/border.js";
import type { Box } from "../../../src/engine/shapes/box.js";
import { boxShadow, type ShadowShape } from "../../../src/engine/shapes/box-shadow.js";
import type { Outline } from "../../../src/engine/shapes/outline.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { type PathShape, pathShape, type ViewBox } from "../../../src/engine/shapes/path-shape.js";
import { type Radii, radiiOf } from "../../../src/engine/shapes/rounded-rectangle.js";
import { type Shape, shapeGeometry } from "../../../src/engine/shapes/shape.js";
import type { Dash, Stroke } from "../../../src/engine/shapes/stroke.js";

export interface ShapeCase {
	readonly name: string;
	/** Our SVG and its bounds. */
	readonly svg: string;
	readonly bounds: readonly Box[];
	/** HTML for the browser. */
	readonly html: string;
}

/** Box of the shape in its cell of 200 × 160. */
const BOX: Box = { x: 40, y: 30, width: 120, height: 100 };
const at = ({ x, y, width, height }: Box) =>
	`position:absolute;box-sizing:border-box;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
const svgHtml = (inner: string) =>
	`<svg style="position:absolute;left:0;top:0" width="200" height="160">${inner}</svg>`;

const strokeAttributes = ({ width, dash, cap, join }: Stroke) =>
	`stroke="#123" stroke-width="${width}" stroke-linecap="${cap ?? "butt"}" stroke-linejoin="${join ?? "miter"}"${dash ? ` stroke-dasharray="${dash.join(" ")}"` : ""}`;

function shape(name: string, shape: Shape, html: string, stroke?: Stroke, box = BOX): ShapeCase {
	const { outline, strokeArea, fillBounds, strokeBounds } = shapeGeometry(shape, box, stroke);
	const open = shape.kind === "line" || shape.kind === "arrow";
	const fill = open ? "none" : "#e85d4a";
	const svg =
		strokeArea !== undefined
			? `<path d="${pathData(strokeArea)}" fill="#123"/>`
			: `<path d="${pathData(outline)}" fill="${fill}" ${stroke ? strokeAttributes(stroke) : ""}/>`;
	return { name, svg, html, bounds: [fillBounds, strokeBounds].filter((b) => b !== null) };
}

const native = (markup: string, stroke?: Stroke) =>
	svgHtml(`<g fill="#e85d4a" ${stroke ? strokeAttributes(stroke) : ""}>${markup}</g>`);

function border(name: string, radii: Radii, width: number, dash?: Dash): ShapeCase {
	const made = borderOf(BOX, width, radii, dash);
	const svg =
		made.kind === "area"
			? `<path d="${pathData(made.outline)}" fill="#0a7" fill-rule="${made.fillRule}"/>`
			: `<path d="${pathData(made.outline)}" fill="none" stroke="#0a7" stroke-width="${width}" stroke-dasharray="${made.dash.join(" ")}"/>`;
	const css = `${at(BOX)};border:${width}px ${dash ? "dashed" : "solid"} #0a7;border-radius:${radii.map((r) => `${r}px`).join(" ")}`;
	return { name, svg, html: `<div style="${css}"></div>`, bounds: [BOX] };
}

function shadow(name: string, radii: Radii, given: ShadowShape): ShapeCase {
	const made = boxShadow(BOX, radii, given);
	const id = name.replace(/\W/g, "");
	const svg = made
		? `<clipPath id="c${id}"><path clip-rule="evenodd" d="${pathData(made.clip)}"/></clipPath><filter id="f${id}" filterUnits="userSpaceOnUse" x="-60" y="-60" width="320" height="300"><feGaussianBlur stdDeviation="${made.sigma}"/></filter><g clip-path="url(#c${id})"><path d="${pathData(made.outline)}" fill="#204" filter="url(#f${id})"/></g>`
		: "";
	const css = `${at(BOX)};border-radius:${radii.map((r) => `${r}px`).join(" ")};box-shadow:${given.x}px ${given.y}px ${given.blur}px ${given.spread ?? 0}px #204`;
	return { name, svg, html: `<div style="${css}"></div>`, bounds: made ? [made.bounds] : [] };
}

function path(name: string, data: string, viewBox: ViewBox, stroke?: Stroke): ShapeCase {
	const read = pathShape(data, viewBox) as PathShape;
	const html = `<svg style="${at(BOX)};overflow:visible" viewBox="${viewBox.join(" ")}" preserveAspectRatio="none"><path d="${data}" fill="#e85d4a" ${stroke ? strokeAttributes(stroke) : ""} vector-effect="non-scaling-stroke"/></svg>`;
	return shape(name, { kind: "path", ...read }, html, stroke);
}

const div = (css: string, box = BOX) => `<div style="${at(box)};background:#e85d4a;${css}"></div>`;
const points = (outline: Outline) => pathData(outline);
const poly = (kind: Shape, stroke?: Stroke) =>
	native(`<path d="${points(shapeGeometry(kind, BOX).outline)}"/>`, stroke);
const star: Shape = { kind: "star", points: 5, innerRadius: 38.2 };
const thick: Stroke = { width: 8 };
const line = (markup: string, stroke: Stroke) =>
	svgHtml(`<path d="${markup}" fill="none" ${strokeAttributes(stroke)}/>`);
const low: Box = { x: 30, y: 60, width: 140, height: 30 };
const high: Box = { x: 80, y: 20, width: 30, height: 120 };
const HEART = "M10 30A20 20 0 0150 30 20 20 0 0190 30q0 30-40 60Q10 60 10 30z";
const WAVE = "m0 50c20-60 30-60 50 0s30 60 50 0t20 0 20 5v10h-140z";

export const SHAPE_CASES: readonly ShapeCase[] = [
	shape("rectangle", { kind: "rectangle" }, div("")),
	shape(
		"four radii",
		{ kind: "rectangle", radii: [10, 40, 0, 25] },
		div("border-radius:10px 40px 0 25px"),
	),
	shape("pill", { kind: "rectangle", radii: radiiOf(999) }, div("border-radius:999px")),
	shape(
		"radii too large",
		{ kind: "rectangle", radii: [90, 60, 10, 30] },
		div("border-radius:90px 60px 10px 30px"),
	),
	shape("ellipse", { kind: "ellipse" }, div("border-radius:50%")),
	shape(
		"ellipse, stroke",
		{ kind: "ellipse" },
		native('<ellipse cx="100" cy="80" rx="60" ry="50"/>', thick),
		thick,
	),
	shape("triangle", { kind: "triangle" }, div("clip-path:polygon(50% 0,100% 100%,0 100%)")),
	shape("triangle, stroke", { kind: "triangle" }, poly({ kind: "triangle" }, thick), thick),
	shape("hexagon", { kind: "polygon", sides: 6 }, poly({ kind: "polygon", sides: 6 })),
	shape("star", star, poly(star)),
	shape("star, stroke", star, poly(star, thick), thick),
	shape("star, round joins", star, poly(star, { width: 8, join: "round" }), {
		width: 8,
		join: "round",
	}),
	shape(
		"line",
		{ kind: "line" },
		line("M30 75H170", { width: 6, cap: "round" }),
		{ width: 6, cap: "round" },
		low,
	),
	shape(
		"line, dashes",
		{ kind: "line" },
		line("M95 20V140", { width: 6, dash: [12, 8], cap: "square" }),
		{ width: 6, dash: [12, 8], cap: "square" },
		high,
	),
	shape(
		"arrow",
		{ kind: "arrow" },
		arrow("M30 75H146", "M146 63L170 75L146 87z"),
		{ width: 6 },
		low,
	),
	shape(
		"arrow, dashes",
		{ kind: "arrow", mirrored: true },
		arrow("M170 75H54", "M54 63L30 75L54 87z", "12 6"),
		{ width: 6, dash: [12, 6] },
		low,
	),
	shape(
		"arrow down",
		{ kind: "arrow" },
		arrow("M95 20V116", "M83 116L95 140L107 116z"),
		{ width: 6 },
		high,
	),
	shape(
		"pie",
		{ kind: "arc", from: 0, sweep: 120 },
		native(
			`<path d="M100 80V30A60 50 0 0 1 ${100 + 60 * Math.sin((2 * Math.PI) / 3)} ${80 + 25}z"/>`,
		),
	),
	shape(
		"ring",
		{ kind: "arc", from: 0, sweep: 360, thickness: 20 },
		native('<path fill-rule="evenodd" d="M40 80a60 50 0 1 1 0 .01zM60 80a40 30 0 1 1 0 .01z"/>'),
	),
	shape(
		"progress, round",
		{ kind: "arc", from: 0, sweep: 270, thickness: 16, ends: "round" },
		svgHtml(
			'<path d="M100 38A42 42 0 1 1 58 80" fill="none" stroke="#e85d4a" stroke-width="16" stroke-linecap="round"/>',
		),
		undefined,
		{ x: 50, y: 30, width: 100, height: 100 },
	),
	path("path with arcs", HEART, [0, 0, 100, 100]),
	path("path, stroke", WAVE, [0, 0, 140, 100], { width: 5, join: "round" }),
	border("border", radiiOf(24), 8),
	border("border, no radius", radiiOf(0), 14),
	border("border, four radii", [60, 10, 30, 0], 12),
	border("border, dashes", radiiOf(30), 6, [12, 6]),
	border("dashes, no radius", radiiOf(0), 6, [12, 6]),
	shadow("shadow", radiiOf(16), { x: 0, y: 8, blur: 24 }),
	shadow("shadow, sharp", radiiOf(16), { x: 10, y: 10, blur: 0 }),
	shadow("shadow, spread", radiiOf(6), { x: 0, y: 0, blur: 0, spread: 20 }),
	shadow("spread, four radii", [0, 3, 12, 40], { x: 0, y: 0, blur: 0, spread: 20 }),
	shadow("spread of a pill", radiiOf(999), { x: 0, y: 0, blur: 0, spread: 25 }),
	shadow("negative spread", radiiOf(16), { x: 0, y: 24, blur: 20, spread: -12 }),
];

function arrow(shaft: string, head: string, dash?: string): string {
	const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
	return svgHtml(
		`<path d="${shaft}" fill="none" stroke="#123" stroke-width="6"${dashes}/><path d="${head}" fill="#123"/>`,
	);
}
