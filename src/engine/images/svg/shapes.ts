import type { Style } from "./css/cascade.js";
import { printNumber } from "./matrix.js";
import { CLOSE, CUBIC, LINE, MOVE, type Outline } from "./outline.js";
import { type Extent, readPathData } from "./path-data.js";
import { outlineOfShape } from "./price/outline.js";
import { readLength, readNumber, readNumbers, type Units } from "./values.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

export interface Shape extends Extent {
	/** Name of the element that is written. */
	readonly name: string;
	/** Geometry attributes, already safe to write. */
	readonly attributes: readonly (readonly [name: string, value: string])[];
	readonly outline: Outline;
	/** Lengths of the outline at its vertices; of shapes with markers only. */
	readonly ends?: readonly number[];
	/** Length that its dashes are in units of. */
	readonly pathLength?: number | undefined;
	/** Of a part of a text; otherwise that of the element. */
	readonly style?: Style;
}

export const SHAPE_NAMES: ReadonlySet<string> = new Set([
	"path",
	"rect",
	"circle",
	"ellipse",
	"line",
	"polyline",
	"polygon",
]);

/** A shape of path data. */
export function pathShape(data: string): Shape | undefined {
	const path = readPathData(data);
	return path && { ...path, name: "path", attributes: [["d", path.data]] };
}

/** An outline as path data. */
export function printPath(outline: Outline): string {
	let data = "";
	for (let at = 0; at < outline.length; ) {
		const kind = outline[at++]!;
		const count = kind === CLOSE ? 0 : kind === CUBIC ? 6 : 2;
		const values = outline
			.slice(at, at + count)
			.map(printNumber)
			.join(" ");
		data += `${kind === MOVE ? "M" : kind === LINE ? "L" : kind === CUBIC ? "C" : "Z"}${values}`;
		at += count;
	}
	return data;
}

/** Reads a basic shape; undefined if it draws nothing or its numbers are beyond the limits. */
export function readShape(
	element: XmlElement,
	style: Style,
	viewport: Size,
	units: Units,
): Shape | undefined {
	const shape = shapeOf(element, style, viewport, units);
	const written = element.attributes.get("pathLength");
	const pathLength = written === undefined ? undefined : readNumber(written);
	return shape && pathLength !== undefined && pathLength > 0 ? { ...shape, pathLength } : shape;
}

function shapeOf(
	{ name, attributes }: XmlElement,
	style: Style,
	viewport: Size,
	units: Units,
): Shape | undefined {
	if (name === "path") return pathShape(style.get("d") ?? "");
	if (name === "polyline" || name === "polygon") {
		const points = readNumbers(
			(attributes.get("points") ?? "").replace(/[^\d.eE+\-,\s][\s\S]*$/, ""),
		);
		if (points === undefined || points.length < 4) return undefined;
		const even = points.length & ~1;
		const list = points.slice(0, even).map(printNumber).join(" ");
		const path = readPathData(`M${list}${name === "polygon" ? "Z" : ""}`);
		return path && { ...path, name, attributes: [["points", list]] };
	}
	const diagonal = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
	const read = (key: string, whole: number): number | undefined =>
		readLength(name === "line" ? attributes.get(key) : style.get(key), whole, units);
	const x = (key: string): number => read(key, viewport.width) ?? 0;
	const y = (key: string): number => read(key, viewport.height) ?? 0;
	if (name === "line") return lineShape(x("x1"), y("y1"), x("x2"), y("y2"));
	const [rx, ry] = [read("rx", viewport.width), read("ry", viewport.height)];
	if (name === "rect")
		return rectShape(x("x"), y("y"), x("width"), y("height"), rx ?? ry ?? 0, ry ?? rx ?? 0);
	const r = read("r", diagonal) ?? 0;
	return name === "circle"
		? ellipseShape(x("cx"), y("cy"), r, r)
		: ellipseShape(x("cx"), y("cy"), rx ?? ry ?? 0, ry ?? rx ?? 0);
}

function lineShape(x1: number, y1: number, x2: number, y2: number): Shape {
	const outline = [MOVE, x1, y1, LINE, x2, y2];
	return {
		...box(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1), 2),
		name: "line",
		attributes: print({ x1, y1, x2, y2 }),
		outline,
		ends: [3, 6],
	};
}

function rectShape(
	x: number,
	y: number,
	width: number,
	height: number,
	givenRx: number,
	givenRy: number,
): Shape | undefined {
	if (!(width > 0 && height > 0)) return undefined;
	const [rx, ry] = [Math.min(givenRx, width / 2), Math.min(givenRy, height / 2)];
	const rounded = rx > 0 && ry > 0;
	return {
		...box(x, y, width, height, 8),
		name: "rect",
		attributes: print({ x, y, width, height, ...(rounded ? { rx, ry } : {}) }),
		outline: rounded
			? roundedOutline(x, y, width, height, rx, ry)
			: outlineOfShape("rect", (key) => ({ x, y, width, height })[key] ?? 0),
	};
}

/** The control points of a curve that follows a quarter of an ellipse, from its end. */
const ARC = 1 - 0.5522847498;

function roundedOutline(
	x: number,
	y: number,
	width: number,
	height: number,
	rx: number,
	ry: number,
): Outline {
	const [right, bottom] = [x + width, y + height];
	const [kx, ky] = [rx * ARC, ry * ARC];
	return [
		[MOVE, x + rx, y],
		[LINE, right - rx, y],
		[CUBIC, right - kx, y, right, y + ky, right, y + ry],
		[LINE, right, bottom - ry],
		[CUBIC, right, bottom - ky, right - kx, bottom, right - rx, bottom],
		[LINE, x + rx, bottom],
		[CUBIC, x + kx, bottom, x, bottom - ky, x, bottom - ry],
		[LINE, x, y + ry],
		[CUBIC, x, y + ky, x + kx, y, x + rx, y],
		[CLOSE],
	].flat();
}

function ellipseShape(cx: number, cy: number, rx: number, ry: number): Shape | undefined {
	if (!(rx > 0 && ry > 0)) return undefined;
	return {
		...box(cx - rx, cy - ry, rx * 2, ry * 2, 4),
		name: "ellipse",
		attributes: print({ cx, cy, rx, ry }),
		outline: outlineOfShape("ellipse", (key) => ({ cx, cy, rx, ry })[key] ?? 0),
	};
}

function box(minX: number, minY: number, width: number, height: number, segments: number): Extent {
	return {
		minX,
		minY,
		maxX: minX + width,
		maxY: minY + height,
		segments,
		length: 2 * (width + height),
	};
}

function print(numbers: Readonly<Record<string, number>>): [string, string][] {
	return Object.entries(numbers).map(([name, value]) => [name, printNumber(value)]);
}
