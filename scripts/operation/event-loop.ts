import { readFile } from "node:fs/promises";
import { getOnce } from "./client.js";

/**
 * The longest delay of the event loop of the HTTP process since the last call, from /metrics:
 * reading the value resets it. Milliseconds.
 */
export async function eventLoopMaxMs(url: string): Promise<number> {
	const { text } = await getOnce(`${url}/metrics`);
	const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
	return Number(seconds) * 1_000;
}

/** The peak memory of a process; 0 if it has ended. MB resident. */
export async function peakMb(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
