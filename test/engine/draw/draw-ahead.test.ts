import t from "tap";
import { randomNumbers } from "../../../scripts/random-numbers.js";
import { drawSlide } from "../../../src/engine/draw/draw-slide.js";
import type { SlideImages, SlideJob } from "../../../src/engine/job.js";

const NO_IMAGES: SlideImages = { sources: new Map(), bitmaps: new Map() };

t.test("a slide has the same bytes whether a core is idle or not", async (t) => {
	const random = randomNumbers(7);
	const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
	const words = () =>
		Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
			pick(["one", "three", "سلام", "日本", "🔥", "extraordinary"]),
		).join(" ");
	// Not whole numbers: a path's edges depend on the last bits of its coordinates.
	const block = () => ({
		...{ text: words(), x: random() * 200, y: random() * 480, fontSize: 12 + random() * 40 },
		style: pick(["bold", "shadow", "outline", "highlight"] as const),
		...(random() < 0.5 && { width: 150 + random() * 200 }),
	});
	for (let i = 0; i < 40; i++) {
		const textBlocks = Array.from({ length: 1 + Math.floor(random() * 6) }, block);
		const job: SlideJob = {
			...{ slide: { textBlocks }, slideIndex: 0, slideCount: 1, platform: "photo-feed-post" },
			...{ stepperColor: "#D4AF37", mode: "single", stepperStyle: "none", format: "png" },
		};
		const draw = (spareCore: boolean) => drawSlide(job, NO_IMAGES, () => undefined, { spareCore });
		const [busy, idle] = [await draw(false), await draw(true)];
		t.ok(busy.bytes.equals(idle.bytes), JSON.stringify(textBlocks));
	}
});
