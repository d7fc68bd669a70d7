import { malformed, SVG_LIMITS, tooComplex } from "./budget.js";

/** The name of the encoding in an XML declaration, in bytes that are read as Latin-1. */
const DECLARED = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;
/** Bytes in which a declaration is looked for. */
const DECLARATION_BYTES = 300;

/**
 * The encoding of an XML document: of its byte order mark, of its first characters, of its
 * declaration, or UTF-8.
 * @see https://www.w3.org/TR/xml/#sec-guessing
 */
export function xmlEncoding(bytes: Uint8Array): string {
	const [a, b, c] = bytes;
	if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
	if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "utf-16be";
	if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "utf-16le";
	const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString("latin1");
	const declared = DECLARED.exec(start)?.[1]?.toLowerCase() ?? "utf-8";
	// The declaration was read as single bytes, so it cannot be right about UTF-16.
	return declared.startsWith("utf-16") ? "utf-8" : declared;
}

/**
 * Decodes an XML document.
 * @throws ImageFault not_an_image for an unknown encoding or invalid bytes, too_complex for too
 * many bytes
 */
export function decodeSvgText(bytes: Uint8Array): string {
	if (bytes.length > SVG_LIMITS.bytes) throw tooComplex(`${bytes.length} bytes`);
	const encoding = xmlEncoding(bytes);
	let text: string;
	try {
		text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (cause) {
		throw malformed(`its text is not valid ${encoding}`, cause);
	}
	if (text.includes("\0")) throw malformed("it contains a NUL character");
	return text;
}
