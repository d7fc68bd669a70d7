/** low_contrast: the contrast between the letters of a text and what is behind them. */
import type { Finding } from "../../../contract/warning.js";
import type { PlacedLine } from "../../svg/text/layout.js";
import { type Rgba, sameColor } from "../../text/rich/css-color.js";
import { contrastOf, hex, isSolid, type Known, over, ratio } from "../painted/color.js";
import { type Behind, behind } from "../painted/compose.js";
import type { PaintedSlide, PaintedText } from "../painted/painted.js";
import { turnedPoint } from "../painted/quad.js";
import { type Letter, lettersOf } from "../painted/text.js";

/** Minimum contrast of large text in WCAG 2.2, 1.4.3. */
const LEAST = 3;
/** Below this contrast, a text is nearly unreadable. */
const HARDLY = 2;
/** Share of the letters' area that may have less contrast: over a picture, and over colours. */
const MAY_FAIL = { picture: 0.25, color: 0.1 };
/** Texts below this opacity count as decoration. */
export const DECORATION = 0.3;
/** A visible numeral of this size, in slide widths, may have any contrast. */
const LARGE = 0.2;
const LARGE_CHARACTERS = 3;
const MADE_OUT = 1.05;

/** Maximum number of points per text, and of colours for all texts of a slide. */
const MOST_POINTS = 300;
const LEAST_POINTS = 24;
const ALL_LOOKUPS = 60_000;

/** The measured contrast of a text. */
export interface FoundContrast {
	/** Contrast ratio; null if it is not known, or if there are no letters. */
	readonly contrast: number | null;
	readonly color: string;
	readonly ground: string;
	/** A picture is behind it. */
	readonly picture: boolean;
	/** Black or white letters would be readable everywhere. */
	readonly recolors?: boolean;
	/** A nearly unreadable word in an otherwise readable text. */
	readonly lost?: LostWord | undefined;
}

/** A word, and the contrast that most of its area does not reach. */
interface LostWord {
	readonly word: string;
	readonly contrast: number;
	readonly color: string;
	readonly ground: string;
}

interface Sample {
	readonly contrast: number;
	readonly weight: number;
	readonly color: Rgba;
	readonly ground: Rgba;
}

/** Below this opacity, another colour may not suffice. */
const FADED = 0.7;
const [BLACK, WHITE] = [0, 255].map((value) => ({ r: value, g: value, b: value, a: 1 })) as [
	Rgba,
	Rgba,
];

const UNKNOWN: FoundContrast = { contrast: null, color: "", ground: "", picture: false };

/**
 * The contrast that all but a small share of the letters' area reaches, for the run with the lowest
 * contrast. It is sampled at a grid of points in the box of each letter.
 */
export function contrastOfText(text: PaintedText, slide: PaintedSlide): FoundContrast {
	const letters = lettersOf(text.layout);
	if (letters.length === 0) return UNKNOWN;
	const sampler = samplerOf(text, slide);
	const { pictures: picture, areas } = sampler.ground;
	const lookups = ALL_LOOKUPS / Math.max(1, slide.texts.length * (1 + areas));
	const found = sampled(letters, sampler, lookups);
	if (found === null || found.runs.length === 0) return UNKNOWN;
	const all = picture
		? [found.runs.flatMap(({ samples }) => samples)]
		: found.runs.map(({ samples }) => samples);
	const worst = all
		.filter((samples) => samples.length > 0)
		.map((samples) => quantile(samples, picture ? MAY_FAIL.picture : MAY_FAIL.color))
		.reduce<Sample | undefined>(
			(least, one) => (least === undefined || one.contrast < least.contrast ? one : least),
			undefined,
		);
	if (worst === undefined) return UNKNOWN;
	const { contrast, color, ground } = worst;
	const lost = contrast >= LEAST ? lostWord(letters, found, sampler) : undefined;
	const recolors = [BLACK, WHITE].some((other) =>
		all.flat().every((sample) => contrastOf(other, sample.ground) >= LEAST),
	);
	return {
		...{ contrast: ratio(contrast), color: hex(color), ground: hex(ground) },
		...{ picture, recolors, lost },
	};
}

export function contrastFinding(
	text: PaintedText,
	found: FoundContrast,
	slide: PaintedSlide,
): Finding[] {
	const { picture, lost } = found;
	const { contrast, color, ground } = lost ?? found;
	if (contrast === null || contrast >= LEAST || text.stroked) return [];
	if (isDecoration(text, contrast, slide)) return [];
	const where = lost
		? `Most of the word "${lost.word}" has a contrast of ${contrast}:1 or less to what is behind it (${color} on ${ground})`
		: picture
			? `For a quarter of the letters, the contrast to the image behind them is ${contrast}:1 or less (${color} on ${ground})`
			: `The contrast of ${color} on ${ground} is ${contrast}:1`;
	const fix = picture
		? "add a scrim, put a card behind the text, use style outline, or crop the image differently"
		: text.opacity < FADED
			? "raise the opacity of the text, and of what it is in"
			: found.recolors
				? "change textColor, or give the text a background"
				: "give the text a background, because no colour is readable on all that is behind it";
	return [
		{
			code: "low_contrast",
			...(contrast < HARDLY && { severity: "error" as const }),
			path: text.path,
			message: `${where}; readable text needs at least ${LEAST}:1. To fix it, ${fix}.`,
			...(lost && { word: lost.word }),
			color,
			ground,
			contrast,
			needed: LEAST,
		},
	];
}

/** Whether a text is pale on purpose, such as a watermark or a numeral behind a headline. */
export function isDecoration(text: PaintedText, contrast: number, slide: PaintedSlide): boolean {
	if (text.opacity < DECORATION) return true;
	return contrast >= MADE_OUT && isLargeNumeral(text, slide);
}

/** Whether a text is so short and large that it counts as a picture. */
export function isLargeNumeral({ layout }: PaintedText, { width }: PaintedSlide): boolean {
	const { block, lines } = layout;
	if (block.fontSize < LARGE * width) return false;
	const shown = lines.map(({ line }) => line.text).join("");
	return [...shown].length <= LARGE_CHARACTERS;
}

/** The highest contrast that all but a share of the area reaches. */
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

/** Samples points of letters. */
interface Sampler {
	readonly ground: Behind;
	/** The text has a single colour, and so has its background. */
	readonly even: boolean;
	/**
	 * @param side points per row and column
	 * @returns null if something behind it is not known
	 */
	readonly of: (letter: Letter, side: number) => Sample[] | null;
}

function samplerOf(text: PaintedText, slide: PaintedSlide): Sampler {
	const { layout, turns, fillAt, shade } = text;
	const { block } = layout;
	const ground = behind(slide, text);
	return {
		ground,
		even: ground.even && fillAt === undefined,
		of: ({ style, left, top, right, bottom }, side) => {
			const samples: Sample[] = [];
			const weight = ((right - left) * (bottom - top)) / side ** 2;
			const own = (below: Known): Known => {
				let on = below;
				if (shade !== null && ground.pictures) on = over(shade, on);
				if (block.style === "highlight") on = over(block.highlight, on);
				return style.backgrounds.reduce<Known>((under, color) => over(color, under), on);
			};
			for (let k = 0; k < side * side; k++) {
				const [px, py] = turnedPoint(
					left + ((right - left) * ((k % side) + 0.5)) / side,
					top + ((bottom - top) * (Math.floor(k / side) + 0.5)) / side,
					turns,
				);
				if (px < 0 || py < 0 || px >= slide.width || py >= slide.height) continue;
				const fill = fillAt && sameColor(style.color, block.color) ? fillAt(px, py) : style.color;
				const { ground: on, ink: letter } = ground.at(px, py, (below) => {
					const under = own(below);
					return { ground: under, ink: over(fill, under) };
				});
				if (on === null || letter === null || !isSolid(on)) return null;
				samples.push({ contrast: contrastOf(letter, on), weight, color: letter, ground: on });
			}
			return samples;
		},
	};
}

/** The samples of a text, by the style of its runs and by letter. */
interface Sampled {
	readonly runs: readonly Run[];
	/** Empty if one point is enough for a run. */
	readonly letters: ReadonlyMap<Letter, readonly Sample[]>;
}

/** @returns null where something behind is not known */
function sampled(letters: readonly Letter[], sampler: Sampler, lookups: number): Sampled | null {
	const { even } = sampler;
	const points = even ? 1 : Math.max(LEAST_POINTS, Math.min(MOST_POINTS, lookups));
	const side = even ? 1 : Math.max(1, Math.min(4, Math.floor(Math.sqrt(points / letters.length))));
	const stride = even ? 1 : Math.max(1, Math.ceil((letters.length * side * side) / points));
	const runs = new Map<unknown, Run>();
	const byLetter = new Map<Letter, readonly Sample[]>();
	for (const [i, letter] of letters.entries()) {
		if (i % stride !== 0) continue;
		let run = runs.get(letter.style);
		if (run === undefined) {
			run = { samples: [] };
			runs.set(letter.style, run);
		}
		// One point is enough for a run.
		if (even && run.samples.length > 0) continue;
		const samples = sampler.of(letter, side);
		if (samples === null) return null;
		run.samples.push(...samples);
		if (!even) byLetter.set(letter, samples);
	}
	return { runs: [...runs.values()], letters: byLetter };
}

/** Maximum number of letters that are judged together; longer words are judged in parts. */
const PART = 8;
const LEAST_LETTERS = 3;
/**
 * Share of the area of a part of a word that makes it unreadable, and the share from which it is
 * sampled again.
 */
const LOST = 0.75;
const SUSPECT = 0.5;
/**
 * Points per row and column of each letter when it is sampled again, and the number of such words
 * per text.
 */
const CLOSELY = 4;
const MOST_WORDS = 12;

/** Finds a word that is mostly unreadable although the text as a whole is readable. */
function lostWord(
	letters: readonly Letter[],
	{ letters: samples }: Sampled,
	sampler: Sampler,
): LostWord | undefined {
	const isLost = ({ contrast }: Sample) => contrast < HARDLY;
	const shareOf = (all: readonly Sample[]) => weightOf(all.filter(isLost)) / weightOf(all);
	// In most texts every letter is readable, so their words are not determined.
	if (![...samples.values()].some((all) => all.some(isLost))) return undefined;
	let words = 0;
	for (const part of partsOfWords(letters)) {
		const seen = part.flatMap((letter) => samples.get(letter) ?? []);
		if (!(shareOf(seen) >= SUSPECT) || ++words > MOST_WORDS) continue;
		const close = part.flatMap((letter) => sampler.of(letter, CLOSELY) ?? []);
		if (!(shareOf(close) >= LOST)) continue;
		const { contrast, color, ground } = quantile(close, LOST - 0.01);
		return {
			word: wordOf(part[0]!),
			contrast: ratio(contrast),
			color: hex(color),
			ground: hex(ground),
		};
	}
	return undefined;
}

const weightOf = (samples: readonly Sample[]) =>
	samples.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Words separated by white space. Long ones are divided into equal parts, because many scripts have
 * no spaces.
 */
function partsOfWords(letters: readonly Letter[]): Letter[][] {
	const words = new Map<PlacedLine, Map<number, Letter[]>>();
	for (const letter of letters) {
		const ofLine = words.get(letter.line) ?? new Map<number, Letter[]>();
		words.set(letter.line, ofLine);
		const start = wordStart(letter);
		const word = ofLine.get(start);
		if (word) word.push(letter);
		else ofLine.set(start, [letter]);
	}
	return [...words.values()]
		.flatMap((ofLine) => [...ofLine.values()])
		.flatMap((word) => {
			const parts = Math.ceil(word.length / PART);
			return Array.from({ length: parts }, (_, i) =>
				word.slice(
					Math.round((i * word.length) / parts),
					Math.round(((i + 1) * word.length) / parts),
				),
			);
		})
		.filter(({ length }) => length >= LEAST_LETTERS);
}

/** How many characters before a letter the start of its word is searched in. */
const REACH = 64;

function wordStart({ line: { line }, cluster }: Letter): number {
	const { text, offset } = line.source;
	const least = Math.max(line.start - offset, cluster - REACH);
	let start = cluster;
	while (start > least && !SPACE.test(text[start - 1]!)) start--;
	return start;
}

const SPACE = /\s/;

/** The word of a letter, shortened for a message. */
function wordOf(letter: Letter): string {
	const { text, visibleEnd } = letter.line.line.source;
	const start = wordStart(letter);
	const [word = ""] = /^\S*/.exec(text.slice(start, Math.min(visibleEnd, start + 2 * REACH))) ?? [];
	return [...word].slice(0, 24).join("");
}
