import { IDENTITY, inverse, type Matrix, multiply } from "../images/svg/matrix.js";

/** An axis-aligned box in pixels. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Slants, before a rotation. Degrees, as in CSS. */
export interface Skew {
	readonly skewX?: number;
	readonly skewY?: number;
}

/** A clockwise rotation around a point, after slants around the same point. */
export interface Turn extends Skew {
	/** Degrees. */
	readonly rotation: number;
	readonly centerX: number;
	readonly centerY: number;
}

/** A box slanted, and rotated clockwise, around its centre. */
export interface RotatedBox extends Box, Skew {
	/** Degrees. */
	readonly rotation: number;
}

/** How a box is turned. */
export const turnOf = ({ x, y, width, height, rotation, skewX, skewY }: RotatedBox): Turn => ({
	rotation,
	...(skewX && { skewX }),
	...(skewY && { skewY }),
	centerX: x + width / 2,
	centerY: y + height / 2,
});

export const isSkewed = ({ skewX = 0, skewY = 0 }: Skew): boolean => skewX !== 0 || skewY !== 0;

/** Whether a turn changes anything. */
export const isTurned = (turn: Skew & { readonly rotation: number }): boolean =>
	turn.rotation !== 0 || isSkewed(turn);

/** A turn as a matrix. */
export function turnMatrix(turn: Turn): Matrix {
	if (!isTurned(turn)) return IDENTITY;
	const { rotation, skewX = 0, skewY = 0, centerX, centerY } = turn;
	const angle = (rotation * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const placed: Matrix = [cos, sin, -sin, cos, centerX, centerY];
	const back: Matrix = [1, 0, 0, 1, -centerX, -centerY];
	if (!isSkewed(turn)) return multiply(placed, back);
	const [across, down] = [skewX, skewY].map((degrees) => Math.tan((degrees * Math.PI) / 180));
	const slant = multiply([1, 0, across!, 1, 0, 0], [1, down!, 0, 1, 0, 0]);
	return multiply(placed, multiply(slant, back));
}

/** A transformed point. */
export const mapPoint = (
	[a, b, c, d, e, f]: Matrix,
	x: number,
	y: number,
): readonly [x: number, y: number] => [a * x + c * y + e, b * x + d * y + f];

/** The smallest upright box around a transformed box. */
export function mapBox([a, b, c, d, e, f]: Matrix, { x, y, width, height }: Box): Box {
	const left = a * x + c * y + e + Math.min(0, a * width) + Math.min(0, c * height);
	const top = b * x + d * y + f + Math.min(0, b * width) + Math.min(0, d * height);
	return {
		x: left,
		y: top,
		width: Math.abs(a * width) + Math.abs(c * height),
		height: Math.abs(b * width) + Math.abs(d * height),
	};
}

/** In pixels. */
export interface Size {
	readonly width: number;
	readonly height: number;
}

/** Square pixels. */
export const area = ({ width, height }: Size): number => width * height;

/** The smallest box that contains both. */
export function union(a: Box, b: Box): Box {
	const x = Math.min(a.x, b.x);
	const y = Math.min(a.y, b.y);
	return {
		x,
		y,
		width: Math.max(a.x + a.width, b.x + b.width) - x,
		height: Math.max(a.y + a.height, b.y + b.height) - y,
	};
}

/** @returns the intersection of two boxes; its size is 0 if they do not overlap */
export const intersect = (a: Box, b: Box): Box => {
	const x = Math.max(a.x, b.x);
	const y = Math.max(a.y, b.y);
	return {
		x,
		y,
		width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
		height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
	};
};

/** Whether a box has no area, which is also true if its sides are not numbers. */
export const isEmpty = (box: Box): boolean => !(box.width > 0 && box.height > 0);

/** @param by pixels on each side; negative to shrink the box */
export const grow = (box: Box, by: number): Box => ({
	x: box.x - by,
	y: box.y - by,
	width: box.width + 2 * by,
	height: box.height + 2 * by,
});

/** The smallest box of whole pixels that contains a box. */
export function wholePixels(box: Box): Box {
	const x = Math.floor(box.x);
	const y = Math.floor(box.y);
	return {
		x,
		y,
		width: Math.ceil(box.x + box.width) - x,
		height: Math.ceil(box.y + box.height) - y,
	};
}

/**
 * The smallest box, in the unrotated coordinates of a rotated box, that contains everything that a
 * viewport can show of it. What is outside need not be drawn.
 */
export function visibleRegion(box: RotatedBox, viewport: Box): Box {
	if (isSkewed(box)) return mapBox(inverse(turnMatrix(turnOf(box))), viewport);
	if (box.rotation === 0) return viewport;
	const angle = (-box.rotation * Math.PI) / 180;
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	const centerX = box.x + box.width / 2;
	const centerY = box.y + box.height / 2;
	const corners = [
		[viewport.x, viewport.y],
		[viewport.x + viewport.width, viewport.y],
		[viewport.x, viewport.y + viewport.height],
		[viewport.x + viewport.width, viewport.y + viewport.height],
	].map(([x, y]) => {
		const dx = x! - centerX;
		const dy = y! - centerY;
		return { x: centerX + dx * cos - dy * sin, y: centerY + dx * sin + dy * cos };
	});
	const left = Math.min(...corners.map((corner) => corner.x));
	const top = Math.min(...corners.map((corner) => corner.y));
	return {
		x: left,
		y: top,
		width: Math.max(...corners.map((corner) => corner.x)) - left,
		height: Math.max(...corners.map((corner) => corner.y)) - top,
	};
}

/** The smallest upright box that contains a turned box. */
export function turnedBounds(box: Box, turn: Turn): Box {
	if (isSkewed(turn)) return mapBox(turnMatrix(turn), box);
	const { rotation: degrees, centerX, centerY } = turn;
	if (degrees === 0) return box;
	const angle = (degrees * Math.PI) / 180;
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	const middleX = box.x + box.width / 2 - centerX;
	const middleY = box.y + box.height / 2 - centerY;
	const width = Math.abs(box.width * cos) + Math.abs(box.height * sin);
	const height = Math.abs(box.width * sin) + Math.abs(box.height * cos);
	return {
		x: centerX + middleX * cos - middleY * sin - width / 2,
		y: centerY + middleX * sin + middleY * cos - height / 2,
		width,
		height,
	};
}

/** Grows to contain everything that is added. */
export class Extent {
	#left = Number.POSITIVE_INFINITY;
	#top = Number.POSITIVE_INFINITY;
	#right = Number.NEGATIVE_INFINITY;
	#bottom = Number.NEGATIVE_INFINITY;

	include(left: number, top: number, right: number, bottom: number): void {
		if (left < this.#left) this.#left = left;
		if (top < this.#top) this.#top = top;
		if (right > this.#right) this.#right = right;
		if (bottom > this.#bottom) this.#bottom = bottom;
	}

	/** The box around everything; its size is 0 if nothing was added. */
	get box(): Box {
		if (this.#left > this.#right) return { x: 0, y: 0, width: 0, height: 0 };
		return {
			x: this.#left,
			y: this.#top,
			width: this.#right - this.#left,
			height: this.#bottom - this.#top,
		};
	}
}
