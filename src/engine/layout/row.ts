/** Lays out the children of a row (CSS Flexbox §9). */
import { alignInLine, baselineOf, lastBaselineOf, measureLine, shareLines } from "./align.js";
import type { TextSize } from "./box.js";
import {
	type Context,
	heightLimits,
	type LaidOut,
	limitsInside,
	NO_LIMITS,
	ownHeight,
	type Placed,
	type Space,
	transferredLimits,
	widthLimits,
	withContentWidth,
} from "./context.js";
import { type FlexItem, flexibleLengths } from "./flexible-lengths.js";
import { justifyLine } from "./justify.js";
import { clamp, heightFor, resolve, widthFor } from "./lengths.js";
import { breakLines } from "./lines.js";
import type { Node } from "./node.js";

export function layOutRow<R, M extends TextSize>(
	node: Node<R, M>,
	space: Space,
	context: Context<R, M>,
): LaidOut<R, M> {
	const { edges, gap, crossGap, wrap, flow } = node;
	const width = Math.max(0, space.width - edges.x);
	const height = space.height === undefined ? undefined : Math.max(0, space.height - edges.y);

	const items = flow.map((child) => flexItem(child, node, width, height, context));
	const lines = breakLines(
		items.map((item, index) => clamp(item.base, item.limits) + flow[index]!.margin.x),
		gap,
		wrap ? width : Number.POSITIVE_INFINITY,
	);
	const widths = lines.flatMap(({ from, to }) => {
		const margins = flow.slice(from, to).reduce((sum, { margin }) => sum + margin.x, 0);
		return flexibleLengths(items.slice(from, to), width - margins - gap * (to - from - 1));
	});

	const stretched = wrap ? undefined : height;
	const measured = flow.map((child, index) =>
		layOutChild(child, widths[index]!, height, stretched, context),
	);
	const aligned = lines.map(({ from, to }) =>
		measureLine(flow.slice(from, to), measured.slice(from, to)),
	);
	const sizes = aligned.map((line) => line.size);
	const content =
		sizes.reduce((sum, size) => sum + size, 0) + crossGap * Math.max(0, lines.length - 1);
	const inner = height ?? clamp(content + edges.y, space.limits) - edges.y;
	const crosses = wrap ? shareLines(sizes, crossGap, inner) : sizes.map(() => inner);

	const children: Placed<R, M>[] = [];
	let top = edges.top;
	for (const [index, { from, to }] of lines.entries()) {
		const outer = flow.slice(from, to).map(({ margin }, at) => widths[from + at]! + margin.x);
		const starts = justifyLine(outer, width, node);
		for (let child = from; child < to; child++) {
			const item = flow[child]!;
			const laidOut =
				item.align === "stretch"
					? layOutChild(item, widths[child]!, height, crosses[index]!, context)
					: measured[child]!;
			const y = top + alignInLine(item, laidOut, { ...aligned[index]!, size: crosses[index]! });
			const x = edges.left + starts[child - from]! + item.margin.left;
			children.push({ node: item, x, y, laidOut });
		}
		top += crosses[index]! + crossGap;
	}
	return {
		width: space.width,
		height: inner + edges.y,
		baseline: node.hasText ? firstBaseline(children, lines[0]?.to ?? 0, node.reverse) : undefined,
		lastBaseline: node.hasText
			? lastBaseline(children.slice(lines.at(-1)?.from), node.reverse)
			: undefined,
		text: undefined,
		children,
	};
}

/** Size on the main axis before it grows or shrinks. */
function flexItem<R, M extends TextSize>(
	child: Node<R, M>,
	parent: Node<R, M>,
	width: number,
	height: number | undefined,
	context: Context<R, M>,
): FlexItem {
	const limits = widthLimits(child, width);
	const own = resolve(child.width, width);
	const stretched = child.align === "stretch" && !parent.wrap ? height : undefined;
	const across =
		ownHeight(child, height) ??
		(stretched === undefined
			? undefined
			: clamp(stretched - child.margin.y, heightLimits(child, height)));
	const base =
		resolve(child.basis, width) ??
		own ??
		(child.ratio !== undefined && across !== undefined
			? widthFor(across, child.ratio)
			: clamp(context.contentWidths(child, across).max, transferredLimits(child, height)));
	return {
		base: Math.max(child.edges.x, base),
		limits: withContentWidth(child, limits, own, across, context),
		grow: child.grow,
		shrink: child.shrink,
		edges: child.edges.x,
		yields: child.minWidth === undefined && child.text?.yields === true,
	};
}

/** @param stretched height of a child that stretches; undefined: the height of its content. */
function layOutChild<R, M extends TextSize>(
	child: Node<R, M>,
	width: number,
	parentHeight: number | undefined,
	stretched: number | undefined,
	context: Context<R, M>,
): LaidOut<R, M> {
	const own = heightLimits(child, parentHeight, width);
	const limits = limitsInside(child, own, parentHeight);
	const height =
		resolve(child.height, parentHeight) ??
		(child.ratio === undefined
			? child.align === "stretch" && stretched !== undefined
				? stretched - child.margin.y
				: undefined
			: heightFor(width, child.ratio));
	return height === undefined
		? context.layOut(child, { width, height, limits })
		: context.layOut(child, { width, height: clamp(height, limits), limits: NO_LIMITS });
}

/**
 * The baseline of the first line: the common one of its children, otherwise that of its leftmost
 * child.
 */
function firstBaseline<R, M extends TextSize>(
	children: readonly Placed<R, M>[],
	to: number,
	reverse: boolean,
): number | undefined {
	const line = children.slice(0, to);
	const first = line.find(({ node }) => node.align === "baseline") ?? line.at(reverse ? -1 : 0);
	return first && first.y + baselineOf(first.laidOut);
}

/** As `firstBaseline`, of the last line. */
function lastBaseline<R, M extends TextSize>(
	line: readonly Placed<R, M>[],
	reverse: boolean,
): number | undefined {
	const last = line.find(({ node }) => node.align === "last-baseline") ?? line.at(reverse ? 0 : -1);
	return last && last.y + lastBaselineOf(last.laidOut);
}
