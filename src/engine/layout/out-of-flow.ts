/** Places a top-level or absolute box by its insets (CSS Positioned Layout). */
import type { TextSize } from "./box.js";
import {
	type Context,
	fitContentWidth,
	heightLimits,
	NO_LIMITS,
	ownHeight,
	ownWidth,
	type Placed,
	transferredLimits,
	widthLimits,
} from "./context.js";
import { clamp, heightFor, resolve, widthFor } from "./lengths.js";
import type { Node } from "./node.js";

interface Size {
	readonly width: number;
	readonly height: number;
}

/**
 * @param parent size of the slide, of the safe area, or of the stack's padding box.
 * @returns its place relative to the parent.
 */
export function placeOutOfFlow<R, M extends TextSize>(
	node: Node<R, M>,
	parent: Size,
	context: Context<R, M>,
): Placed<R, M> {
	const x = resolve(node.x, parent.width);
	const right = resolve(node.right, parent.width);
	const y = resolve(node.y, parent.height);
	const bottom = resolve(node.bottom, parent.height);
	const { margin } = node;

	const insets = {
		width:
			x === undefined || right === undefined
				? undefined
				: Math.max(0, Math.max(0, parent.width - x - right) - margin.x),
		height:
			y === undefined || bottom === undefined
				? undefined
				: Math.max(0, Math.max(0, parent.height - y - bottom) - margin.y),
	};
	const available = Math.max(0, Math.max(0, parent.width - (x ?? 0) - (right ?? 0)) - margin.x);
	const width = clamp(
		ownWidth(node, parent.width) ?? autoWidth(node, parent, insets, available, context),
		widthLimits(node, parent.width),
	);
	const height =
		resolve(node.height, parent.height) ??
		(node.ratio === undefined ? insets.height : heightFor(width, node.ratio));
	const limits = heightLimits(node, parent.height, width);
	const laidOut =
		height === undefined
			? context.layOut(node, { width, height, limits })
			: context.layOut(node, { width, height: clamp(height, limits), limits: NO_LIMITS });
	return {
		node,
		laidOut,
		x: margin.left + (x ?? (right === undefined ? 0 : parent.width - right - width - margin.x)),
		y:
			margin.top +
			(y ?? (bottom === undefined ? 0 : parent.height - bottom - laidOut.height - margin.y)),
	};
}

/**
 * Determined by insets, by a ratio, or by the content; insets on both sides have priority over the
 * ratio.
 */
function autoWidth<R, M extends TextSize>(
	node: Node<R, M>,
	parent: Size,
	insets: { readonly width: number | undefined; readonly height: number | undefined },
	available: number,
	context: Context<R, M>,
): number {
	const own = ownHeight(node, parent.height);
	const height =
		own ??
		(insets.height === undefined
			? undefined
			: clamp(insets.height, heightLimits(node, parent.height)));
	if (node.ratio !== undefined && own !== undefined) return widthFor(own, node.ratio);
	const transferred = transferredLimits(node, parent.height);
	if (insets.width !== undefined) return clamp(insets.width, transferred);
	if (node.ratio !== undefined && height !== undefined) return widthFor(height, node.ratio);
	return clamp(fitContentWidth(node, available, height, context), transferred);
}
