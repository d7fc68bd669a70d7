import { type Matrix, multiply } from "../matrix.js";
import { CLOSE, CUBIC, LINE, MOVE, type Outline } from "../outline.js";

export interface Box {
	readonly minX: number;
	readonly minY: number;
	readonly maxX: number;
	readonly maxY: number;
}

/** Receives the pieces of an outline, in pixels. */
export interface Tracer {
	/** A straight piece; `begins` is true for the first piece of each line or curve. */
	piece(x0: number, y0: number, x1: number, y1: number, begins: boolean): void;
}

/**
 * Number of straight pieces of a curve with this length of control polygon, about as many as in the
 * renderer.
 */
const piecesOf = (length: number): number =>
	Math.max(1, Math.min(32, Math.ceil(Math.sqrt(length))));

/** Follows a transformed outline. If it is filled, open subpaths are closed. */
export function trace(outline: Outline, [a, b, c, d, e, f]: Matrix, tracer: Tracer): void {
	let x = 0;
	let y = 0;
	let startX = 0;
	let startY = 0;
	const px = (at: number) => a * outline[at]! + c * outline[at + 1]! + e;
	const py = (at: number) => b * outline[at]! + d * outline[at + 1]! + f;
	const close = () => {
		if (x !== startX || y !== startY) tracer.piece(x, y, startX, startY, true);
	};
	for (let at = 0; at < outline.length; ) {
		const kind = outline[at++]!;
		if (kind === CLOSE) {
			close();
			x = startX;
			y = startY;
		} else if (kind === CUBIC) {
			const [x1, y1, x2, y2] = [px(at), py(at), px(at + 2), py(at + 2)];
			const [x3, y3] = [px(at + 4), py(at + 4)];
			const length =
				Math.hypot(x1 - x, y1 - y) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2);
			const pieces = piecesOf(length);
			let fromX = x;
			let fromY = y;
			for (let i = 1; i <= pieces; i++) {
				const t = i / pieces;
				const s = 1 - t;
				const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
				const toX = w0 * x + w1 * x1 + w2 * x2 + w3 * x3;
				const toY = w0 * y + w1 * y1 + w2 * y2 + w3 * y3;
				tracer.piece(fromX, fromY, toX, toY, i === 1);
				fromX = toX;
				fromY = toY;
			}
			x = x3;
			y = y3;
			at += 6;
		} else {
			if (kind === MOVE) close();
			const toX = px(at);
			const toY = py(at);
			if (kind === LINE) tracer.piece(x, y, toX, toY, true);
			else {
				startX = toX;
				startY = toY;
			}
			x = toX;
			y = toY;
			at += 2;
		}
	}
	close();
}

/** The box of an outline's points, including control points. */
export function boxOf(outline: Outline): Box {
	const box = { ...NO_BOX };
	for (let at = 0; at < outline.length; ) {
		const points = [1, 1, 3, 0][outline[at++]!]!;
		for (let i = 0; i < points; i++, at += 2) {
			box.minX = Math.min(box.minX, outline[at]!);
			box.maxX = Math.max(box.maxX, outline[at]!);
			box.minY = Math.min(box.minY, outline[at + 1]!);
			box.maxY = Math.max(box.maxY, outline[at + 1]!);
		}
	}
	return box;
}

export const NO_BOX: Box = {
	minX: Number.POSITIVE_INFINITY,
	minY: Number.POSITIVE_INFINITY,
	maxX: Number.NEGATIVE_INFINITY,
	maxY: Number.NEGATIVE_INFINITY,
};

export const join = (one: Box, other: Box): Box => ({
	minX: Math.min(one.minX, other.minX),
	minY: Math.min(one.minY, other.minY),
	maxX: Math.max(one.maxX, other.maxX),
	maxY: Math.max(one.maxY, other.maxY),
});
export const grow = (box: Box, by: number): Box => ({
	minX: box.minX - by,
	minY: box.minY - by,
	maxX: box.maxX + by,
	maxY: box.maxY + by,
});
export const intersection = (one: Box, other: Box): Box => ({
	minX: Math.max(one.minX, other.minX),
	minY: Math.max(one.minY, other.minY),
	maxX: Math.min(one.maxX, other.maxX),
	maxY: Math.min(one.maxY, other.maxY),
});
export const areaOf = ({ minX, minY, maxX, maxY }: Box): number =>
	maxX > minX && maxY > minY ? (maxX - minX) * (maxY - minY) : 0;

/** The upright box around a transformed box. */
export function transformBox([a, b, c, d, e, f]: Matrix, box: Box): Box {
	if (!(box.minX <= box.maxX)) return NO_BOX;
	const middleX = (box.minX + box.maxX) / 2;
	const middleY = (box.minY + box.maxY) / 2;
	const halfX = (box.maxX - box.minX) / 2;
	const halfY = (box.maxY - box.minY) / 2;
	const x = a * middleX + c * middleY + e;
	const y = b * middleX + d * middleY + f;
	const reachX = Math.abs(a) * halfX + Math.abs(c) * halfY;
	const reachY = Math.abs(b) * halfX + Math.abs(d) * halfY;
	return { minX: x - reachX, minY: y - reachY, maxX: x + reachX, maxY: y + reachY };
}

/** The matrix from the unit square to a box. */
export const boxMatrix = (box: Box): Matrix => [
	box.maxX - box.minX,
	0,
	0,
	box.maxY - box.minY,
	box.minX,
	box.minY,
];

/**
 * Distance of the control points of cubic curves that follow an ellipse, as a fraction of its
 * radius.
 */
const ARC = 0.5523;

/** @param matrix from the unit circle to the ellipse */
function circle(matrix: Matrix): number[] {
	const [a, b, c, d, e, f] = matrix;
	const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
	return [
		[MOVE, ...at(1, 0)],
		[CUBIC, ...at(1, ARC), ...at(ARC, 1), ...at(0, 1)],
		[CUBIC, ...at(-ARC, 1), ...at(-1, ARC), ...at(-1, 0)],
		[CUBIC, ...at(-1, -ARC), ...at(-ARC, -1), ...at(0, -1)],
		[CUBIC, ...at(ARC, -1), ...at(1, -ARC), ...at(1, 0)],
		[CLOSE],
	].flat();
}

/** The outline of a basic shape that has no path data. */
export function outlineOfShape(name: string, read: (attribute: string) => number): Outline {
	if (name === "ellipse")
		return circle(
			multiply([1, 0, 0, 1, read("cx"), read("cy")], [read("rx"), 0, 0, read("ry"), 0, 0]),
		);
	if (name === "line") return [MOVE, read("x1"), read("y1"), LINE, read("x2"), read("y2")];
	const [x, y, width, height] = [read("x"), read("y"), read("width"), read("height")];
	return [MOVE, x, y, LINE, x + width, y, LINE, x + width, y + height, LINE, x, y + height, CLOSE];
}
