/**
 * A validated slide becomes a Scene: export pixels, every default filled in,
 * no optional fields. With pictures.ts the only place that knows the defaults of
 * the contract.
 */
import {
	type Mode,
	type ScrimFrom,
	type StepperStyle,
	TEXT_SIZE_PX,
	type TextAlign,
	type TextStyle,
	type TextWeight,
	type VerticalAlign,
} from "../contract/enums.js";
import { LIMITS } from "../contract/limits.js";
import { PREVIEW_SCALE } from "../contract/platforms.js";
import type { Scrim, Slide, TextBlock } from "../contract/render-request.js";
import { type Language, slideLanguages } from "../text/language/language.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import { relativeLuminance } from "../text/rich/luminance.js";
import { clamp, toExport } from "./export-pixels.js";
import { type PicturesInput, resolvePictures, type ScenePictures } from "./pictures.js";

/** A colour between the background and what stands on it. */
export interface SceneScrim {
	readonly color: string;
	/** At its strongest. */
	readonly opacity: number;
	readonly from: ScrimFrom;
}

export interface SceneText {
	/** JSON pointer of the block. */
	readonly path: string;
	readonly text: string;
	readonly richText: string;
	readonly emoji: string;
	readonly style: TextStyle;
	/** Family that comes before the built-in ones; null: these alone. */
	readonly font: string | null;
	/** Of what is not bold. */
	readonly weight: TextWeight;
	/** Pixels. */
	readonly fontSize: number;
	/** Least font size that makes the text fit its box; null: it keeps its size. */
	readonly minFontSize: number | null;
	/** Em. */
	readonly lineHeight: number;
	readonly align: TextAlign;
	/** Room that lines other than start-aligned ones stand in; null: the widest of them. */
	readonly alignWidth: number | null;
	readonly verticalAlign: VerticalAlign;
	/** Infinity: all lines are drawn. */
	readonly maxLines: number;
	readonly color: Rgba;
	readonly highlight: Rgba;
	readonly x: number;
	readonly y: number;
	/** Width of the box; null: as wide as the longest line. */
	readonly width: number | null;
	/** Least height of the box. */
	readonly height: number;
	/** Its width or height was given as zero or less. */
	readonly noRoom: boolean;
	/** Infinity: no wrapping. */
	readonly wrapWidth: number;
	/** Degrees clockwise about the centre of the box. */
	readonly rotation: number;
	readonly language: Language;
	/** What lies behind is dark, or may be. */
	readonly darkGround: boolean;
}

export interface SceneStepper {
	/** JSON pointer of what places it. */
	readonly path: string;
	readonly style: Exclude<StepperStyle, "none">;
	/** 1-based. */
	readonly current: number;
	readonly count: number;
	readonly activeColor: string;
	/** Top left corner where the client gave one; null keeps the default of that axis. */
	readonly x: number | null;
	readonly y: number | null;
}

export interface Scene extends ScenePictures {
	readonly backgroundColor: string;
	readonly scrim: SceneScrim | null;
	readonly texts: readonly SceneText[];
	readonly stepper: SceneStepper | null;
}

export interface SceneInput extends PicturesInput {
	readonly slideCount: number;
	/** Colour of the stepper's active part, that of the brand. */
	readonly stepperColor: string;
	readonly mode: Mode;
	readonly stepperStyle: StepperStyle;
}

/** Room kept at the right edge when a block has no width of its own, preview pixels. */
const TEXT_MARGIN = 20;

/** Lengths beyond 1e7 preview pixels are taken as that; a text without a language goes by its slide. */
export function resolveScene(input: SceneInput): Scene {
	const pictures = resolvePictures(input);
	const { slide } = input;
	const base = `/slides/${input.slideIndex}`;
	return {
		...pictures,
		backgroundColor: slide.backgroundColor ?? "#000000",
		scrim: resolveScrim(slide.scrim),
		texts: resolveTexts(slide, `${base}/textBlocks`, pictures.width * PREVIEW_SCALE),
		stepper: resolveStepper(input),
	};
}

function resolveScrim(scrim: Scrim | null | undefined): SceneScrim | null {
	if (scrim == null) return null;
	const { color = "#000000", opacity = 0.45, from = "all" } = scrim;
	return opacity === 0 ? null : { color, opacity, from };
}

/** Below this luminance black has a contrast of less than 5:1, and dark grey one of about 3:1. */
const DARK = 0.2;

function resolveTexts(slide: Slide, base: string, previewWidth: number): SceneText[] {
	const blocks = slide.textBlocks ?? [];
	const languages = slideLanguages(
		blocks.map(({ richText, text, lang }) => ({ text: richText || (text ?? ""), lang })),
	);
	const slideIsDark =
		slide.image != null || relativeLuminance(color(slide.backgroundColor ?? "#000000")) < DARK;
	return blocks.map((block, index) =>
		resolveText(block, `${base}/${index}`, previewWidth, languages[index]!, slideIsDark),
	);
}

/** Weight of the text in each style; b and strong are 900 in all of them. */
const STYLE_WEIGHT = { bold: 800, shadow: 600, outline: 800, highlight: 600 } as const;

function resolveText(
	block: TextBlock,
	path: string,
	previewWidth: number,
	language: Language,
	slideIsDark: boolean,
): SceneText {
	const x = clamp(block.x ?? 50);
	const room = previewWidth - TEXT_MARGIN - x;
	const wrap = block.width ?? block.maxWidth ?? (room > 0 ? room : Number.POSITIVE_INFINITY);
	const alignWidth = block.width ?? block.maxWidth;
	const style = block.style ?? "bold";
	const highlight = color(block.highlightColor ?? "#D4AF37");
	const hasGround = style === "highlight" && highlight.a > 0.5;
	return {
		path,
		text: block.text ?? "",
		richText: block.richText ?? "",
		emoji: block.emoji ?? "",
		style,
		font: block.font ?? null,
		weight: block.weight ?? STYLE_WEIGHT[style],
		fontSize: (block.fontSize ?? TEXT_SIZE_PX[block.size ?? "L"]) / PREVIEW_SCALE,
		minFontSize:
			block.fit === "shrink" ? (block.minFontSize ?? LIMITS.minFontSize) / PREVIEW_SCALE : null,
		lineHeight: block.lineHeight ?? 1.2,
		align: block.align ?? "start",
		alignWidth: alignWidth == null ? null : Math.max(0, toExport(alignWidth)),
		verticalAlign: block.verticalAlign ?? "top",
		maxLines: block.maxLines ?? Number.POSITIVE_INFINITY,
		color: color(block.textColor ?? "#FFFFFF"),
		highlight,
		x: toExport(x),
		y: toExport(block.y ?? 300),
		width: block.width == null ? null : Math.max(0, toExport(block.width)),
		height: Math.max(0, toExport(block.height ?? 0)),
		noRoom: (block.width ?? 1) <= 0 || (block.height ?? 1) <= 0,
		wrapWidth: Number.isFinite(wrap) ? Math.max(0, toExport(wrap)) : wrap,
		rotation: block.rotation ?? 0,
		language,
		darkGround: hasGround ? relativeLuminance(highlight) < DARK : slideIsDark,
	};
}

/** A colour that validation has let through. */
function color(value: string): Rgba {
	const parsed = parseCssColor(value);
	if (!parsed) throw new Error("an unchecked colour reached the scene");
	return parsed;
}

function resolveStepper(input: SceneInput): SceneStepper | null {
	if (input.mode !== "carousel" || input.stepperStyle === "none") return null;
	const position = input.slide.counterPosition;
	return {
		path: `/slides/${input.slideIndex}/counterPosition`,
		style: input.stepperStyle,
		current: input.slideIndex + 1,
		count: input.slideCount,
		activeColor: input.stepperColor,
		x: position?.x === undefined ? null : toExport(position.x),
		y: position?.y === undefined ? null : toExport(position.y),
	};
}
