import { availableParallelism, totalmem } from "node:os";

/** What serves HTTP, with the icons, and the spare process take. MB. */
const SERVER_MB = 256;
/**
 * What one process takes that draws photographs: measured on carousels of ten photographs of
 * 4 megapixels, 460 MB for one process with server and spare, 620 MB for two. MB.
 */
const PROCESS_MB = 192;
const MOST = 64;

/**
 * How many processes a machine keeps busy and can hold: at least one, also where memory
 * is short of it.
 * @param cpus that may be used
 * @param memoryMb that may be used. MB
 */
export function processesFor(cpus: number, memoryMb: number): number {
	const held = Math.floor((memoryMb - SERVER_MB) / PROCESS_MB);
	return Math.max(1, Math.min(MOST, cpus, held));
}

/**
 * Memory that this process may use: the machine's, or less where a control group (v1 or v2)
 * bounds it. MB.
 */
export function usableMemoryMb(): number {
	// 0 where nothing is known; an absurd number where nothing is bounded.
	const bound = process.constrainedMemory() || Number.POSITIVE_INFINITY;
	return Math.floor(Math.min(totalmem(), bound) / 1_048_576);
}

/** Processes that draw when nothing else is said. */
export const defaultProcesses = (): number =>
	processesFor(availableParallelism(), usableMemoryMb());
