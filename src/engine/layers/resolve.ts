/**
 * Converts the layers of a validated document to items: drops those that are left out, and fills in
 * defaults.
 */
import type { Border, Shadow } from "../../contract/document/box.js";
import { childrenOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { Paint } from "../../contract/document/paint.js";
import type { CanvasShape, Flip } from "../../contract/enums.js";
import type { Border as LayerBorder } from "../images/border.js";
import { mirrorCorners } from "../layout/index.js";
import { flipPaint } from "../paints/flip.js";
import { isGradient, paintParts, type ResolvedPaint } from "../paints/paint.js";
import { resolvePaint } from "../paints/resolve.js";
import { toExport } from "../scene/export-pixels.js";
import { isOmitted } from "../scene/omitted.js";
import { resolveFilter } from "../scene/picture-look.js";
import { type GroupSizes, inGroupSize, resolveText, type SceneText } from "../scene/scene.js";
import { evenSides, type Sides } from "../shapes/box.js";
import { flipScale } from "../shapes/flip.js";
import { type Radii, radiiOf } from "../shapes/rounded-rectangle.js";
import type { Language } from "../text/language/language.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import { relativeLuminance } from "../text/rich/luminance.js";
import { isRtl, textsOf } from "./direction.js";
import type {
	BoxLook,
	LayerBase,
	LayerEffects,
	LayerItem,
	LayerShadow,
	ShapeItem,
	StackItem,
} from "./layer.js";
import { contentScales, scaleContent } from "./scale-content.js";

/** What layers need to know about their slide. */
export interface LayerContext {
	readonly shape: CanvasShape;
	readonly rtl: boolean;
	/** Width of the slide in preview pixels. */
	readonly previewWidth: number;
	/** Language of each text, by the JSON pointer of its layer. */
	readonly languageOf: (path: string) => Language;
	/** Font family of texts without one. */
	readonly font: string | undefined;
	/** Sizes of the groups of texts that fit together, pixels. */
	readonly fitSizes: GroupSizes;
	/** Factor that the pixel lengths of the layers already have. Default: 1. */
	readonly scale?: number;
	/** A layer around them is decoration. Default: false. */
	readonly decorative?: boolean;
}

/** Below this luminance a background is dark; the scene uses the same limit for `textBlocks`. */
const DARK = 0.2;
const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 };
const WHITE: Rgba = { r: 255, g: 255, b: 255, a: 1 };

/**
 * @param path JSON pointer of the list
 * @param dark whether the background of the layers is dark, or may be
 */
export function resolveLayers(
	layers: readonly Layer[],
	path: string,
	context: LayerContext,
	dark: boolean,
): LayerItem[] {
	return layers.flatMap((layer, i) =>
		isOmitted(layer, context.shape) ? [] : [resolveLayer(layer, `${path}/${i}`, context, dark)],
	);
}

/** Resolves a layer that is drawn. */
export function resolveLayer(
	layer: Layer,
	path: string,
	context: LayerContext,
	dark: boolean,
): LayerItem {
	const rtl = isRtlInside(layer, context);
	const base: LayerBase = {
		path,
		name: layer.name,
		rotation: layer.rotation ?? 0,
		...skewOf(layer),
		opacity: layer.opacity ?? 1,
		blend: layer.blendMode ?? "normal",
		look: lookOf(layer, rtl),
		effects: effectsOf(layer),
		scale: context.scale ?? 1,
		decorative: layer.decorative === true || context.decorative === true,
		href: layer.href,
	};
	switch (layer.type) {
		case "text": {
			const { previewWidth, languageOf, font, fitSizes } = context;
			const own = font !== undefined && layer.font === undefined ? { ...layer, font } : layer;
			const asked = { ...own, x: 0, y: 0, width: undefined, height: 0, maxWidth: undefined };
			const ground = groundIsDark(base.look.background, dark);
			const text = resolveText(asked, path, previewWidth, languageOf(path), ground);
			const sized = layer.width !== undefined || layer.height !== undefined;
			const onPath = sized ? withoutSize(text.onPath) : text.onPath;
			const { scale } = base;
			const textDirection =
				rtl && text.textDirection === "auto" ? ("auto-rtl" as const) : text.textDirection;
			const placed = {
				...inGroupSize(text, fitSizes),
				scale,
				rotation: 0,
				noRoom: false,
				onPath,
				textDirection,
			};
			return { ...base, type: "text", layer, text: placed };
		}
		case "image":
			return { ...base, type: "image", layer };
		case "barcode":
			return {
				...base,
				type: "barcode",
				layer,
				color: layer.color === undefined ? BLACK : colorOf(layer.color),
				background: layer.background === undefined ? WHITE : colorOf(layer.background),
			};
		case "shape":
			return {
				...base,
				type: "shape",
				layer,
				...shapeInk(layer, base.scale),
				mirrored: context.rtl,
			};
		case "stack":
		case "grid": {
			const ground = groundIsDark(base.look.background, dark);
			return stackItem(layer, base, { ...context, rtl, decorative: base.decorative }, ground);
		}
	}
}

/** Whether a layer, or its content, runs from right to left. */
function isRtlInside(layer: Layer, { rtl, shape }: LayerContext): boolean {
	const dir = layer.type === "stack" || layer.type === "grid" ? layer.dir : undefined;
	if (dir === undefined) return rtl;
	return isRtl(dir, () => textsOf(childrenOf(layer), "", shape).map((text) => text.layer));
}

/** A path whose box does not have the size of its viewBox. */
const withoutSize = (onPath: SceneText["onPath"]): SceneText["onPath"] =>
	onPath?.kind === "path" ? { ...onPath, width: 0, height: 0 } : onPath;

type Stack = Extract<Layer, { type: "stack" | "grid" }>;

function stackItem(
	layer: Stack,
	base: LayerBase,
	context: LayerContext,
	ground: boolean,
): StackItem {
	const itemAt = (contentScale: number): StackItem => {
		const scaled = contentScale === 1 ? layer : scaleContent(layer, contentScale);
		const inside = contentScale === 1 ? context : { ...context, scale: contentScale };
		const list = `${base.path}/children`;
		const children = resolveLayers(scaled.children ?? [], list, inside, ground);
		const item = {
			...base,
			type: layer.type,
			layer: scaled,
			clip: layer.clip ?? false,
			rtl: context.rtl,
			children,
		};
		return fits ? { ...item, fit: { contentScale, scales, at } } : item;
	};
	const fits = (layer.fit ?? "none") !== "none";
	const scales = fits ? contentScales(layer, context.fitSizes) : [];
	const known = new Map<number, StackItem>();
	const at = (contentScale: number): StackItem => {
		const item = known.get(contentScale) ?? itemAt(contentScale);
		known.set(contentScale, item);
		return item;
	};
	return at(1);
}

/** @param scale factor of the default width */
function shapeInk(
	layer: Extract<Layer, { type: "shape" }>,
	scale: number,
): Pick<ShapeItem, "fill" | "stroke"> {
	const isLine = layer.shape === "series" && (layer.draw ?? "line") === "line";
	const open = isLine || layer.shape === "line" || layer.shape === "arrow";
	const inMirror = (paint: ResolvedPaint) =>
		layer.flip === undefined ? paint : flipPaint(paint, layer.flip);
	const fill =
		layer.fill === undefined ? (open ? null : solid(WHITE)) : inMirror(paintOf(layer.fill));
	if (layer.stroke === undefined && !open) return { fill, stroke: null };
	const { stroke = {} } = layer;
	const { color, paint, width = 2 * scale, dash, cap, join, position = "center" } = stroke;
	return {
		fill: open ? null : fill,
		stroke: {
			paint: inMirror(paintOf(paint ?? color ?? "#FFFFFF")),
			position,
			width: toExport(width),
			dash: dashOf(dash),
			cap,
			join,
		},
	};
}

const NO_EFFECTS: LayerEffects = { filter: null, mask: null, backdropBlur: 0 };

const skewOf = (layer: Layer) =>
	layer.type === "barcode"
		? { skewX: 0, skewY: 0 }
		: { skewX: layer.skewX ?? 0, skewY: layer.skewY ?? 0 };

function effectsOf(layer: Layer): LayerEffects {
	if (layer.type === "barcode") return NO_EFFECTS;
	const { filter, mask, backdropBlur = 0 } = layer;
	return {
		// The filter of an image is part of its picture.
		filter: layer.type === "image" || filter == null ? null : resolveFilter(filter),
		mask: mask === undefined ? null : paintOf(mask),
		backdropBlur: toExport(backdropBlur),
	};
}

function lookOf(layer: Layer, rtl: boolean): BoxLook {
	const look = layer as {
		readonly background?: Paint;
		readonly border?: Border;
		readonly borderRadius?: number | readonly number[];
		readonly shadow?: Shadow;
		readonly shadows?: readonly Shadow[];
	};
	const flip = layer.type === "shape" && layer.shape === "rectangle" ? layer.flip : undefined;
	const boxed = layer.type === "stack" || layer.type === "grid" || layer.type === "text";
	const corners = radiiOf(look.borderRadius ?? 0).map(toExport) as unknown as Radii;
	return {
		background: boxed && look.background !== undefined ? paintOf(look.background) : null,
		border: look.border === undefined ? null : borderOf(look.border, rtl),
		radii: flipCorners(rtl ? mirrorCorners(corners) : corners, flip),
		shadows: (look.shadows ?? [look.shadow]).flatMap((one) => (one && shadowOf(one)) ?? []),
	};
}

function flipCorners(corners: Radii, flip: Flip | undefined): Radii {
	if (flip === undefined) return corners;
	const { x, y } = flipScale(flip);
	const [topLeft, topRight, bottomRight, bottomLeft] = x < 0 ? mirrorCorners(corners) : corners;
	return y < 0
		? [bottomLeft, bottomRight, topRight, topLeft]
		: [topLeft, topRight, bottomRight, bottomLeft];
}

function borderOf({ width, color, dash }: Border, rtl: boolean): LayerBorder | null {
	const widths = typeof width === "number" ? evenSides(width) : width;
	if (widths.every((side) => side === 0)) return null;
	const colors = typeof color === "string" ? ([color, color, color, color] as const) : color;
	const mirrored = <T>([top, right, bottom, left]: FourOf<T>): FourOf<T> =>
		rtl ? [top, left, bottom, right] : [top, right, bottom, left];
	return {
		widths: mirrored(widths as FourOf<number>).map(toExport) as unknown as Sides,
		colors: mirrored(colors as FourOf<string>).map(colorOf) as unknown as LayerBorder["colors"],
		dash: dashOf(dash),
	};
}

type FourOf<T> = readonly [top: T, right: T, bottom: T, left: T];

function shadowOf({ x = 0, y = 0, blur = 0, spread = 0, color, opacity = 1, inset }: Shadow) {
	const ink = color === undefined ? BLACK : colorOf(color);
	if (ink.a * opacity === 0) return null;
	const shadow: LayerShadow = {
		x: toExport(x),
		y: toExport(y),
		blur: toExport(blur),
		spread: toExport(spread),
		color: { ...ink, a: ink.a * opacity },
		...(inset && { inset }),
	};
	return shadow;
}

const dashOf = (dash: readonly [number, number] | undefined) =>
	dash && ([toExport(dash[0]), toExport(dash[1])] as const);

const solid = (color: Rgba): ResolvedPaint => ({ kind: "color", color });

/**
 * A validated paint.
 * @throws Error if it was not validated
 */
export function paintOf(paint: Paint): ResolvedPaint {
	const resolved = resolvePaint(paint, parseCssColor);
	if ("faults" in resolved) throw new Error("an unchecked paint reached the scene");
	return resolved;
}

/** A validated colour. */
function colorOf(value: string): Rgba {
	const color = parseCssColor(value);
	if (color === null) throw new Error("an unchecked colour reached the scene");
	return color;
}

/** Whether the background of a box's content is dark. */
function groundIsDark(background: ResolvedPaint | null, behind: boolean): boolean {
	if (background === null) return behind;
	const parts = paintParts(background).map(({ paint }) => paint);
	if (parts.some(({ kind }) => kind === "image" || kind === "pattern")) return true;
	const colors = parts.flatMap((paint): readonly Rgba[] =>
		paint.kind === "color" ? [paint.color] : isGradient(paint) ? paint.stops : [],
	);
	const opaque = colors.filter(({ a }) => a > 0.5);
	if (opaque.length === 0) return behind;
	return opaque.some((color) => relativeLuminance(color) < DARK);
}
