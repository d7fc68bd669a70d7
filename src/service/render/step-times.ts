import type { OnStep, RenderStep } from "../../engine/steps.js";

/** The time of one render by step, for the line of its request. */
export class StepTimes {
	readonly #seconds = new Map<RenderStep, number>();

	/**
	 * @param onStep told of each step too
	 * @param trace the same, where there are traces
	 */
	constructor(onStep: OnStep, trace?: OnStep) {
		this.add = (step, seconds, endedAgo) => {
			this.#seconds.set(step, (this.#seconds.get(step) ?? 0) + seconds);
			onStep(step, seconds);
			trace?.(step, seconds, endedAgo);
		};
	}

	readonly add: OnStep;

	/** Milliseconds, of all slides together, to a tenth. */
	toJSON(): Record<string, number> {
		return Object.fromEntries(
			[...this.#seconds].map(([step, seconds]) => [step, Math.round(seconds * 10_000) / 10]),
		);
	}
}
