/**
 * Processor time and memory of large images, per pixel, as a Markdown table: the source of the
 * costs in engine/draw/slide-work.ts. Renders in this process, so that the time is that of one
 * core, independent of other load.
 *
 *     node --expose-gc dist/scripts/large-images.js
 */
import sharp from "sharp";
import { ServiceError } from "../src/base/errors.js";
import { packageRoot } from "../src/base/package-root.js";
import { ENUMS } from "../src/contract/enums.js";
import { canvasSize, outputSize } from "../src/contract/platforms.js";
import type { Slide } from "../src/contract/render-request.js";
import { drawSlide } from "../src/engine/draw/draw-slide.js";
import type { SlideFormat } from "../src/engine/job.js";
import { randomNumbers } from "./random-numbers.js";

/** Number of renders per image; the median counts, because the first loads and compiles code. */
const ROUNDS = 3;
/** Export pixels of the canvas; with the scales, 6.3 to 16.8 megapixels. */
const SIZE = { width: 1_365, height: 1_365 };
const SCALES = [1.84, 3];

const { makePhoto } = (await import(new URL("scripts/bench/photos.mjs", packageRoot).href)) as {
	makePhoto: (width: number, height: number) => Promise<Buffer>;
};

/** An image that cannot be compressed. */
function noise(side: number, channels: 3 | 4): Promise<Buffer> {
	const next = randomNumbers(1);
	const data = Uint8Array.from({ length: side * side * channels }, () => next() * 256);
	return sharp(data, { raw: { width: side, height: side, channels } })
		.png({ compressionLevel: 1 })
		.toBuffer();
}

const sources = new Map([
	["photo", await makePhoto(4_096, 4_096)],
	["noise", await noise(2_048, 3)],
	["transparent noise", await noise(2_048, 4)],
]);
const TEXT = "Large images are drawn for their final size. ";
const card = (y: number) => ({
	type: "shape" as const,
	shape: "rectangle" as const,
	x: 40,
	y,
	width: 430,
	height: 130,
	fill: "#FFFFFF",
	borderRadius: 20,
	shadow: { x: 0, y: 12, blur: 80, color: "#000000", opacity: 0.5 },
});
/** The content of the images. */
const SLIDES: Readonly<Record<string, Slide>> = {
	"one colour": { backgroundColor: "#16324F" },
	text: {
		backgroundColor: "#16324F",
		textBlocks: [{ text: TEXT.repeat(12), x: 20, y: 20, width: 470, fontSize: 20 }],
	},
	gradient: {
		background: {
			type: "linear",
			angle: 135,
			stops: [{ color: "#16324F" }, { color: "#D4AF37" }, { color: "#7A4FD0" }],
		},
	},
	"soft shadows": { backgroundColor: "#E9E2D4", layers: [card(30), card(190), card(350)] },
	photograph: { image: "photo" },
	noise: { image: "noise" },
	"transparent noise": {
		background: "transparent",
		layers: [{ type: "image", src: "transparent noise", width: "100%", height: "100%" }],
	},
};

async function measure(slide: Slide, format: SlideFormat, scale: number) {
	const { width, height } = outputSize(canvasSize({ platform: "custom", size: SIZE }), scale);
	const nanoseconds: number[] = [];
	for (let i = 0; i < ROUNDS; i++) {
		globalThis.gc?.();
		const before = process.cpuUsage();
		await drawSlide(
			{
				slide,
				slideIndex: 0,
				slideCount: 1,
				platform: "custom",
				size: SIZE,
				scale,
				stepperColor: "#D4AF37",
				mode: "single",
				stepperStyle: "none",
				format,
			},
			{ sources, bitmaps: new Map() },
			() => undefined,
		);
		const { user, system } = process.cpuUsage(before);
		nanoseconds.push(((user + system) * 1_000) / (width * height));
	}
	return Math.round(nanoseconds.sort((a, b) => a - b)[ROUNDS >> 1]!);
}

/** An SVG that contains noise exceeds the size limit of a slide. */
function whenTooLarge(error: unknown): string {
	if (error instanceof ServiceError && error.code === "answer_too_large") return "too large";
	throw error;
}

const formats = [...ENUMS.outputFormat, "pdf"] as const;
console.log(`| nanoseconds for each pixel | scale | ${formats.join(" | ")} |`);
console.log(`| --- | ---: |${" ---: |".repeat(formats.length)}`);
for (const [name, slide] of Object.entries(SLIDES))
	for (const scale of SCALES) {
		const cells: (number | string)[] = [];
		for (const format of formats)
			cells.push(await measure(slide, format, scale).catch(whenTooLarge));
		console.log(`| ${name} | ${scale} | ${cells.join(" | ")} |`);
	}
const peak = process.resourceUsage().maxRSS / 1_024;
console.log(`\nMost memory of this process: ${Math.round(peak)} MB.`);
