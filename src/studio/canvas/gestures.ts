/** Pointer gestures on one box: move, resize, rotate. Lengths are preview pixels. */
import type { Box } from "../preview.js";
import { type AxisName, equalGapShift } from "./gaps.js";
import { tenth, upToTenth } from "./rounding.js";
import { type Lines, lineAt, nearest, REACH } from "./snapping.js";

export const GRIPS = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Grip = (typeof GRIPS)[number];

/** The box after a gesture, and the guides it snapped to. */
export interface Moved {
	readonly box: Box;
	readonly guideX?: number | undefined;
	readonly guideY?: number | undefined;
}

const LEAST = 8;
/** Rotation snaps to multiples of this angle. Degrees. */
export const ANGLE_STEP = 15;
export const ANGLE_REACH = 3;

/**
 * Moves a box by a distance; its size stays the same. An upright box snaps to the nearest guide
 * or equal gap.
 */
export function move(box: Box, dx: number, dy: number, lines: Lines | undefined): Moved {
	const wanted = { ...box, x: box.x + dx, y: box.y + dy };
	if (lines === undefined || !isUpright(box))
		return { box: { ...wanted, x: tenth(wanted.x), y: tenth(wanted.y) } };
	const edges = ({ x, y, width, height }: Box) => ({
		x: [x, x + width / 2, x + width],
		y: [y, y + height / 2, y + height],
	});
	const shiftOn = (axis: AxisName): number => {
		const line = nearest(edges(wanted)[axis], lines[axis])?.shift;
		const gap = equalGapShift(axis, wanted, lines.boxes, REACH);
		if (line === undefined || gap === undefined) return line ?? gap ?? 0;
		return Math.abs(gap) < Math.abs(line) ? gap : line;
	};
	const moved = { ...wanted, x: tenth(wanted.x + shiftOn("x")), y: tenth(wanted.y + shiftOn("y")) };
	const at = edges(moved);
	return { box: moved, guideX: lineAt(at.x, lines.x), guideY: lineAt(at.y, lines.y) };
}

/** How a grip moves the right and bottom edges: 1 outwards, -1 the opposite edge, 0 neither. */
const sidesOf = (grip: Grip) => ({
	x: Number(grip.includes("e")) - Number(grip.includes("w")),
	y: Number(grip.includes("s")) - Number(grip.includes("n")),
});

/** Whether a box is neither rotated nor slanted. */
const isUpright = ({ rotation, skewX = 0, skewY = 0 }: Box): boolean =>
	rotation === 0 && skewX === 0 && skewY === 0;

/** Where the horizontal and the vertical edges of a box lead on the slide: x and y of each. */
function axesOf({
	rotation,
	skewX = 0,
	skewY = 0,
}: Box): readonly [number, number, number, number] {
	const [angle, slantX, slantY] = [rotation, skewX, skewY].map((one) => (one * Math.PI) / 180);
	const [cos, sin] = [Math.cos(angle!), Math.sin(angle!)];
	const [a, b] = [Math.tan(slantX!), Math.tan(slantY!)];
	// rotate() skewX() skewY()
	return [cos * (1 + a * b) - sin * b, sin * (1 + a * b) + cos * b, cos * a - sin, sin * a + cos];
}

/**
 * Moves the edges of a grip; the opposite edges stay in place, also in a rotated or slanted box.
 * @param keepRatio keeps the aspect ratio (corners only)
 */
export function resize(
	box: Box,
	grip: Grip,
	dx: number,
	dy: number,
	keepRatio: boolean,
	lines?: Lines,
): Moved {
	const [xx, xy, yx, yy] = axesOf(box);
	const side = sidesOf(grip);
	const snaps = lines !== undefined && isUpright(box) && !keepRatio;
	const edgeX = side.x > 0 ? box.x + box.width : box.x;
	const edgeY = side.y > 0 ? box.y + box.height : box.y;
	const snapX = snaps && side.x !== 0 ? nearest([edgeX + dx], lines.x) : undefined;
	const snapY = snaps && side.y !== 0 ? nearest([edgeY + dy], lines.y) : undefined;
	const [stepX, stepY] = [dx + (snapX?.shift ?? 0), dy + (snapY?.shift ?? 0)];
	// Neither rotation nor slant changes areas, so this is the inverse.
	const along = stepX * yy - stepY * yx;
	const across = stepY * xx - stepX * xy;
	let width = Math.max(LEAST, box.width + along * side.x);
	let height = Math.max(LEAST, box.height + across * side.y);
	if (keepRatio && grip.length === 2 && box.width > 0 && box.height > 0) {
		const factor = Math.max(width / box.width, height / box.height);
		width = box.width * factor;
		height = box.height * factor;
	}
	// An edge without a grip keeps its exact length; rounding must not make any side shorter.
	width = side.x === 0 ? box.width : upToTenth(width);
	height = side.y === 0 ? box.height : upToTenth(height);
	// The fixed point: the middle of the opposite side, or the opposite corner.
	const grownX = (width - box.width) * side.x;
	const grownY = (height - box.height) * side.y;
	const centerX = box.x + box.width / 2 + (grownX * xx + grownY * yx) / 2;
	const centerY = box.y + box.height / 2 + (grownX * xy + grownY * yy) / 2;
	const [x, y] = [centerX - width / 2, centerY - height / 2];
	return {
		box: {
			...box,
			x: Math.abs(x - box.x) < 1e-6 ? box.x : tenth(x),
			y: Math.abs(y - box.y) < 1e-6 ? box.y : tenth(y),
			width,
			height,
		},
		guideX: snapX?.line,
		guideY: snapY?.line,
	};
}

/** Rotates a box so that its top points towards a point. */
export function rotate(box: Box, x: number, y: number, free: boolean): Moved {
	const angle =
		(Math.atan2(y - (box.y + box.height / 2), x - (box.x + box.width / 2)) * 180) / Math.PI + 90;
	const turned = angle > 180 ? angle - 360 : angle;
	const step = Math.round(turned / ANGLE_STEP) * ANGLE_STEP;
	const clings = !free && Math.abs(turned - step) <= ANGLE_REACH;
	const rotation = clings ? step : Math.round(turned);
	return { box: { ...box, rotation: Math.max(-180, Math.min(180, rotation)) } };
}
