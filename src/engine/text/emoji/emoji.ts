import { hasEmojiArt, readEmojiArt } from "./emoji-art.js";

/** A picture to be inlined: the content of an SVG group on a square canvas. */
export interface EmojiArt {
	/** width and height of the canvas, in user units */
	readonly size: 36;
	/** SVG elements without ids, references or layers */
	readonly content: string;
}

const textSelector = 0xfe0e;
const emojiSelector = 0xfe0f;
const joiner = 0x200d;
const keycap = 0x20e3;

// Characters with a picture that are newer than the Unicode data of this Node. All emoji since
// Unicode 9 have emoji presentation by default.
const defaultEmoji = /^(?:\p{Emoji_Presentation}|\p{Cn})/u;
const canBeEmoji = /^\p{Emoji}/u;

/**
 * Whether a UTF-16 unit can begin an emoji: the digits, # and *, © and ®, the symbols between
 * U+203C and U+3299, and the surrogates. Plain text only costs a few comparisons.
 */
function canBegin(unit: number): boolean {
	if (unit < 0xa9) return (unit >= 0x30 && unit <= 0x39) || unit === 0x23 || unit === 0x2a;
	if (unit < 0x203c) return unit === 0xa9 || unit === 0xae;
	return unit <= 0x3299 || (unit >= 0xd83c && unit <= 0xd83e);
}

/**
 * The key of the emoji that a grapheme cluster shows, for {@link emojiArt}; undefined if it is
 * text, or a sequence without a picture (then {@link splitEmoji} gives its parts).
 *
 * Presentation follows UTS #51: a character is an emoji by default if it has Emoji_Presentation, or
 * with U+FE0F or a skin tone after it, and text with U+FE0E. Keycaps and joined sequences are also
 * recognised without U+FE0F.
 */
export function emojiKey(cluster: string): string | undefined {
	if (!canBegin(cluster.charCodeAt(0))) return undefined;
	if (cluster.length === 1 && cluster.charCodeAt(0) < 0x231a) return undefined;
	return showsEmoji(cluster) ? keyWithArt(cluster) : undefined;
}

/**
 * The key for a cluster whose base has a picture, whatever its presentation. Used for characters
 * that no font has, which would otherwise be boxes.
 */
export function emojiKeyOfAny(cluster: string): string | undefined {
	return keyWithArt(cluster.replaceAll("\ufe0e", ""));
}

/**
 * Splits a sequence without a picture (a family that no set has, a pair of regional indicators that
 * is not a flag, a skin tone on a car) into the longest parts that have one, as clusters for {@link
 * emojiKey}, without joiners. Anything else is returned unchanged.
 */
export function splitEmoji(cluster: string): string[] {
	if (!canBegin(cluster.charCodeAt(0)) || cluster.length < 2) return [cluster];
	if (emojiKey(cluster) !== undefined || !showsEmoji(cluster)) return [cluster];
	const parts: string[] = [];
	const chars = [...cluster];
	for (let start = 0; start < chars.length; ) {
		const end = longestKnown(chars, start);
		parts.push(chars.slice(start, end).join(""));
		start = end;
		while (start < chars.length && isFiller(chars[start]!.codePointAt(0)!)) start++;
	}
	return parts;
}

/**
 * The picture for a key of {@link emojiKey}.
 * @throws RangeError if no emoji has this key
 */
export function emojiArt(key: string): EmojiArt {
	let art = cache.get(key);
	if (art === undefined) {
		const content = readEmojiArt(key);
		if (content === undefined) throw new RangeError(`no emoji picture ${key}`);
		art = { size: 36, content };
		if (cache.size >= cacheLimit) cache.delete(cache.keys().next().value!);
		cache.set(key, art);
	}
	return art;
}

// About 2.5 kB per picture, so at most 1.25 MB.
const cacheLimit = 512;
const cache = new Map<string, EmojiArt>();

function showsEmoji(cluster: string): boolean {
	const base = cluster.codePointAt(0)!;
	const next = cluster.codePointAt(base > 0xffff ? 2 : 1);
	if (next === textSelector) return false;
	if (next === emojiSelector || next === keycap || isSkinTone(next))
		return canBeEmoji.test(cluster);
	return defaultEmoji.test(cluster) || (next === joiner && keyWithArt(cluster) !== undefined);
}

/** The key of the cluster if there is a picture for it; unknown tags are dropped from a flag. */
function keyWithArt(cluster: string): string | undefined {
	const codePoints: number[] = [];
	for (const char of cluster) {
		const codePoint = char.codePointAt(0)!;
		if (codePoint !== emojiSelector) codePoints.push(codePoint);
		// The longest emoji have ten code points; longer sequences are unknown.
		if (codePoints.length > 16) break;
	}
	const key = codePoints.map(hex).join("-");
	if (hasEmojiArt(key)) return key;
	if (codePoints.length > 1 && codePoints.slice(1).every(isTag)) {
		const base = hex(codePoints[0]!);
		if (hasEmojiArt(base)) return base;
	}
	return undefined;
}

/** End of the longest run from `start` that has a picture; at least one character. */
function longestKnown(chars: readonly string[], start: number): number {
	if (!canBegin(chars[start]!.charCodeAt(0))) return start + 1;
	for (let end = Math.min(chars.length, start + 16); end > start + 1; end--) {
		if (keyWithArt(chars.slice(start, end).join("")) !== undefined) return end;
	}
	return start + 1;
}

function hex(codePoint: number): string {
	return codePoint.toString(16);
}

function isSkinTone(codePoint: number | undefined): boolean {
	return codePoint !== undefined && codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}

function isTag(codePoint: number): boolean {
	return codePoint >= 0xe0020 && codePoint <= 0xe007f;
}

function isFiller(codePoint: number): boolean {
	return codePoint === joiner || codePoint === emojiSelector || isTag(codePoint);
}
