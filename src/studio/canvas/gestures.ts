/** What a pointer does to a box: move, resize, rotate. Lengths are preview pixels. */
import type { Box } from "../preview.js";
import { type Lines, nearest } from "./snapping.js";

export type Grip = "move" | "rotate" | "n" | "e" | "s" | "w" | "ne" | "nw" | "se" | "sw";

/** The box after a gesture, and the lines that it clings to. */
export interface Moved {
	readonly box: Box;
	readonly guideX?: number | undefined;
	readonly guideY?: number | undefined;
}

const LEAST = 8;
/** Angles that a rotation clings to. Degrees. */
const ANGLE_STEP = 15;
const ANGLE_REACH = 3;

/** Moves a box by a distance; without rotation it clings to lines. */
export function move(box: Box, dx: number, dy: number, lines: Lines | undefined): Moved {
	const moved = { ...box, x: box.x + dx, y: box.y + dy };
	if (lines === undefined || box.rotation !== 0) return { box: round(moved) };
	const { x, y, width, height } = moved;
	const snapX = nearest([x, x + width / 2, x + width], lines.x);
	const snapY = nearest([y, y + height / 2, y + height], lines.y);
	return {
		box: round({ ...moved, x: x + (snapX?.shift ?? 0), y: y + (snapY?.shift ?? 0) }),
		guideX: snapX?.line,
		guideY: snapY?.line,
	};
}

/**
 * Moves the edges that a grip holds; the opposite ones stay where they are, on a turned box too.
 * @param keepRatio width to height stays as it is (corners only)
 */
export function resize(box: Box, grip: Grip, dx: number, dy: number, keepRatio: boolean): Moved {
	const angle = (box.rotation * Math.PI) / 180;
	const along = dx * Math.cos(angle) + dy * Math.sin(angle);
	const across = dy * Math.cos(angle) - dx * Math.sin(angle);
	const east = grip.includes("e") && grip !== "move" && grip !== "rotate" ? 1 : 0;
	const west = grip.includes("w") ? 1 : 0;
	const south = grip.includes("s") ? 1 : 0;
	const north = grip === "n" || grip === "ne" || grip === "nw" ? 1 : 0;
	let width = Math.max(LEAST, box.width + along * (east - west));
	let height = Math.max(LEAST, box.height + across * (south - north));
	if (keepRatio && grip.length === 2 && box.width > 0 && box.height > 0) {
		const factor = Math.max(width / box.width, height / box.height);
		width = box.width * factor;
		height = box.height * factor;
	}
	// The point that stays: the middle of the opposite side, or the opposite corner.
	const grownX = (width - box.width) * (east - west);
	const grownY = (height - box.height) * (south - north);
	const centerX = box.x + box.width / 2 + (grownX * Math.cos(angle) - grownY * Math.sin(angle)) / 2;
	const centerY =
		box.y + box.height / 2 + (grownX * Math.sin(angle) + grownY * Math.cos(angle)) / 2;
	return {
		box: round({ ...box, x: centerX - width / 2, y: centerY - height / 2, width, height }),
	};
}

/** Turns a box so that its top looks at a point. */
export function rotate(box: Box, x: number, y: number): Moved {
	const angle =
		(Math.atan2(y - (box.y + box.height / 2), x - (box.x + box.width / 2)) * 180) / Math.PI + 90;
	const turned = angle > 180 ? angle - 360 : angle;
	const step = Math.round(turned / ANGLE_STEP) * ANGLE_STEP;
	const rotation = Math.abs(turned - step) <= ANGLE_REACH ? step : Math.round(turned);
	return { box: { ...box, rotation: Math.max(-180, Math.min(180, rotation)) } };
}

/** Tenths of a preview pixel are finer than an export pixel. */
const tenth = (value: number) => Math.round(value * 10) / 10;
const round = (box: Box): Box => ({
	...box,
	x: tenth(box.x),
	y: tenth(box.y),
	width: tenth(box.width),
	height: tenth(box.height),
});
