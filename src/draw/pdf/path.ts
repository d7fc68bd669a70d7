import { CLOSE, CUBIC, MOVE } from "../../images/svg/outline.js";
import { readPathData } from "../../images/svg/path-data.js";

/** A number for PDF: three decimals, no exponent. */
export const pdfNumber = (value: number): string => {
	const rounded = Math.round(value * 1_000) / 1_000;
	return rounded === 0 ? "0" : String(rounded);
};

/**
 * Path data of SVG as path operators of PDF, which has neither relative coordinates
 * nor quadratic curves nor arcs. Empty when it draws nothing.
 */
export function pathOperators(data: string): string {
	const outline = readPathData(data)?.outline ?? [];
	let operators = "";
	for (let at = 0; at < outline.length; ) {
		const piece = outline[at++];
		if (piece === CLOSE) {
			operators += "h ";
			continue;
		}
		const count = piece === CUBIC ? 6 : 2;
		for (const end = at + count; at < end; at++) operators += `${pdfNumber(outline[at]!)} `;
		operators += piece === CUBIC ? "c " : piece === MOVE ? "m " : "l ";
	}
	return operators;
}
