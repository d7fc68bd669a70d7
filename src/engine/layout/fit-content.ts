/** Stacks and grids whose content is scaled until it fits (`fit`). */
import type { TextSize } from "./box.js";
import type { Context, LaidOut, Space } from "./context.js";
import { cellArea } from "./grid.js";
import { clamp } from "./lengths.js";
import type { Fit, Node } from "./node.js";

/** Up to this number of scales, the largest is tried first: then there are at most 8 layouts. */
const TOP_FIRST = 128;

/**
 * Lays out a box at the largest scale at which its content fits. Without a limited height it is laid
 * out as it is, because what it has to fit is not known yet.
 */
export function layOutFitting<R, M extends TextSize>(
	node: Node<R, M>,
	{ scales, tolerance, at }: Fit<R, M>,
	space: Space,
	context: Context<R, M>,
): LaidOut<R, M> {
	if (context.lowest === context) return empty(node, space);
	const limited = space.height !== undefined || space.limits.max < Number.POSITIVE_INFINITY;
	if (!limited) return context.layOut(at(1), space);
	const laidOut = (index: number) => context.layOut(at(scales[index]!), space);
	const found = lastThat(scales.length, (index) =>
		contentFits(at(scales[index]!), laidOut(index), tolerance),
	);
	const index = Math.max(0, found);
	return { ...laidOut(index), scaled: { node: at(scales[index]!), fits: found >= 0 } };
}

/** It may be as low as its padding. */
const empty = <R, M extends TextSize>({ edges }: Node<R, M>, space: Space): LaidOut<R, M> => ({
	width: space.width,
	height: space.height ?? clamp(edges.y, space.limits),
	baseline: undefined,
	lastBaseline: undefined,
	text: undefined,
	children: [],
});

/** The last of the numbers from 0 that passes, if all before it pass too; −1 if none does. */
function lastThat(count: number, passes: (index: number) => boolean): number {
	let low = -1;
	let high = count;
	if (count <= TOP_FIRST) {
		if (passes(count - 1)) return count - 1;
		high--;
	}
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (passes(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/**
 * Whether no child in the flow leaves its stack or its cell, at any depth, and no text is cut, has a
 * broken word or is larger than its box.
 */
function contentFits<R, M extends TextSize>(
	node: Node<R, M>,
	laidOut: LaidOut<R, M>,
	tolerance: number,
): boolean {
	const { edges } = node;
	const inner = {
		x: edges.left,
		y: edges.top,
		width: Math.max(0, laidOut.width - edges.x),
		height: Math.max(0, laidOut.height - edges.y),
	};
	if (node.text) {
		const { followsHeight } = node.text;
		const text = followsHeight ? node.text.at(inner.width, inner.height) : laidOut.text;
		if (text === undefined) return true;
		const within = text.width <= inner.width + tolerance && text.height <= inner.height + tolerance;
		return within && text.whole !== false;
	}
	return laidOut.children.every(({ node: child, x, y, laidOut: box }, index) => {
		const { margin } = child;
		const outer = {
			x: x - margin.left,
			y: y - margin.top,
			width: box.width + margin.x,
			height: box.height + margin.y,
		};
		const cell = cellArea(node, laidOut, index);
		const fits = isInside(outer, inner, tolerance) && (!cell || isInside(outer, cell, tolerance));
		return fits && contentFits(child, box, tolerance);
	});
}

interface Area {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const isInside = (inner: Area, outer: Area, tolerance: number) =>
	inner.x >= outer.x - tolerance &&
	inner.y >= outer.y - tolerance &&
	inner.x + inner.width <= outer.x + outer.width + tolerance &&
	inner.y + inner.height <= outer.y + outer.height + tolerance;
