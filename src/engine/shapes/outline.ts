/**
 * An outline as numbers: 0 x y moves, 1 x y is a line, 2 with three points a cubic
 * curve, 3 closes. Absolute coordinates, always finite.
 */
export type Outline = readonly number[];
export const MOVE = 0;
export const LINE = 1;
export const CUBIC = 2;
export const CLOSE = 3;

/** Numbers that follow each command, by its number. */
export const OPERANDS: readonly number[] = [2, 2, 6, 0];

/** The closed polygon through points given as x, y, x, y, …. */
export function polygonOutline(points: readonly number[]): Outline {
	const outline: number[] = [];
	for (let i = 0; i + 1 < points.length; i += 2)
		outline.push(i === 0 ? MOVE : LINE, points[i]!, points[i + 1]!);
	outline.push(CLOSE);
	return outline;
}

/** The outline with every point (x, y) at (x · scaleX + x0, y · scaleY + y0). */
export function mapOutline(
	outline: Outline,
	scaleX: number,
	scaleY: number,
	x0: number,
	y0: number,
): Outline {
	const mapped: number[] = [];
	for (let i = 0; i < outline.length; ) {
		const command = outline[i++]!;
		mapped.push(command);
		for (const end = i + OPERANDS[command]!; i < end; i += 2)
			mapped.push(outline[i]! * scaleX + x0, outline[i + 1]! * scaleY + y0);
	}
	return mapped;
}
