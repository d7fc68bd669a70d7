/**
 * A number in a form that SVG and PDF can read: without an exponent, and without "-0".
 * @param places maximum number of decimals: 2 for positions in SVG, 3 for opacities and positions
 * in PDF, 6 for factors
 */
export function printNumber(value: number, places: 2 | 3 | 6 = 2): string {
	const scale = 10 ** places;
	const rounded = Math.round(value * scale) / scale;
	if (rounded === 0) return "0";
	// String() writes the smallest number of six decimals with an exponent.
	return Math.abs(rounded) < 1e-5 ? rounded.toFixed(places) : String(rounded);
}

/** A length or a position for SVG. */
export const num = (value: number): string => printNumber(value, 2);

/** A place of 0 to size - 1, to and fro. */
export function mirroredPlace(place: number, size: number): number {
	const within = ((place % (2 * size)) + 2 * size) % (2 * size);
	return within < size ? within : 2 * size - 1 - within;
}
