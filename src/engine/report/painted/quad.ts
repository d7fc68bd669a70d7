/** Rotated rectangles and their intersections. */
import { inverse } from "../../images/svg/matrix.js";
import { type Box, isSkewed, mapPoint, type Turn, turnMatrix } from "../../scene/geometry.js";

export type Point = readonly [x: number, y: number];
/** Four corners, clockwise. */
export type Quad = readonly Point[];

/** @param turns the innermost first */
export function turnedPoint(x: number, y: number, turns: readonly Turn[]): Point {
	let [atX, atY] = [x, y];
	for (const turn of turns) {
		const { rotation, centerX, centerY } = turn;
		if (isSkewed(turn)) {
			[atX, atY] = mapPoint(turnMatrix(turn), atX, atY);
			continue;
		}
		if (rotation === 0) continue;
		const angle = (rotation * Math.PI) / 180;
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
		const [dx, dy] = [atX - centerX, atY - centerY];
		atX = centerX + dx * cos - dy * sin;
		atY = centerY + dx * sin + dy * cos;
	}
	return [atX, atY];
}

/** A point of the slide in the space inside of rotations, which are undone, the outermost first. */
export function unturnedPoint(x: number, y: number, turns: readonly Turn[]): Point {
	let at: Point = [x, y];
	for (const turn of [...turns].reverse())
		at = isSkewed(turn)
			? mapPoint(inverse(turnMatrix(turn)), ...at)
			: turnedPoint(...at, [{ ...turn, rotation: -turn.rotation }]);
	return at;
}

export function quadOf({ x, y, width, height }: Box, turns: readonly Turn[]): Quad {
	const corners: readonly Point[] = [
		[x, y],
		[x + width, y],
		[x + width, y + height],
		[x, y + height],
	];
	return turns.length === 0 ? corners : corners.map(([a, b]) => turnedPoint(a, b, turns));
}

/** The upright rectangle around points; its size is 0 if there are none. */
export function boundsOfPoints(points: readonly Point[]): Box {
	if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
	const xs = points.map(([x]) => x);
	const ys = points.map(([, y]) => y);
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * The intersection of two convex quads (Sutherland and Hodgman, 1974); empty if they do not
 * overlap.
 */
export function sharedQuad(subject: Quad, clip: Quad): readonly Point[] {
	let points: readonly Point[] = subject;
	for (let i = 0; i < clip.length && points.length > 0; i++) {
		const [ax, ay] = clip[i]!;
		const [bx, by] = clip[(i + 1) % clip.length]!;
		const side = ([x, y]: Point) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
		const kept: Point[] = [];
		for (const [k, point] of points.entries()) {
			const next = points[(k + 1) % points.length]!;
			const [here, there] = [side(point), side(next)];
			if (here >= 0) kept.push(point);
			if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
				const share = here / (here - there);
				kept.push([
					point[0] + (next[0] - point[0]) * share,
					point[1] + (next[1] - point[1]) * share,
				]);
			}
		}
		points = kept;
	}
	return points;
}

/** Area of a polygon (shoelace formula). */
export function areaOfPoints(points: readonly Point[]): number {
	let twice = 0;
	for (const [i, [x, y]] of points.entries()) {
		const [nextX, nextY] = points[(i + 1) % points.length]!;
		twice += x * nextY - nextX * y;
	}
	return Math.abs(twice) / 2;
}
