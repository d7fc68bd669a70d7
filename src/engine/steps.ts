/** Steps of a job inside its process; together they take the time of the job. */
export const DRAW_STEPS = ["layout", "decode", "raster", "encode"] as const;
export type DrawStep = (typeof DRAW_STEPS)[number];

/**
 * Steps of a render: its images are fetched, it waits for its turn; each slide
 * then queues for a process and is drawn there; the images are stored last.
 */
export const RENDER_STEPS = ["fetch", "wait", "queue", ...DRAW_STEPS, "store"] as const;
export type RenderStep = (typeof RENDER_STEPS)[number];

/**
 * Told of a step that is over.
 * @param seconds how long it took
 * @param endedAgo seconds since its end; none unless given
 */
export type OnStep = (step: RenderStep, seconds: number, endedAgo?: number) => void;

/**
 * Divides the time of a job among its steps. Work that goes on in another
 * thread is not seen, but for the time that this one waits for it.
 */
export class StepClock {
	readonly seconds: Partial<Record<DrawStep, number>> = {};
	#last = performance.now();

	/** What passed since the last lap was spent on that step. */
	lap(step: DrawStep): void {
		const now = performance.now();
		this.seconds[step] = (this.seconds[step] ?? 0) + (now - this.#last) / 1_000;
		this.#last = now;
	}
}

/** Runs work and tells how long it took, if it succeeds. */
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
