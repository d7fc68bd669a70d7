import t from "tap";
import { drawSlide } from "../../../src/engine/draw/draw-slide.js";
import type { SlideImages, SlideJob } from "../../../src/engine/job.js";
import { IMAGE_STAGE } from "../../../src/engine/stage.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { sampleImages } from "../../helpers/sample-images.js";
import { samples } from "../../helpers/samples.js";

const NO_IMAGES: SlideImages = { sources: new Map(), bitmaps: new Map() };

const jobOf = (slide: SlideJob["slide"], more: Partial<SlideJob> = {}): SlideJob => ({
	...{ slide, slideIndex: 0, slideCount: 1, platform: "photo-feed-post" },
	...{ stepperColor: "#D4AF37", mode: "single", stepperStyle: "none", format: "png", ...more },
});

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
	for (let i = 0; i < samples(40, 5); i++) {
		const textBlocks = Array.from({ length: 1 + Math.floor(random() * 6) }, block);
		const job = jobOf({ textBlocks });
		const draw = (spareCore: boolean) => drawSlide(job, NO_IMAGES, () => undefined, { spareCore });
		const [busy, idle] = [await draw(false), await draw(true)];
		t.ok(busy.bytes.equals(idle.bytes), JSON.stringify(textBlocks));
	}
});

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><circle cx="9" cy="9" r="8" fill="#c03"/></svg>`;
const PICTURES = new Map([
	...(await sampleImages()).map(({ name, bytes }) => [name, bytes] as const),
	["vector", Buffer.from(SVG)] as const,
]);

t.test(
	"a slide of layers has the same bytes whether it waits for its pictures or not",
	async (t) => {
		const random = randomNumbers(11);
		const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
		const maybe = (share: number, fields: object) => (random() < share ? fields : {});
		const box = () => ({ width: 30 + random() * 150, height: 30 + random() * 150 });
		const shadow = { x: 2, y: 5, blur: 9, color: "#000000", opacity: 0.4 };
		const look = () => ({
			...maybe(0.4, { borderRadius: random() * 40 }),
			...maybe(0.2, { rotation: random() * 360 }),
			...maybe(0.2, { opacity: random() }),
			...maybe(0.3, { border: { width: 1 + random() * 4, color: "#203040" } }),
			...maybe(0.3, { shadow }),
		});
		const crop = () => ({
			...maybe(0.3, { fit: "contain" }),
			...maybe(0.3, { cropX: random() * 100, cropY: random() * 100 }),
			...maybe(0.2, { zoom: 1 + random() * 3 }),
			...maybe(0.2, { flip: pick(["horizontal", "vertical", "both"]) }),
			...maybe(0.1, { focus: pick(["attention", "entropy"]) }),
			...maybe(0.2, { filter: { blur: random() * 20, saturate: random() * 2 } }),
		});
		const gradient = { type: "linear", stops: [{ color: "#102030" }, { color: "#FFC600" }] };
		const leaf = () =>
			pick([
				() => ({ type: "image", src: pick([...PICTURES.keys()]), ...box(), ...look(), ...crop() }),
				() => ({ type: "text", text: "Over and under", fontSize: 12 + random() * 30, ...look() }),
				() => ({ type: "shape", shape: "star", points: 5, fill: "#336699", ...box(), ...look() }),
				() => ({ type: "shape", shape: "rectangle", fill: gradient, ...box(), ...look() }),
			])();
		const some = <T>(make: () => T) => Array.from({ length: 1 + Math.floor(random() * 4) }, make);
		const stack = () => ({ type: "stack", ...look(), background: gradient, children: some(leaf) });
		const placed = () => ({
			x: random() * 400 - 60,
			y: random() * 500 - 60,
			...pick([leaf, stack])(),
		});
		const slides = samples(80, 5);
		let illustrated = 0;
		for (let i = 0; i < slides; i++) {
			const slide = { background: gradient, layers: some(placed) } as SlideJob["slide"];
			const job = jobOf(slide, {
				format: pick(["png", "jpeg"]),
				scale: pick([0.3, 0.5, 1, 1.3]),
			});
			const sources = new Map(
				[...PICTURES].filter(([name]) => JSON.stringify(slide).includes(name)),
			);
			const draw = (more: Partial<SlideJob>, spareCore: boolean) =>
				drawSlide({ ...job, ...more }, { sources, bitmaps: new Map() }, () => undefined, {
					spareCore,
				});
			const [busy, idle] = [await draw({}, false), await draw({}, true)];
			// A row of a batch waits for all its pictures.
			const row = await draw({ keepPictures: true }, false);
			t.ok(busy.bytes.equals(row.bytes), `${i}: ${JSON.stringify(slide)}`);
			t.ok(idle.bytes.equals(row.bytes), `${i}, with an idle core`);
			t.same(idle.warnings, row.warnings);
			if (sources.size > 0) illustrated++;
		}
		t.ok(illustrated > slides / 3, `${illustrated} of them have pictures`);
	},
);

t.test(
	"a picture that does not decode fails a slide on which something is painted already",
	async (t) => {
		const png = PICTURES.get("PNG")!;
		const damaged = Buffer.concat([png.subarray(0, 60), Buffer.alloc(200, 7)]);
		const ground = { type: "shape", shape: "rectangle", width: 300, height: 300, fill: "#102030" };
		const words = { type: "text", text: "Over it", x: 20, y: 20 };
		const image = { type: "image", src: "x", x: 0, y: 0, width: 200, height: 200 };
		const slide = { layers: [ground, image, words] } as SlideJob["slide"];
		const draw = (bytes: Buffer, stages: string[]) =>
			drawSlide(
				jobOf(slide),
				{ sources: new Map([["x", bytes]]), bitmaps: new Map() },
				(stage) => void stages.push(stage),
				{ spareCore: true },
			);
		for (let i = 0; i < 2; i++) {
			const stages: string[] = [];
			await t.rejects(draw(damaged, stages), {
				code: "remote_image_failed",
				details: { path: "/slides/0/layers/1/src", reason: "not_an_image" },
			});
			t.same(
				stages,
				["scene", IMAGE_STAGE],
				"the stage is that of the picture until it is decoded",
			);
			const whole: string[] = [];
			await draw(png, whole);
			t.same(whole, ["scene", IMAGE_STAGE, "draw", "encode"]);
		}
	},
);
