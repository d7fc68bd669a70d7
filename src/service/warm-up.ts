import type { RenderRequest } from "../contract/render-request.js";
import { WARM_UP_SLIDE } from "../engine/draw/warm-up-slide.js";
import { undici } from "../runtime/on-demand.js";
import { type DrawServices, drawDocument } from "./draw/draw-document.js";
import { NO_METER } from "./meter.js";
import { slidesOfMode } from "./resolve/pick-slides.js";
import type { ResolveDocument } from "./resolve/resolve-document.js";
import { slideOutput } from "./resolve/slide-output.js";

/** Documents that are drawn at a time: as many as keep two processes and this one busy. */
const LANES = 4;
/** Documents after which more change little. */
const MOST = 100;
/** An address that no client has, so that nobody's share of the processors is used. */
const NOBODY = "0.0.0.0";

/** In small letters the same code is run in half the time, most of which are pixels otherwise. */
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
 * Draws documents on the way that all requests take, until V8 has compiled what matters: else
 * the first dozens of requests take twice the time of later ones. Counts for nobody.
 * @param until time of performance.now() after which none is begun
 */
export async function warmUp(
	services: DrawServices & { readonly resolve: ResolveDocument },
	until: number,
): Promise<void> {
	// 60 ms for which the first document with a remote image would keep everybody waiting.
	undici();
	await services.renderer.whenReady?.();
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
