/** An image inside the document. */
export interface DataImage {
	readonly kind: "data";
	/** In lower case, without parameters; only a hint, which decoding does not trust. */
	readonly mediaType: string;
	/**
	 * Decodes the bytes.
	 * @throws {ImageDataError} if the payload is not base64
	 */
	decode(): Uint8Array;
}

/** An invalid src: a 400 that says why, and what is allowed instead. */
export interface InvalidImageSource {
	readonly kind: "invalid";
	/** What is wrong, as a clause after the name of the field: "is not a valid URL". */
	readonly problem: string;
	readonly allowed: string;
}

/** The payload of a data URL cannot be decoded. */
export class ImageDataError extends Error {
	override readonly name = "ImageDataError";
}

/** Largest number of characters before the comma; real ones have far fewer. */
const MAX_HEADER_LENGTH = 256;

const ALLOWED = "data:image/<type>[;<parameter>…][;base64],<data>";

/**
 * Reads a data URL (RFC 2397, and "data: URL processor" of the Fetch standard)
 * of an image. Linear in its length: no regular expression here has more than
 * one repetition, and only the header is taken apart. As in browsers, a "#"
 * begins a fragment, which is not part of the data.
 * @param src begins with "data:", in any case
 */
export function parseDataUrl(src: string): DataImage | InvalidImageSource {
	const comma = src.indexOf(",");
	if (comma < 0) return invalid("has no comma");
	if (comma > MAX_HEADER_LENGTH) {
		return invalid(`has more than ${MAX_HEADER_LENGTH} characters before its comma`);
	}
	const [type = "", ...parameters] = src
		.slice("data:".length, comma)
		.split(";")
		.map((part) => part.trim().toLowerCase());
	if (!/^image\/[a-z0-9!#$&^_.+-]+$/.test(type))
		return invalid("does not have an image media type");

	const base64At = parameters.indexOf("base64");
	if (base64At >= 0 && base64At !== parameters.length - 1) {
		return invalid('must have ";base64" only once, right before the comma');
	}
	const fragment = src.indexOf("#", comma);
	const payload = src.slice(comma + 1, fragment < 0 ? undefined : fragment);
	if (payload === "") return invalid("is empty");
	const decode = base64At >= 0 ? decodeBase64 : percentDecode;
	return { kind: "data", mediaType: type, decode: () => decode(payload) };
}

/**
 * "Forgiving-base64 decode" of the Infra standard, after percent-decoding:
 * ASCII white space is skipped, padding may be missing, the URL-safe alphabet
 * and anything else are errors. (Buffer.from alone accepts any string.)
 */
function decodeBase64(payload: string): Uint8Array {
	let data = payload.includes("%") ? percentDecode(payload).toString("latin1") : payload;
	const at = data.search(/[^A-Za-z0-9+/=\t\n\f\r ]/);
	if (at >= 0) throw new ImageDataError(foreignCharacter(data, at));
	if (/[\t\n\f\r ]/.test(data)) data = withoutSpace(data);
	if (data.length % 4 === 0) {
		if (data.endsWith("==")) data = data.slice(0, -2);
		else if (data.endsWith("=")) data = data.slice(0, -1);
	}
	if (data.length % 4 === 1)
		throw new ImageDataError(
			`its base64 has ${data.length} characters, so its last character is missing or extra`,
		);
	if (data.includes("=")) throw new ImageDataError("padding is only allowed at the end");
	return Buffer.from(data, "base64");
}

/** A problem with what to do about it. */
function foreignCharacter(data: string, at: number): string {
	const character = String.fromCodePoint(data.codePointAt(at)!);
	const shown = /[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) ? "a control character" : character;
	const isSafeAlphabet = character === "-" || character === "_";
	const instead = isSafeAlphabet
		? "write + for - and / for _"
		: "base64 has only A to Z, a to z, 0 to 9, + and /";
	return `it has a character that base64 does not use, ${shown} at position ${at + 1}; ${instead}`;
}

/** ASCII text without its spaces and line breaks. (String.replace is slow where there are millions.) */
function withoutSpace(text: string): string {
	const bytes = Buffer.from(text, "latin1");
	let to = 0;
	for (const byte of bytes) {
		if (byte > 0x20) bytes[to++] = byte;
	}
	return bytes.toString("latin1", 0, to);
}

const PERCENT = 0x25;

/** "String percent-decode" of the URL standard; a "%" without two hex digits stands for itself. */
function percentDecode(payload: string): Buffer {
	const bytes = Buffer.from(payload, "utf8");
	let from = bytes.indexOf(PERCENT);
	if (from < 0) return bytes;
	let to = from;
	while (from < bytes.length) {
		const byte = bytes[from] ?? 0;
		const high = byte === PERCENT ? hexValue(bytes[from + 1]) : -1;
		const low = high < 0 ? -1 : hexValue(bytes[from + 2]);
		bytes[to++] = low < 0 ? byte : high * 16 + low;
		from += low < 0 ? 1 : 3;
	}
	return bytes.subarray(0, to);
}

function hexValue(unit: number | undefined): number {
	if (unit === undefined) return -1;
	if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
	const lower = unit | 0x20;
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

function invalid(problem: string): InvalidImageSource {
	return { kind: "invalid", problem: `The data URL ${problem}`, allowed: ALLOWED };
}
