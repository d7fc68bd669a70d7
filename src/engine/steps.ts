/** Steps of a job inside its process; their sum is the time of the job. */
export const DRAW_STEPS = ["layout", "decode", "raster", "encode"] as const;
export type DrawStep = (typeof DRAW_STEPS)[number];

/**
 * Steps of a render: its images are fetched, and it waits for its turn; then each slide waits for a
 * process and is drawn; the images are stored last.
 */
export const RENDER_STEPS = ["fetch", "wait", "queue", ...DRAW_STEPS, "store"] as const;
export type RenderStep = (typeof RENDER_STEPS)[number];

/**
 * Called when a step has ended.
 * @param seconds its duration
 * @param endedAgo seconds since its end; default 0
 */
export type OnStep = (step: RenderStep, seconds: number, endedAgo?: number) => void;

/**
 * Divides the time of a job into its steps. Work in another thread does not count, except while
 * this thread waits for it.
 */
export class StepClock {
	readonly seconds: Partial<Record<DrawStep, number>> = {};
	#last = performance.now();

	/** The time since the last lap was spent on this step. */
	lap(step: DrawStep): void {
		const now = performance.now();
		this.seconds[step] = (this.seconds[step] ?? 0) + (now - this.#last) / 1_000;
		this.#last = now;
	}
}

/** Runs work and reports its duration if it succeeds. */
export async function timed<T>(
	step: RenderStep,
	onStep: OnStep | undefined,
	work: () => Promise<T>,
): Promise<T> {
	const began = performance.now();
	const result = await work();
	onStep?.(step, (performance.now() - began) / 1_000);
	return result;
}
