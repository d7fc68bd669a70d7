import t from "tap";
import { drawSlide, warmUp } from "../../../src/engine/draw/draw-slide.js";
import type { SlideJob } from "../../../src/engine/job.js";

/** Text of several kinds. */
const job: SlideJob = {
	slide: { textBlocks: [{ richText: "<b>One</b>", style: "shadow" }] },
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-square",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "none",
	format: "png",
};
const draw = async () => {
	const before = process.cpuUsage();
	const { bytes } = await drawSlide(job, { sources: new Map(), bitmaps: new Map() }, () => {});
	const { user, system } = process.cpuUsage(before);
	return { bytes, cpuMs: (user + system) / 1_000 };
};

t.test("ends before its next slide when a job has come", async (t) => {
	let asked = 0;
	await warmUp(async () => ++asked < 2);
	t.equal(asked, 2);
});

t.test("nothing is left to load for the first slide after it", async (t) => {
	let asked = 0;
	await warmUp(async () => {
		asked++;
		return true;
	});
	t.equal(asked, 2);
	const [first, second] = [await draw(), await draw()];
	t.same(first.bytes, second.bytes, "what was drawn before does not show");
	// The first slide of a process without warm-up takes some 300 ms of a processor.
	t.ok(first.cpuMs < second.cpuMs + 100, `${first.cpuMs} ms, then ${second.cpuMs} ms`);
});
