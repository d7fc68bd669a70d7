/** Computes how far one box extends beyond another. */
import type { Box } from "../scene/geometry.js";
import { preview } from "./units.js";

/** How far something extends beyond each side, preview pixels; other sides are absent. */
export type Overflow = Partial<Record<"left" | "top" | "right" | "bottom", number>>;

/**
 * @param slack tolerance, preview pixels
 * @returns undefined if the inner box is within the outer one
 */
export function overflow(inner: Box, outer: Box, slack: number): Overflow | undefined {
	const beyond = {
		left: outer.x - inner.x,
		top: outer.y - inner.y,
		right: inner.x + inner.width - outer.x - outer.width,
		bottom: inner.y + inner.height - outer.y - outer.height,
	};
	const sides = Object.entries(beyond)
		.map(([side, pixels]) => [side, preview(pixels)] as const)
		.filter(([, pixels]) => pixels > slack);
	return sides.length === 0 ? undefined : Object.fromEntries(sides);
}

const PLACES = {
	left: "on the left",
	top: "at the top",
	right: "on the right",
	bottom: "at the bottom",
};

/** "by 12.5 on the right and 3 at the bottom". */
export const inWords = (found: Overflow): string =>
	`by ${Object.entries(found)
		.map(([side, pixels]) => `${pixels} ${PLACES[side as keyof typeof PLACES]}`)
		.join(" and ")}`;
