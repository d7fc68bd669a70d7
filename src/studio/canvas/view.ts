/** The zoom of the slide, and whether the platform's frame is shown. */
import { signal } from "@preact/signals";
import { canvasSize } from "../preview.js";

/** Screen pixels per preview pixel; null: fit the view. */
export const zoom = signal<number | null>(null);

/** The zoom at which the slide fits the view, as measured by the stage. */
export const fitted = signal(1);

/** Whether to show the areas that the platform's app covers or leaves free. */
export const showFrame = signal(false);

const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;

/** Zooms to the next step in or out. */
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

/** A point of the slide, as fractions of its width and height. */
export interface SlidePoint {
	readonly shareX: number;
	readonly shareY: number;
}

const stageIn = (room: HTMLElement): HTMLElement => room.querySelector<HTMLElement>(".stage")!;

/** The point of the slide under a point on the screen. */
export function slidePoint(room: HTMLElement, { clientX, clientY }: ScreenPoint): SlidePoint {
	const { left, top, width, height } = stageIn(room).getBoundingClientRect();
	return { shareX: (clientX - left) / width, shareY: (clientY - top) / height };
}

/**
 * Zooms so that a point of the slide is at a point on the screen, as far as scrolling permits.
 * @param room the scroll container
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
	// Rendering sets the same a moment later, but scrolling needs the new size now.
	room.classList.add("zoomed");
	stage.style.width = `${canvasSize.peek().width * next}px`;
	const { left, top, width, height } = stage.getBoundingClientRect();
	room.scrollLeft += left + shareX * width - clientX;
	room.scrollTop += top + shareY * height - clientY;
}

/** Zooms by a factor; the point under the pointer stays in place. */
export function zoomAt(room: HTMLElement, factor: number, at: ScreenPoint): void {
	zoomTo(room, (zoom.peek() ?? fitted.peek()) * factor, slidePoint(room, at), at);
}
