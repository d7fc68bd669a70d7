/** Boxes and lengths of outlines. */
import type { Matrix } from "./matrix.js";
import { type Box, CLOSE, CUBIC, type Outline } from "./outline.js";
import { join, NO_BOX } from "./price/outline.js";

/** The box of a transformed outline, as tight as its curves. */
export function tightBox(outline: Outline, [a, b, c, d, e, f]: Matrix): Box {
	let [minX, minY, maxX, maxY] = [
		Number.POSITIVE_INFINITY,
		Number.POSITIVE_INFINITY,
		Number.NEGATIVE_INFINITY,
		Number.NEGATIVE_INFINITY,
	];
	const cover = (x: number, y: number) => {
		minX = Math.min(minX, x);
		minY = Math.min(minY, y);
		maxX = Math.max(maxX, x);
		maxY = Math.max(maxY, y);
	};
	let [x, y] = [0, 0];
	for (let at = 0; at < outline.length; ) {
		const kind = outline[at++]!;
		if (kind === CLOSE) continue;
		const points = kind === CUBIC ? 3 : 1;
		const xs = [x];
		const ys = [y];
		for (let i = 0; i < points; i++, at += 2) {
			const [px, py] = [outline[at]!, outline[at + 1]!];
			xs.push(a * px + c * py + e);
			ys.push(b * px + d * py + f);
		}
		if (kind === CUBIC) {
			for (const t of [...extremes(xs), ...extremes(ys)]) cover(cubicAt(xs, t), cubicAt(ys, t));
		}
		x = xs.at(-1)!;
		y = ys.at(-1)!;
		cover(x, y);
	}
	return { minX, minY, maxX, maxY };
}

const cubicAt = ([p0, p1, p2, p3]: readonly number[], t: number): number => {
	const s = 1 - t;
	return s * s * s * p0! + 3 * s * s * t * p1! + 3 * s * t * t * p2! + t * t * t * p3!;
};

/** Parameters at which a coordinate of a cubic curve is at an extreme. */
function extremes(points: readonly number[]): number[] {
	const [p0, p1, p2, p3] = points as [number, number, number, number];
	const [a, b, c] = [p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0];
	const roots =
		Math.abs(a) < 1e-12
			? b === 0
				? []
				: [-c / b]
			: b * b - 4 * a * c < 0
				? []
				: [1, -1].map((sign) => (-b + sign * Math.sqrt(b * b - 4 * a * c)) / (2 * a));
	return roots.filter((t) => t > 0 && t < 1);
}

/** Pieces that a curve is measured by. */
const PIECES = 24;

/** The length of an outline, moves left out. */
export function outlineLength(outline: Outline): number {
	let length = 0;
	let [x, y, startX, startY] = [0, 0, 0, 0];
	for (let at = 0; at < outline.length; ) {
		const kind = outline[at++]!;
		if (kind === CLOSE) {
			length += Math.hypot(startX - x, startY - y);
			[x, y] = [startX, startY];
		} else if (kind === CUBIC) {
			const xs = [x, outline[at]!, outline[at + 2]!, outline[at + 4]!];
			const ys = [y, outline[at + 1]!, outline[at + 3]!, outline[at + 5]!];
			for (let i = 1; i <= PIECES; i++) {
				const [toX, toY] = [cubicAt(xs, i / PIECES), cubicAt(ys, i / PIECES)];
				length += Math.hypot(toX - x, toY - y);
				[x, y] = [toX, toY];
			}
			at += 6;
		} else {
			const [toX, toY] = [outline[at]!, outline[at + 1]!];
			if (kind === 0) [startX, startY] = [toX, toY];
			else length += Math.hypot(toX - x, toY - y);
			[x, y] = [toX, toY];
			at += 2;
		}
	}
	return length;
}

export const union = (boxes: readonly Box[]): Box => boxes.reduce(join, NO_BOX);
export const isEmptyBox = ({ minX, minY, maxX, maxY }: Box): boolean =>
	!(minX <= maxX && minY <= maxY);
/** Whether a box has an area, which a unit of a share of it needs. */
export const hasArea = ({ minX, minY, maxX, maxY }: Box): boolean => maxX > minX && maxY > minY;
