import { type Box, growBox, PointBounds } from "./box.js";
import { flatten, type Polyline } from "./flatten.js";
import type { Outline } from "./outline.js";
import { MITER_LIMIT, type Stroke } from "./stroke.js";

const TOLERANCE = 0.1;

/**
 * A box around everything that a stroke paints, with caps and joins. It is at most a few tenths of
 * a pixel larger than the ink, except for dashes with square or round caps, which may end at any
 * point. Null if nothing is painted.
 */
export function strokeBounds(outline: Outline, stroke: Stroke): Box | null {
	if (!(stroke.width > 0)) return null;
	const bounds = new PointBounds();
	for (const line of flatten(outline, TOLERANCE)) addLine(bounds, line, stroke);
	return bounds.box && growBox(bounds.box, TOLERANCE);
}

function addLine(bounds: PointBounds, { points, closed }: Polyline, stroke: Stroke): void {
	const half = stroke.width / 2;
	const size = points.length;
	const cap = stroke.cap ?? "butt";
	if (size === 2) {
		// A dot has a cap; its direction is assumed to be to the right.
		if (cap !== "butt") bounds.addAround(points[0]!, points[1]!, half);
		return;
	}
	const everywhere = stroke.dash !== undefined;
	const end = closed ? size : size - 2;
	for (let i = 0; i < end; i += 2) {
		const [j, k] = [(i + 2) % size, (i + 4) % size];
		const [x0, y0, x1, y1] = [points[i]!, points[i + 1]!, points[j]!, points[j + 1]!];
		const length = Math.hypot(x1 - x0, y1 - y0);
		const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
		const last = !closed && i === end - 2;
		const startCap = everywhere || (!closed && i === 0) ? cap : "butt";
		const endCap = everywhere || last ? cap : "butt";
		addEdge(bounds, x0, y0, ux * half, uy * half, startCap === "square" ? -1 : 0);
		addEdge(bounds, x1, y1, ux * half, uy * half, endCap === "square" ? 1 : 0);
		if (startCap === "round") bounds.addAround(x0, y0, half);
		if (endCap === "round") bounds.addAround(x1, y1, half);
		if (last) continue;
		const [x2, y2] = [points[k]!, points[k + 1]!];
		const after = Math.hypot(x2 - x1, y2 - y1);
		if (stroke.join === "round") bounds.addAround(x1, y1, half);
		else if (stroke.join !== "bevel")
			addMitre(bounds, x1, y1, ux, uy, (x2 - x1) / after, (y2 - y1) / after, half);
	}
}

/**
 * Both edges of the stroke at one end of a straight piece. The length of (dx, dy) is half the
 * stroke width.
 */
function addEdge(
	bounds: PointBounds,
	x: number,
	y: number,
	dx: number,
	dy: number,
	ahead: number,
): void {
	bounds.add(x + ahead * dx - dy, y + ahead * dy + dx);
	bounds.add(x + ahead * dx + dy, y + ahead * dy - dx);
}

/**
 * The tip of the mitre between two directions at a point. A bevel lies between the ends of the
 * edges.
 */
function addMitre(
	bounds: PointBounds,
	x: number,
	y: number,
	ax: number,
	ay: number,
	bx: number,
	by: number,
	half: number,
): void {
	// The tip is on the outside of the turn, where the outer edges meet.
	const [outX, outY] = [ax - bx, ay - by];
	const size = Math.hypot(outX, outY);
	/** Cosine of half the angle of the turn: the stroke width divided by the length of the mitre. */
	const cosine = Math.sqrt(Math.max(0, (1 + ax * bx + ay * by) / 2));
	if (size < 1e-9 || cosine * MITER_LIMIT < 1) return;
	bounds.add(x + (outX / size) * (half / cosine), y + (outY / size) * (half / cosine));
}
