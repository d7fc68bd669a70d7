/** Changes for one of several sizes: the layer becomes two, one for this size and one for the others. */
import { signal } from "@preact/signals";
import { type JsonPath, stepsOf } from "../../base/json-pointer.js";
import {
	type Design,
	type Element,
	elementAt,
	elementsOf,
	isLayer,
	nameOf,
	placeIn,
	type Ref,
	stackOf,
	typeOf,
	valueAt,
} from "../design.js";
import { edit } from "../history.js";
import { several } from "../platforms.js";
import { canvasSize } from "../preview.js";
import { ahead, design, draft, select, slideIndex } from "../state.js";

/** Whether what the pointer changes applies only to the size that is shown. */
export const oneSize = signal(false);

/** Least width / height of each shape, as in the service. */
const SHAPES = [
	["landscape", 1.2],
	["square", 0.9],
	["portrait", 0.65],
	["story", 0],
] as const;
const ALL: readonly string[] = SHAPES.map(([shape]) => shape);

const shapeAtWork = (): string => {
	const { width, height } = canvasSize.peek();
	return SHAPES.find(([, least]) => width / height >= least)![0];
};

const shapesOf = ({ only }: Element): readonly string[] =>
	Array.isArray(only) ? only.map(String) : ALL;

/** Whether a change of these elements would also change other sizes, and should not. */
export const splits = (refs: readonly Ref[]): boolean =>
	oneSize.peek() &&
	several.peek().length > 1 &&
	refs.some((ref) => isLayer(ref) && stackOf(ref) === undefined);

/** Writes fields of layers for the size that is shown, as one undo step. */
export function commitOnOneSize(
	changes: readonly { readonly ref: Ref; readonly fields: Readonly<Record<string, unknown>> }[],
): void {
	const shape = shapeAtWork();
	const document: Design = structuredClone(design.peek());
	const chosen: Element[] = [];
	const lists = new Set<Ref>();
	const last = changes.toSorted((a, b) => placeIn(b.ref).index - placeIn(a.ref).index);
	for (const { ref, fields } of last) {
		const element = elementAt(document, ref);
		if (!element) continue;
		const { list, index } = placeIn(ref);
		lists.add(list);
		const others = shapesOf(element).filter((one) => one !== shape);
		const own = others.length === 0 || stackOf(ref) !== undefined ? element : { ...element };
		for (const [name, value] of Object.entries(fields))
			if (value === undefined) delete own[name];
			else own[name] = value;
		chosen.push(own);
		if (own === element) continue;
		own.only = [shape];
		element.only = others;
		(valueAt(document, list) as Element[]).splice(index + 1, 0, own);
	}
	write(document, lists);
	const places = new Map(
		elementsOf(document, slideIndex.peek()).map(({ ref, element }) => [element, ref]),
	);
	select(...chosen.flatMap((element) => places.get(element) ?? []));
}

function write(document: Design, lists: Iterable<Ref>): void {
	draft.value = null;
	ahead.value = new Map();
	edit([...lists].map((list): [JsonPath, unknown] => [stepsOf(list), valueAt(document, list)]));
}

/** Whether a layer is shown only on some of the sizes. */
export const isOnSomeSizes = (element: Element): boolean =>
	several.value.length > 1 && Array.isArray(element.only);

/** Removes a layer that was made for one size: the one it was made from is shown there again. */
export function sameOnAllSizes(ref: Ref): void {
	const document: Design = structuredClone(design.peek());
	const { list, index } = placeIn(ref);
	const entries = valueAt(document, list) as Element[];
	const own = entries[index];
	if (!own) return;
	const isTwin = (other: Element | undefined) =>
		other !== undefined &&
		Array.isArray(other.only) &&
		typeOf(ref, other) === typeOf(ref, own) &&
		nameOf(other) === nameOf(own);
	const twin = [entries[index - 1], entries[index + 1]].find(isTwin);
	const kept = twin ?? own;
	const shapes = new Set([...shapesOf(own), ...shapesOf(kept)]);
	if (twin === undefined || shapes.size === ALL.length) delete kept.only;
	else kept.only = ALL.filter((shape) => shapes.has(shape));
	if (twin) entries.splice(index, 1);
	write(document, [list]);
	select(`${list}/${entries.indexOf(kept)}`);
}
