/** How large the slide is shown, and what is shown over it. */
import { signal } from "@preact/signals";
import { canvasSize } from "../preview.js";

/** Screen pixels per preview pixel; null: as large as there is room. */
export const zoom = signal<number | null>(null);

/** What the zoom is while the slide fits the room: the stage measures it. */
export const fitted = signal(1);

/** Whether what the platform's app covers, and what it leaves free, is shown. */
export const showFrame = signal(false);

const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;

/** Zooms to the next step. */
export function zoomBy(direction: 1 | -1): void {
	const now = zoom.value ?? fitted.value;
	const next =
		direction > 0
			? STEPS.find((step) => step > now * 1.02)
			: STEPS.findLast((step) => step < now * 0.98);
	if (next !== undefined) zoom.value = next;
}

/** A point on the screen. */
export interface ScreenPoint {
	readonly clientX: number;
	readonly clientY: number;
}

/** A point of the slide, as shares of its width and height. */
export interface SlidePoint {
	readonly shareX: number;
	readonly shareY: number;
}

const stageIn = (room: HTMLElement): HTMLElement => room.querySelector<HTMLElement>(".stage")!;

/** The point of the slide that is at a point on the screen. */
export function slidePoint(room: HTMLElement, { clientX, clientY }: ScreenPoint): SlidePoint {
	const { left, top, width, height } = stageIn(room).getBoundingClientRect();
	return { shareX: (clientX - left) / width, shareY: (clientY - top) / height };
}

/**
 * Zooms so that a point of the slide is at a point on the screen, as far as there is something to scroll.
 * @param room what scrolls
 */
export function zoomTo(
	room: HTMLElement,
	wanted: number,
	{ shareX, shareY }: SlidePoint,
	{ clientX, clientY }: ScreenPoint,
): void {
	const next = Math.max(STEPS[0], Math.min(STEPS.at(-1)!, wanted));
	const stage = stageIn(room);
	zoom.value = next;
	// The page sets the same a moment later: what scrolls has to be as large by now.
	room.classList.add("zoomed");
	stage.style.width = `${canvasSize.peek().width * next}px`;
	const { left, top, width, height } = stage.getBoundingClientRect();
	room.scrollLeft += left + shareX * width - clientX;
	room.scrollTop += top + shareY * height - clientY;
}

/** Zooms by a factor and keeps the point under the pointer where it is. */
export function zoomAt(room: HTMLElement, factor: number, at: ScreenPoint): void {
	zoomTo(room, (zoom.peek() ?? fitted.peek()) * factor, slidePoint(room, at), at);
}
