import { printNumber } from "./matrix.js";
import type { Outline } from "./outline.js";
import { type Extent, readPathData } from "./path-data.js";
import { readLength, readNumbers } from "./values.js";
import type { Size } from "./viewport.js";

export interface Shape extends Extent {
	/** Geometry attributes, already safe to write. */
	readonly attributes: readonly (readonly [name: string, value: string])[];
	/** The outline of a path or a list of points. */
	readonly outline?: Outline;
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

/** Reads a basic shape; undefined if it draws nothing or its numbers are beyond the limits. */
export function readShape(
	name: string,
	attributes: ReadonlyMap<string, string>,
	viewport: Size,
): Shape | undefined {
	if (name === "path") {
		const path = readPathData(attributes.get("d") ?? "");
		return path && { ...path, attributes: [["d", path.data]] };
	}
	if (name === "polyline" || name === "polygon") {
		const points = readNumbers(
			(attributes.get("points") ?? "").replace(/[^\d.eE+\-,\s][\s\S]*$/, ""),
		);
		if (points === undefined || points.length < 4) return undefined;
		const even = points.length & ~1;
		const list = points.slice(0, even).map(printNumber).join(" ");
		const path = readPathData(`M${list}${name === "polygon" ? "Z" : ""}`);
		return path && { ...path, attributes: [["points", list]] };
	}
	const diagonal = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
	const read = (key: string, whole: number): number | undefined =>
		readLength(attributes.get(key), whole);
	const x = (key: string): number => read(key, viewport.width) ?? 0;
	const y = (key: string): number => read(key, viewport.height) ?? 0;
	if (name === "line") return lineShape(x("x1"), y("y1"), x("x2"), y("y2"));
	if (name === "rect") {
		const rx = read("rx", viewport.width);
		const ry = read("ry", viewport.height);
		return rectShape(x("x"), y("y"), x("width"), y("height"), rx ?? ry ?? 0, ry ?? rx ?? 0);
	}
	const r = read("r", diagonal) ?? 0;
	const rx =
		name === "circle" ? r : (read("rx", viewport.width) ?? read("ry", viewport.height) ?? 0);
	const ry = name === "circle" ? r : (read("ry", viewport.height) ?? rx);
	return ellipseShape(x("cx"), y("cy"), rx, ry);
}

function lineShape(x1: number, y1: number, x2: number, y2: number): Shape {
	return {
		...box(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1), 2),
		attributes: print({ x1, y1, x2, y2 }),
	};
}

function rectShape(
	x: number,
	y: number,
	width: number,
	height: number,
	rx: number,
	ry: number,
): Shape | undefined {
	if (!(width > 0 && height > 0)) return undefined;
	const rounded =
		rx > 0 && ry > 0 ? { rx: Math.min(rx, width / 2), ry: Math.min(ry, height / 2) } : {};
	return { ...box(x, y, width, height, 8), attributes: print({ x, y, width, height, ...rounded }) };
}

function ellipseShape(cx: number, cy: number, rx: number, ry: number): Shape | undefined {
	if (!(rx > 0 && ry > 0)) return undefined;
	return { ...box(cx - rx, cy - ry, rx * 2, ry * 2, 4), attributes: print({ cx, cy, rx, ry }) };
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
