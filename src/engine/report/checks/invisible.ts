/** invisible: shapes, boxes and icons in the colour of what is behind them. */
import type { Finding } from "../../../contract/warning.js";
import { contrastOf, hex, isSolid, type Known } from "../painted/color.js";
import { behind } from "../painted/compose.js";
import type { PaintedArea, PaintedSlide } from "../painted/painted.js";

/** Below this contrast, a difference is not visible. */
const SEEN = 1.05;
/** Points per row and column at which an area is sampled. */
const SIDE = 6;
/** Maximum number of sampled areas per slide. */
const MOST_AREAS = 200;

export function invisibleFindings(slide: PaintedSlide): Finding[] {
	const found: Finding[] = [];
	const lost = new Map<string, PaintedArea>();
	for (const area of slide.areas.slice(0, MOST_AREAS)) {
		const color = area.noticed && !area.noticed.shows ? lostColor(area, slide) : undefined;
		if (color === undefined) continue;
		const path = area.path.replace(/\/background$/, "");
		lost.set(path, area);
		// For a box inside a box of the same colour, only the outer one counts.
		if (area.noticed?.what === "box" && insideBox(area.path, slide)) continue;
		const { what } = area.noticed!;
		found.push({
			code: "invisible",
			path: area.path,
			message: `The ${what} cannot be seen: it is ${color.own} on ${color.ground}. Give it another colour, a border or a shadow, or remove it.`,
			color: color.own,
			ground: color.ground,
		});
	}
	return found;
}

/** Whether a stack around a box has a background. */
function insideBox(path: string, { areas }: PaintedSlide): boolean {
	return areas.some(
		(outer) =>
			outer.path.endsWith("/background") &&
			outer.path !== path &&
			path.startsWith(`${outer.path.slice(0, -"background".length)}children/`),
	);
}

/**
 * The colours of an area that is nowhere visible on the slide; undefined if it is visible, or not
 * known.
 */
function lostColor(
	area: PaintedArea,
	slide: PaintedSlide,
): { own: string; ground: string } | undefined {
	const { bounds, noticed } = area;
	const under = behind(slide, area);
	let colors: { own: string; ground: string } | undefined;
	for (let k = 0; k < SIDE * SIDE; k++) {
		const x = bounds.x + (bounds.width * ((k % SIDE) + 0.5)) / SIDE;
		const y = bounds.y + (bounds.height * (Math.floor(k / SIDE) + 0.5)) / SIDE;
		if (x < 0 || y < 0 || x >= slide.width || y >= slide.height) continue;
		const own: Known = noticed?.color ?? area.colorAt(x, y);
		if (own === null) return undefined;
		if (own.a === 0) continue;
		const ground = under.groundAt(x, y);
		if (ground === null || !isSolid(ground) || contrastOf(own, ground) >= SEEN) return undefined;
		colors = { own: hex(own), ground: hex(ground) };
	}
	return colors;
}
