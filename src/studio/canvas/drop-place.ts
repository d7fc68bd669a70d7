/** Where an element goes that is dragged within its stack, or out of it. */
import { signal } from "@preact/signals";
import { elementAt, entriesOf, placeIn, type Ref, stackOf } from "../design.js";
import { boxOf, elements, type Rectangle } from "../preview.js";
import { design } from "../state.js";
import { moveTo } from "./place.js";

export interface DropPlace {
	/** The line that shows it. */
	readonly line: Rectangle;
	/** Puts the element there. */
	readonly commit: () => void;
}

/** The place that is shown now. */
export const dropPlace = signal<DropPlace | null>(null);

/** The innermost stack at a point that is not the element itself. */
function stackAt(ref: Ref, x: number, y: number): Ref | undefined {
	let found: Ref | undefined;
	for (const [one, { box }] of elements.peek()) {
		if (one === ref || one.startsWith(`${ref}/`)) continue;
		if (elementAt(design.peek(), one)?.type !== "stack") continue;
		const inside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
		if (inside && (found === undefined || one.length > found.length)) found = one;
	}
	return found;
}

/**
 * The place in a stack that is nearest to a point.
 * @returns null for a point outside of all stacks
 */
export function drop(
	ref: Ref,
	{ x, y }: { readonly x: number; readonly y: number },
): DropPlace | null {
	const stack = stackAt(ref, x, y) ?? stackOf(ref);
	const frame = stack === undefined ? undefined : boxOf(stack);
	if (stack === undefined || frame === undefined) return null;
	const direction = String(elementAt(design.peek(), stack)?.direction ?? "column");
	const isRow = direction.startsWith("row");
	const entries = entriesOf(design.peek(), `${stack}/children`).flatMap(({ ref: own }) => {
		const box = boxOf(own);
		return box && own !== ref ? [{ box, index: placeIn(own).index }] : [];
	});
	const middle = ({ x, y, width, height }: Rectangle) => (isRow ? x + width / 2 : y + height / 2);
	const at = isRow ? x : y;
	const reversed = direction.endsWith("reverse");
	const sorted = entries.sort((a, b) => middle(a.box) - middle(b.box));
	const after = sorted.find(({ box }) => middle(box) > at);
	const before = sorted.findLast(({ box }) => middle(box) <= at);
	const index = reversed
		? before === undefined
			? sorted.length + 1
			: before.index
		: after === undefined
			? (before?.index ?? -1) + 1
			: after.index;
	const edge =
		after && before
			? isRow
				? (before.box.x + before.box.width + after.box.x) / 2
				: (before.box.y + before.box.height + after.box.y) / 2
			: after
				? (isRow ? after.box.x : after.box.y) - 3
				: before
					? (isRow ? before.box.x + before.box.width : before.box.y + before.box.height) + 3
					: isRow
						? frame.x
						: frame.y;
	const line = isRow
		? { x: edge, y: frame.y, width: 0, height: frame.height }
		: { x: frame.x, y: edge, width: frame.width, height: 0 };
	return { line, commit: () => moveTo(ref, `${stack}/children`, index) };
}
