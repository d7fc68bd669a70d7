/**
 * Which full-width punctuation Chromium trims beside which other: measured in
 * Chromium 156 under `text-spacing-trim: normal`, with lang zh-Hans, zh-Hant, ja
 * and ko, in the whole fonts of the npm packages @expo-google-fonts/noto-sans-sc,
 * -tc, -jp and -kr 0.4.3. Where fonts come in slices, as on a page that loads
 * them from the web, it trims only what lies in one slice.
 */
import type { HanForm } from "../../src/engine/text/fonts/manifest.js";

/** All that were tried after each other. */
export const PUNCTUATION = "、。，：；・·！？「」（）《》“”‘’\u3000";

const ALL_BUT_MARKS = "、。，：；・·「」（）《》“”‘’\u3000";
const NO_OPENING_QUOTES = "、。，：；・·「」（）《》”’\u3000";
/** Pairs that are half an em narrower than their parts: one of the first, then one of the second. */
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

/** Whether two signs that follow each other take half an em less than each alone. */
export const isNarrower = (han: HanForm, first: string, second: string): boolean =>
	NARROWER[han].some(([before, after]) => before.includes(first) && after.includes(second));
