/** Shape layers as inline SVG; their boxes need numeric sizes. */
import type { Layer } from "../../../src/contract/document/layers.js";
import type { Paint } from "../../../src/contract/document/paint.js";
import { paintCss, svgPaint } from "./paint-css.js";
import { px, SCALE } from "./units.js";

type ShapeLayer = Extract<Layer, { type: "shape" }>;
type Point = readonly [x: number, y: number];

let outlines = 0;

/** A fill is a CSS box clipped to the shape; a stroke is an SVG path. */
export function shapeHtml(layer: ShapeLayer, rtl: boolean): string {
	const width = Number(layer.width ?? 0) * SCALE;
	const height = Number(layer.height ?? 0) * SCALE;
	const { shape, stroke } = layer;
	const open = shape === "line" || shape === "arrow";
	const path = outline(layer, width, height, rtl);
	const fill: Paint | undefined = open ? undefined : (layer.fill ?? "#FFFFFF");
	const cut =
		shape === "rectangle"
			? "border-radius:inherit"
			: shape === "ellipse"
				? "border-radius:50%"
				: `clip-path:path(evenodd,&quot;${path}&quot;)`;
	const filled = fill
		? `<div style="position:absolute;inset:0;${cut};background:${paintCss(fill).replaceAll('"', "&quot;")}"></div>`
		: "";
	if (!stroke && !open) return filled;
	const { color = "#FFFFFF", paint = color, width: line = 2, dash } = stroke ?? {};
	const { cap = "butt", join = "miter", position = "center" } = stroke ?? {};
	const ink = svgPaint(paint, width, height);
	const id = `outline${outlines++}`;
	const cuts = {
		center: "",
		inside: ` clip-path="url(#${id})"`,
		outside: ` mask="url(#${id})"`,
	};
	const definition = {
		center: "",
		inside: `<clipPath id="${id}"><path d="${path}"/></clipPath>`,
		outside: `<mask id="${id}" maskUnits="userSpaceOnUse" x="-500" y="-500" width="3000" height="3000"><path fill="#fff" d="M-500 -500H2500V2500H-500Z"/><path d="${path}"/></mask>`,
	};
	const drawn = position === "center" ? line : 2 * line;
	const dashes = dash
		? ` stroke-dasharray="${dash.map((length) => length * SCALE).join(" ")}"`
		: "";
	const head = shape === "arrow" ? arrowHead(width, height, line * SCALE, rtl) : "";
	return `${filled}<svg style="position:absolute;left:0;top:0;width:${width}px;height:${height}px;overflow:visible"><defs>${ink.markup}${definition[position]}</defs><path d="${path}" fill="none" stroke="${ink.value}" stroke-width="${px(drawn)}" stroke-linecap="${cap}" stroke-linejoin="${join}"${dashes}${cuts[position]}/>${head && `<path d="${head}" fill="${color}"/>`}</svg>`;
}

const around = (count: number, width: number, height: number, radius: (i: number) => number) =>
	polygon(
		Array.from({ length: count }, (_, i) => {
			const angle = (2 * Math.PI * i) / count;
			const r = radius(i);
			return [
				(width / 2) * (1 + r * Math.sin(angle)),
				(height / 2) * (1 - r * Math.cos(angle)),
			] as const;
		}),
	);

const polygon = (points: readonly Point[]) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;

function outline(layer: ShapeLayer, w: number, h: number, rtl: boolean): string {
	switch (layer.shape) {
		case "rectangle":
			return `M0 0H${w}V${h}H0Z`;
		case "ellipse":
			return `M0 ${h / 2}A${w / 2} ${h / 2} 0 1 1 ${w} ${h / 2}A${w / 2} ${h / 2} 0 1 1 0 ${h / 2}Z`;
		case "triangle":
			return polygon([
				[w / 2, 0],
				[w, h],
				[0, h],
			]);
		case "polygon":
			return around(layer.sides ?? 6, w, h, () => 1);
		case "star": {
			const inner = (layer.innerRadius ?? 40) / 100;
			return around(2 * (layer.points ?? 5), w, h, (i) => (i % 2 === 0 ? 1 : inner));
		}
		case "arc":
			return arc(layer, w, h);
		case "path": {
			const [x, y, width, height] = layer.viewBox as [number, number, number, number];
			let horizontal = false;
			// Points of M and L only: the numbers alternate between x and y.
			return (layer.path ?? "").replace(/-?[\d.]+/g, (number) => {
				horizontal = !horizontal;
				return String(horizontal ? ((+number - x) * w) / width : ((+number - y) * h) / height);
			});
		}
		case "line":
			return w >= h ? `M0 ${h / 2}H${w}` : `M${w / 2} 0V${h}`;
		case "arrow": {
			const length = 4 * (layer.stroke?.width ?? 2) * SCALE;
			if (w < h) return `M${w / 2} 0V${h - length}`;
			return rtl ? `M${w} ${h / 2}H${length}` : `M0 ${h / 2}H${w - length}`;
		}
		case "series":
			throw new Error("a series has no reference in HTML");
	}
}

function arrowHead(w: number, h: number, line: number, rtl: boolean): string {
	const length = 4 * line;
	const half = 2 * line;
	if (w < h) return `M${w / 2 - half} ${h - length}L${w / 2} ${h}L${w / 2 + half} ${h - length}Z`;
	return rtl
		? `M${length} ${h / 2 - half}L0 ${h / 2}L${length} ${h / 2 + half}Z`
		: `M${w - length} ${h / 2 - half}L${w} ${h / 2}L${w - length} ${h / 2 + half}Z`;
}

function arc({ from = 0, sweep = 360, thickness }: ShapeLayer, w: number, h: number): string {
	const steps = 240;
	const at = (i: number, inset: number): Point => {
		const angle = ((from + (sweep * i) / steps) * Math.PI) / 180;
		const [rx, ry] = [w / 2 - inset, h / 2 - inset];
		return [w / 2 + rx * Math.sin(angle), h / 2 - ry * Math.cos(angle)];
	};
	const edge = (inset: number) => Array.from({ length: steps + 1 }, (_, i) => at(i, inset));
	if (thickness === undefined) return polygon([[w / 2, h / 2], ...edge(0)]);
	const inner = edge(thickness * SCALE);
	return Math.abs(sweep) >= 360
		? polygon(edge(0)) + polygon(inner)
		: polygon([...edge(0), ...inner.reverse()]);
}
