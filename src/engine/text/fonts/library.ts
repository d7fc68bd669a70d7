import { readFileSync } from "node:fs";
import * as hb from "harfbuzzjs";
import { PREVIEW_SCALE } from "../../../contract/platforms.js";
import {
	type FaceId,
	type FacePart,
	type FaceQuery,
	FaceTable,
	type FontWeight,
} from "./face-table.js";
import { type FontPack, openFontPack } from "./font-pack.js";
import { type FontFile, fontsFolder, type HanForm, readFontManifest } from "./manifest.js";
import { type FontMetrics, readMetrics } from "./metrics.js";
import { operatorFamilies } from "./operator-faces.js";
import { isOperatorFile } from "./operator-fonts.js";
import { readUnpacked } from "./unpacked.js";
import { type DecodeWoff2, openWoff2Decoder } from "./woff2.js";

declare global {
	/** The types of harfbuzzjs name it without having it; this keeps programs with strict checks of libraries compiling. */
	interface EmscriptenModule {
		readonly HEAPU8: Uint8Array;
	}
}

export type { FaceId, FacePart, FaceQuery, FontMetrics, FontWeight, HanForm };

/** A face at one weight, ready for shaping and drawing. */
export interface LoadedFont {
	/** the key of the face without the slant: file and weight */
	readonly key: string;
	/** CSS family name */
	readonly family: string;
	/** path below fonts/, or "own:" and the name of an operator's file */
	readonly file: string;
	/**
	 * whether everything that it draws is underlined without gaps, as Han, kana and hangul are;
	 * undefined: depends on the script
	 */
	readonly ideographic: boolean | undefined;
	readonly metrics: FontMetrics;
	/** scaled to unitsPerEm, the wght axis set */
	readonly hb: hb.Font;
	/** whether the file itself maps the code point to a glyph */
	has(codePoint: number): boolean;
}

export interface FontLibrary {
	/**
	 * The faces for a grapheme cluster: the first family, in fallback order, that has all its
	 * characters; if there is none, a face for the base and others for the marks that it lacks. Every
	 * face counts as having default ignorables and controls. A part without a face is a character
	 * that no font has. Only looks up tables, and loads no font. The same face is the same object, so
	 * faces compare with ===.
	 */
	partsFor(cluster: string, query: FaceQuery): FacePart[];
	/** The face of the first part, which draws the cluster or its base. */
	faceFor(cluster: string, query: FaceQuery): FaceId | undefined;
	/** Whether a text can name a family. */
	hasFamily(name: string): boolean;
	/** The face of the first family, for characters that no font has and for empty lines. */
	primaryFace(query: FaceQuery): FaceId;
	/**
	 * Loads the file of a face synchronously on first use, and keeps it as long as the library
	 * exists.
	 * @param fontSize export pixels, for fonts with optical sizes
	 */
	load(face: FaceId, fontSize?: number): LoadedFont;
}

class Library implements FontLibrary {
	readonly #table: FaceTable;
	readonly #pack: FontPack | undefined;
	readonly #decode: DecodeWoff2;
	readonly #faces = new Map<string, hb.Face>();
	readonly #fonts = new Map<string, LoadedFont>();

	constructor(decode: DecodeWoff2, pack: FontPack | undefined) {
		this.#decode = decode;
		this.#pack = pack;
		this.#table = new FaceTable(readFontManifest(), operatorFamilies(pack?.files ?? []));
	}

	partsFor(cluster: string, query: FaceQuery): FacePart[] {
		return this.#table.partsFor(cluster, query);
	}

	faceFor(cluster: string, query: FaceQuery): FaceId | undefined {
		return this.#table.faceFor(cluster, query);
	}

	hasFamily(name: string): boolean {
		return this.#table.hasFamily(name);
	}

	primaryFace(query: FaceQuery): FaceId {
		return this.#table.primaryFace(query);
	}

	load(face: FaceId, fontSize?: number): LoadedFont {
		const optical = opticalSize(face, fontSize);
		const key = `${face.file.file}@${face.weight}${face.slanted ? "/slanted" : ""}${optical === undefined ? "" : `/${optical}`}`;
		let font = this.#fonts.get(key);
		if (font === undefined) {
			font = this.#open(face, key, optical);
			this.#fonts.set(key, font);
		}
		return font;
	}

	#open(face: FaceId, key: string, optical: number | undefined): LoadedFont {
		const hbFace = this.#face(face.file);
		const font = new hb.Font(hbFace);
		font.setScale(hbFace.upem, hbFace.upem);
		const variations = variationsOf(face);
		if (optical !== undefined) variations.push(new hb.Variation("opsz", optical));
		if (variations.length > 0) font.setVariations(variations);
		return {
			key,
			family: face.family,
			file: face.file.file,
			ideographic: isOperatorFile(face.file) ? undefined : isIdeographic(face.family),
			metrics: readMetrics(font, hbFace.upem),
			hb: font,
			has: (codePoint) => font.nominalGlyph(codePoint) !== undefined,
		};
	}

	/** One hb.Face serves all weights of a variable file. */
	#face(file: FontFile): hb.Face {
		let face = this.#faces.get(file.file);
		if (face === undefined) {
			face = new hb.Face(new hb.Blob(this.#bytes(file)));
			this.#faces.set(file.file, face);
		}
		return face;
	}

	#bytes(file: FontFile): Uint8Array {
		if (!isOperatorFile(file))
			return readUnpacked(file.file) ?? this.#decode(readFileSync(new URL(file.file, fontsFolder)));
		const bytes = this.#pack!.bytes(file.own);
		return file.own.packed ? this.#decode(bytes) : bytes;
	}
}

/**
 * The value of a face's opsz axis by the rule of `font-optical-sizing: auto`: the font size in the
 * pixels that a reader sees, which are preview pixels. It is rounded to whole pixels, so that there
 * are not too many values.
 */
function opticalSize({ file }: FaceId, fontSize: number | undefined): number | undefined {
	const range = isOperatorFile(file) ? file.own.opticalSize : null;
	if (range === null || fontSize === undefined) return undefined;
	return Math.min(Math.max(Math.round(fontSize * PREVIEW_SCALE), range[0]), range[1]);
}

function variationsOf({ file, weight, slanted }: FaceId): hb.Variation[] {
	const variations: hb.Variation[] = [];
	if (file.variable) variations.push(new hb.Variation("wght", weight));
	const slant = slanted && isOperatorFile(file) ? file.own.slant : null;
	if (slant !== null) variations.push(new hb.Variation(slant.tag, slant.value));
	return variations;
}

/** The bundled families, by name. */
const isIdeographic = (family: string) => /\b(?:JP|KR|SC|TC|Shippori|Dela)\b/.test(family);

/**
 * Reads the manifest and instantiates the decoder, in about 15 ms, without loading a font.
 * @param packFd descriptor of a font pack with the operator's fonts, if there are any
 */
export async function openFontLibrary(packFd?: number): Promise<FontLibrary> {
	const pack = packFd === undefined ? undefined : openFontPack(packFd);
	return new Library(await openWoff2Decoder(), pack);
}
