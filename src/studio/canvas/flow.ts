/** How stacks lay out their children, and how an element changes when it enters or leaves one. */
import {
	type Element,
	elementAt,
	elementsOf,
	isLayer,
	type Ref,
	stackOf,
	typeOf,
} from "../design.js";
import { type Box, boxOf, canvasSize, elements } from "../preview.js";
import { design, shown, slideIndex } from "../state.js";
import { tenth, upToTenth } from "./rounding.js";

/** Whether a stack lays the element out, so that its own position is ignored. */
export function isInFlow(ref: Ref, element: Element | undefined): boolean {
	return stackOf(ref) !== undefined && element?.position !== "absolute";
}

/** Whether rows run from right to left on the current slide. `dir: auto` is treated as ltr. */
export const isRightToLeft = (): boolean => shown.peek().slides?.[slideIndex.peek()]?.dir === "rtl";

/** Whether the element's insets are mirrored. */
export const isMirrored = (ref: Ref): boolean => isLayer(ref) && isRightToLeft();

/** The kind of elements in a list. */
type ListKind = "children" | "layers" | "old";

const kindOf = (list: Ref): ListKind => {
	if (list.endsWith("/children")) return "children";
	return isLayer(`${list}/0`) ? "layers" : "old";
};

/** Fields that only layers have. */
const LAYER_FIELDS = ["type", "position", "grow", "shrink", "basis", "alignSelf"];
/** Layout fields of a stack's child. */
const FLOW_FIELDS = ["position", "grow", "shrink", "basis", "alignSelf"];
/** Fields for the position of a free element: a stack ignores them in its children. */
const PLACE_FIELDS = ["x", "y", "right", "bottom", "within", "position"];

const without = (element: Element, names: readonly string[]): Element =>
	Object.fromEntries(Object.entries(element).filter(([name]) => !names.includes(name)));

/**
 * An element converted for a list. Entries of the older lists have no `type`, layers do; children
 * of a stack have no position, free elements do.
 * @param list the target list
 * @param box where the element is drawn, or where it goes if it leaves a stack
 */
export function asEntryOf(list: Ref, ref: Ref, element: Element, box = boxOf(ref)): Element {
	const to = kindOf(list);
	const inFlow = isInFlow(ref, element);
	// An absolutely positioned child stays absolute within its own stack.
	if (to === "children" && (inFlow || stackOf(ref) === stackOf(`${list}/0`))) return element;
	const from = kindOf(ref.slice(0, ref.lastIndexOf("/")));
	if (to === from && from !== "children") return element;
	if (to === "children") return asChild(ref, element, box);
	const free = from === "children" && box ? asFree(list, ref, element, box) : element;
	if (to === "old") return without(free, LAYER_FIELDS);
	if (from !== "old") return free;
	return asLayer(ref, free, box);
}

/** Converts an entry of an older list to a layer; those lists have other default positions. */
function asLayer(ref: Ref, element: Element, box: Box | undefined): Element {
	const placed = Object.fromEntries(Object.entries(element).filter(([, value]) => value !== null));
	if (box) {
		if (placed.x === undefined && placed.right === undefined)
			placed.x = tenth(isRightToLeft() ? canvasSize.peek().width - box.x - box.width : box.x);
		if (placed.y === undefined && placed.bottom === undefined) placed.y = tenth(box.y);
	}
	return { type: typeOf(ref, element), ...placed };
}

const INSETS = { width: ["x", "right"], height: ["y", "bottom"] } as const;

/** Whether insets on both sides determine the element's size on an axis. */
const hasInsets = (element: Element, size: "width" | "height"): boolean =>
	INSETS[size].every((side) => element[side] != null);

/** Whether the size depends on the content, as for texts and stacks. */
const holdsWords = (type: string): boolean => type === "text" || type === "stack";

/** Converts a free element to a child of a stack: no position, same size as drawn. */
function asChild(ref: Ref, element: Element, box: Box | undefined): Element {
	const type = typeOf(ref, element);
	const rest = Object.fromEntries(
		Object.entries(without(element, ["type", ...PLACE_FIELDS])).filter(
			([, value]) => value !== null,
		),
	);
	if (box) {
		const isFixed = (size: "width" | "height"): boolean =>
			typeof element[size] === "string" ||
			(element[size] == null &&
				(hasInsets(element, size) || (!holdsWords(type) && element.aspectRatio == null)));
		// A text that wrapped at the edge of the slide keeps its line breaks.
		const breaks = type === "text" && element.width == null && lineCount(ref) > 1;
		if (breaks || isFixed("width")) rest.width = upToTenth(box.width);
		if (isFixed("height")) rest.height = upToTenth(box.height);
	}
	return { type, ...rest };
}

/**
 * Converts a child of a stack to a free element with a position on the slide and the same size.
 * @param list the target list
 */
export function asFree(list: Ref, ref: Ref, element: Element, box: Box): Element {
	const { width: slideWidth } = canvasSize.peek();
	const rest = without(element, [...FLOW_FIELDS, ...PLACE_FIELDS]);
	const mirrored = isMirrored(`${list}/0`);
	const near = mirrored ? slideWidth - box.x - box.width : box.x;
	const type = typeOf(ref, element);
	// A text without a width keeps its automatic width if there is enough space.
	const hugs =
		holdsWords(type) &&
		element.width == null &&
		!isStretched(ref, element, "width") &&
		linesBelow(ref) <= 1 &&
		near + box.width <= slideWidth;
	const height = !holdsWords(type) || element.height != null || isStretched(ref, element, "height");
	return {
		...rest,
		x: tenth(near),
		y: tenth(box.y),
		...(!hugs && { width: upToTenth(box.width) }),
		...(height && { height: upToTenth(box.height) }),
	};
}

/** Whether a stack or insets determine the element's size on an axis. */
function isStretched(ref: Ref, element: Element, size: "width" | "height"): boolean {
	const stack = elementAt(shown.peek(), stackOf(ref) ?? "");
	if (!stack || !isInFlow(ref, element)) return hasInsets(element, size);
	const along = isRow(stack) ? "width" : "height";
	if (size === along) return Number(element.grow ?? 0) > 0 || element.basis != null;
	return (element.alignSelf ?? stack.align) === "stretch";
}

/** Whether a stack lays its children out horizontally. */
export const isRow = ({ direction }: Element): boolean =>
	String(direction ?? "column").startsWith("row");

export const lineCount = (ref: Ref): number => elements.peek().get(ref)?.lines?.length ?? 1;

/** The highest line count among a text, or the texts in a stack. */
function linesBelow(ref: Ref): number {
	const inside = elementsOf(design.peek(), slideIndex.peek()).filter(
		(one) => one.ref === ref || one.ref.startsWith(`${ref}/`),
	);
	return Math.max(1, ...inside.map((one) => lineCount(one.ref)));
}
