/** What /api/health says of the render processes. */
export interface RendererCheck {
	readonly processes: number;
	readonly busy: number;
	readonly queued: number;
	readonly degraded: boolean;
}

/** @throws Error when the service does not answer */
export async function rendererCheck(url: string): Promise<RendererCheck> {
	const response = await fetch(`${url}/api/health`);
	const body = (await response.json()) as { checks: { renderer: RendererCheck } };
	return body.checks.renderer;
}
