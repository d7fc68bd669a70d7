/**
 * Reads a font file of an operator. Its bytes may be hostile or damaged, and the code that reads
 * them is native code compiled to WebAssembly, so run it in a separate process.
 */
import * as hb from "harfbuzzjs";
import { writeCoverage } from "./coverage-text.js";
import { type FontFacts, isWoff2, type SlantAxis } from "./operator-fonts.js";
import type { DecodeWoff2 } from "./woff2.js";

/** Why a font file cannot be used, as a clause after its name. */
export class FontFault extends Error {
	override readonly name = "FontFault";
}

/** Characters of a family's name. */
export const MAX_FAMILY_LENGTH = 64;

const SFNT = ["\0\u0001\0\0", "OTTO", "true"];
/** Other formats that people may use by mistake. */
const OTHERS: Readonly<Record<string, string>> = {
	wOFF: "is a WOFF 1 font; use TTF, OTF or WOFF2",
	ttcf: "is a font collection; use TTF, OTF or WOFF2 files with one font each",
};

/**
 * Size of the header of a WOFF2 file, the position of its size fields, and the maximum decompressed
 * size.
 */
const WOFF2_HEAD = 48;
const WOFF2_SFNT_SIZE_AT = 16;
const MAX_UNPACKED_BYTES = 134_217_728;

/** fsType of OS/2: embedding is not allowed, or only for bitmaps, which are not used here. */
const RESTRICTED = 0x0002;
const PREVIEW_OR_EDITABLE = 0x000c;
const BITMAPS_ONLY = 0x0200;

/** Number of characters that are shaped and outlined as a test. */
const TRIED = 256;

/**
 * Reads a font: TTF, OTF or WOFF2.
 * @throws FontFault that says why it cannot be used
 */
export function inspectFont(bytes: Uint8Array, decode: DecodeWoff2): FontFacts {
	const tag = tagAt(bytes, 0);
	if (OTHERS[tag] !== undefined) throw new FontFault(OTHERS[tag]);
	if (!isWoff2(bytes) && !SFNT.includes(tag))
		throw new FontFault("is not a TTF, OTF or WOFF2 font");
	const face = new hb.Face(new hb.Blob(isWoff2(bytes) ? unpacked(bytes, decode) : bytes));
	for (const table of ["cmap", "head", "hhea", "hmtx", "maxp"])
		if (tableOf(face, table) === undefined)
			throw new FontFault(`is a broken font: it has no table "${table}"`);
	if (!["glyf", "CFF ", "CFF2"].some((table) => tableOf(face, table) !== undefined))
		throw new FontFault("has no outlines to draw (glyf, CFF or CFF2)");
	refuseForbidden(face);
	const codePoints = [...face.collectUnicodes()].filter(isText);
	if (codePoints.length === 0) throw new FontFault("has no characters");
	tryOut(face, codePoints);
	const axes = face.getAxisInfos();
	const { wght } = axes;
	const weightClass = os2(face)?.getUint16(4) ?? 400;
	// Some old fonts count from 1 to 9.
	const own = clampWeight(weightClass < 10 ? weightClass * 100 : weightClass);
	return {
		family: familyOf(face),
		weight: wght === undefined ? [own, own] : rangeOf(wght),
		variable: wght !== undefined,
		italic: isItalic(face),
		slant: slantOf(axes),
		opticalSize: opticalSizeOf(axes),
		coverage: writeCoverage(codePoints),
	};
}

/** Documents cannot use a family without a name. */
const UNNAMEABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/** The typographic family, or else the family; in English if available. */
function familyOf(face: hb.Face): string {
	const entries = face.listNames();
	for (const id of [16, 1]) {
		const languages = entries.filter(({ nameId }) => nameId === id).map(({ language }) => language);
		const language = languages.find((tag) => /^en\b/i.test(tag)) ?? languages[0];
		if (language === undefined) continue;
		const family = face.getName(id, language).normalize("NFC").trim();
		if (family === "") continue;
		if (family.length > MAX_FAMILY_LENGTH)
			throw new FontFault(`has a family name of more than ${MAX_FAMILY_LENGTH} characters`);
		if (UNNAMEABLE.test(family))
			throw new FontFault("has a family name with characters that cannot be shown");
		return family;
	}
	throw new FontFault("has no family name");
}

/**
 * @throws FontFault for fonts that must not be embedded, because pictures contain their outlines
 */
function refuseForbidden(face: hb.Face): void {
	const table = os2(face);
	if (table === undefined) return;
	const fsType = table.getUint16(8);
	// If several are set, the least restrictive one counts (OpenType 1.9.1, OS/2).
	const restricted = (fsType & RESTRICTED) !== 0 && (fsType & PREVIEW_OR_EDITABLE) === 0;
	if (restricted || (fsType & BITMAPS_ONLY) !== 0)
		throw new FontFault(
			`forbids embedding (OS/2 fsType 0x${fsType.toString(16).padStart(4, "0")}): use a font whose licence allows it`,
		);
}

/** Shapes and outlines some of its characters, to find fonts that cannot be drawn at startup. */
function tryOut(face: hb.Face, codePoints: readonly number[]): void {
	const font = new hb.Font(face);
	font.setScale(face.upem, face.upem);
	const step = Math.max(1, Math.floor(codePoints.length / TRIED));
	let text = "";
	for (let i = 0; i < codePoints.length; i += step) text += String.fromCodePoint(codePoints[i]!);
	const buffer = new hb.Buffer();
	buffer.addText(text);
	buffer.guessSegmentProperties();
	hb.shape(font, buffer, []);
	let inked = false;
	for (const { codepoint } of buffer.getGlyphInfos())
		if (font.glyphToJson(codepoint).length > 0) inked = true;
	if (!inked) throw new FontFault("has no outlines to draw");
}

const isText = (codePoint: number): boolean =>
	codePoint > 0x1f &&
	!(codePoint >= 0x7f && codePoint < 0xa0) &&
	!(codePoint >= 0xd800 && codePoint < 0xe000) &&
	codePoint <= 0x10ffff;

/** CSS has weights from 1 to 1000. */
const clampWeight = (weight: number): number => Math.min(1_000, Math.max(1, Math.round(weight)));

function rangeOf({ min, max }: { readonly min: number; readonly max: number }): [number, number] {
	if (!(min <= max)) throw new FontFault("is a broken font: its weight axis has no range");
	return [clampWeight(min), clampWeight(max)];
}

/** fsSelection of OS/2, else macStyle of head. */
function isItalic(face: hb.Face): boolean {
	const selection = os2(face)?.getUint16(62);
	if (selection !== undefined) return (selection & 0x0001) !== 0;
	const head = viewOf(tableOf(face, "head"));
	return head !== undefined && head.byteLength >= 46 && (head.getUint16(44) & 0x0002) !== 0;
}

function slantOf(axes: ReturnType<hb.Face["getAxisInfos"]>): SlantAxis | null {
	const { ital, slnt } = axes;
	if (ital !== undefined && ital.max >= 1) return { tag: "ital", value: 1 };
	if (slnt !== undefined && slnt.min < 0) return { tag: "slnt", value: slnt.min };
	return null;
}

function opticalSizeOf({ opsz }: ReturnType<hb.Face["getAxisInfos"]>): [number, number] | null {
	return opsz !== undefined && opsz.min >= 0 && opsz.min <= opsz.max ? [opsz.min, opsz.max] : null;
}

/** OS/2 up to the fields of version 0; undefined if it is missing or shorter. */
function os2(face: hb.Face): DataView | undefined {
	const table = viewOf(tableOf(face, "OS/2"));
	return table !== undefined && table.byteLength >= 78 ? table : undefined;
}

const viewOf = (bytes: Uint8Array | undefined): DataView | undefined =>
	bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** also undefined for an empty table. */
function tableOf(face: hb.Face, tag: string): Uint8Array | undefined {
	const table = face.referenceTable(tag);
	return table === undefined || table.length === 0 ? undefined : table;
}

/** @throws FontFault if the file cannot be decompressed, or becomes too large */
function unpacked(bytes: Uint8Array, decode: DecodeWoff2): Uint8Array {
	const head = viewOf(bytes)!;
	if (head.byteLength < WOFF2_HEAD) throw new FontFault("is a broken WOFF2 font");
	if (head.getUint32(WOFF2_SFNT_SIZE_AT) > MAX_UNPACKED_BYTES)
		throw new FontFault(`unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
	let font: Uint8Array;
	try {
		font = decode(bytes);
	} catch {
		throw new FontFault("is a broken WOFF2 font");
	}
	if (!SFNT.includes(tagAt(font, 0)))
		throw new FontFault("is a WOFF2 file that does not contain exactly one font");
	return font;
}

const tagAt = (bytes: Uint8Array, at: number): string =>
	String.fromCharCode(...bytes.subarray(at, at + 4));
