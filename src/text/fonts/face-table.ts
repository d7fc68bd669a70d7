import { CoverageTable } from "./coverage-table.js";
import { fallbackOrder } from "./fallback-order.js";
import type { FontFamily, FontFile, FontManifest, HanForm } from "./manifest.js";

export type FontWeight = 600 | 800 | 900;

export interface FaceQuery {
	readonly weight: FontWeight;
	readonly italic: boolean;
	/** the language whose form Han characters take */
	readonly han: HanForm;
}

/** A file at one weight. Interned: the same face is the same object. */
export interface FaceId {
	readonly key: string;
	/** CSS family name */
	readonly family: string;
	readonly file: FontFile;
	/** the weight asked for, or the nearest that the file has */
	readonly weight: number;
	/** italic was asked for and the family has none: the glyphs are to be skewed */
	readonly syntheticItalic: boolean;
}

// Characters that have no picture of their own, so that any face will do: default
// ignorables (variation selectors, joiners, soft hyphen, bidi controls), controls, separators.
const transparent = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]$/u;

/** Whether a cluster has nothing to draw and may stay in whatever face its neighbours use. */
export function needsNoGlyph(cluster: string): boolean {
	for (const char of cluster) if (!transparent.test(char)) return false;
	return true;
}

/** Finds the face for a cluster by the coverage in the manifest, without loading a font. */
export class FaceTable {
	readonly #families: ReadonlyMap<HanForm, readonly FamilyFaces[]>;

	constructor(manifest: FontManifest) {
		const faces = new Map(manifest.families.map((family) => [family, new FamilyFaces(family)]));
		const forms: HanForm[] = ["sc", "tc", "jp", "kr"];
		this.#families = new Map(
			forms.map((han) => [han, fallbackOrder(manifest, han).map((family) => faces.get(family)!)]),
		);
	}

	faceFor(cluster: string, query: FaceQuery): FaceId | undefined {
		const families = this.#families.get(query.han)!;
		if (cluster.length === 1) return this.#faceOfOne(cluster, families, query);
		// HarfBuzz composes and decomposes as the font needs it: a font that has either form will do.
		const spellings = new Set([cluster, cluster.normalize("NFC"), cluster.normalize("NFD")]);
		const visible = [...spellings].map(visibleCodePoints);
		if (visible[0]!.length === 0) return this.primaryFace(query);
		for (const family of families) {
			for (const codePoints of visible) {
				const face = family.faceWithAll(codePoints, query);
				if (face !== undefined) return face;
			}
		}
		for (const family of families) {
			const face = family.faceWith(visible[0]![0]!, query);
			if (face !== undefined) return face;
		}
		return undefined;
	}

	primaryFace(query: FaceQuery): FaceId {
		return this.#families.get(query.han)![0]!.face(0, query);
	}

	#faceOfOne(char: string, families: readonly FamilyFaces[], query: FaceQuery): FaceId | undefined {
		const codePoint = char.charCodeAt(0);
		for (const [index, family] of families.entries()) {
			const face = family.faceWith(codePoint, query);
			if (face !== undefined) return face;
			if (index === 0 && transparent.test(char)) return this.primaryFace(query);
		}
		const decomposed = char.normalize("NFD");
		return decomposed.length > 1 ? this.faceFor(decomposed, query) : undefined;
	}
}

function visibleCodePoints(cluster: string): number[] {
	const result: number[] = [];
	for (const char of cluster) if (!transparent.test(char)) result.push(char.codePointAt(0)!);
	return result;
}

/** The faces of one family, made on first use. */
class FamilyFaces {
	readonly #family: FontFamily;
	/** By slice, weight and slant in one number: it is looked up for every character. */
	readonly #faces = new Map<number, FaceId>();
	#table: CoverageTable | undefined;

	constructor(family: FontFamily) {
		this.#family = family;
	}

	faceWith(codePoint: number, query: FaceQuery): FaceId | undefined {
		const slice = this.#sliceOf(codePoint);
		return slice < 0 ? undefined : this.face(slice, query);
	}

	/** The face that has all the code points; they must lie in one slice, as a slice is one font. */
	faceWithAll(codePoints: readonly number[], query: FaceQuery): FaceId | undefined {
		const slice = this.#sliceOf(codePoints[0]!);
		if (slice < 0) return undefined;
		for (let i = 1; i < codePoints.length; i++) {
			if (this.#sliceOf(codePoints[i]!) !== slice) return undefined;
		}
		return this.face(slice, query);
	}

	face(slice: number, query: FaceQuery): FaceId {
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
			};
			this.#faces.set(number, face);
		}
		return face;
	}

	#sliceOf(codePoint: number): number {
		this.#table ??= new CoverageTable(this.#family);
		return this.#table.sliceOf(codePoint);
	}
}

/** Right slant first, then the weight that is nearest. */
function nearest(files: readonly FontFile[], { weight, italic }: FaceQuery): FontFile {
	const distance = (file: FontFile) =>
		(file.italic === italic ? 0 : 10_000) +
		Math.max(0, file.weight[0] - weight, weight - file.weight[1]);
	return files.reduce((best, file) => (distance(file) < distance(best) ? file : best));
}
