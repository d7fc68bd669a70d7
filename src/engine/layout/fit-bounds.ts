/** What follows its box needs a box of limited size; this is checked without a layout. */
import type { Box, TextSize } from "./box.js";
import type { Axis, Node } from "./node.js";
import { prepare } from "./prepare.js";

export interface UnboundedFit<R> {
	readonly ref: R;
	/** The axes on which nothing limits the text. */
	readonly axes: readonly ("width" | "height")[];
}

/**
 * Finds the texts whose letters, and the stacks whose content, follow a box without a limited width
 * or height, and the texts whose number of lines follows a box without a limited height. A box is
 * limited by a size, a maximum,
 * insets on both sides, an aspectRatio if the other axis is limited, and, in the flow of a stack,
 * by a limited stack.
 * @returns one entry per text, in the order of the document. Texts are not measured.
 */
export function unboundedFits<R, M extends TextSize>(
	boxes: readonly Box<R, M>[],
): UnboundedFit<R>[] {
	const found: UnboundedFit<R>[] = [];
	for (const node of prepare(boxes, [])) collect(node, { width: false, height: false }, found);
	return found;
}

function collect<R, M extends TextSize>(
	node: Node<R, M>,
	parent: Axis,
	found: UnboundedFit<R>[],
): void {
	let width = Boolean(node.width ?? node.maxWidth ?? (node.x && node.right));
	let height = Boolean(node.height ?? node.maxHeight ?? (node.y && node.bottom));
	if (node.ratio !== undefined) width = height = width || height;
	if (node.inFlow) {
		width ||= parent.width;
		height ||= parent.height;
	}
	const axes: UnboundedFit<R>["axes"] = [
		...(width || !(node.text?.fits || node.fit) ? [] : (["width"] as const)),
		...(height || !(node.text?.followsHeight || node.fit) ? [] : (["height"] as const)),
	];
	if (axes.length > 0) found.push({ ref: node.box.ref, axes });
	for (const child of node.children) collect(child, { width, height }, found);
}
