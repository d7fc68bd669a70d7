import type { LoadedFont } from "./library.js";

/** OpenType features by their tags, and their values: 0 turns one off. */
export type FontFeatures = Readonly<Record<string, number>>;

const known = new WeakMap<LoadedFont["hb"]["face"], ReadonlySet<string>>();

/** Whether a font has an OpenType feature, in any of its scripts. */
export function hasFeature({ hb: { face } }: LoadedFont, tag: string): boolean {
	let tags = known.get(face);
	if (tags === undefined) {
		tags = new Set([...face.getTableFeatureTags("GSUB"), ...face.getTableFeatureTags("GPOS")]);
		known.set(face, tags);
	}
	return tags.has(tag);
}
