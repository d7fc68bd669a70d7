/** Moving, resizing and turning an element with the pointer. */
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { ElementRef } from "../design.js";
import type { Box } from "../preview.js";
import { draft, selection, shown } from "../state.js";
import { type Grip, type Moved, move, resize, rotate } from "./gestures.js";
import { commit, preview } from "./place.js";
import { type Lines, linesOf } from "./snapping.js";

/** A gesture that is under way. */
interface Gesture {
	readonly ref: ElementRef;
	readonly grip: Grip;
	readonly start: Box;
	readonly fromX: number;
	readonly fromY: number;
	readonly lines: Lines;
	last: Moved;
}

/** The size of a slide, in preview pixels. */
export interface Size {
	readonly width: number;
	readonly height: number;
}

/** What an element's box calls while a pointer is on it. */
export interface Drag {
	/** Where the dragged element is now; null: nothing is dragged. */
	readonly live: Signal<Box | null>;
	/** The lines that the dragged element snaps to. */
	readonly guides: Signal<Pick<Moved, "guideX" | "guideY">>;
	/** @param others the boxes that the element may snap to */
	begin(
		event: PointerEvent,
		element: { readonly ref: ElementRef; readonly box: Box; readonly others: readonly Box[] },
		grip: Grip,
	): void;
	go(event: PointerEvent): void;
	/** @param write false: the element goes back to where it was */
	end(write: boolean): void;
}

/** @param stage the picture of the slide, whatever its size on the screen */
export function useDrag(stage: RefObject<HTMLElement | null>, { width, height }: Size): Drag {
	const gesture = useRef<Gesture | null>(null);
	const guides = useSignal<Pick<Moved, "guideX" | "guideY">>({});
	const live = useSignal<Box | null>(null);

	/** Preview pixels of a pointer. */
	const at = (event: PointerEvent) => {
		const rect = stage.current!.getBoundingClientRect();
		return {
			x: ((event.clientX - rect.left) / rect.width) * width,
			y: ((event.clientY - rect.top) / rect.height) * height,
		};
	};

	return {
		live,
		guides,
		begin(event, { ref, box: start, others }, grip) {
			if (event.button > 0) return;
			event.stopPropagation();
			selection.value = ref;
			(event.currentTarget as Element).setPointerCapture(event.pointerId);
			const { x: fromX, y: fromY } = at(event);
			const lines = linesOf({ width, height }, others);
			gesture.current = { ref, grip, start, fromX, fromY, lines, last: { box: start } };
		},
		go(event) {
			const now = gesture.current;
			if (!now) return;
			const { x, y } = at(event);
			const dx = x - now.fromX;
			const dy = y - now.fromY;
			if (now.grip === "rotate") now.last = rotate(now.start, x, y);
			else if (now.grip === "move")
				now.last = move(now.start, dx, dy, event.altKey ? undefined : now.lines);
			else now.last = resize(now.start, now.grip, dx, dy, event.shiftKey);
			guides.value = now.last;
			live.value = now.last.box;
			preview(shown.peek(), now.ref, now.start, now.last.box);
		},
		end(write) {
			const now = gesture.current;
			gesture.current = null;
			guides.value = {};
			live.value = null;
			if (!now) return;
			if (write) commit(now.ref, now.start, now.last.box);
			else draft.value = null;
		},
	};
}
