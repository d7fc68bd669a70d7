/** The functions that the parts of the algorithm call on each other. */
import type { TextSize } from "./box.js";
import { clamp, type Limits, resolve, widthFor } from "./lengths.js";
import type { Node } from "./node.js";

/** The widths of a border box that its content alone determines. */
export interface ContentWidths {
	/** With a line break at every opportunity. */
	readonly min: number;
	/** Without any line break. */
	readonly max: number;
}

/** The columns or rows of a grid, from the inner edge of its box. */
export interface Tracks {
	readonly starts: readonly number[];
	readonly sizes: readonly number[];
}

/** A border box to fill: its width is known, its height is given or follows the content. */
export interface Space {
	readonly width: number;
	readonly height: number | undefined;
	/** The limits of a height that follows the content. */
	readonly limits: Limits;
	/** The columns of a subgrid, from the grid around it. */
	readonly columns?: Tracks;
	/** Height at which a wrapping column breaks, if it is not the upper limit. */
	readonly breakAt?: number;
}

export interface LaidOut<R, M extends TextSize> {
	readonly width: number;
	readonly height: number;
	/** Of the first line; undefined without text. */
	readonly baseline: number | undefined;
	/** Of the last line. */
	readonly lastBaseline: number | undefined;
	readonly text: M | undefined;
	/** The children in the flow, relative to the border box. */
	readonly children: readonly Placed<R, M>[];
	/** Of a box that fits its content: the node with the scaled content, and whether that fits. */
	readonly scaled?: { readonly node: Node<R, M>; readonly fits: boolean };
	/** Of a grid, for its absolute children. */
	readonly tracks?: { readonly columns: Tracks; readonly rows: Tracks };
}

export interface Placed<R, M extends TextSize> {
	readonly node: Node<R, M>;
	readonly x: number;
	readonly y: number;
	readonly laidOut: LaidOut<R, M>;
}

export interface Context<R, M extends TextSize> {
	/** Remembers its answers. */
	readonly layOut: (node: Node<R, M>, space: Space) => LaidOut<R, M>;
	/**
	 * Remembers its answers.
	 * @param height of the border box, where it is given.
	 */
	readonly contentWidths: (node: Node<R, M>, height: number | undefined) => ContentWidths;
	/** Lays out as low as possible: texts that follow the height of their box have none. */
	readonly lowest: Context<R, M>;
}

export const NO_LIMITS: Limits = { min: 0, max: Number.POSITIVE_INFINITY };

/** @param base content width of the parent; undefined if it is not known yet. */
export function widthLimits<R, M extends TextSize>(
	node: Node<R, M>,
	base: number | undefined,
): Limits {
	return {
		min: Math.max(node.edges.x, resolve(node.minWidth, base) ?? 0),
		max: resolve(node.maxWidth, base) ?? Number.POSITIVE_INFINITY,
	};
}

/**
 * The limits of a child along a row, with the automatic minimum (CSS Flexbox §4.5): its narrowest
 * content, or its given width if that is smaller.
 * @param own the width in the document.
 * @param height of the border box, if it is given.
 */
export function withContentWidth<R, M extends TextSize>(
	child: Node<R, M>,
	limits: Limits,
	own: number | undefined,
	height: number | undefined,
	context: Context<R, M>,
): Limits {
	const { text, edges, minWidth, keepsContent } = child;
	if (!keepsContent || minWidth) return limits;
	const content = text ? text.longestWord + edges.x : context.contentWidths(child, height).min;
	return { ...limits, min: Math.max(limits.min, Math.min(content, own ?? content, limits.max)) };
}

/**
 * @param base content height of the parent; undefined where it is not known yet.
 * @param width of the border box; with it, a text is at least as high as its lines.
 */
export function heightLimits<R, M extends TextSize>(
	node: Node<R, M>,
	base: number | undefined,
	width?: number,
): Limits {
	let min = Math.max(node.edges.y, resolve(node.minHeight, base) ?? 0);
	if (node.text && !node.text.followsHeight && width !== undefined)
		min = Math.max(min, textHeight(node, width));
	return { min, max: resolve(node.maxHeight, base) ?? Number.POSITIVE_INFINITY };
}

/**
 * The limits of a height that follows the content, in a row or cell.
 * @param room height of the row or cell, which is a limit for content that is scaled; undefined if
 * it is not known yet
 */
export function limitsInside<R, M extends TextSize>(
	node: Node<R, M>,
	limits: Limits,
	room: number | undefined,
): Limits {
	if (!node.fit || room === undefined) return limits;
	return { ...limits, max: Math.min(limits.max, Math.max(0, room - node.margin.y)) };
}

/** @returns border-box height of a text, 0 for other boxes. */
export const textHeight = <R, M extends TextSize>({ text, edges }: Node<R, M>, width: number) =>
	text ? text.at(Math.max(0, width - edges.x)).height + edges.y : 0;

/** The border-box height from the fields of the box, without aspectRatio. */
export function ownHeight<R, M extends TextSize>(
	node: Node<R, M>,
	base: number | undefined,
): number | undefined {
	const height = resolve(node.height, base);
	return height === undefined ? undefined : clamp(height, heightLimits(node, base));
}

export function ownWidth<R, M extends TextSize>(
	node: Node<R, M>,
	base: number | undefined,
): number | undefined {
	const width = resolve(node.width, base);
	return width === undefined ? undefined : clamp(width, widthLimits(node, base));
}

/** CSS fit-content: as wide as the content if there is space for it, never below its minimum. */
export function fitContentWidth<R, M extends TextSize>(
	node: Node<R, M>,
	available: number,
	height: number | undefined,
	context: Context<R, M>,
): number {
	const { min, max } = context.contentWidths(node, height);
	return Math.min(max, Math.max(min, available));
}

/**
 * With an aspectRatio, the limits of the height are limits of the width.
 * @param base content height of the parent; undefined where it is not known yet.
 */
export function transferredLimits<R, M extends TextSize>(
	node: Node<R, M>,
	base: number | undefined,
): Limits {
	if (node.ratio === undefined) return NO_LIMITS;
	const { min, max } = heightLimits(node, base);
	return {
		min: widthFor(min, node.ratio),
		max: max === Number.POSITIVE_INFINITY ? max : widthFor(max, node.ratio),
	};
}
