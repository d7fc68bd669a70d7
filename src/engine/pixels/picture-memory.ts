import { type Kernels, newKernels } from "./kernels.js";

const PAGE_BYTES = 65_536;
/** A larger memory is not kept for the next picture. Bytes. */
const KEPT_BYTES = 33_554_432;

/** Kernels for whole pictures, with a buffer for them. */
export interface PictureMemory {
	readonly kernels: Kernels;
	/** Address of the buffer, a multiple of 16. */
	readonly at: number;
	/** The buffer; its content is undefined. */
	readonly bytes: Uint8Array;
}

let kept: { readonly kernels: Kernels; readonly at: number } | undefined;

/**
 * Lends a buffer for a picture to `work`: unlike the canvas's memory, this memory can grow.
 * @param size bytes
 * @param work must be synchronous, because the next picture reuses the buffer
 */
export function withPictureMemory<T>(size: number, work: (memory: PictureMemory) => T): T {
	const { kernels, at } = kept ?? begin();
	const missing = at + size - kernels.memory.buffer.byteLength;
	if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE_BYTES));
	const { buffer } = kernels.memory;
	kept = buffer.byteLength <= KEPT_BYTES ? { kernels, at } : undefined;
	return work({ kernels, at, bytes: new Uint8Array(buffer, at, size) });
}

/** Kernels whose buffer begins where their own variables end. */
function begin(): { readonly kernels: Kernels; readonly at: number } {
	const kernels = newKernels();
	return { kernels, at: kernels.memory.buffer.byteLength };
}
