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
 * A family that a text asks for before those that come first: that of its Han
 * characters for punctuation between them, Nastaliq for Urdu, one with the
 * letters of Serbian, Macedonian and Bulgarian.
 */
export type Preference = "han" | "nastaliq" | "cyrillic";

/**
 * The families in the order in which a character is looked up: the manifest's
 * order, with the Han families among themselves put into the order of the
 * language, each followed by the one with its rare characters.
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
