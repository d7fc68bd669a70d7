/** Curves that are walked along by their length. */
import { at as cubicAt } from "./bounds.js";
import { CLOSE, CUBIC, MOVE, OPERANDS, type Outline } from "./outline.js";

/** A point of a curve, and the direction of the curve there. */
export interface CurvePoint {
	readonly x: number;
	readonly y: number;
	/** Clockwise from the right, radians. */
	readonly angle: number;
}

export interface Curve {
	/** Pixels. */
	readonly length: number;
	/** It ends where it starts. */
	readonly closed: boolean;
	/** @param distance from its start, pixels; beyond its ends, the curve goes on straight */
	at(distance: number): CurvePoint;
}

/** Pieces of a cubic curve whose lengths are added up. */
const PIECES = 48;

/**
 * The arc of a circle from left to right.
 * @param angle that it covers, radians; negative for an arc that hangs; 0 for a straight line
 * @param x of its middle
 * @param y of its middle
 */
export function arcCurve(length: number, angle: number, x: number, y: number): Curve {
	const radius = length / angle;
	return {
		length,
		closed: Math.abs(angle) >= 2 * Math.PI - 1e-9,
		at: (distance) => {
			const from = distance - length / 2;
			if (!Number.isFinite(radius) || length === 0) return { x: x + from, y, angle: 0 };
			const turn = from / radius;
			return { x: x + radius * Math.sin(turn), y: y + radius * (1 - Math.cos(turn)), angle: turn };
		},
	};
}

/** All subpaths of an outline, one after the other. */
export function outlineCurve(outline: Outline): Curve {
	const walk = new Walk();
	let start: readonly [number, number] = [0, 0];
	let [x, y] = start;
	let subpaths = 0;
	let closed = false;
	for (let i = 0; i < outline.length; ) {
		const command = outline[i++]!;
		const values = outline.slice(i, i + OPERANDS[command]!);
		i += values.length;
		if (command === MOVE) {
			subpaths++;
			start = [values[0]!, values[1]!];
		} else if (command === CLOSE) {
			walk.add([x, y, ...start]);
			closed = true;
		} else walk.add([x, y, ...values]);
		[x, y] = command === CLOSE ? start : (values.slice(-2) as [number, number]);
		if (command === CUBIC || command !== CLOSE) closed = false;
	}
	return walk.curve(closed && subpaths === 1);
}

class Walk {
	/** Points of each segment: two or four. */
	readonly #segments: (readonly number[])[] = [];
	/** Ends of pieces: distance from the start, index of the segment, position in it from 0 to 1. */
	readonly #distances: number[] = [0];
	readonly #at: number[] = [0];
	readonly #segmentOf: number[] = [0];

	add(points: readonly number[]): void {
		const pieces = points.length === 8 ? PIECES : 1;
		const segment = this.#segments.push(points) - 1;
		let [x, y] = [points[0]!, points[1]!];
		for (let piece = 1; piece <= pieces; piece++) {
			const next = pointOf(points, piece / pieces);
			const length = Math.hypot(next.x - x, next.y - y);
			[x, y] = [next.x, next.y];
			if (length === 0) continue;
			this.#distances.push(this.#distances.at(-1)! + length);
			this.#at.push(piece / pieces);
			this.#segmentOf.push(segment);
		}
	}

	curve(closed: boolean): Curve {
		const length = this.#distances.at(-1)!;
		return {
			length,
			closed,
			at: (distance) => {
				if (this.#distances.length === 1) {
					const [x = 0, y = 0] = this.#segments[0] ?? [];
					return { x: x + distance, y, angle: 0 };
				}
				const inside = closed ? ((distance % length) + length) % length : distance;
				const within = Math.min(length, Math.max(0, inside));
				const point = this.#pointAt(within);
				const beyond = inside - within;
				return {
					x: point.x + beyond * Math.cos(point.angle),
					y: point.y + beyond * Math.sin(point.angle),
					angle: point.angle,
				};
			},
		};
	}

	#pointAt(distance: number): CurvePoint {
		const distances = this.#distances;
		let low = 1;
		let high = distances.length - 1;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (distances[middle]! < distance) low = middle + 1;
			else high = middle;
		}
		const from = this.#segmentOf[low] === this.#segmentOf[low - 1] ? this.#at[low - 1]! : 0;
		const share = (distance - distances[low - 1]!) / (distances[low]! - distances[low - 1]!);
		return pointOf(this.#segments[this.#segmentOf[low]!]!, from + share * (this.#at[low]! - from));
	}
}

/** @param t 0 at the start of the segment, 1 at its end */
function pointOf(points: readonly number[], t: number): CurvePoint {
	const [x0, y0, x1, y1] = points as [number, number, number, number];
	if (points.length === 4)
		return { x: x0 + t * (x1 - x0), y: y0 + t * (y1 - y0), angle: Math.atan2(y1 - y0, x1 - x0) };
	const [, , , , x2, y2, x3, y3] = points as number[];
	return {
		x: cubicAt(t, x0, x1, x2!, x3!),
		y: cubicAt(t, y0, y1, y2!, y3!),
		angle: Math.atan2(slope(t, y0, y1, y2!, y3!), slope(t, x0, x1, x2!, x3!)),
	};
}

/** Derivative of a cubic curve in one coordinate; where it is 0, that of a point beside it. */
function slope(t: number, a: number, b: number, c: number, d: number): number {
	const of = (u: number) => (1 - u) ** 2 * (b - a) + 2 * (1 - u) * u * (c - b) + u ** 2 * (d - c);
	return of(Math.min(1 - 1e-4, Math.max(1e-4, t)));
}
