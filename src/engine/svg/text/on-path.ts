/** Texts along a path: one line, whose clusters are placed and rotated one by one. */
import { num } from "../../numbers.js";
import { type Box, Extent, type Turn } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import type { SceneOnPath } from "../../scene/typography.js";
import { at as cubicAt } from "../../shapes/bounds.js";
import { arcCurve, type Curve, outlineCurve } from "../../shapes/curve.js";
import { CLOSE, CUBIC, mapOutline, OPERANDS } from "../../shapes/outline.js";
import { pathData } from "../../shapes/path-data.js";
import { readPath } from "../../shapes/path-reader.js";
import { placePath } from "../../shapes/path-shape.js";
import type { Fragment, Line } from "../../text/layout/line-layout.js";
import { isJoined } from "../../text/layout/paragraph.js";
import type { RunStyle } from "./content.js";
import type { PlacedLine } from "./placed-line.js";

/** A cluster, or a word of a joined script, upright around a point of the path. */
export interface Piece extends PlacedLine {
	readonly turn: Turn;
}

/** A line along a path. */
export interface Bend {
	readonly curve: Curve;
	/** Distance of the start of the line along the path, pixels. */
	readonly start: number;
	readonly pieces: readonly Piece[];
	/** Length that the line has beyond the ends of the path. Pixels. */
	readonly beyond: number;
}

/** Heights of a line above and below its baseline, pixels. */
interface Reach {
	readonly above: number;
	readonly below: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * The size of the box of a line that is bent into an arc, and where its middle is in the box.
 * @param width of the line, pixels
 */
export function arcBox(width: number, degrees: number, { above, below }: Reach): Box {
	const curve = arcCurve(width, radians(degrees), 0, 0);
	const extent = new Extent();
	const include = (distance: number) => {
		const { x, y, angle } = curve.at(distance);
		for (const by of [-above, below]) {
			const [px, py] = [x - by * Math.sin(angle), y + by * Math.cos(angle)];
			extent.include(px, py, px, py);
		}
	};
	include(0);
	include(width);
	// Where the arc or its normal is upright.
	for (let at = -360; at <= 360; at += 90)
		if (Math.abs(2 * at) <= Math.abs(degrees)) include(width / 2 + (at / (degrees || 1)) * width);
	return extent.box;
}

/** The path of a text in its box. @param line that is bent, if it is an arc */
export function curveOf(
	onPath: SceneOnPath,
	box: Box,
	line: { readonly width: number; readonly arc: Box },
): Curve {
	if (onPath.kind === "path") return outlineCurve(placePath(onPath.shape, box));
	const { arc, width } = line;
	return arcCurve(width, radians(onPath.degrees), box.x - arc.x, box.y - arc.y);
}

/** Length of a path that is stretched to a box. Pixels. */
export const pathLength = (onPath: Extract<SceneOnPath, { kind: "path" }>, box: Box): number =>
	outlineCurve(placePath(onPath.shape, box)).length;

/** Distance at which a line starts. */
function startOf(block: SceneText, line: Line<RunStyle>, curve: Curve): number {
	const { onPath, align } = block;
	if (onPath?.kind !== "path") return 0;
	const spare = curve.length - line.width;
	const rtl = line.direction === "rtl";
	const side =
		align === "start" || align === "justify"
			? rtl
				? "right"
				: "left"
			: align === "end"
				? rtl
					? "left"
					: "right"
				: align;
	const { offset } = onPath;
	const by = offset.kind === "share" ? offset.value * curve.length : offset.value;
	if (side === "center") return spare / 2 + by;
	return side === "right" ? spare - by : by;
}

/** Places the pieces of a line along its path. Those whose middle is beyond its ends are left out. */
export function bendLine(block: SceneText, line: Line<RunStyle>, curve: Curve): Bend {
	const start = startOf(block, line, curve);
	const round = curve.closed && line.width <= curve.length;
	const pieces: Piece[] = [];
	for (const fragments of piecesOf(line.fragments, line.source.text)) {
		const left = fragments[0]!.x;
		const last = fragments.at(-1)!;
		const middle = (left + last.x + last.width) / 2;
		const distance = start + middle;
		if (!round && (distance < -TOUCHING || distance > curve.length + TOUCHING)) continue;
		const { x, y, angle } = curve.at(distance);
		pieces.push({
			line: { ...line, fragments },
			x: x - middle,
			top: y,
			height: 0,
			baseline: y,
			turn: { rotation: (angle * 180) / Math.PI, centerX: x, centerY: y },
		});
	}
	const before = Math.max(0, -start);
	const after = Math.max(0, start + line.width - curve.length);
	return { curve, start, pieces, beyond: round ? 0 : Math.min(line.width, before + after) };
}

/** Tolerance for letters at the ends of a path, pixels. */
const TOUCHING = 1e-6;

/** The clusters of a line from left to right, joined letters together as words. */
function piecesOf(fragments: readonly Fragment<RunStyle>[], text: string): Fragment<RunStyle>[][] {
	const pieces: { parts: Fragment<RunStyle>[]; joined: boolean }[] = [];
	const add = (part: Fragment<RunStyle>, joined: boolean, stays = false) => {
		const last = pieces.at(-1);
		if (last !== undefined && (stays || (joined && last.joined))) last.parts.push(part);
		else pieces.push({ parts: [part], joined });
	};
	for (const fragment of fragments) {
		if (fragment.kind !== "glyphs") {
			add(fragment, false);
			continue;
		}
		const { glyphs } = fragment;
		let x = fragment.x;
		for (let i = 0; i < glyphs.length; ) {
			const from = i;
			const { cluster } = glyphs[i]!;
			let width = 0;
			for (; glyphs[i]?.cluster === cluster; i++) width += glyphs[i]!.advance;
			const joined = isJoined(fragment.script) && text[cluster] !== " ";
			// Marks without a width of their own stay on their letter.
			const stays = fragment.onEmoji === true || width === 0;
			add({ ...fragment, glyphs: glyphs.slice(from, i), x, width }, joined, stays);
			x += width;
		}
	}
	return pieces.map(({ parts }) => parts);
}

/** Path data of a piece, rotated. */
export function turnedPath(data: string, turn: Turn, extent?: Pick<Extent, "include">): string {
	const angle = radians(turn.rotation);
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const { centerX, centerY } = turn;
	return mapped(
		data,
		(x, y) => [
			centerX + (x - centerX) * cos - (y - centerY) * sin,
			centerY + (x - centerX) * sin + (y - centerY) * cos,
		],
		extent,
	);
}

/** Pixels between the points of a line that is bent. */
const STEP = 3;
/** Lines of a round corner. */
const CORNER = 6;
/** Most pieces of one line of an outline. */
const MAX_STEPS = 400;

/**
 * Path data of a decoration, bent along a path: x is the distance from the start of the path, y the
 * distance below it.
 */
export function bentPath(data: string, curve: Curve, extent?: Pick<Extent, "include">): string {
	const { outline } = readPath(data, Number.POSITIVE_INFINITY);
	let bent = "";
	let [x, y, startX, startY] = [0, 0, 0, 0];
	const point = (distance: number, below: number) => {
		const at = curve.at(distance);
		const px = at.x - below * Math.sin(at.angle);
		const py = at.y + below * Math.cos(at.angle);
		extent?.include(px, py, px, py);
		return `${num(px)} ${num(py)}`;
	};
	const line = (toX: number, toY: number) => {
		const steps = Math.min(MAX_STEPS, Math.ceil(Math.hypot(toX - x, toY - y) / STEP));
		for (let step = 1; step <= steps; step++)
			bent += `L${point(x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps)}`;
		[x, y] = [toX, toY];
	};
	for (let i = 0; i < outline.length; ) {
		const command = outline[i++]!;
		const values = outline.slice(i, i + OPERANDS[command]!);
		i += values.length;
		if (command === CLOSE) {
			line(startX, startY);
			bent += "z";
		} else if (command === CUBIC) {
			const [x0, y0] = [x, y];
			const [x1, y1, x2, y2, x3, y3] = values as [number, number, number, number, number, number];
			for (let step = 1; step <= CORNER; step++) {
				const t = step / CORNER;
				line(cubicAt(t, x0, x1, x2, x3), cubicAt(t, y0, y1, y2, y3));
			}
		} else if (bent === "" || bent.endsWith("z")) {
			[x, y] = values as [number, number];
			[startX, startY] = [x, y];
			bent += `M${point(x, y)}`;
		} else line(values[0]!, values[1]!);
	}
	return bent;
}

function mapped(
	data: string,
	map: (x: number, y: number) => readonly [number, number],
	extent?: Pick<Extent, "include">,
): string {
	const { outline } = readPath(data, Number.POSITIVE_INFINITY);
	const points = mapOutline(outline, 1, 1, 0, 0) as number[];
	for (let i = 0; i < points.length; ) {
		const end = i + 1 + OPERANDS[points[i]!]!;
		for (let k = i + 1; k < end; k += 2) {
			const [x, y] = map(points[k]!, points[k + 1]!);
			points[k] = x;
			points[k + 1] = y;
			extent?.include(x, y, x, y);
		}
		i = end;
	}
	return pathData(points);
}
