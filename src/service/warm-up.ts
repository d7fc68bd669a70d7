import type { RenderRequest } from "../contract/render-request.js";
import { WARM_UP_SLIDE } from "../engine/draw/warm-up-slide.js";
import { undici } from "../runtime/on-demand.js";
import { type DrawServices, drawDocument } from "./draw/draw-document.js";
import { NO_METER } from "./meter.js";
import { slidesOfMode } from "./resolve/pick-slides.js";
import type { ResolveDocument } from "./resolve/resolve-document.js";
import { slideOutput } from "./resolve/slide-output.js";

/** Documents that are rendered at the same time: enough to keep two processes and this one busy. */
const LANES = 4;
/** Documents after which more make little difference. */
const MOST = 100;
/** An address that no client has, so that no client's share of the processor time is used. */
const NOBODY = "0.0.0.0";

/**
 * At a small scale, the same code runs in half the time, most of which would otherwise be pixels.
 */
const SMALLER = 0.4;
const DOCUMENT = JSON.stringify({
	platform: "photo-feed-post",
	slides: [
		{
			...WARM_UP_SLIDE,
			textBlocks: WARM_UP_SLIDE.textBlocks.map((block) => ({
				...block,
				fontSize: Math.round(block.fontSize * SMALLER),
			})),
		},
	],
} satisfies RenderRequest);

/**
 * Renders documents in the same way as requests, until V8 has compiled what matters; otherwise the
 * first dozens of requests take twice as long as later ones. Counts for no client.
 * @param forMs time after a render process is ready in which documents are started. Milliseconds
 */
export async function warmUp(
	services: DrawServices & { readonly resolve: ResolveDocument },
	forMs: number,
): Promise<void> {
	// Saves 60 ms that the first document with a remote image would block the process.
	undici();
	await services.renderer.whenReady?.();
	const until = performance.now() + forMs;
	let drawn = 0;
	const lane = async () => {
		while (performance.now() < until && drawn++ < MOST) await drawOne(services).catch(() => {});
	};
	await Promise.all(Array.from({ length: LANES }, lane));
}

async function drawOne(
	services: DrawServices & { readonly resolve: ResolveDocument },
): Promise<void> {
	const document = services.resolve(JSON.parse(DOCUMENT));
	const output = slideOutput(document, document.format);
	const drawing = { document, slides: slidesOfMode(document), output };
	const caller = { client: NOBODY, signal: new AbortController().signal };
	const slides = await drawDocument({ ...services, metrics: NO_METER }, drawing, caller);
	slides.release();
}
