/**
 * The paint tree: the content of a slide in painting order. SVG, PDF, the pixels and the price of a
 * slide are all made from it. Lengths are pixels of the slide, in the space of the surrounding
 * groups.
 */
import type { Bitmap } from "../images/bitmap.js";
import type { PictureFilter } from "../images/need.js";
import type { Matrix } from "../images/svg/matrix.js";
import type { Box, Turn } from "../scene/geometry.js";
import type { GlyphShape } from "../text/layout/glyph-path.js";
import type { Rgba } from "../text/rich/css-color.js";
import type { BlendMode } from "./blend-mode.js";
import { type Fill, isPicture, needsKernels } from "./fill.js";
import type { Meaning } from "./meaning.js";

/** The place of a picture: a box rotated clockwise around a point. */
export interface Placement extends Box, Turn {}

export interface Stroke {
	readonly paint: Fill;
	readonly width: number;
	/** Lengths of dashes and gaps; empty for a solid line. */
	readonly dash?: readonly number[];
	readonly dashOffset?: number;
	/** Default butt. */
	readonly cap?: "butt" | "round" | "square";
	/** Default miter. */
	readonly join?: "miter" | "round" | "bevel";
	/** Default 4. */
	readonly miterLimit?: number;
	/** Painted before the fill, which covers its inner half. */
	readonly below?: boolean;
}

/** The fields of all nodes. */
interface Painted {
	/** Contains all its ink, including strokes, in the space of the node's parent. */
	readonly bounds: Box;
	/** Its meaning for people who cannot see it; without it, the node is decoration. */
	readonly meaning?: Meaning;
}

/**
 * An upright box with rounded corners. The radii start at the top left, run clockwise, and fit the
 * box.
 */
export interface RoundedBox extends Box {
	readonly radii: readonly [number, number, number, number];
}

/** A letter at its place. */
export interface Letter {
	/** Of its origin. */
	readonly x: number;
	readonly y: number;
	/** Relative to its origin. */
	readonly shape: GlyphShape;
}

/** A filled or stroked outline; the letters of a run are one outline. */
export interface PathNode extends Painted {
	readonly kind: "path";
	/** Path data of SVG. */
	readonly data: string;
	/** The same outline if it is a box, which can be filled without a rasteriser. */
	readonly box?: RoundedBox;
	/** The same if it is the ellipse in a box. */
	readonly ellipse?: Box;
	/** The same if it consists of letters, each of which can be drawn once and then copied. */
	readonly letters?: () => readonly Letter[];
	readonly fill: Fill | null;
	/** Default nonzero. */
	readonly rule?: "nonzero" | "evenodd";
	readonly stroke?: Stroke;
}

/** A picture that fills its box. */
export interface PictureNode extends Painted {
	readonly kind: "picture";
	readonly bitmap: Bitmap;
	readonly place: Placement;
	/** Viewers of PDF enlarge it smoothly; otherwise they choose. */
	readonly smooth?: true;
}

/** Opacities on a grid, which may only be drawn when they are first read. */
export interface Opacities {
	/** 0 to 255, rows from the top. */
	readonly bytes: Uint8Array;
}

/** A shadow before it is drawn. Lengths are pixels of the space of what casts it. */
export interface ShadowCast {
	/** Nodes without pictures that cast it. */
	readonly drawn: readonly PaintNode[];
	/** Upright pictures that cast the shadow of their opaque parts. */
	readonly pictures: readonly PictureNode[];
	/** Contains the shape of the shadow, without its blur and before its offset. */
	readonly ink: Box;
	/** The offset. */
	readonly x: number;
	readonly y: number;
	/** Standard deviation of the blur. */
	readonly deviation: number;
	/** Enlarges what casts the shadow. */
	readonly spread: number;
	/** Its alpha is the opacity of the shadow. */
	readonly color: Rgba;
}

/** One colour of varying opacity, in a lower resolution than the slide, and scaled up smoothly. */
export interface ShadeNode extends Painted {
	readonly kind: "shade";
	/** #rrggbb; black unless it is given. */
	readonly color?: string;
	readonly alpha: Opacities;
	readonly columns: number;
	readonly rows: number;
	readonly place: Placement;
	/** If it is a shadow: what casts it, from which it can be drawn in another space. */
	readonly cast?: ShadowCast;
	/**
	 * The part, in the space of `place`, that something opaque covers later; it need not be drawn.
	 */
	readonly hidden?: Box;
}

/**
 * A drawing that is bundled as SVG (an emoji, the stepper). It is written unchanged, because
 * rewriting a thousand emoji would take long.
 */
export interface DrawingNode extends Painted {
	readonly kind: "drawing";
	/** SVG elements without ids and references. */
	readonly markup: string;
	/** The same as nodes, without the transform. */
	readonly nodes: () => readonly PaintNode[];
	/** The position of the drawing's origin, and the length of its unit. */
	readonly x: number;
	readonly y: number;
	readonly scale: number;
	/** A stroke below the whole drawing, in units of the drawing. */
	readonly rim?: { readonly color: Rgba; readonly width: number };
}

/** An outline that clips the children, in their space. */
export interface Clip {
	readonly data: string;
	/** The same outline if it is a box. */
	readonly box?: RoundedBox;
	/** The same outline if it is everything around a box. */
	readonly hole?: RoundedBox;
	readonly rule?: "nonzero" | "evenodd";
}

/** A blur of what lies below. */
export interface Backdrop {
	/** Of the blur, pixels. */
	readonly deviation: number;
	readonly clip: Clip;
	/** Only what lies below this box is blurred; beyond its edges it is mirrored, as in browsers. */
	readonly box: Box;
}

/** What a click on a group opens. */
export interface Link {
	/** Printable ASCII. */
	readonly url: string;
	/** What it is called for people who cannot see it. */
	readonly label: string;
	/** Of the clickable area, in the space of the children. */
	readonly corners: readonly (readonly [x: number, y: number])[];
}

/**
 * Nodes that are painted as a group. Effects are applied in this order: filter, backdrop, clip, mask,
 * opacity, blend.
 */
export interface GroupNode extends Painted {
	readonly kind: "group";
	readonly children: readonly PaintNode[];
	/** A rotation, or any other transform, of the children. */
	readonly turn?: Turn;
	readonly matrix?: Matrix;
	/** The matrix scales the whole slide, so it does not isolate blend modes. */
	readonly isSlideScale?: true;
	readonly clip?: Clip;
	/** A mask in the space of the children, by opacity (`alpha`) or by luminance. */
	readonly mask?: { readonly node: PaintNode; readonly by: "alpha" | "luminance" };
	/** Blurs the children, and then changes their colours. */
	readonly filter?: PictureFilter;
	/**
	 * Blurs what lies below the group in the nearest group around it that is isolated in CSS, or in
	 * the slide; only within the outline. It is below the children, and the filter does not change it.
	 */
	readonly backdrop?: Backdrop;
	/** 0 to 1. */
	readonly opacity?: number;
	readonly blend?: BlendMode;
	/** Only in SVG and PDF. */
	readonly link?: Link;
	/**
	 * The part that is painted; SVG needs it for a layer that reaches far beyond, and nothing else
	 * looks at it.
	 */
	readonly layer?: Box;
}

export type PaintNode = PathNode | PictureNode | ShadeNode | DrawingNode | GroupNode;

/** Whether resvg can draw all of it as vectors: it contains no pixels, and no fill that it lacks. */
export function isVector(node: PaintNode): boolean {
	if (node.kind === "group")
		return (
			!node.filter &&
			!node.backdrop &&
			node.children.every(isVector) &&
			(node.mask === undefined || isVector(node.mask.node))
		);
	if (node.kind === "path")
		return [node.fill, node.stroke?.paint].every(
			(fill) => !fill || !(isPicture(fill) || needsKernels(fill)),
		);
	return node.kind === "drawing";
}

/** The pictures in a node, once for each use. */
export function* picturesOf(node: PaintNode): Generator<Bitmap | ShadeNode> {
	if (node.kind === "picture") yield node.bitmap;
	else if (node.kind === "shade") yield node;
	else if (node.kind === "path") {
		for (const fill of [node.fill, node.stroke?.paint])
			if (fill && isPicture(fill)) yield fill.bitmap;
	} else if (node.kind === "group") {
		for (const child of node.children) yield* picturesOf(child);
		if (node.mask) yield* picturesOf(node.mask.node);
	}
}
