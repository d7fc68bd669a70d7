import { getOnce } from "./client.js";

/** What /api/health says of the render processes. */
export interface RendererCheck {
	readonly processes: number;
	readonly busy: number;
	readonly queued: number;
	readonly degraded: boolean;
}

/** @throws Error when the service does not answer */
export async function rendererCheck(url: string): Promise<RendererCheck> {
	const { text } = await getOnce(`${url}/api/health`);
	const body = JSON.parse(text) as { checks: { renderer: RendererCheck } };
	return body.checks.renderer;
}

/** Renders that the service has accepted and not drawn yet, as /metrics tells. */
export async function acceptedRenders(url: string): Promise<number> {
	const { text } = await getOnce(`${url}/metrics`);
	return [...text.matchAll(/^post_image_renders\{[^}]*\} (\d+)$/gm)].reduce(
		(sum, [, count]) => sum + Number(count),
		0,
	);
}
