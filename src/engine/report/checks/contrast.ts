/** low_contrast: how the letters of a text stand out from what is behind them. */
import type { Finding } from "../../../contract/warning.js";
import type { Rgba } from "../../text/rich/css-color.js";
import { contrastOf, hex, isSolid, type Known, over, ratio } from "../painted/color.js";
import { type Behind, behind } from "../painted/compose.js";
import type { PaintedSlide, PaintedText } from "../painted/painted.js";
import { turnedPoint } from "../painted/quad.js";
import { eachGlyphBox } from "../painted/text.js";

/** Least contrast of large text in WCAG 2.2, 1.4.3. */
const LEAST = 3;
/** Below it a text can hardly be read. */
const HARDLY = 2;
/** Share of the letters' area that may stand out less: over a picture, and over colours. */
const MAY_FAIL = { picture: 0.25, color: 0.1 };
/** Texts that are paler than this are decoration. */
export const DECORATION = 0.3;
/** A numeral of this size, in slide widths, that can be made out may be as pale as it likes. */
const LARGE = 0.2;
const LARGE_CHARACTERS = 3;
const MADE_OUT = 1.05;

/** Points of a text that are looked at, and colours that are looked up for all texts of a slide. */
const MOST_POINTS = 300;
const LEAST_POINTS = 24;
const ALL_LOOKUPS = 60_000;

/** What a text's contrast was found to be. */
export interface FoundContrast {
	/** Contrast ratio; null where it is not known, or where there are no letters. */
	readonly contrast: number | null;
	readonly color: string;
	readonly ground: string;
	/** A picture is behind it. */
	readonly picture: boolean;
}

interface Sample {
	readonly contrast: number;
	readonly weight: number;
	readonly color: Rgba;
	readonly ground: Rgba;
}

const UNKNOWN: FoundContrast = { contrast: null, color: "", ground: "", picture: false };

/**
 * The contrast that all but a small share of the letters' area reaches, of the run that stands
 * out least. It is found at a grid of points in the box of each letter.
 */
export function contrastOfText(text: PaintedText, slide: PaintedSlide): FoundContrast {
	const ground = behind(slide, text);
	const runs = runsOf(text, slide, ground);
	if (runs === null || runs.length === 0) return UNKNOWN;
	const picture = ground.pictures;
	const all = picture
		? [runs.flatMap(({ samples }) => samples)]
		: runs.map(({ samples }) => samples);
	const worst = all
		.filter((samples) => samples.length > 0)
		.map((samples) => quantile(samples, picture ? MAY_FAIL.picture : MAY_FAIL.color))
		.reduce<Sample | undefined>(
			(least, one) => (least === undefined || one.contrast < least.contrast ? one : least),
			undefined,
		);
	if (worst === undefined) return UNKNOWN;
	const { contrast, color, ground: on } = worst;
	return { contrast: ratio(contrast), color: hex(color), ground: hex(on), picture };
}

export function contrastFinding(
	text: PaintedText,
	found: FoundContrast,
	slide: PaintedSlide,
): Finding[] {
	const { contrast, color, ground, picture } = found;
	if (contrast === null || contrast >= LEAST || text.stroked) return [];
	if (isDecoration(text, contrast, slide)) return [];
	const where = picture
		? `For a quarter of the letters, the contrast to the image behind them is ${contrast}:1 or less (${color} on ${ground})`
		: `The contrast of ${color} on ${ground} is ${contrast}:1`;
	const fix = picture
		? "add a scrim, put a card behind the text, use style outline, or crop the image differently"
		: "change textColor, or give the text a background";
	return [
		{
			code: "low_contrast",
			...(contrast < HARDLY && { severity: "error" as const }),
			path: text.path,
			message: `${where}; readable text needs at least ${LEAST}:1. To fix it, ${fix}.`,
			color,
			ground,
			contrast,
			needed: LEAST,
		},
	];
}

/** Whether a text is pale on purpose: a watermark, a numeral behind a headline. */
export function isDecoration(
	text: PaintedText,
	contrast: number,
	{ width }: PaintedSlide,
): boolean {
	if (text.opacity < DECORATION) return true;
	const { block, lines } = text.layout;
	if (contrast < MADE_OUT || block.fontSize < LARGE * width) return false;
	const shown = lines.map(({ line }) => line.text).join("");
	return [...shown].length <= LARGE_CHARACTERS;
}

/** The contrast below which no more than a share of the area is. */
function quantile(samples: readonly Sample[], share: number): Sample {
	const sorted = [...samples].sort((a, b) => a.contrast - b.contrast);
	const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
	let below = 0;
	for (const sample of sorted) {
		below += sample.weight;
		if (below > share * total) return sample;
	}
	return sorted.at(-1)!;
}

interface Run {
	readonly samples: Sample[];
}

/** Samples of the runs of a text by their style; null where something behind is not known. */
function runsOf(text: PaintedText, slide: PaintedSlide, ground: Behind): Run[] | null {
	const { layout, turns, fillAt, shade } = text;
	const { block } = layout;
	const boxes = lettersOf(text);
	if (boxes.length === 0) return [];
	const even = ground.even && fillAt === undefined;
	const lookups = ALL_LOOKUPS / Math.max(1, slide.texts.length * (1 + ground.areas));
	const points = even ? 1 : Math.max(LEAST_POINTS, Math.min(MOST_POINTS, lookups));
	const side = even ? 1 : Math.max(1, Math.min(4, Math.floor(Math.sqrt(points / boxes.length))));
	const stride = even ? 1 : Math.max(1, Math.ceil((boxes.length * side * side) / points));
	const runs = new Map<unknown, Run>();
	for (const [i, { style, left, top, right, bottom }] of boxes.entries()) {
		if (i % stride !== 0) continue;
		let run = runs.get(style);
		if (run === undefined) {
			run = { samples: [] };
			runs.set(style, run);
		}
		// One point tells all of a run.
		if (even && run.samples.length > 0) continue;
		const weight = (right - left) * (bottom - top);
		for (let k = 0; k < side * side; k++) {
			const [px, py] = turnedPoint(
				left + ((right - left) * ((k % side) + 0.5)) / side,
				top + ((bottom - top) * (Math.floor(k / side) + 0.5)) / side,
				turns,
			);
			if (px < 0 || py < 0 || px >= slide.width || py >= slide.height) continue;
			const own = (below: Known): Known => {
				let on = below;
				if (shade !== null && ground.pictures) on = over(shade, on);
				if (block.style === "highlight") on = over(block.highlight, on);
				return style.backgrounds.reduce<Known>((under, color) => over(color, under), on);
			};
			const fill = fillAt && sameColor(style.color, block.color) ? fillAt(px, py) : style.color;
			const { ground: on, ink: letter } = ground.at(px, py, (below) => {
				const under = own(below);
				return { ground: under, ink: over(fill, under) };
			});
			if (on === null || letter === null || !isSolid(on)) return null;
			run.samples.push({ contrast: contrastOf(letter, on), weight, color: letter, ground: on });
		}
	}
	return [...runs.values()];
}

const sameColor = (a: Rgba, b: Rgba) => a.r === b.r && a.g === b.g && a.b === b.b && a.a === b.a;

type Style = PaintedText["layout"]["lines"][number]["line"]["fragments"][number]["style"];
interface Letter {
	readonly style: Style;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** The boxes of all letters, before any turn; emoji have colours of their own. */
function lettersOf({ layout }: PaintedText): Letter[] {
	const letters: Letter[] = [];
	for (const { line, x, baseline } of layout.lines)
		for (const fragment of line.fragments)
			if (fragment.kind === "glyphs")
				eachGlyphBox(fragment, x, baseline, layout.block.fontSize, (left, top, right, bottom) =>
					letters.push({ style: fragment.style, left, top, right, bottom }),
				);
	return letters;
}
