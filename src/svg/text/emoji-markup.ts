/** An emoji as markup: its picture, with a rim of light where it would vanish. */
import { type EmojiArt, emojiArt } from "../../text/emoji/emoji.js";
import { EMOJI_ADVANCE } from "../../text/layout/paragraph.js";
import { parseCssColor } from "../../text/rich/css-color.js";
import { relativeLuminance } from "../../text/rich/luminance.js";
import { num } from "../markup.js";

/** The art of an emoji is 1 em square and reaches this far below the baseline, in em. */
const EMOJI_DESCENT = 0.137;
/**
 * A picture all of whose colours are darker than this is drawn for white paper
 * (the check mark, the black heart): the dark greys are at 0.02 to 0.05.
 */
const DARK_ART = 0.1;
/** Width of the rim around dark art, in units of the art's canvas of 36. */
const RIM = 1.5;

const dark = new Map<string, boolean>();

/** Whether nothing in a picture is lighter than dark grey. */
function isDark(key: string, { content }: EmojiArt): boolean {
	let known = dark.get(key);
	if (known === undefined) {
		const fills = [...content.matchAll(/fill="([^"]+)"/g)].map((match) => match[1]!);
		known =
			fills.length > 0 &&
			fills.every((fill) => {
				const color = parseCssColor(fill);
				return color ? relativeLuminance(color) < DARK_ART : fill === "none";
			});
		dark.set(key, known);
	}
	return known;
}

/** Top left corner of an emoji's picture, a square of 1 em. */
export const emojiPlace = (x: number, baseline: number, em: number) => ({
	x: x + ((EMOJI_ADVANCE - 1) / 2) * em,
	y: baseline - (1 - EMOJI_DESCENT) * em,
});

/**
 * @param x left edge of the emoji's advance, pixels
 * @param em font size, pixels
 * @param darkGround what lies behind is dark, or may be: dark art has a rim of light
 */
export function emojiMarkup(
	key: string,
	x: number,
	baseline: number,
	em: number,
	darkGround: boolean,
): string {
	const { x: left, y: top } = emojiPlace(x, baseline, em);
	const art = emojiArt(key);
	// The stroke lies under the picture, so that half of it shows, outside.
	const rim =
		darkGround && isDark(key, art)
			? `<g stroke="#fff" stroke-width="${2 * RIM}" stroke-linejoin="round">${art.content}</g>`
			: "";
	return `<g transform="translate(${num(left)} ${num(top)}) scale(${(em / art.size).toFixed(5)})">${rim}${art.content}</g>`;
}
