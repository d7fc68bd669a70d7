import type { Matrix } from "./matrix.js";
import { readLength, readNumbers } from "./values.js";

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

export function readViewBox(value: string | undefined): ViewBox | undefined {
	const numbers = value === undefined ? undefined : readNumbers(value);
	if (numbers?.length !== 4) return undefined;
	const [x, y, width, height] = numbers as [number, number, number, number];
	return width > 1e-6 && height > 1e-6 ? { x, y, width, height } : undefined;
}

/**
 * The intrinsic size of an SVG image, as in browsers: width and height; if one is missing or a
 * percentage, it follows from the ratio of the viewBox. Undefined if a given side is zero or
 * negative, because nothing would be drawn.
 */
export function intrinsicSize(attributes: ReadonlyMap<string, string>): Size | undefined {
	const side = (name: string): number | undefined => {
		const value = attributes.get(name);
		return value?.trim().endsWith("%") ? undefined : readLength(value, 0);
	};
	const viewBox = readViewBox(attributes.get("viewBox"));
	const ratio = viewBox === undefined ? undefined : viewBox.width / viewBox.height;
	const width = side("width");
	const height = side("height");
	if ((width !== undefined && width < 1e-6) || (height !== undefined && height < 1e-6))
		return undefined;
	if (width !== undefined && height !== undefined) return { width, height };
	if (ratio === undefined) {
		return { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height };
	}
	if (width !== undefined) return { width, height: width / ratio };
	if (height !== undefined) return { width: height * ratio, height };
	return { width: viewBox!.width, height: viewBox!.height };
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
