/** Lays out the children of a column (CSS Flexbox §9). */
import { alignBox, baselineOf, lastBaselineOf, shareLines } from "./align.js";
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
	const { edges, gap, crossGap, wrap, flow } = node;
	const width = Math.max(0, space.width - edges.x);
	const height = space.height === undefined ? undefined : Math.max(0, space.height - edges.y);

	const items = flow.map((child) => flexItem(child, node, width, height, context));
	const heights = items.map((item, index) => clamp(item.base, item.limits) + flow[index]!.margin.y);
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
	const flexed = lines.flatMap(({ from, to }) => {
		const margins = flow.slice(from, to).reduce((sum, { margin }) => sum + margin.y, 0);
		return flexibleLengths(items.slice(from, to), inner - margins - gap * (to - from - 1));
	});

	const widths = items.map((item, index) =>
		widthAfterFlexing(flow[index]!, item, flexed[index]!, { node, width }, context),
	);
	const crosses = wrap
		? shareLines(
				lines.map(({ from, to }) =>
					Math.max(
						0,
						...widths.slice(from, to).map((size, at) => size + flow[from + at]!.margin.x),
					),
				),
				crossGap,
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
						cross - item.margin.x,
						width,
						context,
					)
				: widths[child]!;
			placed.push(
				context.layOut(item, { width: childWidth, height: flexed[child]!, limits: NO_LIMITS }),
			);
		}
		const starts = justifyLine(
			placed.map((box, at) => box.height + flow[from + at]!.margin.y),
			inner,
			node,
		);
		for (const [at, laidOut] of placed.entries()) {
			const item = flow[from + at]!;
			const { margin } = item;
			const x = left + margin.left + alignBox(item.align, laidOut.width + margin.x, cross);
			children.push({ node: item, x, y: edges.top + starts[at]! + margin.top, laidOut });
		}
		left += cross + crossGap;
	}
	const first = children.slice(0, lines[0]?.to).at(node.reverse ? -1 : 0);
	const last = children.slice(lines.at(-1)?.from).at(node.reverse ? 0 : -1);
	return {
		width: space.width,
		height: inner + edges.y,
		baseline: node.hasText && first ? first.y + baselineOf(first.laidOut) : undefined,
		lastBaseline: node.hasText && last ? last.y + lastBaselineOf(last.laidOut) : undefined,
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
			? clamp(parentWidth - child.margin.x, across)
			: freeWidth(child, parentWidth, parentHeight, own, context));
	const given = resolve(child.height, parentHeight);
	const limits = withContentHeight(
		child,
		heightLimits(child, parentHeight, width),
		given,
		width,
		context,
	);
	const base =
		resolve(child.basis, parentHeight) ??
		given ??
		(ratio === undefined ? contentHeight(child, width, limits, context) : heightFor(width, ratio));
	return { base: Math.max(edges.y, base), limits, grow, shrink, edges: edges.y, width };
}

/**
 * A maximum does not shorten it, unless a text or a scaled content follows it, but a wrapping column breaks there (at
 * pixels, as in Chromium).
 */
function contentHeight<R, M extends TextSize>(
	child: Node<R, M>,
	width: number,
	limits: Limits,
	context: Context<R, M>,
): number {
	if (child.text?.followsHeight || child.fit)
		return context.layOut(child, { width, height: undefined, limits }).height;
	return heightBrokenAt(child, width, resolve(child.maxHeight, undefined), context);
}

/** @param breakAt height at which a wrapping column breaks. */
function heightBrokenAt<R, M extends TextSize>(
	child: Node<R, M>,
	width: number,
	breakAt: number | undefined,
	context: Context<R, M>,
): number {
	const space = { width, height: undefined, limits: NO_LIMITS };
	const breaks = child.wrap && breakAt !== undefined;
	return context.layOut(child, breaks ? { ...space, breakAt } : space).height;
}

/**
 * The limits of a child along its column, with the automatic minimum: the height of its content, or
 * its given height if that is smaller.
 */
function withContentHeight<R, M extends TextSize>(
	child: Node<R, M>,
	limits: Limits,
	own: number | undefined,
	width: number,
	context: Context<R, M>,
): Limits {
	const { text, minHeight, keepsContent } = child;
	// The limits of a text contain its height.
	if (!keepsContent || minHeight || text) return limits;
	const breakAt = resolve(child.height, undefined) ?? resolve(child.maxHeight, undefined);
	const content = heightBrokenAt(child, width, breakAt, context.lowest);
	return { ...limits, min: Math.max(limits.min, Math.min(content, own ?? content, limits.max)) };
}

/** The width is neither given nor stretched. */
function freeWidth<R, M extends TextSize>(
	child: Node<R, M>,
	parentWidth: number,
	parentHeight: number | undefined,
	height: number | undefined,
	context: Context<R, M>,
): number {
	let width = fitContentWidth(child, parentWidth - child.margin.x, height, context);
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
			? fitContentWidth(child, parent.width - child.margin.x, height, context)
			: widthFor(height, child.ratio);
	return clamp(free, widthLimits(child, parent.width));
}
