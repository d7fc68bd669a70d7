/** Finds lines whose letters touch those of the next line. */
import { emojiPlace } from "../svg/text/emoji-node.js";
import type { PlacedLine, TextLayout } from "../svg/text/layout.js";
import type { LoadedFont } from "../text/fonts/library.js";
import { glyphBounds, inkInBand } from "../text/layout/glyph-path.js";
import { emojiExtent } from "./emoji-extent.js";

/** From this line height on, lines are not tight on purpose. Em. */
const LEAST_HEIGHT = 1.2;
/** Width of the compared columns, and how much letters of two lines may overlap, em. */
const COLUMN = 0.25;
const SLACK = 0.1;
/**
 * Scripts with dots, vowels or stacked letters above and below their lines, which may collide at
 * 1.2 em. A mark that touches another letter can turn it into a different letter.
 */
const MARKED: ReadonlySet<string> = new Set("Arab Bali Java Khmr Mymr Orya Sund Tibt".split(" "));
/** Minimum space between lines of such a script, em. */
const LEAST_ROOM = 0.02;
/** Space that the suggested line height adds, and its steps, em. */
const GOOD_ROOM = 0.03;
const HEIGHT_STEP = 0.05;
/** Number of bisection steps for the distance of two lines. */
const HALVINGS = 7;

/** Maximum number of lines that are examined several times. */
const MOST_LINES = 40;

/** Two lines that are too close. */
export interface CollidingLines {
	/** Index of the first of the two, from 0. */
	readonly line: number;
	/** Line height at which they do not touch, em. */
	readonly lineHeight: number;
}

/** A glyph or an emoji on the slide, before the rotation of its block. Pixels. */
interface PlacedGlyph {
	/** Undefined for an emoji, whose box counts. */
	readonly font: LoadedFont | undefined;
	readonly id: number;
	readonly scale: number;
	readonly x: number;
	readonly baseline: number;
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

interface Reach {
	readonly top: number;
	readonly bottom: number;
}

/** The highest and lowest glyph of a line in each column. */
type Profile = Map<number, { highest: PlacedGlyph; lowest: PlacedGlyph }>;

/**
 * The first two lines whose letters touch; undefined if there are none. Below 1.2 em, lines are
 * assumed to be close on purpose, except in scripts with marks and where an emoji covers letters.
 */
export function collidingLines(layout: TextLayout): CollidingLines | undefined {
	const { block, lines } = layout;
	const { lineHeight, fontSize } = block;
	if (lines.length < 2) return undefined;
	const marked = lines.some(({ line }) =>
		line.fragments.some((part) => part.kind === "glyphs" && MARKED.has(part.script)),
	);
	const tight = !marked && typeof lineHeight === "number" && lineHeight < LEAST_HEIGHT;
	const hasEmoji = lines.some(({ line }) => line.fragments.some(({ kind }) => kind === "emoji"));
	if (tight && !hasEmoji) return undefined;
	const least = marked ? -LEAST_ROOM : SLACK;
	const line = closeLine(layout, least, tight);
	if (line === undefined) return undefined;
	// For a long text, the first lines that collide determine the suggestion.
	const asked = lines.length > MOST_LINES ? { block, lines: lines.slice(line, line + 2) } : layout;
	let [low, high] = [least, 1];
	for (let i = 0; i < HALVINGS; i++) {
		const middle = (low + high) / 2;
		if (closeLine(asked, middle, tight) === undefined) high = middle;
		else low = middle;
	}
	const now = typeof lineHeight === "number" ? lineHeight : lines[line]!.height / fontSize;
	const needed = now + high - least + (marked ? GOOD_ROOM : 0);
	return { line, lineHeight: Math.round(Math.ceil(needed / HEIGHT_STEP - 0.01) * 5) / 100 };
}

/**
 * Index of the first line whose letters overlap the next one.
 * @param share allowed overlap, em; negative: the required distance
 * @param tight only emoji over letters count
 */
function closeLine(
	{ block, lines }: Pick<TextLayout, "block" | "lines">,
	share: number,
	tight: boolean,
): number | undefined {
	const em = block.fontSize;
	const slack = share * em;
	let above: Reach | undefined;
	for (const [index, line] of lines.entries()) {
		const below = reachOf(line);
		// In most texts no lines overlap, so their columns are not compared.
		const reaches = above !== undefined && above.bottom - below.top > slack;
		if (reaches && touch(profileOf(lines[index - 1]!, em), profileOf(line, em), slack, tight))
			return index - 1;
		above = below;
	}
	return undefined;
}

/** The top and bottom of a line's glyphs, pixels; Infinity and -Infinity for an empty line. */
function reachOf(line: PlacedLine): Reach {
	let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const glyph of glyphsOf(line)) {
		top = Math.min(top, glyph.top);
		bottom = Math.max(bottom, glyph.bottom);
	}
	return { top, bottom };
}

/** The glyphs of a line that have ink, and its emoji. */
function glyphsOf({ line, x, baseline }: PlacedLine): PlacedGlyph[] {
	return line.fragments.flatMap((fragment): PlacedGlyph[] => {
		if (fragment.kind === "emoji") return [placedEmoji(fragment, x + fragment.x, baseline)];
		if (fragment.kind !== "glyphs") return [];
		const { font } = fragment;
		const scale = fragment.size / font.metrics.unitsPerEm;
		return fragment.glyphs.flatMap(({ id, x: at, y }): PlacedGlyph[] => {
			const ink = glyphBounds(font, id);
			if (ink === undefined) return [];
			const glyph = { font, id, scale, x: x + at, baseline: baseline + y };
			return [
				{
					...glyph,
					left: glyph.x + ink.left * scale,
					right: glyph.x + ink.right * scale,
					top: glyph.baseline - ink.top * scale,
					bottom: glyph.baseline - ink.bottom * scale,
				},
			];
		});
	});
}

function placedEmoji(
	{ emoji, size: em, raise }: Extract<PlacedLine["line"]["fragments"][number], { kind: "emoji" }>,
	x: number,
	lineBaseline: number,
): PlacedGlyph {
	const baseline = lineBaseline - raise;
	const place = emojiPlace(x, baseline, em);
	const ink = emojiExtent(emoji, 0);
	return {
		...{ font: undefined, id: 0, scale: em, x, baseline },
		left: place.x + ink.left * em,
		right: place.x + ink.right * em,
		top: place.y + ink.top * em,
		bottom: place.y + ink.bottom * em,
	};
}

function touch(above: Profile, below: Profile, slack: number, tight: boolean): boolean {
	for (const [column, { highest }] of below) {
		const lowest = above.get(column)?.lowest;
		if (lowest === undefined || lowest.bottom - highest.top <= slack) continue;
		if (tight && (lowest.font === undefined) === (highest.font === undefined)) continue;
		const { top, baseline } = highest;
		const nearer =
			slack < 0 ? { ...highest, top: top + slack, baseline: baseline + slack } : highest;
		if (meet(lowest, nearer)) return true;
	}
	return false;
}

/** Whether the ink of glyphs with overlapping boxes overlaps too. */
function meet(upper: PlacedGlyph, lower: PlacedGlyph): boolean {
	const [a, b] = [upper, lower].map(({ font, id, scale, x, baseline, left, right }) => {
		if (font === undefined) return { left, right };
		const ink = inkInBand(font, id, scale, lower.top - baseline, upper.bottom - baseline);
		return ink && { left: x + ink.left, right: x + ink.right };
	});
	return a !== undefined && b !== undefined && a.left < b.right && b.left < a.right;
}

function profileOf(line: PlacedLine, em: number): Profile {
	const profile: Profile = new Map();
	for (const own of glyphsOf(line)) {
		const last = Math.floor(own.right / (COLUMN * em));
		for (let at = Math.floor(own.left / (COLUMN * em)); at <= last; at++) {
			const { highest = own, lowest = own } = profile.get(at) ?? {};
			profile.set(at, {
				highest: own.top < highest.top ? own : highest,
				lowest: own.bottom > lowest.bottom ? own : lowest,
			});
		}
	}
	return profile;
}
