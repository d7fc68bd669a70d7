/** What large images cost: known before they are drawn, and bounded. */
import t from "tap";
import type { Layer } from "../../../src/contract/document/layers.js";
import { LIMITS } from "../../../src/contract/limits.js";
import type { Slide } from "../../../src/contract/render-request.js";
import { drawSlide } from "../../../src/engine/draw/draw-slide.js";
import type { SlideJob } from "../../../src/engine/job.js";

/** 16.8 megapixels with a scale of 3. */
const SIZE = { width: 1_365, height: 1_365 };
const FULL = { x: 0, y: 0, right: 0, bottom: 0 } as const;

const draw = (slide: Slide, more: Partial<SlideJob> = {}) => {
	const job: SlideJob = {
		slide,
		slideIndex: 0,
		slideCount: 1,
		platform: "custom",
		size: SIZE,
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
		format: "png",
		...more,
	};
	return drawSlide(job, { sources: new Map(), bitmaps: new Map() }, () => undefined);
};
const gradient: Layer = {
	type: "shape",
	shape: "rectangle",
	...FULL,
	fill: { type: "linear", stops: [{ color: "#16324F" }, { color: "#D4AF37" }] },
	blendMode: "multiply",
};

t.test("what a small image has time for may be too much for a large one", async (t) => {
	const slide: Slide = { layers: Array.from({ length: 10 }, () => gradient) };
	const { width } = await draw(slide);
	t.equal(width, 1_365);
	await t.rejects(draw(slide, { scale: 3 }), {
		code: "too_complex",
		details: { maxSlideSeconds: 10 },
	});
});

t.test("each try for fewer bytes is priced", async (t) => {
	const slide: Slide = { background: "#16324F", layers: [gradient] };
	const fits = await draw(slide, { scale: 2, format: "jpeg", maxBytes: 150_000 });
	t.ok(fits.bytes.length <= 150_000);
	const never = { format: "webp", maxBytes: 10 } as const;
	await t.rejects(draw(slide, never), { code: "image_too_large" });
	await t.rejects(draw(slide, { ...never, scale: 3 }), { code: "too_complex" });
});

t.test("the pixels of a large image count as memory that it holds", async (t) => {
	const fill = { type: "shape", shape: "rectangle", width: "100%", height: "100%" } as const;
	const group = (depth: number): Layer => ({
		type: "stack",
		position: "absolute",
		...FULL,
		opacity: 0.5,
		clip: true,
		borderRadius: 40,
		children: [fill, depth === 1 ? gradient : group(depth - 1)],
	});
	// Four groups alone have less than may be held.
	await t.rejects(draw({ layers: [group(4)] }, { scale: 3 }), {
		code: "too_complex",
		details: { maxSlideBufferBytes: LIMITS.maxSlideBufferBytes },
	});
	t.ok(4 * 4 * 4_095 ** 2 < LIMITS.maxSlideBufferBytes);
});
