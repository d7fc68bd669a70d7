import { CoverageTable } from "./coverage-table.js";
import { fallbackOrder, type Preference } from "./fallback-order.js";
import type { FontFamily, FontFile, FontManifest, HanForm } from "./manifest.js";

/** Weights that a text can have. If a family lacks a weight, the nearest one is used. */
export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;

export interface FaceQuery {
	readonly weight: FontWeight;
	readonly italic: boolean;
	/** the language that determines the form of Han characters */
	readonly han: HanForm;
	readonly prefer?: Preference | undefined;
	/** family that comes before all others, of the operator or bundled; an unknown name is ignored */
	readonly font?: string | null | undefined;
}

/** A file at one weight. Interned: the same face is the same object. */
export interface FaceId {
	readonly key: string;
	/** CSS family name */
	readonly family: string;
	readonly file: FontFile;
	/** the requested weight, or the nearest that the file has */
	readonly weight: number;
	/** italic was requested, but the family has none, so the glyphs are skewed */
	readonly syntheticItalic: boolean;
	/** its slant axis has to be set */
	readonly slanted?: boolean;
	/** Whether the file of the face has a code point. */
	readonly has: (codePoint: number) => boolean;
}

/** A family in which characters are looked up. */
interface Faces {
	faceWith(codePoint: number, query: FaceQuery): FaceId | undefined;
	/** The face that has all the code points. */
	faceWithAll(codePoints: readonly number[], query: FaceQuery): FaceId | undefined;
	primaryFace(query: FaceQuery): FaceId;
}

// Characters without a visible glyph, for which any face will do: default ignorables (variation
// selectors, joiners, soft hyphen, bidi controls), controls, separators. The Hangul fillers are
// ignorable too, but have a width, which comes from a font.
const transparent =
	/^(?![\u115f\u1160\u3164\uffa0])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]$/u;

/** Whether a cluster has nothing to draw, and may use the face of its neighbours. */
export function needsNoGlyph(cluster: string): boolean {
	for (const char of cluster) if (!transparent.test(char)) return false;
	return true;
}

/** A part of a cluster and the face that draws it; undefined: no font has the character. */
export interface FacePart {
	/** UTF-16 units of the cluster */
	readonly text: string;
	readonly face: FaceId | undefined;
}

/**
 * Maximum number of UTF-16 units of a cluster that are tried together, because a hostile cluster
 * has thousands of marks.
 */
const MAX_STEM = 16;

/** Finds the face for a cluster by the coverage in the manifest, without loading a font. */
export class FaceTable {
	readonly #manifest: FontManifest;
	readonly #faces: ReadonlyMap<FontFamily, FamilyFaces>;
	/** Families that a text can name; families of the operator come before bundled ones. */
	readonly #named: ReadonlyMap<string, Faces>;
	/** By language, preference and named family, created on first use. */
	readonly #orders = new Map<string, readonly Faces[]>();
	/**
	 * The last query; the characters of a text are looked up one after the other with the same query.
	 */
	#lastQuery: FaceQuery | undefined;
	#lastOrder: readonly Faces[] = [];

	/** @param own families of the operator */
	constructor(manifest: FontManifest, own: ReadonlyMap<string, Faces> = new Map()) {
		this.#manifest = manifest;
		this.#faces = new Map(manifest.families.map((family) => [family, new FamilyFaces(family)]));
		const named = manifest.families
			.filter(({ byName }) => byName === true)
			.map((family): [string, Faces] => [family.family, this.#faces.get(family)!]);
		this.#named = new Map([...named, ...own]);
	}

	/**
	 * The faces that draw a cluster, usually one: base and marks together, if a face has all of them.
	 */
	partsFor(cluster: string, query: FaceQuery): FacePart[] {
		const families = this.#order(query);
		if (cluster.length === 1)
			return [{ text: cluster, face: this.#faceOfOne(cluster, families, query) }];
		const whole = this.#faceOfAll(cluster, families, query);
		if (whole !== undefined) return [{ text: cluster, face: whole }];
		const parts: { text: string; face: FaceId | undefined }[] = [];
		for (const char of cluster) {
			const last = parts.at(-1);
			if (last && this.#goesWith(char, last.face)) {
				last.text += char;
				continue;
			}
			// A face that does not have the whole cluster may still have the base with this mark.
			const stem = last && last.text.length < MAX_STEM ? last.text + char : "";
			const face = stem === "" ? undefined : this.#faceOfAll(stem, families, query);
			if (last && face) {
				last.text = stem;
				last.face = face;
			} else parts.push({ text: char, face: this.#faceOfAll(char, families, query) });
		}
		return parts;
	}

	/**
	 * Whether a character can stay in the face of the previous one; characters that no font has stay
	 * together.
	 */
	#goesWith(char: string, face: FaceId | undefined): boolean {
		if (transparent.test(char)) return true;
		return face?.has(char.codePointAt(0)!) === true;
	}

	faceFor(cluster: string, query: FaceQuery): FaceId | undefined {
		return this.partsFor(cluster, query)[0]!.face;
	}

	/** Whether a text can name a family. */
	hasFamily(name: string): boolean {
		return this.#named.has(name);
	}

	primaryFace(query: FaceQuery): FaceId {
		return this.#order({ ...query, prefer: undefined })[0]!.primaryFace(query);
	}

	#order(query: FaceQuery): readonly Faces[] {
		if (query !== this.#lastQuery) {
			this.#lastOrder = this.#orderOf(query);
			this.#lastQuery = query;
		}
		return this.#lastOrder;
	}

	#orderOf({ han, prefer, font }: FaceQuery): readonly Faces[] {
		const own = font == null ? undefined : this.#named.get(font);
		const key = own === undefined ? `${han} ${prefer}` : `${han} ${prefer} ${font}`;
		let order = this.#orders.get(key);
		if (order === undefined) {
			const usual = fallbackOrder(this.#manifest, han, prefer).map(
				(family): Faces => this.#faces.get(family)!,
			);
			order = own === undefined ? usual : [own, ...this.#companions(own, han), ...usual];
			this.#orders.set(key, order);
		}
		return order;
	}

	/** Families that draw the scripts which a bundled family lacks, for texts of their language. */
	#companions(own: Faces, han: HanForm): Faces[] {
		const { families } = this.#manifest;
		const ids = families.find((family) => this.#faces.get(family) === own)?.companions ?? [];
		return families
			.filter((family) => ids.includes(family.id) && (family.han ?? han) === han)
			.map((family) => this.#faces.get(family)!);
	}

	/** The first face that has all the characters of a cluster. */
	#faceOfAll(cluster: string, families: readonly Faces[], query: FaceQuery): FaceId | undefined {
		// HarfBuzz composes and decomposes characters as the font needs it, so a font with either form
		// will do.
		const spellings = new Set([cluster, cluster.normalize("NFC"), cluster.normalize("NFD")]);
		const visible = [...spellings].map(visibleCodePoints);
		if (visible[0]!.length === 0) return this.primaryFace(query);
		for (const family of families) {
			for (const codePoints of visible) {
				const face = family.faceWithAll(codePoints, query);
				if (face !== undefined) return face;
			}
		}
		return undefined;
	}

	#faceOfOne(char: string, families: readonly Faces[], query: FaceQuery): FaceId | undefined {
		const codePoint = char.charCodeAt(0);
		for (const [index, family] of families.entries()) {
			const face = family.faceWith(codePoint, query);
			if (face !== undefined) return face;
			if (index === 0 && transparent.test(char)) return this.primaryFace(query);
		}
		const decomposed = char.normalize("NFD");
		return decomposed.length > 1 ? this.#faceOfAll(decomposed, families, query) : undefined;
	}
}

function visibleCodePoints(cluster: string): number[] {
	const result: number[] = [];
	for (const char of cluster) if (!transparent.test(char)) result.push(char.codePointAt(0)!);
	return result;
}

/** The faces of one family, created on first use. */
class FamilyFaces implements Faces {
	readonly #family: FontFamily;
	/** Slice, weight and slant in one number, because it is looked up for every character. */
	readonly #faces = new Map<number, FaceId>();
	#table: CoverageTable | undefined;

	constructor(family: FontFamily) {
		this.#family = family;
	}

	faceWith(codePoint: number, query: FaceQuery): FaceId | undefined {
		const slice = this.#sliceOf(codePoint);
		return slice < 0 ? undefined : this.#face(slice, query);
	}

	/**
	 * The face that has all the code points. They must be in one slice, because a slice is one font.
	 */
	faceWithAll(codePoints: readonly number[], query: FaceQuery): FaceId | undefined {
		const slice = this.#sliceOf(codePoints[0]!);
		if (slice < 0) return undefined;
		for (let i = 1; i < codePoints.length; i++) {
			if (this.#sliceOf(codePoints[i]!) !== slice) return undefined;
		}
		return this.#face(slice, query);
	}

	primaryFace(query: FaceQuery): FaceId {
		return this.#face(0, query);
	}

	#face(slice: number, query: FaceQuery): FaceId {
		const number = slice * 2_000 + query.weight * 2 + (query.italic ? 1 : 0);
		let face = this.#faces.get(number);
		if (face === undefined) {
			const key = `${this.#family.id}/${slice}/${query.weight}${query.italic ? "i" : ""}`;
			const file = nearest(this.#family.slices[slice]!.files, query);
			face = {
				key,
				family: this.#family.family,
				file,
				weight: Math.min(Math.max(query.weight, file.weight[0]), file.weight[1]),
				syntheticItalic: query.italic && !file.italic,
				has: (codePoint) => this.#sliceOf(codePoint) === slice,
			};
			this.#faces.set(number, face);
		}
		return face;
	}

	#sliceOf(codePoint: number): number {
		this.#table ??= new CoverageTable(this.#family.slices.map(({ coverage }) => coverage));
		return this.#table.sliceOf(codePoint);
	}
}

/** The right slant first, then the nearest weight. */
function nearest(files: readonly FontFile[], { weight, italic }: FaceQuery): FontFile {
	const distance = (file: FontFile) =>
		(file.italic === italic ? 0 : 10_000) +
		Math.max(0, file.weight[0] - weight, weight - file.weight[1]);
	return files.reduce((best, file) => (distance(file) < distance(best) ? file : best));
}
