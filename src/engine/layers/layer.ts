/** A resolved layer: in export pixels, with every default filled in. */
import type { Layer } from "../../contract/document/layers.js";
import type { BlendMode, StrokePosition } from "../../contract/enums.js";
import type { Border } from "../images/border.js";
import type { PictureFilter } from "../images/need.js";
import type { ResolvedPaint } from "../paints/paint.js";
import type { SceneText } from "../scene/scene.js";
import type { Radii } from "../shapes/rounded-rectangle.js";
import type { Stroke } from "../shapes/stroke.js";
import type { Rgba } from "../text/rich/css-color.js";

export interface LayerShadow {
	readonly x: number;
	readonly y: number;
	/** CSS blur radius: twice the standard deviation. */
	readonly blur: number;
	readonly spread: number;
	/** Includes its opacity. */
	readonly color: Rgba;
	/** Inside the box. */
	readonly inset?: boolean;
}

/** What applies to a layer as a whole. */
export interface LayerEffects {
	readonly filter: PictureFilter | null;
	readonly mask: ResolvedPaint | null;
	/** Standard deviation with which what lies below is blurred, pixels; 0: not at all. */
	readonly backdropBlur: number;
}

/** The look of a layer's box. */
export interface BoxLook {
	readonly background: ResolvedPaint | null;
	readonly border: Border | null;
	readonly radii: Radii;
	/** The first is on top. */
	readonly shadows: readonly LayerShadow[];
}

/** What every layer has besides its position and size. */
export interface LayerBase {
	/** JSON pointer. */
	readonly path: string;
	readonly name: string | undefined;
	/** Degrees clockwise around the centre of its box. */
	readonly rotation: number;
	/** Degrees, as in CSS, before the rotation. */
	readonly skewX: number;
	readonly skewY: number;
	readonly opacity: number;
	readonly blend: BlendMode;
	readonly look: BoxLook;
	readonly effects: LayerEffects;
	/** Factor of its pixel lengths: that of the stack around it that fits its content, or 1. */
	readonly scale: number;
	/** It says nothing to people who cannot see it. */
	readonly decorative: boolean;
	/** Its link, as in the document. */
	readonly href: string | undefined;
}

export interface TextItem extends LayerBase {
	readonly type: "text";
	readonly layer: Extract<Layer, { type: "text" }>;
	/** The layout determines its position and width. */
	readonly text: SceneText;
}

export interface ImageItem extends LayerBase {
	readonly type: "image";
	readonly layer: Extract<Layer, { type: "image" }>;
}

/** The line along an outline; a paint spans the box of the shape. */
export interface ShapeStroke extends Stroke {
	readonly paint: ResolvedPaint;
	readonly position: StrokePosition;
}

export interface ShapeItem extends LayerBase {
	readonly type: "shape";
	readonly layer: Extract<Layer, { type: "shape" }>;
	readonly fill: ResolvedPaint | null;
	readonly stroke: ShapeStroke | null;
	/** The slide runs from right to left, so arrows are mirrored. */
	readonly mirrored: boolean;
}

export interface BarcodeItem extends LayerBase {
	readonly type: "barcode";
	readonly layer: Extract<Layer, { type: "barcode" }>;
	readonly color: Rgba;
	readonly background: Rgba;
}

export interface StackItem extends LayerBase {
	readonly type: "stack" | "grid";
	readonly layer: Extract<Layer, { type: "stack" | "grid" }>;
	readonly clip: boolean;
	/** Its content runs from right to left. */
	readonly rtl: boolean;
	readonly children: readonly LayerItem[];
	/** Absent without `fit`. */
	readonly fit?: StackFit;
}

/** How the content of a stack is scaled until it fits. */
export interface StackFit {
	/** The scale of its padding, gaps, tracks and children. */
	readonly contentScale: number;
	/** The scales that it may have, ascending. */
	readonly scales: readonly number[];
	/** The stack with its content at another scale. */
	readonly at: (contentScale: number) => StackItem;
}

export type LayerItem = TextItem | ImageItem | ShapeItem | BarcodeItem | StackItem;
