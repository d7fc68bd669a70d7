import { SVG_LIMITS } from "./budget.js";
import { readNumbers } from "./values.js";

/** An affine transform as SVG writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transform that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
	const [a, b, c, d, e, f] = outer;
	const [g, h, i, j, k, l] = inner;
	return [
		a * g + c * h,
		b * g + d * h,
		a * i + c * j,
		b * i + d * j,
		a * k + c * l + e,
		b * k + d * l + f,
	];
}

/**
 * The inverse of a matrix.
 * @param matrix must be invertible
 */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
	const determinant = a * d - b * c;
	const [ia, ib, ic, id] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
	return [ia, ib, ic, id, -(ia * e + ic * f), -(ib * e + id * f)];
}

export const isIdentity = (matrix: Matrix): boolean =>
	matrix.every((value, i) => value === IDENTITY[i]);

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
export const scaling = (x: number, y = x): Matrix => [x, 0, 0, y, 0, 0];
/** @param degrees clockwise */
export function rotation(degrees: number): Matrix {
	const angle = (degrees * Math.PI) / 180;
	return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
}

/**
 * The box in user space that contains a box on the canvas.
 * @param matrix from user space to the canvas; must not be flat
 */
export function boxInUserSpace(
	[a, b, c, d, e, f]: Matrix,
	box: { minX: number; minY: number; maxX: number; maxY: number },
): { minX: number; minY: number; maxX: number; maxY: number } {
	const determinant = a * d - b * c;
	const xs: number[] = [];
	const ys: number[] = [];
	for (const x of [box.minX - e, box.maxX - e]) {
		for (const y of [box.minY - f, box.maxY - f]) {
			xs.push((d * x - c * y) / determinant);
			ys.push((a * y - b * x) / determinant);
		}
	}
	return {
		minX: Math.min(...xs),
		minY: Math.min(...ys),
		maxX: Math.max(...xs),
		maxY: Math.max(...ys),
	};
}

/** The largest factor by which a matrix may stretch a length, at most √2 too large. */
export const stretch = ([a, b, c, d]: Matrix): number =>
	Math.max(Math.hypot(a, b), Math.hypot(c, d));

/** Whether a matrix can be used for drawing: finite, within limits, and not (nearly) singular. */
export function isSane(matrix: Matrix): boolean {
	const [a, b, c, d, e, f] = matrix;
	if (!matrix.every(Number.isFinite)) return false;
	const size = stretch(matrix);
	if (size > SVG_LIMITS.number || Math.max(Math.abs(e), Math.abs(f)) > SVG_LIMITS.number * 100)
		return false;
	return Math.abs(a * d - b * c) > size * size * 1e-7 && size > 1e-7;
}

export const printMatrix = (matrix: Matrix): string =>
	`matrix(${matrix.map(printNumber).join(" ")})`;

/** A number for SVG with nine significant digits, more than 32-bit floats have. */
export const printNumber = (value: number): string => String(Number(value.toPrecision(9)));

const STEP = /[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]{0,400})\)/y;

/**
 * Parses a transform attribute; undefined if it is malformed (it is then ignored, as in browsers).
 */
export function parseTransform(value: string): Matrix | undefined {
	let result = IDENTITY;
	STEP.lastIndex = 0;
	let end = 0;
	for (let step = STEP.exec(value); step !== null; step = STEP.exec(value)) {
		end = STEP.lastIndex;
		const numbers = readNumbers(step[2]!);
		const matrix = numbers === undefined ? undefined : stepMatrix(step[1]!, numbers);
		if (matrix === undefined) return undefined;
		result = multiply(result, matrix);
	}
	return value.slice(end).trim() === "" ? result : undefined;
}

function stepMatrix(name: string, n: readonly number[]): Matrix | undefined {
	const [p = 0, q, r] = n;
	const angle = (p * Math.PI) / 180;
	if (name === "matrix")
		return n.length === 6 ? [n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!] : undefined;
	if (n.length === 0) return undefined;
	if (name === "translate") return n.length <= 2 ? [1, 0, 0, 1, p, q ?? 0] : undefined;
	if (name === "scale") return n.length <= 2 ? [p, 0, 0, q ?? p, 0, 0] : undefined;
	if (name === "skewX") return n.length === 1 ? [1, 0, Math.tan(angle), 1, 0, 0] : undefined;
	if (name === "skewY") return n.length === 1 ? [1, Math.tan(angle), 0, 1, 0, 0] : undefined;
	if (n.length === 1) return rotation(p);
	if (q === undefined || r === undefined || n.length !== 3) return undefined;
	return multiply(multiply(translation(q, r), rotation(p)), translation(-q, -r));
}
