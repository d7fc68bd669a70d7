import type { Matrix } from "./matrix.js";
import { readLength, readNumbers, type Units } from "./values.js";

export interface Size {
	readonly width: number;
	readonly height: number;
}
export interface ViewBox extends Size {
	readonly x: number;
	readonly y: number;
}

/** The size of a replaced element without an intrinsic size (CSS 2, 10.3.2). */
const DEFAULT_SIZE: Size = { width: 300, height: 150 };

/** The intrinsic size of a document in CSS pixels; undefined where it has none. */
export interface Intrinsic {
	readonly width?: number;
	readonly height?: number;
	/** The size at which it is shown on its own. */
	readonly size: Size;
}

export function readViewBox(value: string | undefined): ViewBox | undefined {
	const numbers = value === undefined ? undefined : readNumbers(value);
	if (numbers?.length !== 4) return undefined;
	const [x, y, width, height] = numbers as [number, number, number, number];
	return width > 1e-6 && height > 1e-6 ? { x, y, width, height } : undefined;
}

/** Whether a viewBox shows nothing, as one of a negative size, which is ignored, does not. */
export function isEmptyViewBox(value: string | undefined): boolean {
	const numbers = value === undefined ? undefined : readNumbers(value);
	if (numbers?.length !== 4) return false;
	const [, , width, height] = numbers as [number, number, number, number];
	return width >= 0 && height >= 0 && (width === 0 || height === 0);
}

/**
 * The intrinsic size of an SVG image, as in browsers: width and height unless they are
 * percentages; a side that is missing follows from the ratio of the viewBox. Undefined if a given
 * side is zero or negative, because nothing would be drawn.
 */
export function intrinsicSize(
	property: (name: string) => string | undefined,
	units: Units,
	viewBox: ViewBox | undefined,
): Intrinsic | undefined {
	const side = (name: "width" | "height"): number | undefined => {
		const value = property(name);
		return value === undefined || value === "auto" || value.includes("%")
			? undefined
			: readLength(value, 0, units);
	};
	const [width, height] = [side("width"), side("height")];
	if ((width !== undefined && width < 1e-6) || (height !== undefined && height < 1e-6))
		return undefined;
	const given = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
	const shown = { ...DEFAULT_SIZE, ...given };
	if (viewBox === undefined || (width !== undefined && height !== undefined))
		return { ...given, size: shown };
	const ratio = viewBox.width / viewBox.height;
	if (width !== undefined) return { width, size: { width, height: width / ratio } };
	if (height !== undefined) return { height, size: { width: height * ratio, height } };
	return { size: { width: viewBox.width, height: viewBox.height } };
}

/**
 * The transform from a viewBox to a viewport.
 * @see https://www.w3.org/TR/SVG2/coords.html#ComputingAViewportsTransform
 */
export function viewBoxTransform(
	viewBox: ViewBox | undefined,
	viewport: Size,
	preserveAspectRatio: string | undefined,
): Matrix {
	if (viewBox === undefined) return [1, 0, 0, 1, 0, 0];
	let scaleX = viewport.width / viewBox.width;
	let scaleY = viewport.height / viewBox.height;
	const words = (preserveAspectRatio ?? "").slice(0, 60).trim().split(/\s+/);
	const align = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(words[0]!);
	if (words[0] !== "none") {
		const slice = align !== null && words[1] === "slice";
		scaleX = slice ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
		scaleY = scaleX;
	}
	const part = (word: string | undefined): number =>
		word === "Min" ? 0 : word === "Max" ? 1 : 0.5;
	const spareX = viewport.width - viewBox.width * scaleX;
	const spareY = viewport.height - viewBox.height * scaleY;
	return [
		scaleX,
		0,
		0,
		scaleY,
		spareX * part(align?.[1]) - viewBox.x * scaleX,
		spareY * part(align?.[2]) - viewBox.y * scaleY,
	];
}
