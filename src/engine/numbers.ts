/**
 * A number as SVG and PDF read it: no exponent, no "-0".
 * @param places decimals at most: 2 for SVG's places, 3 for opacities and PDF's places, 6 for factors
 */
export function printNumber(value: number, places: 2 | 3 | 6 = 2): string {
	const scale = 10 ** places;
	const rounded = Math.round(value * scale) / scale;
	if (rounded === 0) return "0";
	// String() of the smallest that six decimals can say has an exponent.
	return Math.abs(rounded) < 1e-5 ? rounded.toFixed(places) : String(rounded);
}

/** A length or a place for SVG. */
export const num = (value: number): string => printNumber(value, 2);
