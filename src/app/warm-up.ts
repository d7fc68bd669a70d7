import { setTimeout as sleep } from "node:timers/promises";
import { undici } from "../base/on-demand.js";
import type { RenderRequest } from "../contract/render-request.js";
import { slidesOfMode } from "../documents/pick-slides.js";
import type { ResolveDocument } from "../documents/resolve-document.js";
import { slideOutput } from "../documents/slide-output.js";
import { WARM_UP_SLIDE } from "../engine/draw/warm-up-slide.js";
import { NOBODY } from "../service/fairness/usage.js";
import { type RenderParts, renderDocument } from "../service/render/render-document.js";
import { NO_RENDER_METRICS } from "../service/render-metrics.js";

/** Documents that are rendered at the same time: enough to keep two processes and this one busy. */
const LANES = 4;
/** Documents after which more make little difference. */
const MOST = 100;

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

/** Loads and compiles what reads expressions and formats values. */
const EXPRESSIONS = JSON.stringify({
	variables: { list: [1, 2.5], day: "2026-03-01", color: "#336699" },
	slides: [
		{
			layers: [
				{
					type: "text",
					repeat: "{{list.filter(i, i > 0 && true)}}",
					text: "{{formatNumber(item * 2, 1) + upper('a')}} {{formatDate(day, 'd MMMM y')}} {{on(color)}}",
				},
			],
		},
	],
} satisfies RenderRequest);

type WarmUpParts = RenderParts & { readonly resolve: ResolveDocument };

/**
 * Renders documents in the same way as requests, until V8 has compiled what matters; otherwise the
 * first dozens of requests take twice as long as later ones. Counts for no client. It ends when a
 * client renders something, because the client's documents do the same.
 */
export class WarmUp {
	readonly #services: WarmUpParts;
	#done: Promise<void> = Promise.resolve();

	constructor(services: WarmUpParts) {
		this.#services = services;
	}

	/** Resolves when the service is warm; at once if the warm-up was not begun. Never rejects. */
	get done(): Promise<void> {
		return this.#done;
	}

	/**
	 * Begins to render documents when a render process is ready.
	 * @param forMs time from then on in which documents are started. Milliseconds
	 * @param atMostMs time after which `done` resolves, even if no process is ready. Milliseconds
	 */
	begin(forMs: number, atMostMs: number): void {
		const late = sleep(atMostMs, undefined, { ref: false });
		this.#done = Promise.race([this.#run(forMs), late]);
	}

	async #run(forMs: number): Promise<void> {
		// Saves 60 ms that the first document with a remote image would block the process.
		undici();
		const { admission, renderer } = this.#services;
		const before = admission.acceptedSoFar;
		await renderer.whenReady?.();
		const until = performance.now() + forMs;
		let drawn = 0;
		const noClient = () => admission.acceptedSoFar - before <= drawn;
		const goesOn = () => performance.now() < until && drawn < MOST && noClient();
		const lane = async () => {
			while (goesOn()) {
				drawn++;
				await drawOne(this.#services).catch(() => {});
			}
		};
		await Promise.all(Array.from({ length: LANES }, lane));
	}
}

async function drawOne(services: WarmUpParts): Promise<void> {
	services.resolve(JSON.parse(EXPRESSIONS));
	const document = services.resolve(JSON.parse(DOCUMENT));
	const output = slideOutput(document, document.format);
	const drawing = { document, slides: slidesOfMode(document), output };
	const caller = { client: NOBODY, signal: new AbortController().signal };
	const slides = await renderDocument({ ...services, metrics: NO_RENDER_METRICS }, drawing, caller);
	slides.release();
}
