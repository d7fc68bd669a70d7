import { type Box, evenSides, insetBox, type Sides } from "./box.js";
import { dashCount, dashFault, evenDash, outlineLength } from "./dashes.js";
import { appendArc } from "./ellipse.js";
import type { Outline } from "./outline.js";
import { CLOSE, LINE, MOVE, polygonOutline } from "./outline.js";
import {
	acrossOf,
	downOf,
	type EllipticRadii,
	fitRadii,
	innerRadii,
	insetRadii,
	type Radii,
	roundedRectangle,
} from "./rounded-rectangle.js";
import type { Dash } from "./stroke.js";

/** A border inside a box, in one colour: an area to fill, or a line to stroke. */
export type Border =
	| {
			readonly kind: "area";
			readonly outline: Outline;
			readonly fillRule: "evenodd" | "nonzero";
			readonly dashes: number;
	  }
	| {
			readonly kind: "line";
			/** The centre line of the border, closed, to be stroked with butt caps and mitre joins. */
			readonly outline: Outline;
			readonly width: number;
			readonly dash: Dash;
			readonly dashes: number;
	  };

/**
 * The border between a rounded box and its padding edge.
 *
 * Dashes are placed as in Chromium, which changes the gaps so that a whole number of dashes fits.
 * With rounded corners, the dashes follow the centre line of the border, clockwise from the left
 * end of the top side. With square corners, each side is dashed separately, with one dash at each
 * end.
 * @param widths pixels, not all of them 0
 * @param radii of the outer edge, as the document gives them
 * @param dash of a border whose sides have the same width; ignored if there would be more than
 * MAX_DASHES dashes; see dashFault
 */
export function borderOf(box: Box, widths: Sides, radii: Radii, dash?: Dash): Border {
	const fitted = fitRadii(box, radii);
	const inner = insetBox(box, widths);
	if (!(inner.width > 0 && inner.height > 0))
		return { kind: "area", outline: roundedRectangle(box, fitted), fillRule: "nonzero", dashes: 0 };
	if (widths.some((width) => width === 0)) {
		const outline = shownSides(box, inner, fitted, innerRadii(fitted, widths), widths);
		return { kind: "area", outline, fillRule: "nonzero", dashes: 0 };
	}
	const dashes = dash === undefined ? 0 : borderDashes(box, dash);
	if (dash === undefined || dashFault(dashes) !== undefined) {
		const hole = roundedRectangle(inner, innerRadii(fitted, widths));
		const outline = [...roundedRectangle(box, fitted), ...hole];
		return { kind: "area", outline, fillRule: "evenodd", dashes };
	}
	const [width] = widths;
	if (fitted.every((radius) => radius === 0)) return dashedSides(box, width, dash);
	const middle = insetBox(box, evenSides(width / 2));
	const outline = roundedRectangle(middle, insetRadii(fitted, width / 2));
	const even = evenDash(outlineLength(outline), dash, true);
	return { kind: "line", outline, width, dash: even, dashes: dashCount(outline, even) };
}

/**
 * The sides of a border that have a width, without lines along those that have none: renderers of PDF
 * show them.
 */
function shownSides(
	box: Box,
	inner: Box,
	radii: EllipticRadii,
	inside: EllipticRadii,
	widths: Sides,
): Outline {
	const outer = roundCorners(box, radii);
	const padding = roundCorners(inner, fitRadii(inner, inside));
	const isShown = (side: number) => widths[(side + 4) % 4]! > 0;
	const outline: number[] = [];
	for (const first of [0, 1, 2, 3].filter((side) => isShown(side) && !isShown(side - 1))) {
		let last = first;
		while (isShown(last + 1)) last++;
		const corners = Array.from({ length: last - first + 2 }, (_, i) => (first + i) % 4);
		for (const [i, corner] of corners.entries())
			appendCorner(outline, outer[corner]!, corner, i === 0 ? MOVE : LINE, 1);
		for (const corner of corners.toReversed())
			appendCorner(outline, padding[corner]!, corner, LINE, -1);
		outline.push(CLOSE);
	}
	return outline;
}

interface RoundCorner {
	readonly center: { readonly x: number; readonly y: number };
	readonly across: number;
	readonly down: number;
}

/** The corners of a rounded box, in the order of the radii, which fit. */
const roundCorners = (box: Box, radii: EllipticRadii): RoundCorner[] =>
	cornersOf(box).map(([x, y], i) => {
		const [across, down] = [acrossOf(radii[i]!), downOf(radii[i]!)];
		const right = i === 1 || i === 2 ? -1 : 1;
		return { center: { x: x + right * across, y: y + (i < 2 ? down : -down) }, across, down };
	});

/** Goes to a corner and around it. @param way 1 clockwise, -1 back */
function appendCorner(
	outline: number[],
	{ center, across, down }: RoundCorner,
	corner: number,
	command: number,
	way: 1 | -1,
): void {
	const quarter = Math.PI / 2;
	const from = Math.PI + corner * quarter + (way === 1 ? 0 : quarter);
	outline.push(command, center.x + across * Math.cos(from), center.y + down * Math.sin(from));
	if (across > 0 && down > 0) appendArc(outline, center, across, down, from, way * quarter);
}

/** A side of a border whose sides differ in colour. */
export interface BorderSide {
	/** 0 to 3: top, right, bottom, left. */
	readonly side: number;
	readonly outline: Outline;
	readonly fillRule: "evenodd" | "nonzero";
	/** Leaves the part of the outline that belongs to the side, if it is that of all sides. */
	readonly clip?: Outline;
}

/** Pixels by which the clip of a side is larger than the box. */
const MARGIN = 2;

type Point = readonly [x: number, y: number];

/**
 * The sides of a border in painting order. They meet along lines through the corners of the box and
 * of its padding box, as in CSS. A side reaches under an opaque one that is painted later, so that
 * nothing shows between them.
 * @param widths pixels
 * @param radii of the outer edge, as the document gives them
 * @param isOpaque whether each side has an opaque colour
 */
export function borderSides(
	box: Box,
	widths: Sides,
	radii: Radii,
	isOpaque: readonly boolean[],
): BorderSide[] {
	const fitted = fitRadii(box, radii);
	const sides = fittingSides(box, widths);
	const inner = insetBox(box, sides);
	const corners = innerRadii(fitted, sides);
	const round = fitted.some((radius) => radius > 0);
	const whole = round ? borderOf(box, sides, radii) : undefined;
	const outer = cornersOf(box);
	const meetings = cornersOf(inner).map((point, i) =>
		meeting(outer[i]!, point, [acrossOf(corners[i]!), downOf(corners[i]!)]),
	);
	const shown = sides.map((width) => width > 0);
	const reach = round ? MARGIN : 0;
	/**
	 * The ends of the line between a side and its neighbour: the whole corner belongs to the side if
	 * the neighbour covers it later, or has no width.
	 */
	const edge = (
		side: number,
		neighbour: number,
		corner: number,
	): [outside: Point, inside: Point] => {
		const [x, y] = meetings[corner]!;
		const [left, top] = outer[corner]!;
		const isLater = neighbour > side && isOpaque[neighbour];
		if (shown[neighbour] && !isLater)
			return [round ? beyond([left, top], [x, y]) : [left, top], [x, y]];
		const outX = left + (corner === 0 || corner === 3 ? -reach : reach);
		const outY = top + (corner < 2 ? -reach : reach);
		return [[outX, outY], side % 2 === 0 ? [outX, y] : [x, outY]];
	};
	return [0, 1, 2, 3]
		.filter((side) => shown[side])
		.map((side): BorderSide => {
			const [begin, from] = edge(side, (side + 3) % 4, side);
			const [end, to] = edge(side, (side + 1) % 4, (side + 1) % 4);
			const polygon = polygonOutline([begin, end, to, from].flat());
			return whole === undefined
				? { side, outline: polygon, fillRule: "nonzero" }
				: { side, outline: whole.outline, fillRule: ruleOf(whole), clip: polygon };
		});
}

const ruleOf = (border: Border) => (border.kind === "area" ? border.fillRule : "nonzero");

/** Sides that overlap are reduced by a common factor. */
function fittingSides({ width, height }: Box, [top, right, bottom, left]: Sides): Sides {
	const across = Math.min(1, width / (left + right || 1));
	const down = Math.min(1, height / (top + bottom || 1));
	return [top * down, right * across, bottom * down, left * across];
}

const cornersOf = ({ x, y, width, height }: Box): readonly Point[] => [
	[x, y],
	[x + width, y],
	[x + width, y + height],
	[x, y + height],
];

/**
 * Where the line through the corners of both boxes leaves the border: at the corner of the padding
 * box, or behind the arc of its round corner.
 */
function meeting(outer: Point, inner: Point, [across, down]: Point): Point {
	const [dx, dy] = [inner[0] - outer[0], inner[1] - outer[1]];
	if (!(across > 0 && down > 0) || (dx === 0 && dy === 0)) return inner;
	// On the line between the ends of the arc, x / across + y / down is 1, from the inner corner.
	const share = 1 / (Math.abs(dx) / across + Math.abs(dy) / down);
	return [inner[0] + dx * share, inner[1] + dy * share];
}

/** A point further out than the corner of a box, on the line from a point inside of it. */
function beyond(corner: Point, from: Point): Point {
	const [dx, dy] = [corner[0] - from[0], corner[1] - from[1]];
	const least = Math.min(...[dx, dy].map(Math.abs).filter((length) => length > 0));
	if (!Number.isFinite(least)) return corner;
	const factor = Math.min(MARGIN / least, 1e4);
	return [corner[0] + dx * factor, corner[1] + dy * factor];
}

/**
 * Upper limit of the number of dashes, without making them: those around the box, and one more for
 * each corner.
 */
const borderDashes = ({ width, height }: Box, [on, off]: Dash): number =>
	Math.ceil((2 * (width + height)) / (on + off)) + 4;

function dashedSides(box: Box, width: number, dash: Dash): Border {
	const outline: number[] = [];
	const rectangle = (x: number, y: number, w: number, h: number) => {
		outline.push(MOVE, x, y, LINE, x + w, y, LINE, x + w, y + h, LINE, x, y + h, CLOSE);
	};
	const { x, y } = box;
	for (const place of dashPlaces(box.width, dash))
		for (const top of [y, y + box.height - width])
			rectangle(x + place, top, dashOn(box.width), width);
	for (const place of dashPlaces(box.height, dash))
		for (const left of [x, x + box.width - width])
			rectangle(left, y + place, width, dashOn(box.height));
	function dashOn(length: number): number {
		return Math.min(dash[0], length);
	}
	return { kind: "area", outline, fillRule: "nonzero", dashes: outline.length / 13 };
}

/** The starts of the dashes of a side. */
function dashPlaces(length: number, dash: Dash): number[] {
	const [on, off] = evenDash(length, dash, false);
	// Except for rounding, the last dash ends at the end of the side.
	const count = Math.max(1, Math.floor((length + off) / (on + off) + 1e-6));
	return Array.from({ length: count }, (_, i) => i * (on + off));
}
