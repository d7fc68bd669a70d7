import type { Outline } from "./outline.js";
import { OPERANDS } from "./outline.js";

const LETTERS = "MLCZ";
/** A thousandth of a pixel, because eight bits of coverage cannot show less. */
const DECIMALS = 1000;

/** A number with at most three decimals and without exponent. */
function short(value: number): string {
	const rounded = Math.round(value * DECIMALS) / DECIMALS;
	// Adding 0 turns -0, which some locales print as "-0", into 0.
	return String(rounded + 0);
}

/**
 * The outline as SVG path data.
 * @param outline coordinates must be below 1e15, so that none is printed with an exponent
 */
export function pathData(outline: Outline): string {
	let data = "";
	for (let i = 0; i < outline.length; ) {
		const command = outline[i++]!;
		data += LETTERS[command]!;
		for (let k = 0; k < OPERANDS[command]!; k++) {
			const number = short(outline[i++]!);
			// A minus sign is enough to separate numbers.
			data += k === 0 || number[0] === "-" ? number : ` ${number}`;
		}
	}
	return data;
}
