/**
 * Panning and zooming: two fingers, dragging with Space or the middle button, Ctrl with the wheel.
 */
import { signal } from "@preact/signals";
import { writing } from "../state.js";
import { abandon, isPointing } from "./pointer.js";
import {
	fitted,
	type ScreenPoint,
	type SlidePoint,
	slidePoint,
	zoom,
	zoomAt,
	zoomTo,
} from "./view.js";

/** Panning state: "ready" while Space is held, "on" during a drag. */
export const panning = signal<"off" | "ready" | "on">("off");

/** Fingers that touch the view, by pointer id. */
const fingers = new Map<number, ScreenPoint>();

interface Pinch {
	readonly distance: number;
	readonly zoom: number;
	/** The point of the slide between the fingers. */
	readonly point: SlidePoint;
}
let pinch: Pinch | null = null;

const middleOf = (a: ScreenPoint, b: ScreenPoint): ScreenPoint => ({
	clientX: (a.clientX + b.clientX) / 2,
	clientY: (a.clientY + b.clientY) / 2,
});
const distanceOf = (a: ScreenPoint, b: ScreenPoint): number =>
	Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));

/**
 * Starts panning or pinching if the press is meant for the view.
 * @param room the scroll container
 * @returns false if the press is for the elements
 */
export function pressView(room: HTMLElement, event: PointerEvent): boolean {
	if (event.pointerType === "touch") return pressFinger(room, event);
	const isPan = event.button === 1 || (event.button === 0 && panning.peek() !== "off");
	if (!isPan || isPointing()) return false;
	// Only for the main button: for the middle one this would suppress its mouse events, where
	// pasting is prevented.
	if (event.button === 0) event.preventDefault();
	const before = panning.peek();
	panning.value = "on";
	followPan(room, event, () => {
		// Space may have been released during the drag.
		panning.value = before === "ready" && spaceHeld ? "ready" : "off";
	});
	return true;
}

/** Scrolls with the pointer until it is released. */
function followPan(room: HTMLElement, from: PointerEvent, onEnd: () => void): void {
	const { pointerId } = from;
	let { clientX, clientY } = from;
	const move = (event: PointerEvent) => {
		if (event.pointerId !== pointerId || pinch !== null) return;
		room.scrollLeft -= event.clientX - clientX;
		room.scrollTop -= event.clientY - clientY;
		({ clientX, clientY } = event);
	};
	const end = (event: PointerEvent) => {
		if (event.pointerId !== pointerId) return;
		removeEventListener("pointermove", move);
		removeEventListener("pointerup", end);
		removeEventListener("pointercancel", end);
		onEnd();
	};
	addEventListener("pointermove", move);
	addEventListener("pointerup", end);
	addEventListener("pointercancel", end);
}

/** A finger outside the slide pans; a second finger anywhere starts a pinch. */
function pressFinger(room: HTMLElement, event: PointerEvent): boolean {
	if (fingers.size === 0) {
		addEventListener("pointermove", moveFinger);
		addEventListener("pointerup", liftFinger);
		addEventListener("pointercancel", liftFinger);
	}
	fingers.set(event.pointerId, event);
	roomOfFingers = room;
	const [first, second, ...more] = fingers.values();
	if (second === undefined) {
		if (event.target !== room) return false;
		followPan(room, event, () => {});
		return true;
	}
	if (first !== undefined && more.length === 0) {
		abandon();
		writing.value = null;
		pinch = {
			distance: distanceOf(first, second),
			zoom: zoom.peek() ?? fitted.peek(),
			point: slidePoint(room, middleOf(first, second)),
		};
	}
	return true;
}

let roomOfFingers: HTMLElement | null = null;

function moveFinger(event: PointerEvent): void {
	if (!fingers.has(event.pointerId)) return;
	fingers.set(event.pointerId, event);
	const [first, second] = fingers.values();
	if (pinch === null || first === undefined || second === undefined || !roomOfFingers) return;
	const factor = distanceOf(first, second) / pinch.distance;
	zoomTo(roomOfFingers, pinch.zoom * factor, pinch.point, middleOf(first, second));
}

function liftFinger(event: PointerEvent): void {
	if (!fingers.delete(event.pointerId)) return;
	// The remaining finger does nothing.
	if (fingers.size < 2) pinch = null;
	if (fingers.size > 0) return;
	removeEventListener("pointermove", moveFinger);
	removeEventListener("pointerup", liftFinger);
	removeEventListener("pointercancel", liftFinger);
}

let spaceHeld = false;
/** Whether the last input was a pointer: then a focused button got the focus from a click. */
let byPointer = false;
const FIELDS = "input, textarea, select, dialog, .cm-content, [contenteditable]";

/** Whether Space is for panning: not in a field, nor on a button focused with the keyboard. */
function isForView(event: KeyboardEvent, room: HTMLElement): boolean {
	const [target] = event.composedPath() as Element[];
	if (writing.peek() !== null || target?.closest?.(FIELDS)) return false;
	const { activeElement: focused, body } = globalThis.document;
	return byPointer || focused === null || focused === body || room.contains(focused);
}

/** Listens for Space and the wheel. @returns stops listening */
export function listenForView(room: HTMLElement): () => void {
	const wheel = (event: WheelEvent) => {
		if (!(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		zoomAt(room, Math.exp(-event.deltaY / 300), event);
	};
	const pressed = () => {
		byPointer = true;
	};
	const down = (event: KeyboardEvent) => {
		if (event.key === "Tab") byPointer = false;
		if (event.key !== " " || event.ctrlKey || !isForView(event, room)) return;
		event.preventDefault();
		spaceHeld = true;
		if (panning.peek() === "off" && !isPointing()) panning.value = "ready";
	};
	const up = (event: KeyboardEvent) => {
		if (event.key !== " " || !spaceHeld) return;
		event.preventDefault();
		release();
	};
	const release = () => {
		spaceHeld = false;
		if (panning.peek() === "ready") panning.value = "off";
	};
	// Otherwise the middle button starts autoscroll, and on Linux pastes the selection.
	const keepMiddle = (event: MouseEvent) => {
		if (event.button === 1) event.preventDefault();
	};
	const keepRelease = (event: MouseEvent) => {
		if (room.contains(event.target as Node)) keepMiddle(event);
	};
	// After a quick drag, browsers assume a fling and use the next tap, for example on Undo, to stop
	// it.
	// Only a text being edited needs native scrolling here.
	const keepFromFling = (event: TouchEvent) => {
		if (event.cancelable && writing.peek() === null) event.preventDefault();
	};
	room.addEventListener("wheel", wheel, { passive: false });
	room.addEventListener("touchmove", keepFromFling, { passive: false });
	room.addEventListener("mousedown", keepMiddle);
	addEventListener("mouseup", keepRelease, true);
	addEventListener("pointerdown", pressed, true);
	addEventListener("keydown", down);
	addEventListener("keyup", up);
	addEventListener("blur", release);
	return () => {
		room.removeEventListener("wheel", wheel);
		room.removeEventListener("touchmove", keepFromFling);
		room.removeEventListener("mousedown", keepMiddle);
		removeEventListener("mouseup", keepRelease, true);
		removeEventListener("pointerdown", pressed, true);
		removeEventListener("keydown", down);
		removeEventListener("keyup", up);
		removeEventListener("blur", release);
	};
}
