import { type ImageFormat, latin1 } from "./sniff.js";

/** Names of the supported formats, for messages. */
export const FORMAT_NAMES: Readonly<Record<ImageFormat, string>> = {
	png: "PNG",
	jpeg: "JPEG",
	webp: "WebP",
	avif: "AVIF",
	gif: "GIF",
	svg: "SVG",
};

/** The details of a not_an_image error: what was found, and what is allowed. */
export function foundDetails(found: string): Record<string, unknown> {
	const allowed = Object.values(FORMAT_NAMES);
	const problem = `The source is not an image that can be decoded: it is ${found}. Allowed are ${allowed.join(", ")}.`;
	return { found, allowed, problem };
}

/** Formats that have a fixed string at a fixed position, as Latin-1. */
const SIGNATURES: readonly (readonly [at: number, signature: string, name: string])[] = [
	[0, "%PDF", "PDF"],
	[0, "II*\0", "TIFF"],
	[0, "MM\0*", "TIFF"],
	[0, "II+\0", "TIFF"],
	[0, "MM\0+", "TIFF"],
	[0, "BM", "BMP"],
	[0, "\0\0\x01\0", "ICO"],
	[0, "\0\0\x02\0", "CUR"],
	[0, "\xff\x0a", "JPEG XL"],
	[0, "\0\0\0\x0cJXL ", "JPEG XL"],
	[0, "\0\0\0\x0cjP  ", "JPEG 2000"],
	[0, "\xff\x4f\xff\x51", "JPEG 2000"],
	[0, "8BPS", "PSD"],
	[0, "icns", "ICNS"],
	[0, "qoif", "QOI"],
	[0, "v/1\x01", "OpenEXR"],
	[0, "#?RADIANCE", "Radiance HDR"],
	[0, "\x1f\x8b", "gzip (decompress an SVG first)"],
	[0, "PK\x03\x04", "ZIP"],
	[0, "%!PS", "PostScript"],
	[0, "\x1a\x45\xdf\xa3", "WebM or Matroska video"],
	[0, "OggS", "Ogg"],
	[0, "wOFF", "a WOFF font"],
	[0, "wOF2", "a WOFF2 font"],
	[0, "\0asm", "WebAssembly"],
	[0, "\x7fELF", "a program"],
	[0, "MZ", "a program"],
];

/** Brands of ISO base media files (the ftyp box), grouped by format. */
const BRANDS: readonly (readonly [pattern: RegExp, name: string])[] = [
	[/^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/, "HEIC"],
	[/^(?:crx )$/, "Canon CR3"],
	[/^(?:isom|iso\d|mp4\d|avc1|M4V |qt {2}|3gp\d|dash)$/, "video (MP4)"],
];

/**
 * Describes the type of unsupported bytes by their first bytes. Never repeats any of the bytes.
 */
export function foundFormat(bytes: Uint8Array): string {
	if (bytes.length === 0) return "nothing (it is empty)";
	for (const [at, signature, name] of SIGNATURES) {
		if (latin1(bytes, at, at + signature.length) === signature) return name;
	}
	if (latin1(bytes, 4, 8) === "ftyp") return mediaFile(latin1(bytes, 8, 12));
	if (latin1(bytes, 0, 4) === "RIFF") return "a RIFF file that is not WebP";
	return text(bytes) ?? "unknown";
}

const mediaFile = (brand: string): string =>
	BRANDS.find(([pattern]) => pattern.test(brand))?.[1] ?? "a media file";

/** Bytes that are examined to distinguish kinds of text. */
const TEXT_BYTES = 1_024;

function text(bytes: Uint8Array): string | undefined {
	if (/^(?:\xff\xfe|\xfe\xff)/.test(latin1(bytes, 0, 2))) return "text in UTF-16";
	const start = latin1(bytes, 0, TEXT_BYTES)
		.replace(/^\xef\xbb\xbf/, "")
		.trimStart();
	if (/^<(?:!doctype html|html|head|body|script|title|meta)\b/i.test(start)) return "HTML";
	if (/^<(?:\?xml|!--|!doctype)/i.test(start)) return "XML or HTML without an svg element";
	if (/^<[a-z]/i.test(start)) return "XML or HTML";
	if (/^[{[]/.test(start)) return "JSON or other text";
	// biome-ignore lint/suspicious/noControlCharactersInRegex: what is none is text
	return /[\0-\x08\x0e-\x1f]/.test(start) ? undefined : "text";
}
