import t from "tap";
import { LIMITS } from "../../../src/contract/limits.js";
import { drawSlide } from "../../../src/engine/draw/draw-slide.js";
import { SlidePrice } from "../../../src/engine/draw/slide-price.js";
import type { SlideJob } from "../../../src/engine/job.js";

t.test("beyond the bound, what costs most is named", async (t) => {
	const price = new SlidePrice();
	price.spend("/slides/0/textBlocks/0", 6e9);
	price.spend("/slides/0/textBlocks/1", 3e9);
	t.throws(() => price.spend("/slides/0/image", 2e9), {
		code: "too_complex",
		status: 422,
		details: { path: "/slides/0/textBlocks/0", maxSlideSeconds: LIMITS.maxSlideSeconds },
	} as unknown as Error);
});

t.test("a slide full of small outlined characters is refused before it is drawn", async (t) => {
	const han = Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
	const block = { text: han, style: "outline", fontSize: 8, x: 0, y: 0, width: 405 } as const;
	const job: SlideJob = {
		slide: { textBlocks: Array.from({ length: 30 }, () => block) },
		slideIndex: 2,
		slideCount: 3,
		platform: "short-video-carousel",
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
		format: "png",
	};
	const images = { sources: new Map(), bitmaps: new Map() };
	const before = process.cpuUsage();
	await t.rejects(
		drawSlide(job, images, () => undefined),
		{
			code: "too_complex",
			details: { path: /^\/slides\/2\/textBlocks\/\d+$/ },
		},
	);
	const { user, system } = process.cpuUsage(before);
	t.ok((user + system) / 1e6 < 15, "within the bound");
});
