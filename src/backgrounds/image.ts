import { backgroundById } from "./collection.js";
import { Drawing } from "./drawing.js";
import { randomOf } from "./random.js";

/** Pixels of each orientation; all are at least 1080 wide, as a slide is. */
export const BUILTIN_SIZES = Object.freeze({
	portrait: { width: 1080, height: 1920 },
	landscape: { width: 1920, height: 1080 },
	squarish: { width: 1200, height: 1200 },
});
export type Orientation = keyof typeof BUILTIN_SIZES;

/**
 * Finished drawings, for all backgrounds: a client that requests one after the other would
 * otherwise make this process draw each again. About 50 KB each.
 */
const KEPT = 512;
const drawn = new Map<string, Uint8Array>();

/**
 * Draws a built-in background: the same bytes each time, on every machine.
 * @returns undefined if there is no such background or orientation
 */
export async function builtinImage(
	id: string,
	orientation: string,
): Promise<{ body: Uint8Array; contentType: "image/svg+xml" } | undefined> {
	const background = backgroundById(id);
	if (background === undefined || !Object.hasOwn(BUILTIN_SIZES, orientation)) return undefined;
	const key = `${id}-${orientation}`;
	let body = drawn.get(key);
	if (body === undefined) {
		const { width, height } = BUILTIN_SIZES[orientation as Orientation];
		const drawing = new Drawing(width, height);
		background.draw(drawing, randomOf(id));
		body = new TextEncoder().encode(drawing.toString());
		if (drawn.size >= KEPT) drawn.delete(drawn.keys().next().value as string);
	} else drawn.delete(key);
	drawn.set(key, body);
	return { body, contentType: "image/svg+xml" };
}
