/** Finds lines whose letters touch those of the next line. */
import type { PlacedLine, TextLayout } from "../svg/text/layout.js";
import type { LoadedFont } from "../text/fonts/library.js";
import { type GlyphBounds, glyphBounds, inkInBand } from "../text/layout/glyph-path.js";

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

/** A glyph on the slide, before the rotation of its block. Pixels. */
interface PlacedGlyph {
	readonly font: LoadedFont;
	readonly id: number;
	readonly scale: number;
	readonly x: number;
	readonly baseline: number;
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
 * assumed to be close on purpose, except in scripts with marks.
 */
export function collidingLines(layout: TextLayout): CollidingLines | undefined {
	const { block, lines } = layout;
	const { lineHeight, fontSize } = block;
	if (lines.length < 2) return undefined;
	const marked = lines.some(({ line }) =>
		line.fragments.some((part) => part.kind === "glyphs" && MARKED.has(part.script)),
	);
	if (!marked && typeof lineHeight === "number" && lineHeight < LEAST_HEIGHT) return undefined;
	const least = marked ? -LEAST_ROOM : SLACK;
	const line = closeLine(layout, least);
	if (line === undefined) return undefined;
	// For a long text, the first lines that collide determine the suggestion.
	const asked = lines.length > MOST_LINES ? { block, lines: lines.slice(line, line + 2) } : layout;
	let [low, high] = [least, 1];
	for (let i = 0; i < HALVINGS; i++) {
		const middle = (low + high) / 2;
		if (closeLine(asked, middle) === undefined) high = middle;
		else low = middle;
	}
	const now = typeof lineHeight === "number" ? lineHeight : lines[line]!.height / fontSize;
	const needed = now + high - least + (marked ? GOOD_ROOM : 0);
	return { line, lineHeight: Math.round(Math.ceil(needed / HEIGHT_STEP - 0.01) * 5) / 100 };
}

/**
 * Index of the first line whose letters overlap the next one.
 * @param share allowed overlap, em; negative: the required distance
 */
function closeLine(
	{ block, lines }: Pick<TextLayout, "block" | "lines">,
	share: number,
): number | undefined {
	const em = block.fontSize;
	const slack = share * em;
	let above: Reach | undefined;
	for (const [index, line] of lines.entries()) {
		const below = reachOf(line);
		// In most texts no lines overlap, so their columns are not compared.
		const reaches = above !== undefined && above.bottom - below.top > slack;
		if (reaches && touch(profileOf(lines[index - 1]!, em), profileOf(line, em), slack))
			return index - 1;
		above = below;
	}
	return undefined;
}

/** The top and bottom of a line's glyphs, pixels; Infinity and -Infinity for an empty line. */
function reachOf(line: PlacedLine): Reach {
	let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	eachGlyph(line, (glyph, ink, _font, scale) => {
		top = Math.min(top, line.baseline + glyph.y - ink.top * scale);
		bottom = Math.max(bottom, line.baseline + glyph.y - ink.bottom * scale);
	});
	return { top, bottom };
}

type Glyph = Extract<PlacedLine["line"]["fragments"][number], { kind: "glyphs" }>["glyphs"][number];

/**
 * Visits the glyphs of a line that have ink.
 * @param take called with each glyph, its ink, and the pixels of the slide per unit of the ink
 */
function eachGlyph(
	{ line }: PlacedLine,
	take: (glyph: Glyph, ink: GlyphBounds, font: LoadedFont, scale: number) => void,
): void {
	for (const fragment of line.fragments) {
		if (fragment.kind !== "glyphs") continue;
		const { font } = fragment;
		const scale = fragment.size / font.metrics.unitsPerEm;
		for (const glyph of fragment.glyphs) {
			const ink = glyphBounds(font, glyph.id);
			if (ink !== undefined) take(glyph, ink, font, scale);
		}
	}
}

function touch(above: Profile, below: Profile, slack: number): boolean {
	for (const [column, { highest }] of below) {
		const lowest = above.get(column)?.lowest;
		if (lowest === undefined || lowest.bottom - highest.top <= slack) continue;
		const { top, baseline } = highest;
		const nearer =
			slack < 0 ? { ...highest, top: top + slack, baseline: baseline + slack } : highest;
		if (meet(lowest, nearer)) return true;
	}
	return false;
}

/** Whether the ink of glyphs with overlapping boxes overlaps too. */
function meet(upper: PlacedGlyph, lower: PlacedGlyph): boolean {
	const [a, b] = [upper, lower].map(({ font, id, scale, x, baseline }) => {
		const ink = inkInBand(font, id, scale, lower.top - baseline, upper.bottom - baseline);
		return ink && { left: x + ink.left, right: x + ink.right };
	});
	return a !== undefined && b !== undefined && a.left < b.right && b.left < a.right;
}

function profileOf(line: PlacedLine, em: number): Profile {
	const { x, baseline } = line;
	const profile: Profile = new Map();
	eachGlyph(line, (glyph, ink, font, scale) => {
		const left = x + glyph.x;
		const own = {
			...{ font, id: glyph.id, scale, x: left, baseline: baseline + glyph.y },
			top: baseline + glyph.y - ink.top * scale,
			bottom: baseline + glyph.y - ink.bottom * scale,
		};
		const last = Math.floor((left + ink.right * scale) / (COLUMN * em));
		for (let at = Math.floor((left + ink.left * scale) / (COLUMN * em)); at <= last; at++) {
			const { highest = own, lowest = own } = profile.get(at) ?? {};
			profile.set(at, {
				highest: own.top < highest.top ? own : highest,
				lowest: own.bottom > lowest.bottom ? own : lowest,
			});
		}
	});
	return profile;
}
