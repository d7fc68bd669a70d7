/**
 * While Alt is held: distances from the selection to the hovered element, or to the slide's edges.
 */
import { computed, signal } from "@preact/signals";
import { elementAt, type Ref } from "../design.js";
import { boxOf, canvasSize } from "../preview.js";
import { selection, shown, writing } from "../state.js";
import { type Distance, distancesBetween } from "./gaps.js";
import { boundsOf } from "./group.js";
import { isPointing, live, refUnder } from "./pointer.js";

const altHeld = signal(false);
/** The element under the pointer. */
const hovered = signal<Ref | undefined>(undefined);

/** The distances that are shown, from the selection to another box. */
export const measures = computed<readonly Distance[]>(() => {
	if (!altHeld.value || writing.value !== null || live.value.boxes.size > 0) return [];
	const boxes = selection.value.flatMap((ref) => boxOf(ref) ?? []);
	if (boxes.length === 0) return [];
	const over = hovered.value;
	const isOther =
		over !== undefined &&
		!selection.value.includes(over) &&
		elementAt(shown.value, over) !== undefined;
	const other = (isOther ? boxOf(over) : undefined) ?? {
		x: 0,
		y: 0,
		...canvasSize.value,
		rotation: 0,
	};
	return distancesBetween(boundsOf(boxes), boundsOf([other]));
});

const FIELDS = "input, textarea, select, dialog, .cm-content, [contenteditable]";

/** Listens for Alt and the pointer over the stage. @returns stops listening */
export function listenForMeasuring(stage: HTMLElement): () => void {
	const down = (event: KeyboardEvent) => {
		const [target] = event.composedPath() as Element[];
		if (event.key === "Alt" && !isPointing() && !target?.closest?.(FIELDS)) altHeld.value = true;
	};
	const up = (event: KeyboardEvent) => {
		if (event.key !== "Alt" || !altHeld.peek()) return;
		altHeld.value = false;
		// Otherwise Alt alone opens the browser's menu.
		event.preventDefault();
	};
	const away = () => {
		altHeld.value = false;
	};
	const over = (event: PointerEvent) => {
		hovered.value = refUnder(event);
	};
	const out = () => {
		hovered.value = undefined;
	};
	addEventListener("keydown", down);
	addEventListener("keyup", up);
	addEventListener("blur", away);
	stage.addEventListener("pointermove", over);
	stage.addEventListener("pointerleave", out);
	return () => {
		removeEventListener("keydown", down);
		removeEventListener("keyup", up);
		removeEventListener("blur", away);
		stage.removeEventListener("pointermove", over);
		stage.removeEventListener("pointerleave", out);
	};
}
