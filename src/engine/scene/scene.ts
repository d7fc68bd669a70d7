/**
 * Converts a validated slide to a Scene: in export pixels, with all defaults filled in and without
 * optional fields. The defaults of slides are here and in pictures.ts.
 */

import { canvasShape } from "../../base/canvas-shape.js";
import type { Paint } from "../../contract/document/paint.js";
import {
	type Mode,
	type ScrimFrom,
	type StepperStyle,
	TEXT_SIZE_PX,
	type TextAlign,
	type TextStyle,
	type TextWeight,
	type VerticalAlign,
} from "../../contract/enums.js";
import { LIMITS } from "../../contract/limits.js";
import { PREVIEW_SCALE } from "../../contract/platforms.js";
import type { Scrim, Slide } from "../../contract/render-request.js";
import { isOpaquePaint, type ResolvedPaint } from "../paints/paint.js";
import { resolvePaint } from "../paints/resolve.js";
import { type Language, slideLanguages } from "../text/language/language.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import { relativeLuminance } from "../text/rich/luminance.js";
import { cssColor, hexOf, opaqueHex } from "./colors.js";
import { clamp, toExport } from "./export-pixels.js";
import type { Box, Size } from "./geometry.js";
import { isLeftOut } from "./omitted.js";
import { type PicturesInput, resolvePictures, type ScenePictures } from "./pictures.js";
import { isPlainText, type PlainText } from "./plain.js";
import { resolveTypography, type SceneTypography } from "./typography.js";

/** A colour between the background and the content. */
export interface SceneScrim {
	readonly color: string;
	/** Maximum opacity. */
	readonly opacity: number;
	readonly from: ScrimFrom;
}

export interface SceneText extends SceneTypography {
	/** JSON pointer of the block. */
	readonly path: string;
	readonly text: string;
	readonly richText: string;
	readonly emoji: string;
	readonly style: TextStyle;
	/** Font family that is tried before the built-in ones; null: only the built-in ones. */
	readonly font: string | null;
	/** Weight of text that is not bold. */
	readonly weight: TextWeight;
	/** Pixels. */
	readonly fontSize: number;
	/** Factor of the pixels of its rich text: that of the stack around it that fits its content. */
	readonly scale: number;
	/** Smallest font size that `fit` may use; null: the text keeps its size. */
	readonly minFontSize: number | null;
	/** Largest font size that `fit` may use: that of the text, or larger with `fill`. */
	readonly maxFontSize: number;
	/** The document has a `maxFontSize` that has no effect. */
	readonly idleMaxFontSize: boolean;
	/** Font size of its `fitGroup`, pixels; null: the text is fitted alone. */
	readonly groupSize: number | null;
	/** Em; normal: the height that the fonts of each line need. */
	readonly lineHeight: number | "normal";
	readonly align: TextAlign;
	/**
	 * Width in which lines are aligned, unless they are start-aligned; null: the width of the widest
	 * line.
	 */
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
	/** Minimum height of the box. */
	readonly height: number;
	/**
	 * The box of a layer with its padding, into which marks may extend beyond their lines; null: the
	 * box itself.
	 */
	readonly paddedBox: Box | null;
	/** Its width or height was given as zero or less. */
	readonly noRoom: boolean;
	/** Infinity: no wrapping. */
	readonly wrapWidth: number;
	/** Degrees clockwise around the centre of the box. */
	readonly rotation: number;
	readonly language: Language;
	/** The background is dark, or may be. */
	readonly darkGround: boolean;
}

export interface SceneStepper {
	/** JSON pointer of the field that positions it. */
	readonly path: string;
	readonly style: Exclude<StepperStyle, "none">;
	/** 1-based. */
	readonly current: number;
	readonly count: number;
	readonly activeColor: string;
	/** Top left corner, if the document gives one; null: the default of that axis. */
	readonly x: number | null;
	readonly y: number | null;
}

export interface Scene extends ScenePictures {
	readonly backgroundColor: string;
	/** Painted over the background colour; null: nothing. */
	readonly ground: ResolvedPaint | null;
	/** The background may be transparent. */
	readonly transparent: boolean;
	readonly scrim: SceneScrim | null;
	readonly texts: readonly SceneText[];
	readonly stepper: SceneStepper | null;
}

/**
 * Sizes of the groups that fit together, by `fitGroupKey`: font sizes of texts in pixels, factors of
 * stacks.
 */
export type GroupSizes = Readonly<Record<string, number>>;

/** Groups of texts and of stacks are separate, even if they have the same name. */
export const fitGroupKey = (kind: "text" | "stack", name: string): string => `${kind}/${name}`;

/** The size of a group; undefined if it is not known yet. */
export function groupSizeOf(
	kind: "text" | "stack",
	name: string | null | undefined,
	sizes: GroupSizes,
): number | undefined {
	const key = name == null ? undefined : fitGroupKey(kind, name);
	return key !== undefined && Object.hasOwn(sizes, key) ? sizes[key] : undefined;
}

export interface SceneInput extends PicturesInput {
	/** Index among the slides that are counted, from 0; default `slideIndex`. */
	readonly position?: number;
	readonly slideCount: number;
	/** Colour of the active part of the stepper, from the brand. */
	readonly stepperColor: string;
	readonly mode: Mode;
	readonly stepperStyle: StepperStyle;
	/** Sizes of the document's groups of texts that fit together, pixels. */
	readonly fitSizes?: GroupSizes;
}

/** Space at the right edge of a block without a width, preview pixels. */
const TEXT_MARGIN = 20;

/**
 * Lengths are at most 150,000 preview pixels, and larger ones count as that. A text without a language has the language
 * of its slide.
 */
export function resolveScene(input: SceneInput): Scene {
	const pictures = resolvePictures(input);
	const { slide } = input;
	const base = `/slides/${input.slideIndex}`;
	return {
		...pictures,
		...resolveGround(slide),
		scrim: resolveScrim(slide.scrim),
		texts: resolveTexts(slide, `${base}/textBlocks`, pictures, input.fitSizes ?? {}),
		stepper: resolveStepper(input),
	};
}

/** `background` replaces `backgroundColor`; a paint of one opaque colour becomes that colour. */
function resolveGround({ background, ...slide }: Slide) {
	const backgroundColor = opaqueHex(slide.backgroundColor ?? "#000000");
	if (background === undefined) return { backgroundColor, ground: null, transparent: false };
	const ground = resolvePaint(background, parseCssColor);
	if ("faults" in ground) throw new Error("an unchecked paint reached the scene");
	if (ground.kind === "color" && ground.color.a >= 1)
		return { backgroundColor: hexOf(ground.color), ground: null, transparent: false };
	const clear = !isOpaquePaint(ground);
	return { backgroundColor: clear ? "#ffffff" : backgroundColor, ground, transparent: clear };
}

function resolveScrim(scrim: Scrim | null | undefined): SceneScrim | null {
	if (scrim == null) return null;
	const { color = "#000000", opacity = 0.45, from = "all" } = scrim;
	const ink = cssColor(color);
	const strength = opacity * ink.a;
	return strength === 0 ? null : { color: hexOf(ink), opacity: strength, from };
}

/** Below this luminance black has a contrast of less than 5:1, and dark grey one of about 3:1. */
const DARK = 0.2;

/** Whether the background of a slide's texts is dark, or may be. */
export function isDark({ image, background, backgroundColor = "#000000" }: Slide): boolean {
	if (image != null) return true;
	if (background === undefined)
		return relativeLuminance(cssColor(opaqueHex(backgroundColor))) < DARK;
	return isDarkPaint(background);
}

function isDarkPaint(paint: Paint): boolean {
	if (typeof paint === "string") return relativeLuminance(cssColor(paint)) < DARK;
	if (paint.type === "layers") return paint.paints.some(isDarkPaint);
	if (paint.type === "image" || paint.type === "pattern") return true;
	if (paint.type === "grain") return false;
	return paint.stops.some((stop) => relativeLuminance(cssColor(stop.color)) < DARK);
}

function resolveTexts(
	slide: Slide,
	base: string,
	{ width, height }: Size,
	fitSizes: GroupSizes,
): SceneText[] {
	const shape = canvasShape(width, height);
	const previewWidth = width * PREVIEW_SCALE;
	const blocks = slide.textBlocks ?? [];
	const languages = slideLanguages(
		blocks.map(({ richText, text, lang = slide.lang }) => ({
			text: richText || (text ?? ""),
			lang,
		})),
	);
	const slideIsDark = isDark(slide);
	return blocks.flatMap((block, index) => {
		if (!isPlainText(block) || isLeftOut(block, shape)) return [];
		const language = languages[index]!;
		const text = resolveText(block, `${base}/${index}`, previewWidth, language, slideIsDark);
		return inGroupSize(text, fitSizes);
	});
}

/** A text in the font size of its `fitGroup`, if it has one. */
export function inGroupSize(text: SceneText, sizes: GroupSizes): SceneText {
	if (text.minFontSize === null) return text;
	const shared = groupSizeOf("text", text.fitGroup, sizes);
	return shared === undefined ? text : { ...text, groupSize: shared };
}

/** Weight of the text in each style; `b` and `strong` are 900 in every style. */
const STYLE_WEIGHT = { bold: 800, shadow: 600, outline: 800, highlight: 600 } as const;

export function resolveText(
	block: PlainText,
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
	const highlight = cssColor(block.highlightColor ?? "#D4AF37");
	const fontSize = block.fontSize ?? TEXT_SIZE_PX[block.size ?? "L"];
	const fits = (block.fit ?? "none") !== "none";
	const hasGround = style === "highlight" && highlight.a > 0.5;
	return {
		path,
		text: block.text ?? "",
		richText: block.richText ?? "",
		emoji: block.emoji ?? "",
		style,
		font: block.font ?? null,
		weight: block.weight ?? STYLE_WEIGHT[style],
		fontSize: fontSize / PREVIEW_SCALE,
		minFontSize: fits ? (block.minFontSize ?? LIMITS.minFontSize) / PREVIEW_SCALE : null,
		maxFontSize:
			(block.fit === "fill" ? (block.maxFontSize ?? LIMITS.maxFontSize) : fontSize) / PREVIEW_SCALE,
		idleMaxFontSize: block.maxFontSize != null && block.fit !== "fill",
		scale: 1,
		groupSize: null,
		lineHeight: block.lineHeight ?? 1.2,
		align: block.align ?? "start",
		alignWidth: alignWidth == null ? null : Math.max(0, toExport(alignWidth)),
		verticalAlign: block.verticalAlign ?? "top",
		maxLines: block.maxLines ?? Number.POSITIVE_INFINITY,
		color: cssColor(block.textColor ?? "#FFFFFF"),
		highlight,
		x: toExport(x),
		y: toExport(block.y ?? 300),
		width: block.width == null ? null : Math.max(0, toExport(block.width)),
		height: Math.max(0, toExport(block.height ?? 0)),
		paddedBox: null,
		noRoom: (block.width ?? 1) <= 0 || (block.height ?? 1) <= 0,
		wrapWidth: Number.isFinite(wrap) ? Math.max(0, toExport(wrap)) : wrap,
		rotation: block.rotation ?? 0,
		language,
		darkGround: hasGround ? relativeLuminance(highlight) < DARK : slideIsDark,
		...resolveTypography(block, fontSize),
	};
}

function resolveStepper(input: SceneInput): SceneStepper | null {
	if (input.mode !== "carousel" || input.stepperStyle === "none") return null;
	const position = input.slide.counterPosition;
	return {
		path: `/slides/${input.slideIndex}/counterPosition`,
		style: input.stepperStyle,
		current: (input.position ?? input.slideIndex) + 1,
		count: input.slideCount,
		activeColor: input.stepperColor,
		x: position?.x === undefined ? null : toExport(position.x),
		y: position?.y === undefined ? null : toExport(position.y),
	};
}
