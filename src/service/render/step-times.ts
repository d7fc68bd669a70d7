import type { OnStep, RenderStep } from "../../engine/steps.js";

/** The duration of a render by step, for the log line of its request. */
export class StepTimes {
	readonly #seconds = new Map<RenderStep, number>();

	/**
	 * @param onStep also called for each step
	 * @param trace also called for each step, if tracing is on
	 */
	constructor(onStep: OnStep, trace?: OnStep) {
		this.add = (step, seconds, endedAgo) => {
			this.#seconds.set(step, (this.#seconds.get(step) ?? 0) + seconds);
			onStep(step, seconds);
			trace?.(step, seconds, endedAgo);
		};
	}

	readonly add: OnStep;

	/** Milliseconds, the sum of all slides, rounded to a tenth. */
	toJSON(): Record<string, number> {
		return Object.fromEntries(
			[...this.#seconds].map(([step, seconds]) => [step, Math.round(seconds * 10_000) / 10]),
		);
	}
}
