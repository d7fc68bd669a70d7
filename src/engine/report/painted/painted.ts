/**
 * The content of a slide in painting order, in the form that the checks use: areas whose colour is
 * known at each point, texts with their lines, and the groups that fade or clip them.
 */
import type { Box, Turn } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import type { TextLayout } from "../../svg/text/layout.js";
import type { Rgba } from "../../text/rich/css-color.js";
import type { Known } from "./color.js";
import type { Quad } from "./quad.js";

/** A surface. */
export interface PaintedArea {
	readonly kind: "area";
	/** JSON pointer of the element. */
	readonly path: string;
	/** The upright rectangle around it on the slide, pixels. */
	readonly bounds: Box;
	/** Its colour at a point of the slide; transparent outside of it, null if not known. */
	readonly colorAt: (x: number, y: number) => Known;
	/** Its colour, if it has the same colour at every point of its bounds. */
	readonly flat: Rgba | undefined;
	/** Its colour, if it has no other and no dents: it covers a box if it covers its corners. */
	readonly convex: Rgba | undefined;
	/** It contains pixels of a picture. */
	readonly picture: boolean;
	/** Its visible part, if that should be checked; otherwise it may have any colour. */
	readonly noticed: Noticed | undefined;
	/**
	 * Set if it hides everything behind it; undefined if something may be visible through it on
	 * purpose.
	 */
	readonly cover: Cover | undefined;
}

/** An opaque element. */
export interface Cover {
	readonly what: "shape" | "box" | "image" | "barcode";
	/** The shorter side of its box, pixels. Thin elements are lines, not covers. */
	readonly thickness: number;
	/** Examines the pixels of a picture, because a cut-out picture is partly transparent. */
	readonly isOpaque: () => boolean;
}

/** A shape, a box or an icon that should be visible. */
export interface Noticed {
	readonly what: "shape" | "box" | "image";
	/**
	 * It is visible in another way: by a border, a stroke or a shadow, or it is translucent on
	 * purpose.
	 */
	readonly shows: boolean;
	/** Its colour, if everything that it draws has the same colour. */
	readonly color?: Rgba;
}

/** A line of a text. */
export interface PaintedLine {
	/** Corners of its ink on the slide. */
	readonly quad: Quad;
	readonly bounds: Box;
}

export interface PaintedText {
	readonly kind: "text";
	readonly path: string;
	readonly layout: TextLayout;
	/** Requested font size, before it shrank. */
	readonly asked: SceneText;
	/** Its ink on the slide, as an upright rectangle. */
	readonly bounds: Box;
	readonly lines: readonly PaintedLine[];
	/** The rotations of its lines, the innermost first. */
	readonly turns: readonly Turn[];
	/** Its opacity, including that of its colour and of all groups around it. */
	readonly opacity: number;
	/** Colour of its letters at a point of the slide, if a paint fills them. */
	readonly fillAt: ((x: number, y: number) => Known) | undefined;
	/** Its letters have a stroke, which keeps them readable. */
	readonly stroked: boolean;
	/** The colour that a soft shadow adds behind its letters. */
	readonly shade: Rgba | null;
	/** JSON pointer of its list. */
	readonly list: string;
}

/** Elements that are painted as a group. */
export interface PaintedGroup {
	readonly kind: "group";
	readonly bounds: Box;
	readonly opacity: number;
	/** It has a blend mode. */
	readonly blends: boolean;
	/** Whether a point of the slide is inside its clip; undefined if it clips nothing. */
	readonly shows: ((x: number, y: number) => boolean) | undefined;
	readonly children: readonly Painted[];
}

export type Painted = PaintedArea | PaintedText | PaintedGroup;

/** A barcode that is drawn. */
export interface PaintedBarcode {
	readonly path: string;
	readonly quad: Quad;
	readonly bounds: Box;
	readonly modulePixels: number;
	readonly quietZoneSuffices: boolean;
	readonly color: Rgba;
	readonly background: Rgba;
	/** Its background. */
	readonly area: PaintedArea;
	/**
	 * Its smallest box with 3 output pixels per module, pixels of the slide; a linear code needs no
	 * height.
	 */
	readonly needs: { readonly width: number; readonly height: number };
}

/** Everything that is painted on a slide. */
export interface PaintedSlide {
	readonly width: number;
	readonly height: number;
	readonly painted: readonly Painted[];
	/** The texts of `painted`, in the same order. */
	readonly texts: readonly PaintedText[];
	readonly areas: readonly PaintedArea[];
	readonly barcodes: readonly PaintedBarcode[];
	/** Pictures that should be completely visible. */
	readonly whole: readonly { readonly path: string; readonly bounds: Box }[];
	/** Layers outside of the slide: pictures, barcodes, shapes. */
	readonly drawn: readonly { readonly path: string; readonly what: string; readonly bounds: Box }[];
}
