import { setTimeout as sleep } from "node:timers/promises";
import { getOnce } from "../helpers/http-client.js";

/** The render processes as reported by /api/health. */
export interface RendererCheck {
	readonly processes: number;
	readonly busy: number;
	readonly queued: number;
	readonly degraded: boolean;
}

/** @throws Error if the service does not respond */
export async function rendererCheck(url: string): Promise<RendererCheck> {
	const { text } = await getOnce(`${url}/api/health`);
	const body = JSON.parse(text) as { checks: { renderer: RendererCheck } };
	return body.checks.renderer;
}

/**
 * Waits for render processes, the spare one included.
 * @param wanted number of processes
 * @param forMs time limit, milliseconds
 * @returns whether so many are ready
 */
export async function processesReady(url: string, wanted: number, forMs: number): Promise<boolean> {
	const end = performance.now() + forMs;
	while (performance.now() < end) {
		if ((await rendererCheck(url)).processes >= wanted) return true;
		await sleep(5);
	}
	return false;
}

/** Renders that the service has accepted but not finished, from /metrics. */
export async function acceptedRenders(url: string): Promise<number> {
	const { text } = await getOnce(`${url}/metrics`);
	return [...text.matchAll(/^post_image_renders\{[^}]*\} (\d+)$/gm)].reduce(
		(sum, [, count]) => sum + Number(count),
		0,
	);
}
