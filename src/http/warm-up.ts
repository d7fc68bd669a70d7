import type { FastifyInstance } from "fastify";
import type { RenderRequest } from "../contract/render-request.js";
import { WARM_UP_SLIDE } from "../render/warm-up-slide.js";

/** Requests in flight: as many as keep two processes and the server busy. */
const LANES = 4;
/** Documents after which more change little. */
const MOST = 100;
/** An address that no client has, so that nobody's share of the processors is used. */
const NOBODY = "0.0.0.0";

/** In small letters the same code is run in half the time, most of which are pixels otherwise. */
const SMALLER = 0.4;
const DOCUMENT: RenderRequest = {
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
};

/**
 * Draws documents on the way that all requests take, until V8 has compiled what matters: else
 * the first dozens of requests take twice the time of later ones.
 * @param app a server that nobody listens to, and that counts and logs for nobody
 * @param until time of performance.now() after which none is begun
 */
export async function drawSome(app: FastifyInstance, until: number): Promise<void> {
	let drawn = 0;
	const lane = async () => {
		while (performance.now() < until && drawn++ < MOST) {
			await app.inject({
				method: "POST",
				url: "/api/render.png",
				remoteAddress: NOBODY,
				payload: DOCUMENT,
			});
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
}
