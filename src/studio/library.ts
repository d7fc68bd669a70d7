/** The field that the next photo or icon of the library goes into. */
import { computed, signal } from "@preact/signals";
import { type JsonPath, stepsOf } from "../base/json-pointer.js";
import { elementsOf, type Ref, typeOf } from "./design.js";
import { edit } from "./history.js";
import { boxOf, type Rectangle } from "./preview.js";
import { design, locked, openTool, selection, slideIndex } from "./state.js";

interface Target {
	/** Path of the field in the document. */
	readonly path: JsonPath;
	/** Its display name. */
	readonly label: string;
}

const wanted = signal<(Target & { readonly at: string }) | null>(null);

/** What the user works on: another selection has other fields. */
const place = (): string => JSON.stringify([selection.value, slideIndex.value]);

/** The target; null if there is none, or if the selection has changed since. */
export const libraryTarget = computed<Target | null>(() =>
	wanted.value?.at === place() ? wanted.value : null,
);

/** Opens the library to choose a picture for a field. */
export function chooseFromLibrary(path: JsonPath, label: string): void {
	wanted.value = { path, label, at: place() };
	openTool("photos");
}

/** Leaves the field as it is. */
export function forgetTarget(): void {
	wanted.value = null;
}

/**
 * Sets another picture in a field; the crop and the effects stay.
 * @param others changes that belong to the same undo step
 */
export function setPicture(
	path: JsonPath,
	src: string,
	others: readonly (readonly [JsonPath, unknown])[] = [],
): void {
	const layer = path.slice(0, -1);
	const element = layer.reduce<unknown>(
		(value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
		design.peek(),
	) as { color?: unknown } | undefined;
	const changes: (readonly [JsonPath, unknown])[] = [...others, [path, src]];
	// Only icons are tinted.
	if (path.at(-1) === "src" && element?.color != null && !src.includes("/icons/"))
		changes.push([[...layer, "color"], undefined]);
	edit(changes);
}

/** The image under a point of the slide, topmost first. Preview pixels. */
export function imageAt(at: {
	readonly x: number;
	readonly y: number;
}): { readonly ref: Ref; readonly box: Rectangle } | undefined {
	for (const { ref, element } of elementsOf(design.peek(), slideIndex.peek()).toReversed()) {
		const box = boxOf(ref);
		if (!box || locked.peek().has(ref) || typeOf(ref, element) !== "image") continue;
		const inside =
			at.x >= box.x && at.y >= box.y && at.x <= box.x + box.width && at.y <= box.y + box.height;
		if (inside) return { ref, box };
	}
	return undefined;
}

/** The path of an image's picture. */
export const sourceOf = (ref: Ref): JsonPath => [...stepsOf(ref), "src"];

/** An address at which the page can show a picture; undefined if it may not. */
export function shownSource(src: unknown): string | undefined {
	if (typeof src !== "string") return undefined;
	if (/^(?:data:image\/|\/)/.test(src)) return src;
	const [, set, name] = /^([a-z-]+):([a-z0-9-]+)$/.exec(src) ?? [];
	return set === undefined || set === "https" ? undefined : `/api/assets/icons/${set}/${name}.svg`;
}
