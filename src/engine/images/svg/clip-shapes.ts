/** The basic shapes of CSS as clip paths. */
import { readFunction, splitTop } from "./css/syntax.js";
import type { Drawing, Place } from "./drawing.js";
import { element as makeElement } from "./element.js";
import { isEmptyBox } from "./geometry.js";
import { type Box, CLOSE, CUBIC, LINE, MOVE, type Outline } from "./outline.js";
import { strokeWidth } from "./painting.js";
import { readPathData } from "./path-data.js";
import { grow } from "./price/outline.js";
import { printPath } from "./shapes.js";
import { readLength, type Units } from "./values.js";

/** Corners of a polygon. */
const MAX_POINTS = 2_000;

/**
 * A definition for a clip path that is a basic shape, a box, or both.
 * @param object box of the element's shapes
 * @returns its id; undefined if nothing is clipped
 * @see https://www.w3.org/TR/css-shapes-1/#basic-shape-functions
 */
export function clipShape(
	drawing: Drawing,
	value: string,
	place: Place,
	object: Box,
): string | undefined {
	const parts = splitTop(value, " ");
	const boxName = parts.find((part) => !part.includes("("));
	const shape = readFunction(parts.find((part) => part.includes("(")) ?? "");
	const box = referenceBox(drawing, boxName, place, object);
	if (isEmptyBox(box)) return undefined;
	const outline = shapeOutline(shape, box, drawing.cascade.units(place.style));
	const data = outline === undefined ? undefined : printPath(outline.points);
	if (data === undefined || outline === undefined) return undefined;
	drawing.spendLayer(place);
	drawing.budget.spend("segments", outline.points.length / 3);
	drawing.keepOutline(data, outline.points);
	const rule = outline.evenOdd ? { "clip-rule": "evenodd" } : {};
	return drawing.define((id) =>
		makeElement("clipPath", { id }, [makeElement("path", { d: data, ...rule })]),
	);
}

function referenceBox(drawing: Drawing, name: string | undefined, place: Place, object: Box): Box {
	if (name === "view-box")
		return { minX: 0, minY: 0, maxX: place.viewport.width, maxY: place.viewport.height };
	if (name === undefined || name === "border-box" || name === "margin-box" || name === "stroke-box")
		return grow(object, strokeWidth(drawing, place) / 2);
	return object;
}

interface ShapeOutline {
	readonly points: Outline;
	readonly evenOdd?: boolean;
}

function shapeOutline(
	shape: { name: string; text: string } | undefined,
	box: Box,
	units: Units,
): ShapeOutline | undefined {
	const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
	if (shape === undefined) return { points: rectangle(box) };
	const { name } = shape;
	const text = shape.text.trim();
	const [before = "", after] = text.split(/\bat\b/);
	const [centerX, centerY] = position(after, box, units);
	const radius = (
		value: string | undefined,
		whole: number,
		center: number,
		from: number,
		to: number,
	): number => {
		const near = [Math.abs(center - from), Math.abs(to - center)];
		if (value === undefined || value === "closest-side") return Math.min(...near);
		if (value === "farthest-side") return Math.max(...near);
		return Math.max(0, readLength(value, whole, units) ?? 0);
	};
	const radii = before.trim() === "" ? [] : splitTop(before, " ");
	if (name === "circle") {
		const diagonal = Math.hypot(width, height) / Math.SQRT2;
		const [value] = radii;
		const sides = [
			radius(value, diagonal, centerX, box.minX, box.maxX),
			radius(value, diagonal, centerY, box.minY, box.maxY),
		];
		const r = value === "farthest-side" ? Math.max(...sides) : Math.min(...sides);
		return { points: ellipse(centerX, centerY, r, r) };
	}
	if (name === "ellipse") {
		const [rx, ry] = radii;
		return {
			points: ellipse(
				centerX,
				centerY,
				radius(rx, width, centerX, box.minX, box.maxX),
				radius(ry, height, centerY, box.minY, box.maxY),
			),
		};
	}
	if (name === "polygon") {
		const parts = splitTop(text, ",");
		const rule = /^(?:nonzero|evenodd)$/.test(parts[0]!) ? parts.shift() : undefined;
		if (parts.length > MAX_POINTS) return undefined;
		const points = parts.flatMap((part, i) => {
			const [x = "0", y = "0"] = splitTop(part, " ");
			return [
				i === 0 ? MOVE : LINE,
				box.minX + (readLength(x, width, units) ?? 0),
				box.minY + (readLength(y, height, units) ?? 0),
			];
		});
		return { points: [...points, CLOSE], evenOdd: rule === "evenodd" };
	}
	if (name === "path") {
		const match = /^(?:(nonzero|evenodd)\s*,\s*)?(["'])([\s\S]*)\2$/.exec(text);
		const path = match === null ? undefined : readPathData(match[3]!);
		if (path === undefined) return undefined;
		const moved = shifted(path.outline, box.minX, box.minY);
		return { points: moved, evenOdd: match![1] === "evenodd" };
	}
	const [sides = "", round] = text.split(/\bround\b/);
	const edges = insets(name, splitTop(sides, " "), box, units);
	return { points: rounded(edges, round, units) };
}

function position(value: string | undefined, box: Box, units: Units): [number, number] {
	const words = splitTop(value?.trim() ?? "", " ");
	let [x = "50%", y = "50%"] = words as [string?, string?];
	if (/^(?:top|bottom)$/.test(x) || /^(?:left|right)$/.test(y)) [x, y] = [y, x];
	if (words.length === 4) {
		const of = (names: readonly [string, string], from: number, to: number) => {
			const at = words.findIndex((word) => names.includes(word));
			const offset = readLength(words[at + 1] ?? "0", to - from, units) ?? 0;
			return words[at] === names[1] ? to - offset : from + offset;
		};
		return [of(["left", "right"], box.minX, box.maxX), of(["top", "bottom"], box.minY, box.maxY)];
	}
	const at = (word: string, from: number, to: number) => {
		const share = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }[word];
		return (
			from + (share === undefined ? (readLength(word, to - from, units) ?? 0) : share * (to - from))
		);
	};
	return [at(x, box.minX, box.maxX), at(y, box.minY, box.maxY)];
}

/** The edges of inset(), rect() and xywh(). */
function insets(name: string, values: readonly string[], box: Box, units: Units): Box {
	const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
	const [top = "0", right = top, bottom = top, left = right] = values;
	const across = (value: string) => readLength(value, width, units) ?? 0;
	const down = (value: string) => readLength(value, height, units) ?? 0;
	if (name === "xywh") {
		const [x, y] = [box.minX + across(top), box.minY + down(right)];
		return { minX: x, minY: y, maxX: x + across(bottom), maxY: y + down(left) };
	}
	if (name === "rect")
		return {
			minX: left === "auto" ? box.minX : box.minX + across(left),
			minY: top === "auto" ? box.minY : box.minY + down(top),
			maxX: right === "auto" ? box.maxX : box.minX + across(right),
			maxY: bottom === "auto" ? box.maxY : box.minY + down(bottom),
		};
	return {
		minX: box.minX + across(left),
		minY: box.minY + down(top),
		maxX: box.maxX - across(right),
		maxY: box.maxY - down(bottom),
	};
}

const rectangle = ({ minX, minY, maxX, maxY }: Box): Outline => [
	MOVE,
	minX,
	minY,
	LINE,
	maxX,
	minY,
	LINE,
	maxX,
	maxY,
	LINE,
	minX,
	maxY,
	CLOSE,
];

/** Distance of control points that follow a quarter of an ellipse, as a share of its radius. */
const ARC = 0.5522847498;

function ellipse(cx: number, cy: number, rx: number, ry: number): Outline {
	const [kx, ky] = [rx * ARC, ry * ARC];
	return [
		[MOVE, cx + rx, cy],
		[CUBIC, cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
		[CUBIC, cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
		[CUBIC, cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
		[CUBIC, cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
		[CLOSE],
	].flat();
}

/** A rectangle with the corners of `round`, as those of `border-radius`. */
function rounded(box: Box, round: string | undefined, units: Units): Outline {
	const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
	if (!(width > 0 && height > 0)) return [MOVE, box.minX, box.minY, CLOSE];
	if (round === undefined) return rectangle(box);
	const [across = "", down = across] = round.split("/");
	const corners = (text: string, whole: number): number[] => {
		const [a = 0, b = a, c = a, d = b] = splitTop(text.trim(), " ").map((value) =>
			Math.max(0, readLength(value, whole, units) ?? 0),
		);
		return [a, b, c, d];
	};
	const rx = corners(across, width);
	const ry = corners(down, height);
	const fit = Math.min(
		1,
		...[
			[rx[0]! + rx[1]!, width],
			[rx[2]! + rx[3]!, width],
			[ry[0]! + ry[3]!, height],
			[ry[1]! + ry[2]!, height],
		].map(([sum, side]) => (sum! > 0 ? side! / sum! : 1)),
	);
	const [x0, x1, x2, x3] = rx.map((r) => r * fit) as [number, number, number, number];
	const [y0, y1, y2, y3] = ry.map((r) => r * fit) as [number, number, number, number];
	const { minX, minY, maxX, maxY } = box;
	const k = 1 - ARC;
	return [
		[MOVE, minX + x0, minY],
		[LINE, maxX - x1, minY],
		[CUBIC, maxX - x1 * k, minY, maxX, minY + y1 * k, maxX, minY + y1],
		[LINE, maxX, maxY - y2],
		[CUBIC, maxX, maxY - y2 * k, maxX - x2 * k, maxY, maxX - x2, maxY],
		[LINE, minX + x3, maxY],
		[CUBIC, minX + x3 * k, maxY, minX, maxY - y3 * k, minX, maxY - y3],
		[LINE, minX, minY + y0],
		[CUBIC, minX, minY + y0 * k, minX + x0 * k, minY, minX + x0, minY],
		[CLOSE],
	].flat();
}

function shifted(outline: Outline, dx: number, dy: number): Outline {
	const result = [...outline];
	for (let at = 0; at < result.length; ) {
		const kind = result[at++]!;
		for (let i = kind === CLOSE ? 0 : kind === CUBIC ? 3 : 1; i > 0; i--, at += 2) {
			result[at]! += dx;
			result[at + 1]! += dy;
		}
	}
	return result;
}
