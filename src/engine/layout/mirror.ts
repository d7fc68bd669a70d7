/** What a right-to-left slide mirrors. Texts, gradients, shadows and rotation are not mirrored. */
import type { FourSides, Rect } from "./box.js";

/** @returns the box mirrored within a parent of this `width`. */
export const mirrorInside = <B extends Rect>(box: B, width: number): B => ({
	...box,
	x: width - box.x - box.width,
});

/** @param sides top, right, bottom, left: padding, for example. */
export const mirrorSides = ([top, right, bottom, left]: FourSides): FourSides => [
	top,
	left,
	bottom,
	right,
];

/** @param corners top left, top right, bottom right, bottom left. */
export const mirrorCorners = ([
	topLeft,
	topRight,
	bottomRight,
	bottomLeft,
]: FourSides): FourSides => [topRight, topLeft, bottomLeft, bottomRight];

/** Exchanges the distances from the left and right edge. */
export const mirrorInsets = <T>({ x, right }: { x: T; right: T }): { x: T; right: T } => ({
	x: right,
	right: x,
});
