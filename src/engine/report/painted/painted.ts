/**
 * What a slide paints, in the order of painting, as the checks look at it: areas of which the
 * colour at each point is known, texts with their lines, and the groups that fade or cut them.
 */
import type { Turn } from "../../paint/node.js";
import type { Box } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import type { TextLayout } from "../../svg/text/layout.js";
import type { Rgba } from "../../text/rich/css-color.js";
import type { Known } from "./color.js";
import type { Quad } from "./quad.js";

/** A surface. */
export interface PaintedArea {
	readonly kind: "area";
	/** JSON pointer of what is painted. */
	readonly path: string;
	/** The upright rectangle on the slide that holds it, pixels. */
	readonly bounds: Box;
	/** Its colour at a point of the slide; transparent outside it, null where it is not known. */
	readonly colorAt: (x: number, y: number) => Known;
	/** Its colour at every point of its bounds is this one. */
	readonly flat: Rgba | undefined;
	/** It shows pixels. */
	readonly picture: boolean;
	/** What should be seen of it, if it can be told; else it may have any colour. */
	readonly noticed: Noticed | undefined;
	/** What hides all that is behind it; undefined: something may show through on purpose. */
	readonly cover: Cover | undefined;
}

/** Something that lets nothing through. */
export interface Cover {
	readonly what: "shape" | "box" | "image" | "barcode";
	/** The shorter side of its box, pixels: thin ones are lines, not covers. */
	readonly thickness: number;
	/** Looks at the pixels of a picture: one that is cut out lets something through. */
	readonly isOpaque: () => boolean;
}

/** A shape, a box or an icon that a person should see. */
export interface Noticed {
	readonly what: "shape" | "box" | "image";
	/** Something else shows where it is: a border, a stroke, a shadow, or it is translucent on purpose. */
	readonly shows: boolean;
	/** Colour of all that is drawn of it, where that is one. */
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
	/** As it was asked for: before it shrank. */
	readonly asked: SceneText;
	/** Its ink on the slide: an upright rectangle. */
	readonly bounds: Box;
	readonly lines: readonly PaintedLine[];
	/** The turns around its lines, the innermost first. */
	readonly turns: readonly Turn[];
	/** Opacity of it and of all that it is in, that of its colour too. */
	readonly opacity: number;
	/** Colour of its letters at a point of the slide where a paint fills them. */
	readonly fillAt: ((x: number, y: number) => Known) | undefined;
	/** A stroke around its letters keeps them legible. */
	readonly stroked: boolean;
	/** What a soft shadow of its letters lays behind them. */
	readonly shade: Rgba | null;
	/** JSON pointer of the list that it is in. */
	readonly list: string;
}

/** Painted as one. */
export interface PaintedGroup {
	readonly kind: "group";
	readonly bounds: Box;
	readonly opacity: number;
	/** It mixes with what is behind it other than by covering it. */
	readonly blends: boolean;
	/** Whether a point of the slide is shown; undefined: it cuts nothing off. */
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
	/** Its background as the points behind it. */
	readonly area: PaintedArea;
	/** Smallest box side that has 3 pixels for each module, pixels of the slide; 0 for a linear code's height. */
	readonly needs: number;
}

/** All that is painted on a slide. */
export interface PaintedSlide {
	readonly width: number;
	readonly height: number;
	readonly painted: readonly Painted[];
	/** Those of `painted`, in the same order. */
	readonly texts: readonly PaintedText[];
	readonly areas: readonly PaintedArea[];
	readonly barcodes: readonly PaintedBarcode[];
	/** Pictures that should be seen whole. */
	readonly whole: readonly { readonly path: string; readonly bounds: Box }[];
	/** Layers that are off the slide: pictures, barcodes, shapes. */
	readonly drawn: readonly { readonly path: string; readonly what: string; readonly bounds: Box }[];
}
