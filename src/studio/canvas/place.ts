/** Converts boxes on the slide to fields of the document and back. */
import { type JsonPath, stepsOf } from "../../base/json-pointer.js";
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
import { edit, extend } from "../history.js";
import {
	type Box,
	boxOf,
	canvasSize,
	measuredSlide,
	measureOf,
	type Rectangle,
} from "../preview.js";
import { ahead, design, draft, select, shown, slideIndex } from "../state.js";
import { asEntryOf, isInFlow, isMirrored } from "./flow.js";
import { tenth } from "./rounding.js";

export { isInFlow } from "./flow.js";

/** New values of an element's fields; undefined removes a field. */
export type Fields = Readonly<Record<string, unknown>>;

/** Limits of `fontSize`. Preview pixels. */
export const FONT_SIZES = { least: 8, most: 600 } as const;

/** The rectangle to which an element's x and y are relative. */
function parentBox(ref: Ref, element: Element): Rectangle {
	const stack = stackOf(ref);
	const box = stack === undefined ? undefined : measureOf(stack)?.box;
	if (box !== undefined) {
		const { border } = elementAt(shown.peek(), stack!) ?? {};
		const [top, right, bottom, left] = linesOf(border as Border | undefined);
		const [before, after] = isMirrored(ref) ? [right, left] : [left, right];
		return {
			x: box.x + before,
			y: box.y + top,
			width: box.width - before - after,
			height: box.height - top - bottom,
		};
	}
	const safe = measuredSlide.peek()?.safeArea;
	if (element.within === "safeArea" && safe !== undefined) return safe;
	return { x: 0, y: 0, ...canvasSize.peek() };
}

interface Border {
	readonly width?: number | readonly number[];
}

/** The widths of a border: top, right, bottom, left. */
export const linesOf = ({ width = 0 }: Border = {}): readonly [number, number, number, number] =>
	(Array.isArray(width) ? width : [width, width, width, width]) as [number, number, number, number];

/** An inset in preview pixels: the field's value, or else the measured one. */
const inset = (value: unknown, measure: number): number =>
	typeof value === "number" ? value : measure;

/** One axis of a box in terms of fields. */
interface Axis {
	readonly near: "x" | "y" | "right";
	readonly far: "right" | "bottom" | "x";
	readonly size: "width" | "height";
	/** The old box in its parent: its size, and the insets at the near and the far side. */
	readonly before: { readonly near: number; readonly far: number; readonly size: number };
	/** How far the near and the far edge move along the axis. */
	readonly nearBy: number;
	readonly farBy: number;
	readonly sizeNow: number;
}

/** New fields for one axis; the fields that positioned the element before still do. */
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

/** The fields that change when an element gets a new box. */
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
	// A text that gets a width stays in place, whatever its default position is.
	if ("width" in fields && !inFlow && element.x == null && element.right == null)
		fields[mirrored ? "right" : "x"] ??= tenth(mirrored ? toRight : after.x - parent.x);
	if (after.rotation !== before.rotation) fields.rotation = after.rotation;
	return fields;
}

/**
 * The fields of a text that was resized at a corner: the font size is scaled.
 * @param fontSize the current font size
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

/** New fields of elements. */
export type Changes = readonly { readonly ref: Ref; readonly fields: Fields }[];

/** The document with new fields in some elements. */
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

/** Shows elements with new fields without writing them to the document. */
export function preview(changes: Changes): void {
	draft.value = withFields(design.peek(), changes);
}

/** Writes new fields into the document as one undo step. */
export function commit(changes: Changes, group = ""): void {
	draft.value = null;
	const all = valuesOf(changes);
	if (all.length > 0) edit(all, group);
}

/** Writes new fields into the document as a part of the last undo step. */
export function commitFurther(changes: Changes): void {
	draft.value = null;
	extend(valuesOf(changes));
}

const valuesOf = (changes: Changes): [JsonPath, unknown][] =>
	changes.flatMap(({ ref, fields }) =>
		Object.entries(fields).map(([name, value]): [JsonPath, unknown] => [
			[...stepsOf(ref), name],
			value,
		]),
	);

/** Moves elements by a distance, except children laid out by stacks. */
export function shift(refs: readonly Ref[], dx: number, dy: number): Changes {
	return refs.flatMap((ref) => {
		const element = elementAt(design.peek(), ref);
		const box = boxOf(ref);
		if (!element || !box || isInFlow(ref, element)) return [];
		return [{ ref, fields: fieldsOf(ref, element, box, { ...box, x: box.x + dx, y: box.y + dy }) }];
	});
}

/** Shows boxes at their expected position until they are measured. */
export function lead(boxes: readonly (readonly [Ref, Box])[]): void {
	ahead.value = new Map([...ahead.peek(), ...boxes]);
}

/**
 * Refs in document order, but last entries of a list first, so that removals do not shift the rest.
 */
export const lastFirst = (refs: readonly Ref[]): Ref[] =>
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

/** Excludes elements that are inside others in the list. */
export const outermost = (refs: readonly Ref[]): Ref[] =>
	refs.filter((ref) => !refs.some((other) => ref.startsWith(`${other}/`)));

/** Refs in painting order, lowest first. */
export const inOrder = (refs: readonly Ref[]): Ref[] => lastFirst(refs).reverse();

/** Drops the expected boxes before a change that gives elements other refs. */
export const settle = (): void => {
	ahead.value = new Map();
};

/** Removes elements. */
export function remove(refs: readonly Ref[]): void {
	settle();
	edit(lastFirst(outermost(refs)).map((ref) => [stepsOf(ref), undefined]));
	select();
}

/** The list for new elements of a slide: its layers, unless the slide uses the older lists. */
function listFor(type: string): Ref {
	const slide = `/slides/${slideIndex.peek()}`;
	const old = type === "text" ? "textBlocks" : type === "image" ? "imageOverlays" : undefined;
	const layers = entriesOf(design.peek(), `${slide}/layers`).length;
	const others =
		entriesOf(design.peek(), `${slide}/textBlocks`).length +
		entriesOf(design.peek(), `${slide}/imageOverlays`).length;
	return old !== undefined && layers === 0 && others > 0 ? `${slide}/${old}` : `${slide}/layers`;
}

/** Adds elements on top of the current slide and selects them. @returns where they are */
export function add(...added: readonly NewElement[]): readonly Ref[] {
	return addWith([], ...added);
}

/** A new element of a slide. */
export type NewElement = Element & { readonly type: string };

/** Same, with other changes in the same undo step. */
export function addWith(
	others: readonly (readonly [JsonPath, unknown])[],
	...added: readonly NewElement[]
): readonly Ref[] {
	const changes: (readonly [JsonPath, unknown])[] = [...others];
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
	return refs;
}

/**
 * Duplicates elements and selects the copies.
 * @param by offset to the right and down
 * @returns the copies by the elements they were made of
 */
export function duplicate(refs: readonly Ref[], by = 12): ReadonlyMap<Ref, Ref> {
	const changes: [JsonPath, unknown][] = [];
	const made = new Map<Ref, Ref>();
	for (const ref of inOrder(outermost(refs))) {
		const element = elementAt(design.peek(), ref);
		if (!element) continue;
		const { list } = placeIn(ref);
		const [moved] = by === 0 ? [] : shift([ref], by, by);
		const copy = { ...structuredClone(element), ...moved?.fields };
		const count =
			entriesOf(design.peek(), list).length +
			[...made.keys()].filter((one) => placeIn(one).list === list).length;
		changes.push([[...stepsOf(list), count], copy]);
		made.set(ref, `${list}/${count}`);
	}
	edit(changes);
	select(...made.values());
	return made;
}

/** Moves an element within its list, or into another, as one undo step. */
export function moveTo(ref: Ref, list: Ref, index: number): void {
	moveAll([ref], list, index);
}

/**
 * Moves elements into a list in the given order, as one undo step, and selects them.
 * @param index position in the list before the move
 * @param boxes positions on the slide for elements that leave a stack
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
	// Insert before the first remaining entry at or after the index.
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

/** A list of a document; created if absent. */
function listAt(document: Design, list: Ref): unknown[] {
	const steps = stepsOf(list);
	const name = String(steps.at(-1));
	if (list.startsWith("/common/")) document.common ??= {};
	const parent = elementAt(document, list.slice(0, -name.length - 1))!;
	const value = parent[name];
	if (Array.isArray(value)) return value;
	const made: unknown[] = [];
	parent[name] = made;
	return made;
}

/** The top-level list, of a slide or of `common`, that an element or a list belongs to. */
export const rootOf = (list: Ref): Ref =>
	/^(?:\/slides\/\d+|\/common)\/\w+/.exec(list)?.[0] ?? list;

/** Moves an element one step forward or back in its list. */
export function reorder(ref: Ref, by: 1 | -1): void {
	const { list, index } = placeIn(ref);
	const to = index + by;
	// The older lists of pictures lie below those of texts: in front of both are layers.
	if (by > 0 && list.endsWith("/imageOverlays") && to >= entriesOf(design.peek(), list).length) {
		moveTo(ref, list.replace(/imageOverlays$/, "layers"), 0);
		return;
	}
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

export type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** Aligns elements with each other; a single element with the slide. */
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

/** Distributes elements with equal gaps; the outer ones stay in place. */
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

/** The value of `hideIf` for elements hidden in the layers list. */
const HIDDEN = "hidden";

/** Whether the element was hidden in the layers list. */
export const isHidden = ({ hideIf }: Element): boolean => hideIf === HIDDEN;

/** Whether the layers list can hide the element: not if it has its own condition. */
export const canHide = ({ hideIf }: Element): boolean => hideIf == null || hideIf === HIDDEN;

/** Hides an element, or shows it again. */
export function hide(ref: Ref, hidden: boolean): void {
	edit([[[...stepsOf(ref), "hideIf"], hidden ? HIDDEN : undefined]]);
}

/** Whether an element is on all slides. */
export const isCommon = (ref: Ref): boolean => ref.startsWith("/common/");

/** Moves an element in front of all slides, or from there to the current one only. */
export function onAllSlides(ref: Ref): void {
	const index = slideIndex.peek();
	if (isCommon(ref)) {
		const list = `/slides/${index}/layers`;
		moveTo(ref, list, entriesOf(design.peek(), list).length);
	} else moveTo(ref, "/common/front", entriesOf(design.peek(), "/common/front").length);
}
