/** What the keys do to the elements at work. */
import { type Element, elementAt, type Ref, typeOf } from "../design.js";
import { boxOf } from "../preview.js";
import { design, select, selection, writing } from "../state.js";
import { commit, fieldsOf, isInFlow, lead, outermost, remove, reorder, shift } from "./place.js";

/** The least side that Alt with an arrow key leaves. Preview pixels. */
const LEAST_SIDE = 8;

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/**
 * Arrow keys move the elements at work, with Alt they resize one; brackets turn it, Delete removes
 * them, Enter writes a text.
 * @param ref the element that has the focus
 * @param onRemoved puts the focus elsewhere
 */
export function onElementKey(event: KeyboardEvent, ref: Ref, onRemoved: () => void): void {
	if (event.ctrlKey || event.metaKey) return;
	const refs = selection.value.includes(ref) ? outermost(selection.value) : [ref];
	const element = elementAt(design.peek(), ref);
	if (element === undefined) return;
	const step = event.shiftKey ? 10 : 1;
	const direction = DIRECTIONS[event.key];
	if (direction) {
		const [dx, dy] = [direction[0] * step, direction[1] * step];
		if (event.altKey) grow(ref, element, dx, dy);
		else if (isInFlow(ref, element)) reorder(ref, dx + dy > 0 ? 1 : -1);
		else nudge(refs, dx, dy);
	} else if (event.key === "[" || event.key === "]")
		turn(ref, element, event.key === "]" ? step : -step);
	else if (event.key === "Delete" || event.key === "Backspace") {
		remove(refs);
		onRemoved();
	} else if (event.key === "Enter" && typeOf(ref, element) === "text") {
		select(ref);
		writing.value = ref;
	} else if (event.key === "Escape") select();
	else return;
	event.preventDefault();
	event.stopPropagation();
}

/** Moves elements; their boxes go along at once, as keys come faster than measurements. */
export function nudge(refs: readonly Ref[], dx: number, dy: number): void {
	const changes = shift(refs, dx, dy);
	lead(
		changes.flatMap(({ ref }) => {
			const box = boxOf(ref);
			return box ? [[ref, { ...box, x: box.x + dx, y: box.y + dy }] as const] : [];
		}),
	);
	commit(changes);
}

function grow(ref: Ref, element: Element, dx: number, dy: number): void {
	const box = boxOf(ref);
	if (!box) return;
	const after = {
		...box,
		width: dx === 0 ? box.width : Math.max(LEAST_SIDE, box.width + dx),
		height: dy === 0 ? box.height : Math.max(LEAST_SIDE, box.height + dy),
	};
	lead([[ref, after]]);
	commit([{ ref, fields: fieldsOf(ref, element, box, after) }]);
}

function turn(ref: Ref, element: Element, by: number): void {
	const box = boxOf(ref);
	if (!box) return;
	const after = { ...box, rotation: Math.max(-180, Math.min(180, box.rotation + by)) };
	lead([[ref, after]]);
	commit([{ ref, fields: fieldsOf(ref, element, box, after) }]);
}
