/** What the keys do to the element that has the focus. */
import type { ElementRef } from "../design.js";
import type { Box } from "../preview.js";
import { selection } from "../state.js";
import { move } from "./gestures.js";
import { commit, remove } from "./place.js";

/** The least side that Alt with an arrow key leaves. Preview pixels. */
const LEAST_SIDE = 8;

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/**
 * Arrow keys move the element, with Alt they resize it; brackets turn it, Delete removes it.
 * @param onRemoved puts the focus elsewhere
 */
export function onElementKey(
	event: KeyboardEvent,
	ref: ElementRef,
	box: Box,
	onRemoved: () => void,
): void {
	const step = event.shiftKey ? 10 : 1;
	const direction = DIRECTIONS[event.key];
	if (direction) {
		event.preventDefault();
		const [dx, dy] = [direction[0] * step, direction[1] * step];
		const moved = event.altKey
			? {
					...box,
					width: Math.max(LEAST_SIDE, box.width + dx),
					height: Math.max(LEAST_SIDE, box.height + dy),
				}
			: move(box, dx, dy, undefined).box;
		commit(ref, box, moved);
	} else if (event.key === "[" || event.key === "]") {
		const turned = box.rotation + (event.key === "]" ? step : -step);
		commit(ref, box, { ...box, rotation: Math.max(-180, Math.min(180, turned)) });
	} else if (event.key === "Delete" || event.key === "Backspace") {
		event.preventDefault();
		remove(ref);
		onRemoved();
	} else if (event.key === "Escape") selection.value = null;
}
