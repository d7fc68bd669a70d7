import { type FontFamily, type FontManifest, type HanForm, readFontManifest } from "./manifest.js";

/**
 * The order of the Han families after that of the language itself. Japanese and Korean forms are
 * closest to the traditional ones, so the simplified forms come last for them.
 */
const hanOrder: Record<HanForm, readonly HanForm[]> = {
	sc: ["sc", "tc", "jp", "kr"],
	tc: ["tc", "jp", "kr", "sc"],
	jp: ["jp", "tc", "sc", "kr"],
	kr: ["kr", "jp", "tc", "sc"],
};

/**
 * A family with priority over all others: that of the Han characters for punctuation between them,
 * Nastaliq for Urdu, and one with the letters of Serbian, Macedonian and Bulgarian.
 */
export type Preference = "han" | "nastaliq" | "cyrillic";

/**
 * The families in the order in which a character is looked up: the order of the manifest, with the
 * Han families sorted for the language, each followed by the one with its rare characters.
 */
export function fallbackOrder(
	manifest: FontManifest,
	han: HanForm,
	preference?: Preference,
): FontFamily[] {
	const families = manifest.families.filter(({ byName }) => byName !== true);
	const ordered = hanOrder[han].flatMap((form) => families.filter((family) => family.han === form));
	const rest = [...ordered];
	const usual = families.map((family) => (family.han === undefined ? family : rest.shift()!));
	const first =
		preference === "han"
			? ordered
			: families.filter(({ chosenFor }) => chosenFor !== undefined && chosenFor === preference);
	return [...new Set([...first, ...usual])];
}

/**
 * The same order as names for a CSS font-family list, so that a page with the
 * same files picks the same font for each character.
 */
export function cssFontFamilies(han: HanForm, preference?: Preference): string[] {
	return fallbackOrder(readFontManifest(), han, preference).map((family) => family.family);
}
