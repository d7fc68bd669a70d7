import { type FontFamily, type FontManifest, type HanForm, readFontManifest } from "./manifest.js";

/**
 * Which Han family comes after the one of the language itself. Simplified and
 * traditional stand in for each other last where the other language's forms
 * are nearer: Japanese and Korean forms are closest to the traditional ones.
 */
const hanOrder: Record<HanForm, readonly HanForm[]> = {
	sc: ["sc", "tc", "jp", "kr"],
	tc: ["tc", "jp", "kr", "sc"],
	jp: ["jp", "tc", "sc", "kr"],
	kr: ["kr", "jp", "tc", "sc"],
};

/**
 * The families in the order in which a character is looked up: the manifest's
 * order, with the Han families among themselves put into the order of the language.
 */
export function fallbackOrder(manifest: FontManifest, han: HanForm): FontFamily[] {
	const forms = [...hanOrder[han]];
	const inForm = (form: HanForm | undefined) =>
		manifest.families.find((family) => family.han !== undefined && family.han === form);
	return manifest.families.map((family) =>
		family.han === undefined ? family : (inForm(forms.shift()) ?? family),
	);
}

/**
 * The same order as names for a CSS font-family list, so that a page with the
 * same files picks the same font for each character.
 */
export function cssFontFamilies(han: HanForm): string[] {
	return fallbackOrder(readFontManifest(), han).map((family) => family.family);
}
