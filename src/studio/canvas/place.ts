/** From boxes on the slide to fields of the document, and back. */
import type { Design, ElementRef, Slide } from "../design.js";
import { edit } from "../editor/editor.js";
import type { Box, MeasuredSlide } from "../preview.js";
import { draft, selection, shown, slideIndex } from "../state.js";

const FIELDS = ["x", "y", "width", "height", "rotation"] as const;

/**
 * The box of an element: what its fields say, and for the others what the service measured.
 * The measurement alone comes later than the document: a second arrow key would start from
 * where the first one did.
 */
export function boxOf(
	places: MeasuredSlide | undefined,
	slide: Slide | undefined,
	{ kind, index }: ElementRef,
): Box | undefined {
	const box = places?.[kind][index]?.box;
	const fields = slide?.[kind]?.[index] as Readonly<Record<string, unknown>> | undefined;
	if (box === undefined || fields === undefined) return undefined;
	const said = FIELDS.flatMap((name) => {
		const value = fields[name];
		return typeof value === "number" ? [[name, value] as const] : [];
	});
	return { ...box, ...Object.fromEntries(said) };
}

/**
 * The fields that a new box changes. A text without width or height keeps
 * finding its own, unless its sides were dragged.
 */
function fieldsOf(ref: ElementRef, before: Box, after: Box): Record<string, number> {
	const fields: Record<string, number> = {};
	for (const name of FIELDS) if (after[name] !== before[name]) fields[name] = after[name];
	if (ref.kind === "textBlocks" && "width" in fields && !("x" in fields)) fields.x = after.x;
	return fields;
}

/** Shows an element in another place without writing it. */
export function preview(design: Design, ref: ElementRef, before: Box, after: Box): void {
	const fields = fieldsOf(ref, before, after);
	const slides = [...design.slides];
	const slide = { ...slides[slideIndex.value]! };
	const list = [...(slide[ref.kind] ?? [])] as Record<string, unknown>[];
	list[ref.index] = { ...list[ref.index], ...fields };
	slides[slideIndex.value] = { ...slide, [ref.kind]: list };
	draft.value = { ...design, slides };
}

/** Writes a new box into the document, as one step. */
export function commit(ref: ElementRef, before: Box, after: Box): void {
	draft.value = null;
	const path = ["slides", slideIndex.value, ref.kind, ref.index];
	const changes = Object.entries(fieldsOf(ref, before, after));
	if (changes.length > 0) edit(changes.map(([name, value]) => [[...path, name], value]));
}

/** Takes an element away. */
export function remove(ref: ElementRef): void {
	edit([[["slides", slideIndex.value, ref.kind, ref.index], undefined]]);
	selection.value = null;
}

/** Adds an element on top of its kind, and selects it. */
export function add(kind: ElementRef["kind"], element: object): void {
	const index = shown.value.slides[slideIndex.value]?.[kind]?.length ?? 0;
	const list = ["slides", slideIndex.value, kind];
	edit([index === 0 ? [list, [element]] : [[...list, index], element]]);
	selection.value = { kind, index };
}

/** Moves an element one step towards the front or the back. */
export function reorder(ref: ElementRef, by: 1 | -1): void {
	const list = shown.value.slides[slideIndex.value]?.[ref.kind] ?? [];
	const to = ref.index + by;
	if (to < 0 || to >= list.length) return;
	const next = [...list];
	[next[ref.index], next[to]] = [next[to]!, next[ref.index]!];
	edit([[["slides", slideIndex.value, ref.kind], next]]);
	selection.value = { kind: ref.kind, index: to };
}
