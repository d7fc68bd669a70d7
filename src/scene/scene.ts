/**
 * A validated slide becomes a Scene: export pixels, every default filled in,
 * no optional fields. The only place that knows the defaults of the contract.
 */
import {
	type Mode,
	type OverlayFit,
	type ScrimFrom,
	type StepperStyle,
	TEXT_SIZE_PX,
	type TextAlign,
	type TextStyle,
	type TextWeight,
	type VerticalAlign,
} from "../contract/enums.js";
import { LIMITS } from "../contract/limits.js";
import { PLATFORMS, type PlatformId, PREVIEW_SCALE } from "../contract/platforms.js";
import type { ImageOverlay, Scrim, Slide, TextBlock } from "../contract/render-request.js";
import { type Language, slideLanguages } from "../text/language/language.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import { relativeLuminance } from "../text/rich/luminance.js";
import type { RotatedBox } from "./geometry.js";

export interface SceneImage {
	/** JSON pointer of the field that named the image. */
	readonly path: string;
	readonly src: string;
}

export interface SceneOverlay extends SceneImage {
	readonly box: RotatedBox;
	readonly radius: number;
	/** Focal point, percent. */
	readonly cropX: number;
	readonly cropY: number;
	readonly color: string | null;
	readonly opacity: number;
	readonly fit: OverlayFit;
}

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

export interface Scene {
	readonly width: number;
	readonly height: number;
	readonly backgroundColor: string;
	readonly image: SceneImage | null;
	readonly scrim: SceneScrim | null;
	readonly overlays: readonly SceneOverlay[];
	readonly texts: readonly SceneText[];
	readonly stepper: SceneStepper | null;
}

export interface SceneInput {
	readonly slide: Slide;
	/** 0-based position among all slides of the request. */
	readonly slideIndex: number;
	readonly slideCount: number;
	readonly platform: PlatformId;
	/** Colour of the stepper's active part, that of the brand. */
	readonly stepperColor: string;
	readonly mode: Mode;
	readonly stepperStyle: StepperStyle;
}

/** Room kept at the right edge when a block has no width of its own, preview pixels. */
const TEXT_MARGIN = 20;
/**
 * Preview pixels beyond which a coordinate or a size makes no visible
 * difference; keeps every product and sum finite and exact.
 */
const FAR = 1e7;

const clamp = (value: number) => Math.min(FAR, Math.max(-FAR, value));
/** Preview pixels to export pixels. */
const toExport = (preview: number) => clamp(preview) / PREVIEW_SCALE;

export function resolveScene(input: SceneInput): Scene {
	const { width, height } = PLATFORMS[input.platform];
	const { slide } = input;
	const base = `/slides/${input.slideIndex}`;
	return {
		width,
		height,
		backgroundColor: slide.backgroundColor ?? "#000000",
		image: slide.image == null ? null : { path: `${base}/image`, src: slide.image },
		scrim: resolveScrim(slide.scrim),
		overlays: (slide.imageOverlays ?? []).map((overlay, index) =>
			resolveOverlay(overlay, `${base}/imageOverlays/${index}/src`),
		),
		texts: resolveTexts(slide, `${base}/textBlocks`, width * PREVIEW_SCALE),
		stepper: resolveStepper(input),
	};
}

function resolveOverlay(overlay: ImageOverlay, path: string): SceneOverlay {
	const left = toExport(overlay.x ?? 50);
	const top = toExport(overlay.y ?? 50);
	return {
		path,
		src: overlay.src,
		box: {
			x: left,
			y: top,
			width: toExport(overlay.width ?? 180),
			height: toExport(overlay.height ?? 180),
			rotation: overlay.rotation ?? 0,
		},
		radius: toExport(overlay.borderRadius ?? 0),
		cropX: overlay.cropX ?? 50,
		cropY: overlay.cropY ?? 50,
		color: overlay.color ?? null,
		opacity: overlay.opacity ?? 1,
		fit: overlay.fit ?? "cover",
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
