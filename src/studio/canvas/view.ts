/** How large the slide is shown, and what is shown over it. */
import { signal } from "@preact/signals";

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

/**
 * Zooms by a factor and keeps the point under the pointer where it is.
 * @param room what scrolls
 */
export function zoomAt(room: HTMLElement, factor: number, clientX: number, clientY: number): void {
	const now = zoom.value ?? fitted.value;
	const next = Math.max(0.25, Math.min(8, now * factor));
	const stage = room.querySelector(".stage")?.getBoundingClientRect();
	zoom.value = next;
	if (!stage) return;
	const [shareX, shareY] = [
		(clientX - stage.left) / stage.width,
		(clientY - stage.top) / stage.height,
	];
	requestAnimationFrame(() => {
		const after = room.querySelector(".stage")?.getBoundingClientRect();
		if (!after) return;
		room.scrollLeft += after.left + shareX * after.width - clientX;
		room.scrollTop += after.top + shareY * after.height - clientY;
	});
}
