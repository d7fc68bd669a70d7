/**
 * Draws one slide in a render process: an ordered list of steps, each reported
 * before it begins, so that whoever waits knows what was being done when a step
 * hangs or ends the process.
 */
import type { Bitmap } from "../images/bitmap.js";
import { type ImageNeed, prepareImage } from "../images/prepare.js";
import { backgroundNeed, visibleOverlays } from "../scene/image-needs.js";
import { resolveScene, type Scene } from "../scene/scene.js";
import type { BitmapPaint } from "../svg/paint.js";
import { slideDocument, slidePaints } from "../svg/slide.js";
import { drawStepper } from "../svg/stepper.js";
import { type FontLibrary, openFontLibrary } from "../text/fonts/library.js";
import { composite } from "./composite.js";
import {
	bitmapKey,
	IMAGE_STAGE,
	type Progress,
	type RenderedSlide,
	type SlideImages,
	type SlideJob,
} from "./job.js";
import { encodeSlide } from "./png.js";

let fontLibrary: Promise<FontLibrary> | undefined;
const fonts = () => {
	fontLibrary ??= openFontLibrary();
	return fontLibrary;
};

export async function drawSlide(
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
): Promise<RenderedSlide> {
	progress("scene");
	const scene = resolveScene(job);
	const background = await prepareBackground(scene, images, progress);
	const overlays = await prepareOverlays(scene, images, progress);
	const stepper = scene.stepper && (await drawStepper(scene.stepper, scene.width, scene.height));
	const parts = { fonts: await fonts(), background, overlays, stepper };

	progress("draw");
	const { width, height } = scene;
	const paints = slidePaints(scene, parts);
	if (job.format === "svg") {
		const bytes = Buffer.from(await slideDocument(scene, background, paints, dataUrl));
		return { mimeType: "image/svg+xml", width, height, bytes };
	}
	const canvas = composite(scene, background, paints);

	progress("encode");
	const bytes = await encodeSlide(
		canvas,
		background || isMostlyPictures(scene, overlays) ? "photo" : "flat",
	);
	return { mimeType: "image/png", width, height, bytes };
}

/** Whether pictures cover so much of the slide that it compresses like a photograph. */
const isMostlyPictures = (scene: Scene, overlays: readonly BitmapPaint[]) =>
	overlays.reduce((area, { place }) => area + place.width * place.height, 0) >
	(scene.width * scene.height) / 4;

/** Opens what every slide needs, so that the first one does not wait for it. */
export async function warmUp(): Promise<void> {
	const library = await fonts();
	for (const weight of [600, 800] as const)
		library.load(library.primaryFace({ weight, italic: false, han: "sc" }));
}

async function prepare(
	need: ImageNeed,
	src: string,
	images: SlideImages,
	progress: Progress,
): Promise<Bitmap> {
	const ready = images.bitmaps.get(bitmapKey(src, need));
	if (ready) return ready;
	const bytes = images.sources.get(src);
	if (!bytes) throw new Error(`the source of ${need.path} was not sent along`);
	progress(IMAGE_STAGE, need.path);
	return prepareImage(bytes, need);
}

async function prepareBackground(scene: Scene, images: SlideImages, progress: Progress) {
	const need = backgroundNeed(scene);
	return need && scene.image ? prepare(need, scene.image.src, images, progress) : null;
}

async function prepareOverlays(
	scene: Scene,
	images: SlideImages,
	progress: Progress,
): Promise<BitmapPaint[]> {
	const placed: BitmapPaint[] = [];
	// One after the other: their pixels together may be more than a process can hold.
	for (const { overlay, part, need } of visibleOverlays(scene)) {
		const bitmap = await prepare(need, overlay.src, images, progress);
		const { x, y, width, height, rotation } = overlay.box;
		placed.push({
			kind: "bitmap",
			bitmap,
			place: { ...part, rotation, centerX: x + width / 2, centerY: y + height / 2 },
		});
	}
	return placed;
}

/** A bitmap as a PNG data URL, for documents that stand alone. */
async function dataUrl(bitmap: Bitmap): Promise<string> {
	const { default: sharp } = await import("sharp");
	const { width, height, channels } = bitmap;
	const png = await sharp(bitmap.data, { raw: { width, height, channels } })
		.png({ compressionLevel: 6, adaptiveFiltering: true })
		.toBuffer();
	return `data:image/png;base64,${png.toString("base64")}`;
}
