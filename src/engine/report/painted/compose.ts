/** Computes the colour behind a text or an area at a point of the slide. */
import { type Box, intersect, isEmpty } from "../../scene/geometry.js";
import { CLEAR, faded, type Known, over } from "./color.js";
import type { Painted, PaintedArea, PaintedGroup, PaintedSlide, PaintedText } from "./painted.js";

/** Both colours on the slide: the one behind, and the one that is painted on it. */
export interface Pair {
	readonly ground: Known;
	readonly ink: Known;
}

export interface Behind {
	/**
	 * The colours at a point of the slide.
	 * @param paint paints the target on the colour behind it: its own background, and its ink on
	 * that
	 */
	readonly at: (x: number, y: number, paint: (behind: Known) => Pair) => Pair;
	/** The colour behind the target at a point. */
	readonly groundAt: (x: number, y: number) => Known;
	/** Whether the colour is the same behind the whole target. */
	readonly even: boolean;
	/** Number of areas that have to be examined per point. */
	readonly areas: number;
	/** One of them is a picture. */
	readonly pictures: boolean;
}

/** Everything that is painted before a text or an area, at the same position. */
export function behind({ painted }: PaintedSlide, target: PaintedText | PaintedArea): Behind {
	const { bounds } = target;
	const chain = withoutHidden(nodesBehind(painted, target), bounds);
	let even = true;
	let areas = 0;
	let pictures = false;
	const look = (nodes: readonly Painted[]) => {
		for (const node of nodes) {
			if (node.kind === "group") {
				if (node.shows !== undefined) even = false;
				look(node.children);
			} else if (node.kind === "area") {
				areas++;
				if (hides(node, bounds)) continue;
				if (node.picture) pictures = true;
				const { x, y, width, height } = intersect(node.bounds, bounds);
				const whole =
					x === bounds.x && y === bounds.y && width === bounds.width && height === bounds.height;
				if (node.flat === undefined || !whole) even = false;
			}
		}
	};
	for (const { nodes, group } of chain) {
		look(nodes);
		if (group?.shows !== undefined) even = false;
	}
	const inward = [...chain].reverse();
	const at: Behind["at"] = (x, y, paint) => {
		const grounds = inward.map(({ nodes, group }) =>
			paintedAt(nodes, x, y, group === undefined ? null : CLEAR),
		);
		// Everything that is visible behind it, in the groups around it and on the slide.
		const seen = grounds.reduce((above, below) => over(above, below));
		const { ground: under, ink } = paint(seen);
		let ground = over(under, grounds[0] ?? null);
		let shown = over(ink, grounds[0] ?? null);
		for (const [i, { group }] of inward.entries()) {
			if (group === undefined) break;
			const outer = grounds[i + 1] ?? null;
			const mixed = (color: Known) =>
				group.blends ? null : over(faded(color, group.opacity), outer);
			ground = mixed(ground);
			shown = mixed(shown);
		}
		return { ground, ink: shown };
	};
	const groundAt: Behind["groundAt"] = (x, y) =>
		at(x, y, (color) => ({ ground: color, ink: color })).ground;
	return { at, groundAt, even, areas, pictures };
}

/** One level of the groups around the target: what is painted before it there. */
interface Level {
	/** The group that contains them; undefined: the slide. */
	readonly group: PaintedGroup | undefined;
	readonly nodes: readonly Painted[];
}

function nodesBehind(
	painted: readonly Painted[],
	target: PaintedText | PaintedArea,
): readonly Level[] {
	const levels: Level[] = [];
	const find = (nodes: readonly Painted[], group: PaintedGroup | undefined): boolean => {
		for (const [i, node] of nodes.entries()) {
			const found = node === target || (node.kind === "group" && find(node.children, node));
			if (!found) continue;
			levels.unshift({ group, nodes: visible(nodes.slice(0, i), target) });
			return true;
		}
		return false;
	};
	find(painted, undefined);
	return levels;
}

/** Removes what an opaque area in front of it hides behind the whole target. */
function withoutHidden(levels: readonly Level[], bounds: Box): readonly Level[] {
	const translucent = levels.findIndex(({ group }) => group !== undefined && !isPlain(group));
	for (let k = (translucent < 0 ? levels.length : translucent) - 1; k >= 0; k--) {
		const { group, nodes } = levels[k]!;
		const hiding = nodes.findLastIndex((node) => node.kind === "area" && hides(node, bounds));
		if (hiding < 0) continue;
		const rest = { group, nodes: nodes.slice(hiding) };
		return [
			...levels.slice(0, k).map((level) => ({ group: level.group, nodes: [] })),
			rest,
			...levels.slice(k + 1),
		];
	}
	return levels;
}

/** Whether a group shows its children unchanged. */
const isPlain = ({ opacity, blends, shows }: PaintedGroup): boolean =>
	opacity === 1 && !blends && shows === undefined;

/** Whether an area covers a box in one opaque colour. */
function hides({ convex, colorAt }: PaintedArea, { x, y, width, height }: Box): boolean {
	if (convex === undefined || convex.a < 1) return false;
	const [right, bottom] = [x + width, y + height];
	const corners = [
		[x, y],
		[right, y],
		[x, bottom],
		[right, bottom],
	] as const;
	return corners.every(([px, py]) => (colorAt(px, py)?.a ?? 0) >= 1);
}

/** Texts do not count as background, nor does anything that does not overlap the target. */
const visible = (nodes: readonly Painted[], { bounds }: PaintedText | PaintedArea): Painted[] =>
	nodes.filter((node) => node.kind !== "text" && !isEmpty(intersect(node.bounds, bounds)));

function paintedAt(nodes: readonly Painted[], x: number, y: number, below: Known): Known {
	let color = below;
	for (const node of nodes) {
		if (node.kind === "text") continue;
		const { x: left, y: top, width, height } = node.bounds;
		if (x < left || y < top || x > left + width || y > top + height) continue;
		if (node.kind === "area") color = over(node.colorAt(x, y), color);
		else if (node.shows?.(x, y) ?? true) {
			const inner = paintedAt(node.children, x, y, CLEAR);
			const seen = faded(inner, node.opacity);
			color = node.blends && seen?.a !== 0 ? null : over(seen, color);
		}
	}
	return color;
}
