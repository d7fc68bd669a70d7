import { PREVIEW_SCALE } from "../../contract/platforms.js";
import type { Finding, Severity, WarningCode } from "../../contract/warning.js";
import { type Box, intersect, isEmpty } from "../scene/geometry.js";
import type { Scene, SceneText } from "../scene/scene.js";
import { highlightPadding } from "../svg/text/highlight-inset.js";
import type { TextLayout } from "../svg/text/layout.js";
import type { Bend } from "../svg/text/on-path.js";
import { strokeReach } from "../svg/text/text.js";
import { hasFeature } from "../text/fonts/font-features.js";
import { lacksHyphens } from "../text/language/hyphenation.js";
import { drawnFragments } from "../text/layout/line-layout.js";
import { awkwardBreak } from "./awkward-break.js";
import { collidingLines } from "./lines-collide.js";
import { type Remedies, splitNumber } from "./number-split.js";
import { inWords, overflow } from "./overflow.js";
import { preview } from "./units.js";

/**
 * How far ink may extend beyond the slide without a warning, such as the edge of a curve or the
 * tail of a comma. Preview pixels.
 */
const SLACK = 0.5;
/**
 * How far ink may extend beyond a box that it was fitted to, because letters may extend beyond
 * their advance. Em.
 */
const LEANING = 0.15;
/** Maximum number of characters, and of letters of a word, in a warning. */
const MAX_CHARACTERS = 20;
/** Fonts in a warning. */
const MAX_FAMILIES = 5;

/**
 * The warnings about a laid-out text block.
 * @param ink of the block, after its rotation; null if it draws nothing
 * @param remedies for the texts of the slide
 * @param slide what the text should not leave
 */
export function textWarnings(
	layout: TextLayout,
	ink: Box | null,
	scene: Scene,
	remedies: Remedies,
	slide: Box,
): Finding[] {
	const { block } = layout;
	const warnings: Finding[] = [
		...emptyBox(block),
		...withoutHyphens(block),
		...withoutGrowth(block),
	];
	const tell = (code: WarningCode, message: string, facts: Record<string, unknown> = {}) =>
		warnings.push({ code, path: block.path, message, ...facts });

	const outside = ink === null ? undefined : overflow(ink, slide, SLACK);
	const seen = ink !== null && !isEmpty(intersect(ink, slide));
	if (ink !== null && !seen)
		tell("off_slide", offSlide(layout, ink, slide), { severity: "error" satisfies Severity });
	else if (outside)
		tell("text_overflows_slide", `The text extends past the slide ${inWords(outside)}.`, {
			overflow: outside,
		});

	boxOverflow(layout, ink, tell);
	cutAndBroken(layout, tell);
	const colliding = collidingLines(layout);
	if (colliding !== undefined) {
		const { line, lineHeight } = colliding;
		tell(
			"lines_collide",
			`Letters of line ${line + 1} touch those of the next line: use a lineHeight of ${lineHeight} or more.`,
			{ line: line + 1, neededLineHeight: lineHeight },
		);
	}
	numberSplit(layout, scene, remedies, tell);
	awkward(layout, scene, tell);
	leftOut(layout, tell);
	missingFeatures(layout, tell);
	return warnings;
}

/** A block without content may still have an empty box. */
export function emptyBox(block: SceneText): Finding[] {
	if (!block.noRoom) return [];
	const message = "The box of the text is empty: its width or height is zero or less.";
	return [{ code: "empty_box", path: block.path, message }];
}

/** Hyphenation is requested, but there are no rules for the language. */
function withoutHyphens({ path, hyphens, language: { tag } }: SceneText): Finding[] {
	if (hyphens === "none" || !lacksHyphens(tag)) return [];
	const message =
		tag === ""
			? "Words are only hyphenated when lang is set."
			: `Words are not hyphenated: there are no hyphenation patterns for ${tag}.`;
	return [{ code: "field_ignored", path: `${path}/hyphens`, message }];
}

/** A maximum for a text that does not grow. */
function withoutGrowth({ path, idleMaxFontSize }: SceneText): Finding[] {
	if (!idleMaxFontSize) return [];
	const message = "The field has no effect without fit: fill.";
	return [{ code: "field_ignored", path: `${path}/maxFontSize`, message }];
}

/** Says where to move the text; only a y if it is outside of the slide in that direction only. */
function offSlide({ box, block }: TextLayout, ink: Box, slide: Box): string {
	const size = `${preview(slide.width)} x ${preview(slide.height)}`;
	const where = `The text is outside the slide, which is ${size}`;
	const across = ink.x < slide.width && ink.x + ink.width > 0;
	// For a layer, the position depends on its layout.
	if (!across || !block.path.includes("/textBlocks/")) return `${where}.`;
	if (ink.height > slide.height)
		return `${where}, and higher than it: make it shorter or smaller, and set y to 0.`;
	// The nearest y at which all of the ink is visible, in whole preview pixels. The ink moves with
	// the box.
	const by = ink.y < 0 ? -ink.y : slide.height - ink.y - ink.height;
	const y = preview(box.y + by);
	return `${where}: set y to ${ink.y < 0 ? Math.ceil(y) : Math.floor(y)}.`;
}

type Tell = (code: WarningCode, message: string, facts?: Record<string, unknown>) => void;

function boxOverflow(
	{ block, box, lines, contentHeight: height, bend }: TextLayout,
	ink: Box | null,
	tell: Tell,
): void {
	if (bend !== undefined) {
		if (bend.beyond > SLACK / PREVIEW_SCALE) beyondPath(bend, lines, tell);
		return;
	}
	const width = lines.reduce((widest, { line }) => Math.max(widest, line.indent + line.width), 0);
	const slack = SLACK / PREVIEW_SCALE;
	const wide = block.width !== null && width > block.width + slack;
	const high = block.height > 0 && height > block.height + slack;
	if (wide || high) {
		const needs = [
			...(wide ? [`a width of ${preview(width)} but has ${preview(block.width!)}`] : []),
			...(high ? [`a height of ${preview(height)} but has ${preview(block.height)}`] : []),
		];
		tell("text_overflows_box", `The text needs ${needs.join(", ")}.`, {
			textWidth: preview(width),
			textHeight: preview(height),
		});
		return;
	}
	// The lines fit, but stacked marks and the like may extend beyond them.
	if (block.minFontSize === null || ink === null || box.rotation !== 0) return;
	const beyond = overflow(
		ink,
		block.paddedBox ?? box,
		(LEANING * block.fontSize + reachOfStyle(block)) * PREVIEW_SCALE,
	);
	if (beyond)
		tell(
			"text_overflows_box",
			`Accents or long letters of the text extend past its box ${inWords(beyond)}.`,
			{
				overflow: beyond,
			},
		);
}

/** A text is longer than its path, or its offset moves it beyond an end. */
function beyondPath({ curve, beyond }: Bend, lines: TextLayout["lines"], tell: Tell): void {
	const [needed, length] = [preview(lines[0]!.line.width), preview(curve.length)];
	const message =
		needed > length
			? `The text needs a path of ${needed} but it has ${length}: letters beyond its ends are not drawn. Use a smaller fontSize, fit: shrink, or a longer path.`
			: `${preview(beyond)} of the text are beyond the end of its path and not drawn: change offset.`;
	tell("text_overflows_box", message, { textWidth: needed, pathLength: length });
}

/** What a style adds around its letters, pixels. */
function reachOfStyle(block: SceneText): number {
	if (block.style !== "highlight") return strokeReach(block);
	const { side, above } = highlightPadding(block);
	return Math.max(side, above);
}

function cutAndBroken({ block, lines }: TextLayout, tell: Tell): void {
	if (lines.some(({ line }) => line.truncated))
		tell(
			"text_truncated",
			`The text is cut after ${lines.length === 1 ? "1 line" : `${lines.length} lines`}.`,
			{
				maxLines: Math.min(block.maxLines, lines.length),
			},
		);
	const broken = lines.findIndex(({ line }) => line.broken);
	if (broken >= 0) {
		const [word = ""] = /\S*$/.exec(lines[broken]!.line.text) ?? [];
		const part = [...word].slice(-MAX_CHARACTERS).join("");
		tell(
			"word_broken",
			`A word is longer than the line and breaks after "${part}". Use a larger width or a smaller font size.`,
			{ line: broken + 1, after: part },
		);
	}
	const missing = [
		...new Set(lines.flatMap(({ line }) => [...line.missing, ...(line.marker?.missing ?? [])])),
	];
	if (missing.length > 0) {
		const characters = missing.slice(0, MAX_CHARACTERS);
		tell(
			"missing_characters",
			`No font has ${characters.map(visibly).join(" ")}; each is drawn as a box.`,
			{ characters, characterCount: missing.length },
		);
	}
}

/** Visible characters: not private use, unassigned or without a glyph. */
const SEEN = /^[\p{L}\p{N}\p{P}\p{S}][\p{L}\p{N}\p{P}\p{S}\p{M}]*$/u;

/** A character in a message: itself, or its code points. */
export const visibly = (cluster: string): string =>
	SEEN.test(cluster)
		? cluster
		: [...cluster]
				.map((char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`)
				.join(" ");

/** From this font size on, in slide widths, a text is read at a glance, including its numbers. */
const DISPLAY = 20 / 405;

function numberSplit(layout: TextLayout, { width }: Scene, remedies: Remedies, tell: Tell): void {
	const split = splitNumber(layout);
	if (split === undefined) return;
	const { block } = layout;
	const { fontSize, width: wide } = remedies.of(layout, width);
	const padding = block.paddedBox && block.width !== null ? block.paddedBox.width - block.width : 0;
	const neededWidth =
		wide === undefined ? undefined : Math.ceil(preview(wide + padding) / block.scale);
	// Rounded down to a tenth of a pixel.
	const neededSize =
		fontSize === undefined ? undefined : Math.floor((preview(fontSize) / block.scale) * 10) / 10;
	const ways = [
		split.spaced
			? "write a no-break space (U+00A0) between them"
			: "write a word joiner (U+2060) between them",
		...(neededSize === undefined ? [] : [`use a fontSize of ${neededSize} or less`]),
		...(neededWidth === undefined ? [] : [`make the text at least ${neededWidth} wide`]),
	];
	const severity: Severity = block.fontSize >= DISPLAY * width ? "warning" : "info";
	tell(
		"number_split",
		`Line ${split.line + 1} ends with "${split.end}" and the next one begins with "${split.start}": ${ways.slice(0, -1).join(", ")}${ways.length > 1 ? ", or " : ""}${ways.at(-1)}.`,
		{
			severity,
			line: split.line + 1,
			end: split.end,
			start: split.start,
			...(neededSize !== undefined && { neededFontSize: neededSize }),
			...(neededWidth !== undefined && { neededWidth }),
		},
	);
}

function awkward(layout: TextLayout, { width }: Scene, tell: Tell): void {
	const { fontSize, textWrap } = layout.block;
	const found = fontSize >= DISPLAY * width ? awkwardBreak(layout) : undefined;
	if (found === undefined) return;
	const line = found.line + 1;
	if (found.kind === "hyphen") {
		tell(
			"awkward_break",
			`Line ${line} ends inside a word with "${found.end}", and "${found.start}" follows: write a no-break hyphen (U+2011), or change the width or the font size.`,
			{ line, end: found.end, start: found.start },
		);
		return;
	}
	const wrap = textWrap === "pretty" ? "" : `set textWrap to "balance", or `;
	tell(
		"awkward_break",
		`The last line has only "${found.word}": ${wrap}change the width, the font size or the words.`,
		{ line, end: found.word },
	);
}

/** OpenType features that none of the fonts of a text has. */
function missingFeatures({ block: { path, fontFeatures }, lines }: TextLayout, tell: Tell): void {
	if (fontFeatures === null) return;
	const fonts = new Set(
		lines.flatMap(({ line }) =>
			drawnFragments(line).flatMap((fragment) => (fragment.kind === "glyphs" ? fragment.font : [])),
		),
	);
	if (fonts.size === 0) return;
	const families = [...new Set([...fonts].map(({ family }) => family))].slice(0, MAX_FAMILIES);
	for (const tag of Object.keys(fontFeatures)) {
		if ([...fonts].some((font) => hasFeature(font, tag))) continue;
		tell("field_ignored", `${families.join(", ")} has no OpenType feature ${tag}.`, {
			path: `${path}/fontFeatures/${tag}`,
		});
	}
}

function leftOut({ droppedTags, ignoredColors, ignoredStyles }: TextLayout, tell: Tell): void {
	if (droppedTags.size > 0) {
		const tags = first(droppedTags);
		tell("tag_dropped", `The rich text has unsupported tags: ${tags.join(", ")}.`, {
			tags,
		});
	}
	if (ignoredColors.size > 0) {
		const colors = first(ignoredColors);
		tell("color_ignored", `The rich text has invalid colours: ${colors.join(", ")}.`, {
			colors,
		});
	}
	if (ignoredStyles.size > 0) {
		const styles = first(ignoredStyles);
		tell("style_ignored", `The rich text has unsupported styles: ${styles.join("; ")}.`, {
			styles,
		});
	}
}

/** Words of the client for a warning, limited in number and length. */
const first = (words: ReadonlySet<string>) =>
	[...words].slice(0, MAX_CHARACTERS).map((word) => [...word.slice(0, 80)].slice(0, 40).join(""));
