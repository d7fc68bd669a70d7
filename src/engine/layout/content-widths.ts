/** The widths of a box that its content alone determines (CSS: min-content and max-content). */
import type { TextSize } from "./box.js";
import {
	type ContentWidths,
	type Context,
	heightLimits,
	NO_LIMITS,
	ownHeight,
	transferredLimits,
	widthLimits,
	withContentWidth,
} from "./context.js";
import { clamp, heightFor, resolve, widthFor } from "./lengths.js";
import { breakLines } from "./lines.js";
import type { Node } from "./node.js";

/** @param height of the border box, if it is given. */
export function contentWidths<R, M extends TextSize>(
	node: Node<R, M>,
	height: number | undefined,
	context: Context<R, M>,
): ContentWidths {
	const { text, edges } = node;
	if (node.ratio !== undefined && height !== undefined) {
		const width = widthFor(height, node.ratio);
		return { min: width, max: width };
	}
	if (text) return { min: text.minContent + edges.x, max: text.unbroken.width + edges.x };
	if (node.box.kind === "leaf") {
		const width = Math.max(node.defaultSize.width, edges.x);
		return { min: width, max: width };
	}
	const innerHeight = height === undefined ? undefined : Math.max(0, height - edges.y);
	const children = node.flow.map((child) => contribution(child, node, innerHeight, context));
	const { min, max } = node.row
		? rowWidths(node, children)
		: columnWidths(node, children, innerHeight, context);
	return { min: min + edges.x, max: max + edges.x };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const largest = (numbers: readonly number[]) =>
	numbers.reduce((most, number) => Math.max(most, number), 0);

function rowWidths<R, M extends TextSize>(
	node: Node<R, M>,
	children: readonly ContentWidths[],
): ContentWidths {
	const gaps = node.gap * Math.max(0, children.length - 1);
	const max = sum(children.map((child) => child.max)) + gaps;
	if (!node.wrap) return { min: sum(children.map((child) => child.min)) + gaps, max };
	const min = largest(children.map((child) => child.min));
	return { min, max: Math.max(min, max) };
}

function columnWidths<R, M extends TextSize>(
	node: Node<R, M>,
	children: readonly ContentWidths[],
	innerHeight: number | undefined,
	context: Context<R, M>,
): ContentWidths {
	const min = largest(children.map((child) => child.min));
	const maxs = children.map((child) => child.max);
	const { max: limit } = heightLimits(node, undefined);
	const available = innerHeight ?? Math.max(0, limit - node.edges.y);
	if (!node.wrap || available === Number.POSITIVE_INFINITY) return { min, max: largest(maxs) };
	const heights = node.flow.map((child, index) => {
		const width = maxs[index]! - child.margin.x;
		const height =
			resolve(child.basis, innerHeight) ??
			ownHeight(child, innerHeight) ??
			(child.ratio !== undefined ? heightFor(width, child.ratio) : undefined) ??
			context.layOut(child, { width, height: undefined, limits: NO_LIMITS }).height;
		return clamp(height, heightLimits(child, innerHeight, width)) + child.margin.y;
	});
	const lines = breakLines(heights, node.gap, available);
	const widths = lines.map(({ from, to }) => largest(maxs.slice(from, to)));
	return { min, max: sum(widths) + node.crossGap * Math.max(0, lines.length - 1) };
}

/** What a child adds to its parent's content widths. A percentage counts as auto here. */
function contribution<R, M extends TextSize>(
	child: Node<R, M>,
	parent: Node<R, M>,
	parentHeight: number | undefined,
	context: Context<R, M>,
): ContentWidths {
	const own = resolve(child.width, undefined);
	const { min, max } =
		own === undefined ? autoWidths(child, parent, parentHeight, context) : { min: own, max: own };
	let limits = widthLimits(child, undefined);
	const basis = parent.row ? resolve(child.basis, undefined) : undefined;
	const around = child.margin.x;
	if (basis === undefined)
		return { min: clamp(min, limits) + around, max: clamp(max, limits) + around };

	limits = withContentWidth(child, limits, own, undefined, context);
	const contribute = (width: number) => {
		const shrunk = child.grow === 0 ? Math.min(width, basis) : width;
		return clamp(child.shrink === 0 ? Math.max(shrunk, basis) : shrunk, limits);
	};
	// In a wrapping row, only the widest line uses the basis, as in Chromium.
	const least = parent.wrap ? clamp(min, limits) : contribute(min);
	return { min: least + around, max: contribute(max) + around };
}

/** The widths of a child without a width of its own, within its limits. */
export function autoWidths<R, M extends TextSize>(
	child: Node<R, M>,
	parent: Node<R, M>,
	parentHeight: number | undefined,
	context: Context<R, M>,
): ContentWidths {
	const stretches = parent.row && !parent.wrap && child.align === "stretch";
	const height =
		ownHeight(child, parentHeight) ??
		(stretches && parentHeight !== undefined
			? clamp(parentHeight - child.margin.y, heightLimits(child, parentHeight))
			: undefined);
	const { min, max } = context.contentWidths(child, height);
	const limits = transferredLimits(child, parentHeight);
	return { min: clamp(min, limits), max: clamp(max, limits) };
}
