/** Decimal numbers, rounded as people round the digits that they see: half away from zero. */

/** A number without its sign, as digits before and after the point. */
export interface Decimal {
	readonly whole: string;
	readonly fraction: string;
}

/**
 * The digits of a number. Rounds the shortest decimal that stands for the number, as ICU does:
 * 1.005 with two decimals is 1.01.
 * @param value finite; its sign is ignored
 * @param least decimals that are kept even if they are 0
 * @param most decimals
 */
export function decimal(value: number, least: number, most: number): Decimal {
	const [mantissa = "", exponent] = Math.abs(value).toExponential().split("e");
	let digits = mantissa.replace(".", "");
	// The value is 0.digits times ten to the power of `point`.
	let point = Number(exponent) + 1;
	const kept = point + most;
	if (kept < digits.length) {
		const up = kept >= 0 && digits[kept]! >= "5";
		const rest = digits.slice(0, Math.max(0, kept));
		digits = up ? String(BigInt(rest || "0") + 1n).padStart(rest.length, "0") : rest;
		if (digits.length > rest.length) point++;
	}
	const all = point > 0 ? digits.padEnd(point, "0") : `${"0".repeat(1 - point)}${digits}`;
	const wholeLength = Math.max(1, point);
	let fraction = all.slice(wholeLength, wholeLength + most);
	while (fraction.length > least && fraction.endsWith("0")) fraction = fraction.slice(0, -1);
	return { whole: all.slice(0, wholeLength), fraction: fraction.padEnd(least, "0") };
}

/** Decimals of a number that is printed. */
const PRINTED_DECIMALS = 6;
/** A number that JavaScript already writes in this way. */
const SHORT = /^-?\d+(?:\.\d{1,6})?$/;

/** A number without exponent and grouping, with a point and at most six decimals. */
export function shortest(value: number): string {
	const plain = String(value);
	if (SHORT.test(plain)) return plain;
	const { whole, fraction } = decimal(value, 0, PRINTED_DECIMALS);
	const text = fraction === "" ? whole : `${whole}.${fraction}`;
	return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}
