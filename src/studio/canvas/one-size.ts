/** Changes for one of several sizes: the layer becomes two, one for this size and one for the others. */
import { signal } from "@preact/signals";
import { CANVAS_SHAPES, canvasShape, isShownOn, type OneShape } from "../../base/canvas-shape.js";
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

/** The shape of the size that is shown. */
const shapeAtWork = (): OneShape => {
	const { width, height } = canvasSize.peek();
	return canvasShape(width, height);
};

/** The shapes that a layer is shown on. */
const shapesOf = ({ only }: Element): readonly OneShape[] =>
	Array.isArray(only) ? CANVAS_SHAPES.filter((shape) => isShownOn(only, shape)) : CANVAS_SHAPES;

/** Some of the shapes as `only` names them, the shortest way; undefined if these are all. */
function onlyOf(shapes: readonly OneShape[]): readonly string[] | undefined {
	const own = CANVAS_SHAPES.filter((shape) => shapes.includes(shape));
	if (own.length === CANVAS_SHAPES.length) return undefined;
	const isLandscape = (shape: string) => isShownOn(["landscape"], shape);
	const flat = own.filter(isLandscape);
	if (flat.length < CANVAS_SHAPES.filter(isLandscape).length) return own;
	return ["landscape", ...own.filter((shape) => !isLandscape(shape))];
}

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
		own.only = onlyOf([shape]);
		element.only = onlyOf(others);
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
	const only = twin && onlyOf([...shapesOf(own), ...shapesOf(twin)]);
	if (only === undefined) delete kept.only;
	else kept.only = only;
	if (twin) entries.splice(index, 1);
	write(document, [list]);
	select(`${list}/${entries.indexOf(kept)}`);
}
