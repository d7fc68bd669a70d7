/** Keyboard shortcuts for the selected elements. */
import { elementAt, type Ref, typeOf } from "../design.js";
import { type Box, boxOf } from "../preview.js";
import { design, select, selection, writing } from "../state.js";
import {
	boundsOf,
	canDistort,
	type GroupMoved,
	keepsRatio,
	membersOf,
	resizeGroup,
	turnGroup,
} from "./group.js";
import { commit, fieldsOf, isInFlow, lead, outermost, remove, reorder, shift } from "./place.js";

/** Minimum side when resizing with Alt and an arrow key. Preview pixels. */
const LEAST_SIDE = 8;

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/**
 * Arrow keys move the selected elements, with Alt they resize them; brackets rotate them, Delete
 * removes them, Enter edits a text.
 * @param ref the focused element
 * @param onRemoved moves the focus elsewhere
 */
export function onElementKey(event: KeyboardEvent, ref: Ref, onRemoved: () => void): void {
	if (event.ctrlKey || event.metaKey) return;
	const refs = selection.value.includes(ref) ? outermost(selection.value) : [ref];
	const element = elementAt(design.peek(), ref);
	if (element === undefined) return;
	const direction = event.altKey ? undefined : DIRECTIONS[event.key];
	if (direction && isInFlow(ref, element)) reorder(ref, direction[0] + direction[1] > 0 ? 1 : -1);
	else if (event.key === "Delete" || event.key === "Backspace") {
		remove(refs);
		onRemoved();
	} else if (event.key === "Enter" && typeOf(ref, element) === "text") {
		select(ref);
		writing.value = ref;
	} else if (event.key === "Escape") select();
	else if (!transform(event, refs)) return;
	event.preventDefault();
	event.stopPropagation();
}

/**
 * Arrow keys move elements, with Alt they resize them; brackets rotate them. By 1, with Shift by
 * 10.
 * @returns whether the key is one of these
 */
export function transform(event: KeyboardEvent, refs: readonly Ref[]): boolean {
	const step = event.shiftKey ? 10 : 1;
	const direction = DIRECTIONS[event.key];
	if (direction) {
		const [dx, dy] = [direction[0] * step, direction[1] * step];
		if (event.altKey) grow(refs, dx, dy);
		else nudge(refs, dx, dy);
		return true;
	}
	// With Shift, the bracket keys produce braces.
	const by = { "]": step, "}": step, "[": -step, "{": -step }[event.key];
	if (by === undefined) return false;
	turn(refs, by);
	return true;
}

/** Moves elements; their boxes move at once, as keys repeat faster than measurements arrive. */
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

function grow(refs: readonly Ref[], dx: number, dy: number): void {
	if (refs.length > 1) growGroup(refs, dx, dy);
	else
		put(refs[0], (box) => ({
			...box,
			width: dx === 0 ? box.width : Math.max(LEAST_SIDE, box.width + dx),
			height: dy === 0 ? box.height : Math.max(LEAST_SIDE, box.height + dy),
		}));
}

/** Gives an element another box. */
function put(ref: Ref | undefined, change: (box: Box) => Box): void {
	const box = ref === undefined ? undefined : boxOf(ref);
	const element = ref === undefined ? undefined : elementAt(design.peek(), ref);
	if (ref === undefined || !box || !element) return;
	const after = change(box);
	lead([[ref, after]]);
	commit([{ ref, fields: fieldsOf(ref, element, box, after) }]);
}

/** A group keeps its aspect ratio if one of its elements does. */
function growGroup(refs: readonly Ref[], dx: number, dy: number): void {
	const members = membersOf(refs);
	if (members.length === 0) return;
	const frame = boundsOf(members.map(({ box }) => box));
	const keep = !canDistort(members) || members.some(({ ref, element }) => keepsRatio(ref, element));
	const ratio = frame.width / frame.height;
	finish(
		keep
			? resizeGroup(members, frame, "se", dx || dy * ratio, dy || dx / ratio, true)
			: resizeGroup(members, frame, dx === 0 ? "s" : "e", dx, dy, false),
	);
}

function turn(refs: readonly Ref[], by: number): void {
	if (refs.length > 1) turnSeveral(refs, by);
	else
		put(refs[0], (box) => ({
			...box,
			rotation: Math.max(-180, Math.min(180, box.rotation + by)),
		}));
}

function turnSeveral(refs: readonly Ref[], by: number): void {
	const members = membersOf(refs);
	if (members.length > 0) finish(turnGroup(members, boundsOf(members.map(({ box }) => box)), by));
}

function finish({ boxes, changes }: GroupMoved): void {
	lead(boxes);
	commit(changes);
}
