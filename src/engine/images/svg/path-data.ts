import { arcCurves } from "./arc.js";
import { SVG_LIMITS } from "./budget.js";
import { CLOSE, CUBIC, LINE, MOVE, type Outline } from "./outline.js";

/** What must be known about a shape before it may be drawn. */
export interface Extent {
	readonly minX: number;
	readonly minY: number;
	readonly maxX: number;
	readonly maxY: number;
	readonly segments: number;
	/** Upper limit of the length of its outline. */
	readonly length: number;
}

export interface PathData extends Extent {
	/** The path data up to the first error, which is the part that is drawn. */
	readonly data: string;
	readonly outline: Outline;
	/** Lengths of the outline after each command, because an arc is several curves. */
	readonly ends: readonly number[];
}

const COMMAND = /[\s,]*([MmZzLlHhVvCcSsQqTtAa])/y;
const VALUE = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const FLAG = /[\s,]*([01])/y;
const VALUES: Readonly<Record<string, number>> = {
	M: 2,
	L: 2,
	H: 1,
	V: 1,
	C: 6,
	S: 4,
	Q: 4,
	T: 2,
	A: 7,
	Z: 0,
};

/**
 * Reads path data by SVG's grammar and measures it by its control points, in linear time. Undefined
 * if it draws nothing.
 * @see https://www.w3.org/TR/SVG2/paths.html#PathDataBNF
 */
export function readPathData(source: string): PathData | undefined {
	const measure = new Measure();
	let at = 0;
	let command = "";
	while (measure.sane) {
		COMMAND.lastIndex = at;
		const next = COMMAND.exec(source);
		if (next !== null) {
			command = next[1]!;
			at = COMMAND.lastIndex;
			if (measure.segments === 0 && command !== "M" && command !== "m") break;
		} else if (command === "" || command === "Z" || command === "z") break;
		const upper = command.toUpperCase();
		const values: number[] = [];
		let cursor = next === null ? at : COMMAND.lastIndex;
		for (let i = 0; i < VALUES[upper]!; i++) {
			const pattern = upper === "A" && (i === 3 || i === 4) ? FLAG : VALUE;
			pattern.lastIndex = cursor;
			const match = pattern.exec(source);
			if (match === null) break;
			values.push(Number(match[1]));
			cursor = pattern.lastIndex;
		}
		if (values.length < VALUES[upper]!) {
			if (next !== null) at -= 1;
			break;
		}
		measure.add(upper, command !== upper, values);
		if (!measure.sane) return undefined;
		at = cursor;
		if (command === "M") command = "L";
		if (command === "m") command = "l";
	}
	return measure.segments < 2
		? undefined
		: {
				...measure.extent(),
				data: source.slice(0, at),
				outline: measure.outline,
				ends: measure.ends,
			};
}

/** Follows the pen. */
class Measure {
	segments = 0;
	sane = true;
	readonly outline: number[] = [];
	readonly ends: number[] = [];
	#x = 0;
	#y = 0;
	#startX = 0;
	#startY = 0;
	#controlX = 0;
	#controlY = 0;
	#minX = Number.POSITIVE_INFINITY;
	#minY = Number.POSITIVE_INFINITY;
	#maxX = Number.NEGATIVE_INFINITY;
	#maxY = Number.NEGATIVE_INFINITY;
	#length = 0;

	add(command: string, relative: boolean, values: readonly number[]): void {
		this.segments++;
		const x0 = relative ? this.#x : 0;
		const y0 = relative ? this.#y : 0;
		if (command === "Z") {
			this.#to(this.#startX, this.#startY);
			this.outline.push(CLOSE);
		} else if (command === "H") {
			this.#to(x0 + values[0]!, this.#y);
			this.outline.push(LINE, this.#x, this.#y);
		} else if (command === "V") {
			this.#to(this.#x, y0 + values[0]!);
			this.outline.push(LINE, this.#x, this.#y);
		} else if (command === "A") this.#arc(values, x0 + values[5]!, y0 + values[6]!);
		else this.#curve(command, values, x0, y0);
		this.ends.push(this.outline.length);
	}

	#arc(values: readonly number[], endX: number, endY: number): void {
		this.outline.push(...arcCurves(this.#x, this.#y, values, endX, endY));
		// Radii too small for the distance are scaled up to it (SVG 2, B.2.5).
		const distance = Math.hypot(endX - this.#x, endY - this.#y);
		const most = Math.max(Math.abs(values[0]!), Math.abs(values[1]!));
		const least = Math.min(Math.abs(values[0]!), Math.abs(values[1]!));
		// The smaller arc bulges by at most the length of its chord, stretched like the ellipse. Icons
		// draw nearly straight lines as arcs with enormous radii.
		const bulge =
			values[3] === 0 && least > 0 ? (distance * most) / least : Number.POSITIVE_INFINITY;
		const reach = Math.min(most * 2 + distance, bulge);
		this.#cover(this.#x - reach, this.#y - reach);
		this.#cover(this.#x + reach, this.#y + reach);
		this.#length += reach * 4;
		this.#to(endX, endY);
	}

	/** Lines, curves and moves: control points, then the end point. */
	#curve(command: string, values: readonly number[], x0: number, y0: number): void {
		const fromX = this.#x;
		const fromY = this.#y;
		if (command === "S" || command === "T") {
			this.#to(2 * this.#x - this.#controlX, 2 * this.#y - this.#controlY, true);
		}
		const points: number[] =
			command === "S" || command === "T" ? [this.#controlX, this.#controlY] : [];
		for (let i = 0; i + 2 < values.length; i += 2) {
			this.#to(x0 + values[i]!, y0 + values[i + 1]!, true);
			points.push(this.#controlX, this.#controlY);
		}
		const [endX, endY] = values.slice(-2);
		const keep = command === "L" || command === "M" ? undefined : [this.#controlX, this.#controlY];
		this.#to(x0 + endX!, y0 + endY!);
		if (keep !== undefined) [this.#controlX, this.#controlY] = keep as [number, number];
		if (command === "M") {
			this.#startX = this.#x;
			this.#startY = this.#y;
			this.outline.push(MOVE, this.#x, this.#y);
		} else if (command === "L") this.outline.push(LINE, this.#x, this.#y);
		else {
			const [x1 = fromX, y1 = fromY, x2, y2] = points;
			if (x2 !== undefined) this.outline.push(CUBIC, x1, y1, x2, y2!, this.#x, this.#y);
			// The control points of the equivalent cubic curve are two thirds of the way to that of the
			// quadratic one.
			else
				this.outline.push(
					CUBIC,
					fromX + (2 / 3) * (x1 - fromX),
					fromY + (2 / 3) * (y1 - fromY),
					this.#x + (2 / 3) * (x1 - this.#x),
					this.#y + (2 / 3) * (y1 - this.#y),
					this.#x,
					this.#y,
				);
		}
	}

	extent(): Extent {
		const { segments } = this;
		return {
			minX: this.#minX,
			minY: this.#minY,
			maxX: this.#maxX,
			maxY: this.#maxY,
			segments,
			length: this.#length,
		};
	}

	/** Moves the pen, or records a control point. */
	#to(x: number, y: number, control = false): void {
		this.#cover(x, y);
		this.#length += 2 * Math.hypot(x - this.#x, y - this.#y);
		this.#controlX = x;
		this.#controlY = y;
		if (control) return;
		this.#x = x;
		this.#y = y;
	}

	#cover(x: number, y: number): void {
		// Written so that NaN is refused.
		if (!(Math.abs(x) <= SVG_LIMITS.number * 10 && Math.abs(y) <= SVG_LIMITS.number * 10))
			this.sane = false;
		this.#minX = Math.min(this.#minX, x);
		this.#minY = Math.min(this.#minY, y);
		this.#maxX = Math.max(this.#maxX, x);
		this.#maxY = Math.max(this.#maxY, y);
	}
}
