/**
 * Headers of the most usual PNGs and JPEGs, read in this thread. libvips reads all headers, but in
 * another thread, which takes a millisecond.
 */
import { latin1 } from "../sniff.js";
import { headerChunks } from "./png-chunks.js";

/** What a header says, in the words of sharp's metadata. */
export interface PlainHeader {
	readonly format: "png" | "jpeg";
	/** Pixels, at least 1. */
	readonly width: number;
	readonly height: number;
	readonly hasAlpha: boolean;
}

/** libpng refuses longer sides. Pixels. */
const MAX_SIDE = 1_000_000;
/** Chunks that change none of the values here. Text may contain EXIF: see holdsExif. */
const IRRELEVANT: ReadonlySet<string> = new Set(
	"PLTE,bKGD,cHRM,cICP,gAMA,hIST,iCCP,pHYs,sBIT,sRGB,tIME,tEXt,zTXt,iTXt".split(","),
);

/**
 * The header of a PNG with at most 8 bits per channel and without EXIF.
 * @returns undefined for any other, and if there is any doubt: libvips must read it
 */
export function plainPng(bytes: Uint8Array): PlainHeader | undefined {
	const [first, ...others] = headerChunks(bytes);
	if (first?.name !== "IHDR" || first.data.byteLength !== 13 || !first.isIntact()) return undefined;
	if (others.pop()?.name !== "IDAT") return undefined;
	const [width, height] = [first.data.getUint32(0), first.data.getUint32(4)];
	const [depth, colourType] = [first.data.getUint8(8), first.data.getUint8(9)];
	if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE || depth > 8)
		return undefined;
	const known = others.every(
		({ name, data, isIntact }) => IRRELEVANT.has(name) && !holdsExif(data) && isIntact(),
	);
	// With a transparent colour (tRNS), whether there is alpha depends on more.
	return known ? { format: "png", width, height, hasAlpha: (colourType & 4) !== 0 } : undefined;
}

/** Whether text is EXIF as ImageMagick writes it. */
const holdsExif = ({ buffer, byteOffset, byteLength }: DataView): boolean =>
	latin1(new Uint8Array(buffer, byteOffset, byteLength), 0, 11) === "Raw profile";

const SOI = 0xd8;
const APP1 = 0xe1;
const SOS = 0xda;
/** Maximum number of segments that are read; a photo with profiles and previews has a few dozen. */
const MAX_SEGMENTS = 256;
/** The start of a frame: baseline, extended and progressive, with Huffman codes. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Tables (DHT, DQT, DRI) and comments. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd, 0xfe]);
/** APP0 to APP15. */
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;

/**
 * The header of a JPEG with 8 bits per channel, grey or with three channels, and without EXIF.
 * @returns undefined for any other, and if there is any doubt: libvips must read it
 */
export function plainJpeg(bytes: Uint8Array): PlainHeader | undefined {
	if (bytes[0] !== 0xff || bytes[1] !== SOI) return undefined;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let header: PlainHeader | undefined;
	let at = 2;
	for (let count = 0; count < MAX_SEGMENTS; count++) {
		if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
		const marker = bytes[at + 1]!;
		if (marker === SOS) return header;
		const length = view.getUint16(at + 2);
		if (length < 2 || at + 2 + length > bytes.length) return undefined;
		if (FRAMES.has(marker)) {
			if (header !== undefined || length < 8) return undefined;
			const [depth, channels] = [view.getUint8(at + 4), view.getUint8(at + 9)];
			const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
			if (depth !== 8 || (channels !== 1 && channels !== 3)) return undefined;
			if (width === 0 || height === 0) return undefined;
			header = { format: "jpeg", width, height, hasAlpha: false };
		} else if (!TABLES.has(marker) && !isApplication(marker)) return undefined;
		else if (marker === APP1 && latin1(bytes, at + 4, at + 8) === "Exif") return undefined;
		at += 2 + length;
	}
	return undefined;
}
