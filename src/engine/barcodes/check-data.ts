import { type BarcodeKind, type ErrorCorrection, MAX_DATA } from "./kinds.js";

/** Digits of the retail codes with their check digit. */
const DIGITS = { ean13: 13, ean8: 8, upca: 12 } as const;

/**
 * Largest QR code (version 40): digits, letters of its alphanumeric set, bytes.
 * ISO/IEC 18004, table 7.
 */
const QR_CAPACITY: Readonly<Record<ErrorCorrection, readonly [number, number, number]>> = {
	L: [7089, 4296, 2953],
	M: [5596, 3391, 2331],
	Q: [3993, 2420, 1663],
	H: [3057, 1852, 1273],
};

/** Code 128 itself has no limit; this is that of the encoder, a code of 5,500 modules. */
const CODE_128_CHARACTERS = 500;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Bytes that the largest Data Matrix code (144 × 144) holds. ISO/IEC 16022, table 7. */
const DATA_MATRIX_BYTES = 1555;

/**
 * What is wrong with the data of a barcode, and what would fit; undefined if it may fit. A mixture
 * of characters near the limit may still be too long; encodeBarcode reports that.
 */
export function dataFault(
	kind: BarcodeKind,
	data: string,
	errorCorrection: ErrorCorrection = "M",
): string | undefined {
	if (data.length === 0) return "Is empty; a barcode needs data";
	if (data.length > MAX_DATA)
		return `Has ${data.length} characters; a barcode takes at most ${MAX_DATA}`;
	if (kind === "ean13" || kind === "ean8" || kind === "upca") return retailFault(kind, data);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: Code 128 encodes control characters
	const beyond = kind === "code128" ? /[^\x00-\x7f]/u.exec(data) : null;
	if (beyond !== null)
		return `Code 128 takes ASCII characters only; ${JSON.stringify(beyond[0])} (character ${beyond.index + 1}) is not one. A QR code takes all characters`;
	if (kind === "code128" && data.length > CODE_128_CHARACTERS)
		return tooLong(kind, data, errorCorrection);
	if (LONE_SURROGATE.test(data)) return "Has half of a surrogate pair, which is not a character";
	// Non-ASCII data needs at least its bytes in UTF-8.
	const bytes = Buffer.byteLength(data);
	const wide = bytes > data.length;
	if (kind === "qr" && wide && bytes > QR_CAPACITY[errorCorrection][2] * 1.2)
		return tooLong(kind, data, errorCorrection);
	if (kind === "datamatrix" && wide && bytes > DATA_MATRIX_BYTES * 1.2)
		return tooLong(kind, data, errorCorrection);
	return undefined;
}

/** The message for data that is longer than its kind can be. */
export function tooLong(kind: BarcodeKind, data: string, level: ErrorCorrection): string {
	const bytes = Buffer.byteLength(data);
	if (kind === "code128")
		return `Has ${data.length} characters; Code 128 takes at most ${CODE_128_CHARACTERS}. Shorten the data, or use a QR code`;
	if (kind !== "qr")
		return `Has ${bytes} bytes in UTF-8; a Data Matrix code holds at most ${DATA_MATRIX_BYTES} (letters and digits are packed more tightly). Shorten the data`;
	const [digits, letters, most] = QR_CAPACITY[level];
	const weaker = level === "L" ? "" : ", or use a lower errorCorrection";
	return `Has ${bytes} bytes in UTF-8; a QR code with errorCorrection ${level} holds at most ${most}, or ${letters} capital letters and digits, or ${digits} digits. Shorten the data${weaker}`;
}

function retailFault(kind: keyof typeof DIGITS, data: string): string | undefined {
	const count = DIGITS[kind];
	const name = { ean13: "EAN-13", ean8: "EAN-8", upca: "UPC-A" }[kind];
	const needs = `${name} needs ${count - 1} digits, or ${count} with the check digit`;
	if (!/^\d*$/.test(data)) return `${needs}; it takes no other characters`;
	if (data.length !== count && data.length !== count - 1)
		return `${needs}; this has ${data.length}`;
	if (data.length === count - 1) return undefined;
	const right = checkDigit(data.slice(0, -1));
	const given = data.at(-1)!;
	return given === right
		? undefined
		: `The check digit of ${data.slice(0, -1)} is ${right}, not ${given}. Correct the number, or leave the last digit out to have it added`;
}

/**
 * The check digit of an EAN or UPC number: the last digit weighs 3, the one before 1, and so on.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function checkDigit(digits: string): string {
	let sum = 0;
	for (let i = 0; i < digits.length; i++)
		sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
	return String((10 - (sum % 10)) % 10);
}
