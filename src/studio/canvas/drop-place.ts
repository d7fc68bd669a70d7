/** Drag and drop of elements into, within and out of stacks. */
import { signal } from "@preact/signals";
import {
	type Element,
	elementAt,
	elementsOf,
	entriesOf,
	placeIn,
	type Ref,
	stackOf,
	topOf,
} from "../design.js";
import { type Box, boxOf, type Rectangle } from "../preview.js";
import { design, locked, slideIndex } from "../state.js";
import { isInFlow, isRightToLeft, isRow } from "./flow.js";
import { moveAll, rootOf } from "./place.js";

interface Point {
	readonly x: number;
	readonly y: number;
}

export interface DropPlace {
	/** The line that marks the place. */
	readonly line: Rectangle;
	/** The stack that receives the elements. */
	readonly stack: Rectangle;
	/** Moves the elements to this place. */
	readonly commit: () => void;
}

/** The place that is shown during the drag. */
export const dropPlace = signal<DropPlace | null>(null);

/** Maximum depth of nested stacks in a document. */
const MAX_DEPTH = 6;
/**
 * How far outside its own stack a child can be dragged before it leaves the stack, as long as
 * the two still overlap. Preview pixels.
 */
const LEAVE = 20;

const isIn = ({ x, y, width, height }: Rectangle, at: Point, margin = 0): boolean =>
	at.x >= x - margin &&
	at.y >= y - margin &&
	at.x <= x + width + margin &&
	at.y <= y + height + margin;

const overlap = (a: Rectangle, b: Rectangle): boolean =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Nesting depth of an element, including its descendants. */
const depthOf = ({ children = [] }: Element): number => 1 + Math.max(0, ...children.map(depthOf));

/** The stacks that contain an element, innermost first. */
function stacksAround(ref: Ref): Ref[] {
	const stack = stackOf(ref);
	return stack === undefined ? [] : [stack, ...stacksAround(stack)];
}

/** Whether a stack can receive elements. */
function takes(stack: Ref, refs: readonly Ref[]): boolean {
	if (refs.some((ref) => stack === ref || stack.startsWith(`${ref}/`))) return false;
	// A drop must not move an element between a single slide and the elements common to all slides.
	if (refs.some((ref) => rootOf(ref).startsWith("/common/") !== stack.startsWith("/common/")))
		return false;
	const around = [stack, ...stacksAround(stack)];
	if (around.some((one) => locked.peek().has(one) || (boxOf(one)?.rotation ?? 0) !== 0))
		return false;
	const deepest = Math.max(...refs.map((ref) => depthOf(elementAt(design.peek(), ref) ?? {})));
	return around.length + deepest <= MAX_DEPTH;
}

/** The stacks at a point, lowest first. */
export const stacksAt = (at: Point): Ref[] =>
	elementsOf(design.peek(), slideIndex.peek()).flatMap(({ ref, element }) => {
		const box = element.type === "stack" ? boxOf(ref) : undefined;
		return box && isIn(box, at) ? [ref] : [];
	});

/**
 * The insertion place nearest to a point, in the stack at that point.
 * @param refs either all children of stacks, or all free elements
 * @param box their bounding box during the drag
 * @param passed stacks to ignore
 * @returns null if there is no stack at the point: the elements are free there
 */
export function drop(
	refs: readonly Ref[],
	box: Rectangle,
	at: Point,
	passed: ReadonlySet<Ref> = new Set(),
): DropPlace | null {
	const inside = stacksAt(at).filter((stack) => !passed.has(stack) && takes(stack, refs));
	const stack = inside.at(-1) ?? ownNear(refs, box, at);
	const frame = stack === undefined ? undefined : boxOf(stack);
	if (stack === undefined || frame === undefined) return null;
	const { index, line } = slotIn(stack, frame, refs, at);
	const list = `${stack}/children`;
	return { line, stack: frame, commit: () => moveAll(alongAxis(stack, refs), list, index) };
}

/** The elements' current stack, while both they and the pointer are near it. */
function ownNear(refs: readonly Ref[], box: Rectangle, at: Point): Ref | undefined {
	const [first] = refs;
	const stack = first === undefined ? undefined : stackOf(first);
	const frame = stack === undefined ? undefined : boxOf(stack);
	if (first === undefined || stack === undefined || !frame) return undefined;
	if (!isInFlow(first, elementAt(design.peek(), first)) || !takes(stack, refs)) return undefined;
	return isIn(frame, at, LEAVE) && overlap(frame, box) ? stack : undefined;
}

/** Elements in the order in which the stack lays them out. */
function alongAxis(stack: Ref, refs: readonly Ref[]): Ref[] {
	const element = elementAt(design.peek(), stack);
	if (!element) return [...refs];
	const { sign, middleOf } = axisOf(element);
	return refs
		.map((ref) => ({ ref, box: boxOf(ref) }))
		.sort((a, b) => (a.box && b.box ? sign * (middleOf(a.box) - middleOf(b.box)) : 0))
		.map(({ ref }) => ref);
}

/** The main axis of a stack, and the direction of its children on it. */
function axisOf(stack: Element) {
	const row = isRow(stack);
	const reversed = String(stack.direction ?? "").endsWith("reverse");
	return {
		row,
		/** 1: left to right, or top to bottom. */
		sign: reversed !== (row && isRightToLeft()) ? -1 : 1,
		middleOf: ({ x, y, width, height }: Rectangle) => (row ? x + width / 2 : y + height / 2),
		/** The middle on the cross axis. */
		acrossOf: ({ x, y, width, height }: Rectangle) => (row ? y + height / 2 : x + width / 2),
	};
}

interface Entry {
	readonly box: Box;
	readonly index: number;
}

/** The insertion place among a stack's children nearest to a point, and the line that marks it. */
function slotIn(
	stack: Ref,
	frame: Rectangle,
	moved: readonly Ref[],
	at: Point,
): { readonly index: number; readonly line: Rectangle } {
	const element = elementAt(design.peek(), stack)!;
	const axis = axisOf(element);
	const list = entriesOf(design.peek(), `${stack}/children`);
	const entries = list.flatMap(({ ref, element: child }): Entry[] => {
		const box = boxOf(ref);
		return box && child.position !== "absolute" && !moved.includes(ref)
			? [{ box, index: placeIn(ref).index }]
			: [];
	});
	const line = element.wrap === true ? nearestLine(entries, axis, at) : entries;
	const position = axis.sign * (axis.row ? at.x : at.y);
	const slot = line.filter(({ box }) => axis.sign * axis.middleOf(box) <= position).length;
	const [before, after] = [line[slot - 1], line[slot]];
	return {
		index: after?.index ?? (before ? before.index + 1 : list.length),
		line: lineBetween(element, frame, before?.box, after?.box, line.length < entries.length),
	};
}

/** If the children wrap onto several lines: those on the line nearest to a point. */
function nearestLine(
	entries: readonly Entry[],
	{ row, sign, middleOf, acrossOf }: ReturnType<typeof axisOf>,
	at: Point,
): readonly Entry[] {
	const lines: Entry[][] = [];
	for (const entry of entries) {
		const last = lines.at(-1)?.at(-1);
		const goesOn = last && sign * (middleOf(entry.box) - middleOf(last.box)) > 0;
		if (goesOn) lines.at(-1)!.push(entry);
		else lines.push([entry]);
	}
	const distance = (line: readonly Entry[]) =>
		Math.min(...line.map(({ box }) => Math.abs(acrossOf(box) - (row ? at.y : at.x))));
	return lines.sort((a, b) => distance(a) - distance(b))[0] ?? [];
}

/** Distance between a child and the line before or after it. Preview pixels. */
const BESIDE = 3;

/** The line between two neighbours, next to a single one, or at the start of an empty stack. */
function lineBetween(
	stack: Element,
	frame: Rectangle,
	before: Rectangle | undefined,
	after: Rectangle | undefined,
	ofOneLine: boolean,
): Rectangle {
	const { row, sign } = axisOf(stack);
	const [near, far] = row ? (["x", "width"] as const) : (["y", "height"] as const);
	// Edges in the direction of the stack's axis.
	const startOf = (box: Rectangle) => (sign > 0 ? box[near] : box[near] + box[far]);
	const endOf = (box: Rectangle) => (sign > 0 ? box[near] + box[far] : box[near]);
	const inner = withoutPadding(stack, frame);
	let edge: number;
	if (before && after) edge = (endOf(before) + startOf(after)) / 2;
	else if (after) edge = startOf(after) - sign * BESIDE;
	else if (before) edge = endOf(before) + sign * BESIDE;
	else if (stack.justify === "center") edge = (startOf(inner) + endOf(inner)) / 2;
	else edge = stack.justify === "end" ? endOf(inner) : startOf(inner);
	const beside = before ?? after;
	const across = ofOneLine && beside ? beside : inner;
	return row
		? { x: edge, y: across.y, width: 0, height: across.height }
		: { x: across.x, y: edge, width: across.width, height: 0 };
}

/** The area of a stack without its padding. */
export function withoutPadding(
	{ padding = 0 }: Element,
	{ x, y, width, height }: Rectangle,
): Rectangle {
	const [top = 0, right = 0, bottom = 0, left = 0] = Array.isArray(padding)
		? padding.map(Number)
		: Array<number>(4).fill(Number(padding));
	const [from, to] = isRightToLeft() ? [right, left] : [left, right];
	return {
		x: x + from,
		y: y + top,
		width: Math.max(0, width - from - to),
		height: Math.max(0, height - top - bottom),
	};
}

/**
 * Moves children out of their stack: they become free elements above it, where they were dropped.
 */
export function takeOut(boxes: readonly (readonly [Ref, Box])[]): void {
	const [first] = boxes;
	if (first === undefined) return;
	const { list, index } = placeIn(topOf(first[0]));
	moveAll(
		boxes.map(([ref]) => ref),
		list,
		index + 1,
		new Map(boxes),
	);
}
