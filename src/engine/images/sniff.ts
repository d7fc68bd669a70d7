import { doctypeEnd } from "./svg/entities.js";
import { xmlEncoding } from "./svg/xml-text.js";

/** The formats that are decoded; everything else is not an image to this service. */
export type ImageFormat = "png" | "jpeg" | "webp" | "avif" | "gif" | "svg";

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/**
 * Bytes searched for the root element of an SVG, because prologs and licence comments can be long.
 */
const SVG_SEARCH_BYTES = 65_536;

/**
 * The format of an image by its first bytes, whatever its declared media type; undefined for
 * everything that is not decoded (TIFF, BMP, ICO, PSD, PDF, HEIC, JPEG XL, gzip, HTML and the
 * like).
 */
export function sniffImage(bytes: Uint8Array): ImageFormat | undefined {
	if (PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) return "png";
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
	if (latin1(bytes, 0, 4) === "RIFF" && latin1(bytes, 8, 12) === "WEBP") return "webp";
	if (latin1(bytes, 0, 6) === "GIF87a" || latin1(bytes, 0, 6) === "GIF89a") return "gif";
	if (isAvif(bytes)) return "avif";
	return isSvg(bytes) ? "svg" : undefined;
}

/** ISO base media file whose major or compatible brands name AVIF (ISO/IEC 23000-22). */
function isAvif(bytes: Uint8Array): boolean {
	if (bytes.length < 16 || latin1(bytes, 4, 8) !== "ftyp") return false;
	const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
	const end = Math.min(size, bytes.length, 256);
	for (let at = 8; at + 4 <= end; at += 4) {
		if (at === 12) continue; // the minor version
		const brand = latin1(bytes, at, at + 4);
		if (brand === "avif" || brand === "avis") return true;
	}
	return false;
}

/**
 * Text whose first element is svg, after a byte order mark, prolog, document type and comments. In
 * UTF-16, every other byte of these is zero; the other encodings of XML have them as in ASCII.
 */
function isSvg(bytes: Uint8Array): boolean {
	const encoding = xmlEncoding(bytes);
	const text = encoding.startsWith("utf-16")
		? new TextDecoder(encoding).decode(bytes.subarray(0, 2 * SVG_SEARCH_BYTES))
		: latin1(bytes, 0, SVG_SEARCH_BYTES).replace(/^\xef\xbb\xbf/, "");
	let at = 0;
	for (;;) {
		while (at < text.length && " \t\r\n".includes(text[at]!)) at++;
		if (text[at] !== "<") return false;
		const end = endOfProlog(text, at);
		if (end === undefined)
			return /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg[\s/>]/.test(text.slice(at, at + 80));
		if (end < 0) return false;
		at = end;
	}
}

/**
 * The position after the comment, instruction or document type at a position: -1 if it does not
 * end, undefined at an element.
 */
function endOfProlog(text: string, at: number): number | undefined {
	if (text.startsWith("<!DOCTYPE", at)) return doctypeEnd(text, at) ?? -1;
	const close = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : undefined;
	if (close === undefined) return undefined;
	const end = text.indexOf(close, at + 2);
	return end < 0 ? -1 : end + close.length;
}

/** Bytes as text, one character each. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1", from, to);
}
