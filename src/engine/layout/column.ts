/** Lays out the children of a column (CSS Flexbox §9). */
import { alignBox, baselineOf, shareLines } from "./align.js";
import type { TextSize } from "./box.js";
import {
	type Context,
	fitContentWidth,
	heightLimits,
	type LaidOut,
	NO_LIMITS,
	ownHeight,
	ownWidth,
	type Placed,
	type Space,
	transferredLimits,
	widthLimits,
} from "./context.js";
import { type FlexItem, flexibleLengths } from "./flexible-lengths.js";
import { justifyLine } from "./justify.js";
import { clamp, heightFor, type Limits, resolve, widthFor } from "./lengths.js";
import { breakLines } from "./lines.js";
import type { Node } from "./node.js";

interface Item extends FlexItem {
	readonly width: number;
}

export function layOutColumn<R, M extends TextSize>(
	node: Node<R, M>,
	space: Space,
	context: Context<R, M>,
): LaidOut<R, M> {
	const { edges, gap, wrap, flow } = node;
	const width = Math.max(0, space.width - edges.x);
	const height = space.height === undefined ? undefined : Math.max(0, space.height - edges.y);

	const items = flow.map((child) => flexItem(child, node, width, height, context));
	const heights = items.map((item) => clamp(item.base, item.limits));
	const limit = height ?? Math.max(0, (space.breakAt ?? space.limits.max) - edges.y);
	const lines = breakLines(heights, gap, wrap ? limit : Number.POSITIVE_INFINITY);
	const content = Math.max(
		0,
		...lines.map(
			({ from, to }) =>
				heights.slice(from, to).reduce((sum, size) => sum + size, 0) + gap * (to - from - 1),
		),
	);
	const inner = height ?? clamp(content + edges.y, space.limits) - edges.y;
	const flexed = lines.flatMap(({ from, to }) =>
		flexibleLengths(items.slice(from, to), inner - gap * (to - from - 1)),
	);

	const widths = items.map((item, index) =>
		widthAfterFlexing(flow[index]!, item, flexed[index]!, { node, width }, context),
	);
	const crosses = wrap
		? shareLines(
				lines.map(({ from, to }) => Math.max(0, ...widths.slice(from, to))),
				gap,
				width,
			)
		: lines.map(() => width);

	const children: Placed<R, M>[] = [];
	let left = edges.left;
	for (const [index, { from, to }] of lines.entries()) {
		const cross = crosses[index]!;
		const placed: LaidOut<R, M>[] = [];
		for (let child = from; child < to; child++) {
			const item = flow[child]!;
			const childWidth = wrap
				? widthInLine(
						item,
						{ width: widths[child]!, height: flexed[child]! },
						cross,
						width,
						context,
					)
				: widths[child]!;
			placed.push(
				context.layOut(item, { width: childWidth, height: flexed[child]!, limits: NO_LIMITS }),
			);
		}
		const starts = justifyLine(
			placed.map((box) => box.height),
			inner,
			node,
		);
		for (const [at, laidOut] of placed.entries()) {
			const item = flow[from + at]!;
			const x = left + alignBox(item.align, laidOut.width, cross);
			children.push({ node: item, x, y: edges.top + starts[at]!, laidOut });
		}
		left += cross + gap;
	}
	const first = children.slice(0, lines[0]?.to).at(node.reverse ? -1 : 0);
	return {
		width: space.width,
		height: inner + edges.y,
		baseline: node.hasText && first ? first.y + baselineOf(first.laidOut) : undefined,
		text: undefined,
		children,
	};
}

/** Its width, and its height before it grows or shrinks. */
function flexItem<R, M extends TextSize>(
	child: Node<R, M>,
	parent: Node<R, M>,
	parentWidth: number,
	parentHeight: number | undefined,
	context: Context<R, M>,
): Item {
	const { edges, ratio, grow, shrink } = child;
	const across = widthLimits(child, parentWidth);
	const own = ownHeight(child, parentHeight);
	const width =
		ownWidth(child, parentWidth) ??
		(child.align === "stretch" && !parent.wrap
			? clamp(parentWidth, across)
			: freeWidth(child, parentWidth, parentHeight, own, context));
	const limits = heightLimits(child, parentHeight, width);
	const base =
		resolve(child.basis, parentHeight) ??
		resolve(child.height, parentHeight) ??
		(ratio === undefined ? contentHeight(child, width, limits, context) : heightFor(width, ratio));
	return { base: Math.max(edges.y, base), limits, grow, shrink, edges: edges.y, width };
}

/**
 * A maximum does not shorten it, unless a text follows it, but a wrapping column breaks there (at
 * pixels, as in Chromium).
 */
function contentHeight<R, M extends TextSize>(
	child: Node<R, M>,
	width: number,
	limits: Limits,
	context: Context<R, M>,
): number {
	if (child.text?.followsHeight)
		return context.layOut(child, { width, height: undefined, limits }).height;
	const breakAt = child.wrap ? resolve(child.maxHeight, undefined) : undefined;
	const space = { width, height: undefined, limits: NO_LIMITS };
	return context.layOut(child, breakAt === undefined ? space : { ...space, breakAt }).height;
}

/** The width is neither given nor stretched. */
function freeWidth<R, M extends TextSize>(
	child: Node<R, M>,
	parentWidth: number,
	parentHeight: number | undefined,
	height: number | undefined,
	context: Context<R, M>,
): number {
	let width = fitContentWidth(child, parentWidth, height, context);
	width = clamp(width, transferredLimits(child, parentHeight));
	return clamp(width, widthLimits(child, parentWidth));
}

/** In a wrapping column, a child without a width may use the width of its line. */
function widthInLine<R, M extends TextSize>(
	child: Node<R, M>,
	{ width, height }: { readonly width: number; readonly height: number },
	line: number,
	parentWidth: number,
	context: Context<R, M>,
): number {
	if (child.width !== undefined || child.ratio !== undefined) return width;
	const inLine = child.align === "stretch" ? line : fitContentWidth(child, line, height, context);
	return clamp(inLine, widthLimits(child, parentWidth));
}

/**
 * A height that has grown or shrunk determines the width of a box with a ratio, and where columns
 * wrap.
 */
function widthAfterFlexing<R, M extends TextSize>(
	child: Node<R, M>,
	{ width }: Item,
	height: number,
	parent: { readonly node: Node<R, M>; readonly width: number },
	context: Context<R, M>,
): number {
	if (child.width !== undefined) return width;
	if (child.align === "stretch" && !parent.node.wrap) return width;
	if (child.ratio === undefined && !child.widthFollowsHeight) return width;
	const free =
		child.ratio === undefined
			? fitContentWidth(child, parent.width, height, context)
			: widthFor(height, child.ratio);
	return clamp(free, widthLimits(child, parent.width));
}
