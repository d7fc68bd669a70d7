/** An upright rectangle in export pixels, y down. Width and height are at least 0. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Widths of the four sides in CSS order: top, right, bottom, left. */
export type Sides = readonly [top: number, right: number, bottom: number, left: number];

/**
 * The box without the given sides. If a side does not fit, the box is empty, but never negative.
 */
export function insetBox(box: Box, [top, right, bottom, left]: Sides): Box {
	const width = Math.max(0, box.width - left - right);
	const height = Math.max(0, box.height - top - bottom);
	return { x: box.x + left, y: box.y + top, width, height };
}

/** The same width on all sides. */
export const evenSides = (width: number): Sides => [width, width, width, width];

export const NO_SIDES: Sides = evenSides(0);

/** The box with `by` pixels more on every side. */
export const growBox = ({ x, y, width, height }: Box, by: number): Box => ({
	x: x - by,
	y: y - by,
	width: width + 2 * by,
	height: height + 2 * by,
});

/** The smallest box around points; null without points. */
export class PointBounds {
	#minX = Number.POSITIVE_INFINITY;
	#minY = Number.POSITIVE_INFINITY;
	#maxX = Number.NEGATIVE_INFINITY;
	#maxY = Number.NEGATIVE_INFINITY;

	add(x: number, y: number): void {
		if (x < this.#minX) this.#minX = x;
		if (y < this.#minY) this.#minY = y;
		if (x > this.#maxX) this.#maxX = x;
		if (y > this.#maxY) this.#maxY = y;
	}

	/** A square around a point. */
	addAround(x: number, y: number, reach: number): void {
		this.add(x - reach, y - reach);
		this.add(x + reach, y + reach);
	}

	get box(): Box | null {
		const width = this.#maxX - this.#minX;
		const height = this.#maxY - this.#minY;
		return width >= 0 ? { x: this.#minX, y: this.#minY, width, height } : null;
	}
}
