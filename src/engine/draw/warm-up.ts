import { BRANDS } from "../../contract/brands.js";
import type { SlideJob } from "../job.js";
import { WARM_UP_SLIDE } from "./warm-up-slide.js";

/**
 * Number of slides drawn before the first real one. The first takes five times as long as the
 * second, and the second as long as the fortieth; more would only take memory. They have no
 * stepper: loading satori takes 20 MB in a process that may wait for days, and 0.15 s of the first
 * carousel.
 */
const WARM_UP_SLIDES = 2;

const WARM_UP_JOB: SlideJob = {
	slide: WARM_UP_SLIDE,
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-post",
	stepperColor: BRANDS["brand-a"].stepperColor,
	mode: "single",
	stepperStyle: "none",
	format: "png",
};

/**
 * Draws some slides.
 * @param goOn called before each slide; false stops
 */
export async function drawSome(
	goOn: () => Promise<boolean>,
	draw: (job: SlideJob) => Promise<unknown>,
): Promise<void> {
	for (let i = 0; i < WARM_UP_SLIDES; i++) {
		if (!(await goOn())) return;
		await draw(WARM_UP_JOB);
	}
}
