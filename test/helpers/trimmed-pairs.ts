/**
 * Pairs of full-width punctuation that Chromium trims: measured in Chromium 156 with
 * `text-spacing-trim: normal` and lang zh-Hans, zh-Hant, ja and ko, in the complete fonts of the
 * npm packages @expo-google-fonts/noto-sans-sc, -tc, -jp and -kr 0.4.3. With sliced fonts, as pages
 * load them from the web, Chromium trims only pairs within one slice.
 */
import type { HanForm } from "../../src/engine/text/fonts/manifest.js";

/** All characters of which pairs were tested. */
export const PUNCTUATION = "、。，：；・·！？「」（）《》“”‘’\u3000";

const ALL_BUT_MARKS = "、。，：；・·「」（）《》“”‘’\u3000";
const NO_OPENING_QUOTES = "、。，：；・·「」（）《》”’\u3000";
/**
 * Pairs that are half an em narrower than their parts: one of the first, then one of the second.
 */
const NARROWER: Record<HanForm, readonly (readonly [first: string, second: string])[]> = {
	sc: [
		["、。，：；」）》”’", ALL_BUT_MARKS],
		["・·「（《“‘\u3000", "「（《“‘"],
	],
	tc: [
		["」）》”’", ALL_BUT_MARKS],
		["、。，：；・·「（《“‘\u3000", "「（《“‘"],
	],
	jp: [
		["、。，」）》", NO_OPENING_QUOTES],
		["：；・·「（《“‘\u3000", "「（《"],
	],
	kr: [
		["、。，」）》", NO_OPENING_QUOTES],
		["：；・·「（《“‘\u3000", "「（《"],
	],
};

/** Whether two consecutive characters are half an em narrower than separately. */
export const isNarrower = (han: HanForm, first: string, second: string): boolean =>
	NARROWER[han].some(([before, after]) => before.includes(first) && after.includes(second));
