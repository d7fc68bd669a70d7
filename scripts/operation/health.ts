import { getOnce } from "./client.js";

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

/** Renders that the service has accepted but not finished, from /metrics. */
export async function acceptedRenders(url: string): Promise<number> {
	const { text } = await getOnce(`${url}/metrics`);
	return [...text.matchAll(/^post_image_renders\{[^}]*\} (\d+)$/gm)].reduce(
		(sum, [, count]) => sum + Number(count),
		0,
	);
}
