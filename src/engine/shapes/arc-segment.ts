import type { Box } from "./box.js";
import { appendArc, centerOf, ellipseOutline } from "./ellipse.js";
import { CLOSE, LINE, MOVE, type Outline } from "./outline.js";

export interface ArcSegment {
	/** Degrees clockwise from the top, on a circle that is then stretched to the box. */
	readonly from: number;
	/** Degrees clockwise; negative runs counterclockwise. 360 and more is the whole ellipse. */
	readonly sweep: number;
	/** Thickness of a ring, pixels. If it is absent or at least a radius, the arc is a pie slice. */
	readonly thickness?: number | undefined;
	/** Shape of the ends of a ring; round ends extend it by half its thickness. Default butt. */
	readonly ends?: "butt" | "round" | undefined;
}

/** A pie slice or a piece of a ring in the ellipse inscribed in the box, as a filled outline. */
export function arcOutline(box: Box, { from, sweep, thickness, ends }: ArcSegment): Outline {
	const rx = box.width / 2;
	const ry = box.height / 2;
	const hole = thickness !== undefined && thickness < Math.min(rx, ry) ? thickness : undefined;
	if (Math.abs(sweep) >= 360) return wholeOutline(box, hole);
	const span = (Math.abs(sweep) * Math.PI) / 180;
	if (span === 0 || hole === 0) return [];
	const start = ((Math.min(from, from + sweep) % 360) - 90) * (Math.PI / 180);
	const center = centerOf(box);
	const outline: number[] = [];
	const to = (command: number, factorX: number, factorY: number, angle: number) => {
		const point = [center.x + factorX * Math.cos(angle), center.y + factorY * Math.sin(angle)];
		outline.push(command, point[0]!, point[1]!);
	};
	to(MOVE, rx, ry, start);
	appendArc(outline, center, rx, ry, start, span);
	if (hole === undefined) {
		outline.push(LINE, center.x, center.y, CLOSE);
		return outline;
	}
	/** The end of a ring, from one edge to the other: a half circle or a straight line. */
	const end = (angle: number, turn: number, x: number, y: number) => {
		if (ends !== "round") return to(LINE, x, y, angle);
		const middle = {
			x: center.x + (rx - hole / 2) * Math.cos(angle),
			y: center.y + (ry - hole / 2) * Math.sin(angle),
		};
		appendArc(outline, middle, hole / 2, hole / 2, angle + turn, Math.PI);
	};
	end(start + span, 0, rx - hole, ry - hole);
	appendArc(outline, center, rx - hole, ry - hole, start + span, -span);
	if (ends === "round") end(start, Math.PI, rx, ry);
	outline.push(CLOSE);
	return outline;
}

/**
 * The ellipse, with a hole in the opposite direction, so that both fill rules leave the hole empty.
 */
function wholeOutline(box: Box, thickness: number | undefined): Outline {
	const outer = ellipseOutline(box);
	if (thickness === undefined) return outer;
	if (thickness === 0) return [];
	const center = centerOf(box);
	const rx = box.width / 2 - thickness;
	const hole: number[] = [MOVE, center.x + rx, center.y];
	appendArc(hole, center, rx, box.height / 2 - thickness, 0, -2 * Math.PI);
	return [...outer, ...hole, CLOSE];
}
