/** Makes nodes of the paint tree. */
import type { Bitmap } from "../images/bitmap.js";
import { type Box, isTurned, type Turn, turnedBounds } from "../scene/geometry.js";
import { pathData } from "../shapes/path-data.js";
import {
	type EllipticRadii,
	fitRadii,
	isCircular,
	type Radii,
	roundedRectangle,
} from "../shapes/rounded-rectangle.js";
import type { Rgba } from "../text/rich/css-color.js";
import { type Fill, solid } from "./fill.js";
import type {
	Clip,
	GroupNode,
	PaintNode,
	PathNode,
	PictureNode,
	Placement,
	RoundedBox,
	ShadeNode,
} from "./node.js";

/** A placement without rotation. */
export const upright = (box: Box): Placement => ({ ...box, rotation: 0, centerX: 0, centerY: 0 });

/** A filled outline. @param fill a colour, or any fill */
export const path = (data: string, fill: Rgba | Fill, bounds: Box): PathNode => ({
	kind: "path",
	data,
	fill: "kind" in fill ? fill : solid(fill),
	bounds,
});

/** @param radii as the document gives them; those that do not fit shrink */
export const roundedBox = (box: Box, radii: Radii): RoundedBox => ({
	x: box.x,
	y: box.y,
	width: box.width,
	height: box.height,
	radii: fitRadii(box, radii),
});

/**
 * A filled box with round corners.
 * @param radii as in the document; radii that do not fit are reduced
 * @param fill a colour, or any fill
 */
export const boxPath = (box: Box, radii: EllipticRadii, fill: Rgba | Fill): PathNode => ({
	...path(pathData(roundedRectangle(box, radii)), fill, box),
	...(isCircular(radii) && { box: roundedBox(box, radii) }),
});

/** Clips to a box with rounded corners. */
export const boxClip = (box: Box, radii: EllipticRadii): Clip => ({
	data: pathData(roundedRectangle(box, radii)),
	...(isCircular(radii) && { box: roundedBox(box, radii) }),
});

export const picture = (bitmap: Bitmap, place: Placement): PictureNode => ({
	kind: "picture",
	bitmap,
	place,
	bounds: placeBounds(place),
});

export const shade = (parts: Omit<ShadeNode, "kind" | "bounds">): ShadeNode => ({
	kind: "shade",
	...parts,
	bounds: placeBounds(parts.place),
});

/** The pixels of a shade, in the resolution of its grid. */
export function bitmapOf({ columns, rows, color = "#000000", alpha }: ShadeNode): Bitmap {
	const { bytes } = alpha;
	const data = new Uint8Array(bytes.length * 4);
	const rgb = Number.parseInt(color.slice(1), 16);
	for (let i = 0; i < bytes.length; i++) {
		data[i * 4] = rgb >> 16;
		data[i * 4 + 1] = (rgb >> 8) & 255;
		data[i * 4 + 2] = rgb & 255;
		data[i * 4 + 3] = bytes[i]!;
	}
	return { width: columns, height: rows, channels: 4, data };
}

/** @param bounds of the children, before the rotation */
export const turned = (children: GroupNode["children"], turn: Turn, bounds: Box): GroupNode => ({
	kind: "group",
	children,
	...(isTurned(turn) && { turn }),
	bounds: turnedBounds(bounds, turn),
});

/** A picture with its alternative text. @param alt "" for decoration */
export const described = <T extends PaintNode>(node: T, alt: string): T =>
	alt.trim() === "" ? node : { ...node, meaning: { kind: "figure", alt } };

const placeBounds = (place: Placement): Box => turnedBounds(place, place);
