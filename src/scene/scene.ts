/**
 * A validated slide becomes a Scene: export pixels, every default filled in,
 * no optional fields. The only place that knows the defaults of the contract.
 */
import { BRANDS, type BrandId } from "../contract/brands.js";
import { type Mode, type StepperStyle, TEXT_SIZE_PX, type TextStyle } from "../contract/enums.js";
import { PLATFORMS, type PlatformId, PREVIEW_SCALE } from "../contract/platforms.js";
import type { ImageOverlay, Slide, TextBlock } from "../contract/render-request.js";
import { parseCssColor, type Rgba } from "../text/css-color.js";
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
}

export interface SceneText {
	readonly text: string;
	readonly richText: string;
	readonly emoji: string;
	readonly style: TextStyle;
	/** Pixels. */
	readonly fontSize: number;
	readonly color: Rgba;
	readonly highlight: Rgba;
	readonly x: number;
	readonly y: number;
	/** Width of the box; null: as wide as the longest line. */
	readonly width: number | null;
	/** Least height of the box. */
	readonly height: number;
	/** Infinity: no wrapping. */
	readonly wrapWidth: number;
	/** Degrees clockwise about the centre of the box. */
	readonly rotation: number;
}

export interface SceneStepper {
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
	readonly brand: BrandId;
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
		overlays: (slide.imageOverlays ?? []).map((overlay, index) =>
			resolveOverlay(overlay, `${base}/imageOverlays/${index}/src`),
		),
		texts: (slide.textBlocks ?? []).map((block) => resolveText(block, width * PREVIEW_SCALE)),
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
	};
}

function resolveText(block: TextBlock, previewWidth: number): SceneText {
	const x = clamp(block.x ?? 50);
	const room = previewWidth - TEXT_MARGIN - x;
	const wrap = block.width ?? block.maxWidth ?? (room > 0 ? room : Number.POSITIVE_INFINITY);
	return {
		text: block.text ?? "",
		richText: block.richText ?? "",
		emoji: block.emoji ?? "",
		style: block.style ?? "bold",
		fontSize: (block.fontSize ?? TEXT_SIZE_PX[block.size ?? "L"]) / PREVIEW_SCALE,
		color: color(block.textColor ?? "#FFFFFF"),
		highlight: color(block.highlightColor ?? "#D4AF37"),
		x: toExport(x),
		y: toExport(block.y ?? 300),
		width: block.width == null ? null : Math.max(0, toExport(block.width)),
		height: Math.max(0, toExport(block.height ?? 0)),
		wrapWidth: Number.isFinite(wrap) ? Math.max(0, toExport(wrap)) : wrap,
		rotation: block.rotation ?? 0,
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
		style: input.stepperStyle,
		current: input.slideIndex + 1,
		count: input.slideCount,
		activeColor: BRANDS[input.brand].stepperColor,
		x: position?.x === undefined ? null : toExport(position.x),
		y: position?.y === undefined ? null : toExport(position.y),
	};
}
