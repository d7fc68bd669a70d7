/** PDF operators: transforms, colours, outlines. */
import type { Matrix } from "../../images/svg/matrix.js";
import { CLOSE, CUBIC, MOVE } from "../../images/svg/outline.js";
import { readPathData } from "../../images/svg/path-data.js";
import { printNumber } from "../../numbers.js";
import type { Rgba } from "../../text/rich/css-color.js";

/**
 * Converts SVG path data to PDF path operators; PDF has no relative coordinates, quadratic curves
 * or arcs. Empty if the path draws nothing.
 * @param places decimals: more if the result is scaled up
 * @param closes false if the path is only filled, which closes open subpaths
 */
export function pathOperators(data: string, places: 3 | 6 = 3, closes = true): string {
	const outline = readPathData(data)?.outline ?? [];
	let operators = "";
	let start = "";
	for (let at = 0; at < outline.length; ) {
		const piece = outline[at++];
		if (piece === CLOSE) {
			if (closes || !isEnd(outline, at)) operators += "h ";
			continue;
		}
		// Each glyph begins at the pen position, but its outline begins elsewhere.
		if (piece === MOVE && outline[at + 2] === MOVE) {
			at += 2;
			continue;
		}
		const count = piece === CUBIC ? 6 : 2;
		let numbers = "";
		for (const end = at + count; at < end; at++) numbers += `${printNumber(outline[at]!, places)} `;
		if (piece === MOVE) start = numbers;
		// The line back to the start is drawn by closing the path.
		else if (!closes && numbers === start && outline[at] === CLOSE && isEnd(outline, at + 1))
			continue;
		operators += `${numbers}${piece === CUBIC ? "c " : piece === MOVE ? "m " : "l "}`;
	}
	return operators;
}

/** Whether the subpath ends here. */
const isEnd = (outline: readonly number[], at: number) =>
	at >= outline.length || outline[at] === MOVE;

/**
 * Factors need more decimals than coordinates, because they are multiplied by up to 2,000 pixels.
 */
export function matrixOperator([a, b, c, d, e, f]: Matrix): string {
	const factors = [a, b, c, d].map((value) => printNumber(value, 6));
	return `${[...factors, printNumber(e, 3), printNumber(f, 3)].join(" ")} cm `;
}

/** Red, green and blue, 0 to 1 each. */
export const rgbNumbers = ({ r, g, b }: Rgba): number[] =>
	[r, g, b].map((channel) => Math.round((channel / 255) * 1_000) / 1_000);

export const rgb = (color: Rgba): string =>
	rgbNumbers(color)
		.map((value) => printNumber(value, 3))
		.join(" ");
