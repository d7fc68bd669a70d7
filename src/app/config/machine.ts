import { availableParallelism, totalmem } from "node:os";

/** Memory of the process that serves HTTP (with the icons) and of the spare process. MB. */
const SERVER_MB = 256;
/**
 * Memory of one process that renders photos, measured with carousels of ten photos of 4 megapixels:
 * 460 MB for one process with server and spare, 620 MB for two. MB.
 */
const PROCESS_MB = 192;
const MOST = 64;

/**
 * How many processes a machine can keep busy and has memory for; at least one, even if memory is
 * short.
 * @param cpus that may be used
 * @param memoryMb that may be used. MB
 */
export function processesFor(cpus: number, memoryMb: number): number {
	const held = Math.floor((memoryMb - SERVER_MB) / PROCESS_MB);
	return Math.max(1, Math.min(MOST, cpus, held));
}

/**
 * Memory that this process may use: that of the machine, or the limit of a control group (v1 or
 * v2). MB.
 */
export function usableMemoryMb(): number {
	// 0 if it is unknown; a huge number if there is no limit.
	const bound = process.constrainedMemory() || Number.POSITIVE_INFINITY;
	return Math.floor(Math.min(totalmem(), bound) / 1_048_576);
}

/** Default number of render processes. */
export const defaultProcesses = (): number =>
	processesFor(availableParallelism(), usableMemoryMb());
