/** What stacks do with their children, and what an element becomes that goes into one or leaves it. */
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

/** Whether a stack lays an element out, so that it has no place of its own. */
export function isInFlow(ref: Ref, element: Element | undefined): boolean {
	return stackOf(ref) !== undefined && element?.position !== "absolute";
}

/** Whether rows run from right to left on the slide at work. `dir: auto` is not known here, and taken as ltr. */
export const isRightToLeft = (): boolean => shown.peek().slides?.[slideIndex.peek()]?.dir === "rtl";

/** Whether the insets of an element are mirrored. */
export const isMirrored = (ref: Ref): boolean => isLayer(ref) && isRightToLeft();

/** What a list of elements takes. */
type ListKind = "children" | "layers" | "old";

const kindOf = (list: Ref): ListKind => {
	if (list.endsWith("/children")) return "children";
	return isLayer(`${list}/0`) ? "layers" : "old";
};

/** Fields that only layers have. */
const LAYER_FIELDS = ["type", "position", "grow", "shrink", "basis", "alignSelf"];
/** What a child says to its stack. */
const FLOW_FIELDS = ["position", "grow", "shrink", "basis", "alignSelf"];
/** What gives an element a place of its own: a stack ignores it in a child. */
const PLACE_FIELDS = ["x", "y", "right", "bottom", "within", "position"];

const without = (element: Element, names: readonly string[]): Element =>
	Object.fromEntries(Object.entries(element).filter(([name]) => !names.includes(name)));

/**
 * An element as a list takes it. The older lists have no `type`, and layers have one; in a stack it
 * has no place, and outside of one it has one.
 * @param list where it goes
 * @param box where it is drawn, or where it goes if it leaves a stack
 */
export function asEntryOf(list: Ref, ref: Ref, element: Element, box = boxOf(ref)): Element {
	const to = kindOf(list);
	const inFlow = isInFlow(ref, element);
	// In its own stack an absolute one stays so.
	if (to === "children" && (inFlow || stackOf(ref) === stackOf(`${list}/0`))) return element;
	const from = kindOf(ref.slice(0, ref.lastIndexOf("/")));
	if (to === from && from !== "children") return element;
	if (to === "children") return asChild(ref, element, box);
	const free = from === "children" && box ? asFree(list, ref, element, box) : element;
	if (to === "old") return without(free, LAYER_FIELDS);
	if (from !== "old") return free;
	return asLayer(ref, free, box);
}

/** An entry of an older list as a layer; the lists have other default places. */
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

/** Whether distances from both sides give an element its size on an axis. */
const hasInsets = (element: Element, size: "width" | "height"): boolean =>
	INSETS[size].every((side) => element[side] != null);

/** Whether what an element holds decides its size: that of a text and a stack. */
const holdsWords = (type: string): boolean => type === "text" || type === "stack";

/** A free element as a child of a stack: without a place, and as large as it is drawn. */
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
		// What broke its lines at the slide's edge keeps them.
		const breaks = type === "text" && element.width == null && lineCount(ref) > 1;
		if (breaks || isFixed("width")) rest.width = upToTenth(box.width);
		if (isFixed("height")) rest.height = upToTenth(box.height);
	}
	return { type, ...rest };
}

/**
 * A child of a stack as a free element, at a place on the slide and as large as it was drawn.
 * @param list where it goes
 */
export function asFree(list: Ref, ref: Ref, element: Element, box: Box): Element {
	const { width: slideWidth } = canvasSize.peek();
	const rest = without(element, [...FLOW_FIELDS, ...PLACE_FIELDS]);
	const mirrored = isMirrored(`${list}/0`);
	const near = mirrored ? slideWidth - box.x - box.width : box.x;
	const type = typeOf(ref, element);
	// A text as wide as its words keeps finding its width, where there is room.
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

/** Whether a stack gives a child its size on an axis. */
function isStretched(ref: Ref, element: Element, size: "width" | "height"): boolean {
	const stack = elementAt(shown.peek(), stackOf(ref) ?? "");
	if (!stack || !isInFlow(ref, element)) return hasInsets(element, size);
	const along = isRow(stack) ? "width" : "height";
	if (size === along) return Number(element.grow ?? 0) > 0 || element.basis != null;
	return (element.alignSelf ?? stack.align) === "stretch";
}

/** Whether a stack puts its children beside each other. */
export const isRow = ({ direction }: Element): boolean =>
	String(direction ?? "column").startsWith("row");

export const lineCount = (ref: Ref): number => elements.peek().get(ref)?.lines?.length ?? 1;

/** The most lines of a text, or of a text in a stack. */
function linesBelow(ref: Ref): number {
	const inside = elementsOf(design.peek(), slideIndex.peek()).filter(
		(one) => one.ref === ref || one.ref.startsWith(`${ref}/`),
	);
	return Math.max(1, ...inside.map((one) => lineCount(one.ref)));
}
