import { type Kernels, newKernels } from "./kernels.js";

const PAGE_BYTES = 65_536;
/** A memory larger than this is not kept for the next picture. Bytes. */
const KEPT_BYTES = 33_554_432;

/** Kernels for whole pictures, with room for them. */
export interface PictureMemory {
	readonly kernels: Kernels;
	/** Address of the room, a multiple of 16. */
	readonly at: number;
	/** The room; what it holds is not defined. */
	readonly bytes: Uint8Array;
}

let kept: { readonly kernels: Kernels; readonly at: number } | undefined;

/**
 * Lends room for a picture to some work: the canvas's memory never grows, this one does.
 * @param size bytes
 * @param work is synchronous; the room is taken by the next picture
 */
export function withPictureMemory<T>(size: number, work: (memory: PictureMemory) => T): T {
	const { kernels, at } = kept ?? begin();
	const missing = at + size - kernels.memory.buffer.byteLength;
	if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE_BYTES));
	const { buffer } = kernels.memory;
	kept = buffer.byteLength <= KEPT_BYTES ? { kernels, at } : undefined;
	return work({ kernels, at, bytes: new Uint8Array(buffer, at, size) });
}

/** Kernels whose room begins where their own variables end. */
function begin(): { readonly kernels: Kernels; readonly at: number } {
	const kernels = newKernels();
	return { kernels, at: kernels.memory.buffer.byteLength };
}
