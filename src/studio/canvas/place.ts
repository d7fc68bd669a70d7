/** From boxes on the slide to fields of the document, and back. */
import { type JsonPath, stepsOf } from "../../json/pointer.js";
import {
	type Design,
	type Element,
	elementAt,
	elementsOf,
	entriesOf,
	isLayer,
	placeIn,
	type Ref,
	stackOf,
	valueAt,
} from "../design.js";
import { edit } from "../history.js";
import {
	type Box,
	boxOf,
	canvasSize,
	elements,
	measuredSlide,
	type Rectangle,
} from "../preview.js";
import { ahead, design, draft, select, shown, slideIndex } from "../state.js";
import { asEntryOf, asFree, isInFlow, isMirrored, isRightToLeft } from "./flow.js";
import { tenth, upToTenth } from "./rounding.js";

export { isInFlow } from "./flow.js";

/** What an element's fields become; undefined removes one. */
export type Fields = Readonly<Record<string, unknown>>;

/** What `fontSize` may be. Preview pixels. */
export const FONT_SIZES = { least: 8, most: 240 } as const;

/** The rectangle that an element's x and y are in. */
function parentBox(ref: Ref, element: Element): Rectangle {
	const stack = stackOf(ref);
	const box = stack === undefined ? undefined : elements.peek().get(stack)?.box;
	if (box !== undefined) {
		const border = (elementAt(shown.peek(), stack!)?.border as { width?: number } | undefined)
			?.width;
		const edge = typeof border === "number" ? border : 0;
		return {
			x: box.x + edge,
			y: box.y + edge,
			width: box.width - 2 * edge,
			height: box.height - 2 * edge,
		};
	}
	const safe = measuredSlide.peek()?.safeArea;
	if (element.within === "safeArea" && safe !== undefined) return safe;
	return { x: 0, y: 0, ...canvasSize.peek() };
}

/** An inset of an element in preview pixels, as its field has it or else as it was measured. */
const inset = (value: unknown, measure: number): number =>
	typeof value === "number" ? value : measure;

/** What one axis of a box means in fields. */
interface Axis {
	readonly near: "x" | "y" | "right";
	readonly far: "right" | "bottom" | "x";
	readonly size: "width" | "height";
	/** Of the box in its parent: distances from its near and its far side. */
	readonly before: { readonly near: number; readonly far: number; readonly size: number };
	/** How far the edges on the near and the far side move, in the direction of the axis. */
	readonly nearBy: number;
	readonly farBy: number;
	readonly sizeNow: number;
}

/** Fields of one axis: those that place an element stay the ones that do. */
function axisFields(element: Element, axis: Axis): Record<string, unknown> {
	const { near, far, size, before, nearBy, farBy, sizeNow } = axis;
	const fields: Record<string, unknown> = {};
	const hasNear = element[near] != null;
	const hasFar = element[far] != null;
	const stretched = hasNear && hasFar && element[size] == null;
	if (nearBy !== 0 && (hasNear || !hasFar))
		fields[near] = tenth(inset(element[near], before.near) + nearBy);
	if (farBy !== 0 && hasFar && (!hasNear || stretched))
		fields[far] = tenth(inset(element[far], before.far) - farBy);
	if (sizeNow !== before.size && !stretched) fields[size] = sizeNow;
	return fields;
}

/** The fields that a new box of an element changes. */
export function fieldsOf(ref: Ref, element: Element, before: Box, after: Box): Fields {
	const parent = parentBox(ref, element);
	const left = after.x - before.x;
	const right = left + after.width - before.width;
	const top = after.y - before.y;
	const bottom = top + after.height - before.height;
	const mirrored = isMirrored(ref);
	const toLeft = before.x - parent.x;
	const toRight = parent.x + parent.width - before.x - before.width;
	const fields: Record<string, unknown> = {};
	const inFlow = isInFlow(ref, element);
	Object.assign(
		fields,
		axisFields(element, {
			near: mirrored ? "right" : "x",
			far: mirrored ? "x" : "right",
			size: "width",
			before: { near: toLeft, far: toRight, size: before.width },
			nearBy: inFlow ? 0 : left,
			farBy: inFlow ? 0 : right,
			sizeNow: after.width,
		}),
		axisFields(element, {
			near: "y",
			far: "bottom",
			size: "height",
			before: {
				near: before.y - parent.y,
				far: parent.y + parent.height - before.y - before.height,
				size: before.height,
			},
			nearBy: inFlow ? 0 : top,
			farBy: inFlow ? 0 : bottom,
			sizeNow: after.height,
		}),
	);
	// A text that gets a width stays where it was, whatever its default place is.
	if ("width" in fields && !inFlow && element.x == null && element.right == null)
		fields[mirrored ? "right" : "x"] ??= tenth(mirrored ? toRight : after.x - parent.x);
	if (after.rotation !== before.rotation) fields.rotation = after.rotation;
	return fields;
}

/**
 * The fields of a text whose corner was dragged: its letters grow with it.
 * @param fontSize that it is set in
 */
export function scaledText(
	ref: Ref,
	element: Element,
	before: Box,
	after: Box,
	fontSize: number,
): Fields {
	const factor = after.width / before.width;
	const { width, height, ...place } = fieldsOf(ref, element, before, after) as Record<
		string,
		unknown
	>;
	return {
		...place,
		fontSize: Math.max(FONT_SIZES.least, Math.min(FONT_SIZES.most, tenth(fontSize * factor))),
		...(typeof element.width === "number" && width !== undefined && { width }),
		...(typeof element.height === "number" && height !== undefined && { height }),
	};
}

/** New fields of elements, by their places. */
export type Changes = readonly { readonly ref: Ref; readonly fields: Fields }[];

/** The document with other fields in some elements. */
export function withFields(document: Design, changes: Changes): Design {
	const put = (value: unknown, steps: (string | number)[], fields: Fields): unknown => {
		const [step, ...rest] = steps;
		if (step === undefined) {
			const next = { ...(value as object), ...fields } as Record<string, unknown>;
			for (const [name, one] of Object.entries(fields)) if (one === undefined) delete next[name];
			return next;
		}
		const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
			string | number,
			unknown
		>;
		copy[step] = put(copy[step], rest, fields);
		return copy;
	};
	return changes.reduce(
		(whole, { ref, fields }) => put(whole, stepsOf(ref), fields) as Design,
		document,
	);
}

/** Shows elements with other fields without writing them. */
export function preview(changes: Changes): void {
	draft.value = withFields(design.peek(), changes);
}

/** Writes new fields into the document, as one step. */
export function commit(changes: Changes, group = ""): void {
	draft.value = null;
	const all = changes.flatMap(({ ref, fields }) =>
		Object.entries(fields).map(([name, value]): [JsonPath, unknown] => [
			[...stepsOf(ref), name],
			value,
		]),
	);
	if (all.length > 0) edit(all, group);
}

/** Moves elements by a distance; those that stacks lay out stay. */
export function shift(refs: readonly Ref[], dx: number, dy: number): Changes {
	return refs.flatMap((ref) => {
		const element = elementAt(design.peek(), ref);
		const box = boxOf(ref);
		if (!element || !box || isInFlow(ref, element)) return [];
		return [{ ref, fields: fieldsOf(ref, element, box, { ...box, x: box.x + dx, y: box.y + dy }) }];
	});
}

/** Lets boxes be where they are going to be, until they are measured. */
export function lead(boxes: readonly (readonly [Ref, Box])[]): void {
	ahead.value = new Map([...ahead.peek(), ...boxes]);
}

/** Places in the order of the document; those behind others in a list first, so that removing keeps them right. */
const lastFirst = (refs: readonly Ref[]): Ref[] =>
	[...refs].sort((a, b) => {
		const [one, other] = [stepsOf(a), stepsOf(b)];
		for (let at = 0; at < Math.min(one.length, other.length); at++) {
			if (one[at] === other[at]) continue;
			if (typeof one[at] === "number" && typeof other[at] === "number")
				return Number(other[at]) - Number(one[at]);
			return String(one[at]) < String(other[at]) ? 1 : -1;
		}
		return other.length - one.length;
	});

/** Only those that are in no other of them. */
export const outermost = (refs: readonly Ref[]): Ref[] =>
	refs.filter((ref) => !refs.some((other) => ref.startsWith(`${other}/`)));

/** Places in the order of painting. */
export const inOrder = (refs: readonly Ref[]): Ref[] => lastFirst(refs).reverse();

/** Forgets boxes that were ahead of the measurement: what comes next gives elements other places. */
const settle = (): void => {
	ahead.value = new Map();
};

/** Takes elements away. */
export function remove(refs: readonly Ref[]): void {
	settle();
	edit(lastFirst(outermost(refs)).map((ref) => [stepsOf(ref), undefined]));
	select();
}

/** The list that new elements of a slide go to: its layers, unless it is made of the older lists. */
function listFor(type: string): Ref {
	const slide = `/slides/${slideIndex.peek()}`;
	const old = type === "text" ? "textBlocks" : type === "image" ? "imageOverlays" : undefined;
	const layers = entriesOf(design.peek(), `${slide}/layers`).length;
	const others =
		entriesOf(design.peek(), `${slide}/textBlocks`).length +
		entriesOf(design.peek(), `${slide}/imageOverlays`).length;
	return old !== undefined && layers === 0 && others > 0 ? `${slide}/${old}` : `${slide}/layers`;
}

/** Adds elements on top of the slide at work, and selects them. */
export function add(...added: readonly (Element & { readonly type: string })[]): void {
	const changes: [JsonPath, unknown][] = [];
	const refs: Ref[] = [];
	const counts = new Map<Ref, number>();
	for (const layer of added) {
		const list = listFor(layer.type);
		const count = counts.get(list) ?? entriesOf(design.peek(), list).length;
		const { type: _type, ...old } = layer;
		const element = isLayer(`${list}/0`) ? layer : old;
		changes.push(
			count === 0 && !Array.isArray(valueAt(design.peek(), list))
				? [stepsOf(list), [element]]
				: [[...stepsOf(list), count], element],
		);
		counts.set(list, count + 1);
		refs.push(`${list}/${count}`);
	}
	edit(changes);
	select(...refs);
}

/** Copies elements, each beside itself, a little lower; the copies are selected. */
export function duplicate(refs: readonly Ref[]): void {
	const by = 12;
	const changes: [JsonPath, unknown][] = [];
	const copies: Ref[] = [];
	for (const ref of inOrder(outermost(refs))) {
		const element = elementAt(design.peek(), ref);
		if (!element) continue;
		const { list } = placeIn(ref);
		const [moved] = shift([ref], by, by);
		const copy = { ...structuredClone(element), ...moved?.fields };
		const count =
			entriesOf(design.peek(), list).length +
			copies.filter((one) => placeIn(one).list === list).length;
		changes.push([[...stepsOf(list), count], copy]);
		copies.push(`${list}/${count}`);
	}
	edit(changes);
	select(...copies);
}

/** Puts an element elsewhere among those it is painted with, or into a stack, as one step. */
export function moveTo(ref: Ref, list: Ref, index: number): void {
	moveAll([ref], list, index);
}

/**
 * Puts elements into a list, in the order given, as one step; they are selected.
 * @param index position in the list as it is now
 * @param boxes where they go on the slide, for those that leave a stack
 */
export function moveAll(
	refs: readonly Ref[],
	list: Ref,
	index: number,
	boxes: ReadonlyMap<Ref, Box> = new Map(),
): void {
	if (refs.some((ref) => list.startsWith(`${ref}/`))) return;
	const document = structuredClone(design.peek());
	const moved = refs.flatMap((ref) => {
		const before = elementAt(document, ref);
		if (!before) return [];
		const box = boxes.get(ref) ?? boxOf(ref);
		return [{ ref, before, after: { ...asEntryOf(list, ref, before, box) } }];
	});
	const target = listAt(document, list);
	if (moved.length === 0) return;
	const gone = new Set<unknown>(moved.map(({ before }) => before));
	// It goes before the first one behind its place that stays.
	const next = target.slice(index).find((entry) => !gone.has(entry));
	const lists = new Set([list, ...refs.map((ref) => placeIn(ref).list)]);
	const arrays = [...lists].map((one) => valueAt(document, one) as unknown[]);
	const order = JSON.stringify(target);
	for (const entries of arrays)
		entries.splice(0, entries.length, ...entries.filter((entry) => !gone.has(entry)));
	target.splice(
		next === undefined ? target.length : target.indexOf(next),
		0,
		...moved.map(({ after }) => after),
	);
	if (lists.size === 1 && JSON.stringify(target) === order) return;
	settle();
	const roots = new Set([...lists].map(rootOf));
	edit([...roots].map((root): [JsonPath, unknown] => [stepsOf(root), valueAt(document, root)]));
	const places = new Map<unknown, Ref>(
		elementsOf(document, slideIndex.peek()).map(({ ref, element }) => [element, ref]),
	);
	select(...moved.flatMap(({ after }) => places.get(after) ?? []));
	lead(
		moved.flatMap(({ ref, after }) => {
			const [place, box] = [places.get(after), boxes.get(ref)];
			return place !== undefined && box ? [[place, box] as const] : [];
		}),
	);
}

/** A list of a document; one that is not there yet is made. */
function listAt(document: Design, list: Ref): unknown[] {
	const steps = stepsOf(list);
	const name = String(steps.at(-1));
	const parent = elementAt(document, list.slice(0, -name.length - 1))!;
	const value = parent[name];
	if (Array.isArray(value)) return value;
	const made: unknown[] = [];
	parent[name] = made;
	return made;
}

/** The list of a slide, or of all slides, that an element or a list is in. */
export const rootOf = (list: Ref): Ref =>
	/^(?:\/slides\/\d+|\/common)\/\w+/.exec(list)?.[0] ?? list;

/** Moves an element one step towards the front or the back of its list. */
export function reorder(ref: Ref, by: 1 | -1): void {
	const { list, index } = placeIn(ref);
	const to = index + by;
	if (to < 0 || to >= entriesOf(design.peek(), list).length) return;
	moveTo(ref, list, by > 0 ? to + 1 : to);
}

/** The smallest upright rectangle around boxes. */
export function around(boxes: readonly Box[]): Box {
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	return {
		x,
		y,
		width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
		height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
		rotation: 0,
	};
}

/** Puts elements into a new stack, where the first of them was; they go on as a row or a column. */
export function group(refs: readonly Ref[]): void {
	const chosen = inOrder(outermost(refs));
	const boxes = chosen.flatMap((ref) => boxOf(ref) ?? []);
	const [first] = chosen;
	if (first === undefined || boxes.length < chosen.length) return;
	const whole = around(boxes);
	const inner =
		stackOf(first) !== undefined && chosen.every((ref) => stackOf(ref) === stackOf(first));
	const isRow = isSideBySide(boxes);
	const sorted = chosen
		.map((ref, index) => ({ ref, box: boxes[index]! }))
		.sort((a, b) => (isRow ? a.box.x - b.box.x : a.box.y - b.box.y));
	const rightToLeft = isRightToLeft();
	const gaps = sorted
		.slice(1)
		.map(({ box }, index) =>
			isRow
				? box.x - sorted[index]!.box.x - sorted[index]!.box.width
				: box.y - sorted[index]!.box.y - sorted[index]!.box.height,
		);
	const gap = Math.max(0, Math.round(gaps.reduce((sum, one) => sum + one, 0) / (gaps.length || 1)));
	const children = sorted.map(({ ref, box }) => {
		const child = asEntryOf("/layers/0/children", ref, elementAt(design.peek(), ref)!, box);
		// A share of another stack says nothing here.
		return typeof child.width === "string" ? { ...child, width: upToTenth(box.width) } : child;
	});
	if (isRow && rightToLeft) children.reverse();
	const x = rightToLeft ? canvasSize.peek().width - whole.x - whole.width : whole.x;
	const stack: Element = {
		type: "stack",
		...(inner ? {} : { x: tenth(x), y: tenth(whole.y) }),
		...(isRow && { direction: "row", align: "center" }),
		...(gap > 0 && { gap }),
		children,
	};
	const list = inner ? placeIn(first).list : `/slides/${slideIndex.peek()}/layers`;
	const without = lastFirst(chosen).reduce(
		(document, ref) => removed(document, ref),
		design.peek() as unknown,
	);
	const entries = valueAt(without, list);
	const at = inner ? placeIn(first).index : Array.isArray(entries) ? entries.length : 0;
	const next = (Array.isArray(entries) ? entries : []).toSpliced(at, 0, stack);
	settle();
	edit([
		...lastFirst(chosen).map((ref): [JsonPath, unknown] => [stepsOf(ref), undefined]),
		[stepsOf(list), next],
	]);
	select(`${list}/${at}`);
}

/** A document without one of its elements. */
function removed(document: unknown, ref: Ref): unknown {
	const { list, index } = placeIn(ref);
	const rest = (valueAt(document, list) as unknown[]).toSpliced(index, 1);
	const steps = stepsOf(list);
	const put = (value: unknown, depth: number): unknown => {
		const step = steps[depth];
		if (step === undefined) return rest;
		const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
			string | number,
			unknown
		>;
		copy[step] = put(copy[step], depth + 1);
		return copy;
	};
	return put(document, 0);
}

/** Whether boxes are beside each other rather than below each other. */
function isSideBySide(boxes: readonly Box[]): boolean {
	const spread = (centers: readonly number[]) => Math.max(...centers) - Math.min(...centers);
	return (
		spread(boxes.map(({ x, width }) => x + width / 2)) >
		spread(boxes.map(({ y, height }) => y + height / 2))
	);
}

/** Takes a stack apart: what was in it stays where it is. */
export function ungroup(ref: Ref): void {
	const stack = elementAt(design.peek(), ref);
	if (stack?.type !== "stack") return;
	const { list, index } = placeIn(ref);
	const inner = stackOf(ref) !== undefined;
	const children = entriesOf(design.peek(), `${ref}/children`).map(({ ref: own, element }) => {
		const box = boxOf(own);
		if (inner || !box) return element;
		return asFree(list, own, element, box);
	});
	const entries = valueAt(design.peek(), list) as unknown[];
	settle();
	edit([[stepsOf(list), entries.toSpliced(index, 1, ...children)]]);
	select(...children.map((_, offset) => `${list}/${index + offset}`));
}

export type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** Aligns elements with each other; a single one with the slide. */
export function align(refs: readonly Ref[], to: Alignment): void {
	const boxes = refs.flatMap((ref) => {
		const box = boxOf(ref);
		return box && !isInFlow(ref, elementAt(design.peek(), ref)) ? [{ ref, box }] : [];
	});
	if (boxes.length === 0) return;
	const frame: Rectangle =
		boxes.length > 1 ? around(boxes.map(({ box }) => box)) : { x: 0, y: 0, ...canvasSize.peek() };
	const by = ({ x, y, width, height }: Box): readonly [number, number] => {
		if (to === "left") return [frame.x - x, 0];
		if (to === "center") return [frame.x + (frame.width - width) / 2 - x, 0];
		if (to === "right") return [frame.x + frame.width - width - x, 0];
		if (to === "top") return [0, frame.y - y];
		if (to === "middle") return [0, frame.y + (frame.height - height) / 2 - y];
		return [0, frame.y + frame.height - height - y];
	};
	commit(boxes.flatMap(({ ref, box }) => shift([ref], ...by(box))));
}

/** Gives elements the same distance from each other; the outer ones stay. */
export function distribute(refs: readonly Ref[], axis: "x" | "y"): void {
	const size = axis === "x" ? "width" : "height";
	const boxes = refs
		.flatMap((ref) => {
			const box = boxOf(ref);
			return box && !isInFlow(ref, elementAt(design.peek(), ref)) ? [{ ref, box }] : [];
		})
		.sort((a, b) => a.box[axis] - b.box[axis]);
	if (boxes.length < 3) return;
	const whole = around(boxes.map(({ box }) => box));
	const free = whole[size] - boxes.reduce((sum, { box }) => sum + box[size], 0);
	const gap = free / (boxes.length - 1);
	let at = whole[axis];
	commit(
		boxes.flatMap(({ ref, box }) => {
			const by = at - box[axis];
			at += box[size] + gap;
			return shift([ref], axis === "x" ? by : 0, axis === "y" ? by : 0);
		}),
	);
}

/** What `hideIf` says of an element that the layers list hides. */
const HIDDEN = "hidden";

/** Whether the layers list hides an element. */
export const isHidden = ({ hideIf }: Element): boolean => hideIf === HIDDEN;

/** Whether the layers list may hide an element: not one with a condition of its own. */
export const canHide = ({ hideIf }: Element): boolean => hideIf == null || hideIf === HIDDEN;

/** Leaves an element out of the picture, or takes it in again. */
export function hide(ref: Ref, hidden: boolean): void {
	edit([[[...stepsOf(ref), "hideIf"], hidden ? HIDDEN : undefined]]);
}
