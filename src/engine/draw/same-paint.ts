/** Compares and measures descriptions of paint: steps, nodes and everything in them. */
import { SoftMask } from "../svg/soft-mask.js";

/**
 * Whether two descriptions of paint are the same. Pixels are compared by their bytes. Functions are
 * skipped, because the only one, `nodes` of a drawing, is derived from the drawing's markup.
 */
export function isSamePaint(a: unknown, b: unknown): boolean {
	if (a === b || typeof a === "function") return a === b || typeof b === "function";
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
		return Number.isNaN(a) && Number.isNaN(b);
	if (ArrayBuffer.isView(a)) return ArrayBuffer.isView(b) && sameBytes(a, b);
	if (Array.isArray(a))
		return (
			Array.isArray(b) && a.length === b.length && a.every((item, i) => isSamePaint(item, b[i]))
		);
	const keys = Object.keys(a);
	return (
		keys.length === Object.keys(b).length &&
		keys.every(
			(key) =>
				Object.hasOwn(b, key) &&
				isSamePaint((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
		)
	);
}

/** Bytes of the pixels in a description of paint, each buffer counted once. */
export function pixelBytes(paint: unknown, seen = new Set<unknown>()): number {
	if (typeof paint !== "object" || paint === null || seen.has(paint)) return 0;
	seen.add(paint);
	if (paint instanceof SoftMask) return paint.heldBytes + pixelBytes(paint.parts, seen);
	if (ArrayBuffer.isView(paint)) return paint.byteLength;
	let bytes = 0;
	for (const part of Object.values(paint)) bytes += pixelBytes(part, seen);
	return bytes;
}

function sameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
	return a.byteLength === b.byteLength && bytesOf(a).equals(bytesOf(b));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);
