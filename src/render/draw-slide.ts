/**
 * Draws one slide in a render process: an ordered list of steps, each reported
 * before it begins, so that whoever waits knows what was being done when a step
 * hangs or ends the process.
 */
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import type { OutputFormat } from "../contract/enums.js";
import type { Bitmap } from "../images/bitmap.js";
import { type ImageNeed, prepareImage } from "../images/prepare.js";
import { backgroundNeed, visibleOverlays } from "../scene/image-needs.js";
import { resolveScene, type Scene } from "../scene/scene.js";
import type { OverlayImage } from "../svg/images.js";
import { type SlideParts, slideSvg } from "../svg/slide.js";
import { drawStepper } from "../svg/stepper.js";
import { type FontLibrary, openFontLibrary } from "../text/fonts/library.js";
import { paintOver } from "./composite.js";
import {
	bitmapKey,
	IMAGE_STAGE,
	type Progress,
	type RenderedSlide,
	type SlideImages,
	type SlideJob,
} from "./job.js";
import { encodeBitmap, encodeSlide } from "./png.js";

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
	const assets = new Embedded(job.format);
	const background = await prepareBackground(scene, images, progress);
	const overlays = await prepareOverlays(scene, images, assets, progress);
	const stepper = scene.stepper && (await drawStepper(scene.stepper, scene.width, scene.height));
	const parts: SlideParts = {
		fonts: await fonts(),
		background:
			background && job.format === "svg"
				? {
						href: await dataUrl(background),
						x: 0,
						y: 0,
						width: scene.width,
						height: scene.height,
					}
				: null,
		overlays,
		stepper,
		embed: (bitmap) => assets.add(bitmap),
	};

	progress("draw");
	const { width, height } = scene;
	if (job.format === "svg") {
		const bytes = Buffer.from(slideSvg(scene, parts, true));
		return { mimeType: "image/svg+xml", width, height, bytes };
	}
	const layer = rasterize(slideSvg(scene, parts, background === null), assets);
	let pixels = layer;
	if (background) {
		const color = Number.parseInt(scene.backgroundColor.slice(1), 16);
		pixels = canvas(layer.length);
		paintOver(background, layer, color, pixels);
	}
	progress("encode");
	const content = background || overlays.length > 0 ? "photo" : "flat";
	const bytes = await encodeSlide(pixels, width, height, content);
	return { mimeType: "image/png", width, height, bytes };
}

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
	assets: Embedded,
	progress: Progress,
): Promise<OverlayImage[]> {
	const placed: OverlayImage[] = [];
	// One after the other: their pixels together may be more than a process can hold.
	for (const { overlay, part, need } of visibleOverlays(scene)) {
		const bitmap = await prepare(need, overlay.src, images, progress);
		placed.push({
			href: assets.format === "svg" ? await dataUrl(bitmap) : assets.add(bitmap),
			...part,
			rotation: overlay.box.rotation,
			centerX: overlay.box.x + overlay.box.width / 2,
			centerY: overlay.box.y + overlay.box.height / 2,
		});
	}
	return placed;
}

/** A bitmap as a PNG data URL, for documents that stand alone. */
async function dataUrl(bitmap: Bitmap): Promise<string> {
	const { width, height, channels } = bitmap;
	const png = await sharp(bitmap.data, { raw: { width, height, channels } })
		.png({ compressionLevel: 6, adaptiveFiltering: true })
		.toBuffer();
	return `data:image/png;base64,${png.toString("base64")}`;
}

/** The bitmaps of one drawing: inlined in an SVG, handed to resvg beside it for a PNG. */
class Embedded {
	readonly format: OutputFormat;
	readonly #bitmaps: Bitmap[] = [];

	constructor(format: OutputFormat) {
		this.format = format;
	}

	add(bitmap: Bitmap): string {
		if (this.format === "svg")
			return `data:image/png;base64,${encodeBitmap(bitmap, 9).toString("base64")}`;
		this.#bitmaps.push(bitmap);
		return `${HREF_PREFIX}${this.#bitmaps.length - 1}`;
	}

	/** Hands the bitmaps over under the names that `add` gave them. */
	resolveIn(resvg: Resvg): void {
		for (const href of resvg.imagesToResolve() as string[]) {
			const bitmap = this.#bitmaps[Number(href.slice(HREF_PREFIX.length))];
			if (bitmap) resvg.resolveImage(href, encodeBitmap(bitmap, 0));
		}
	}
}

/** resvg asks for images by http(s) URL only; it never fetches one by itself. */
const HREF_PREFIX = "https://image.invalid/";

/** Premultiplied RGBA of a document that this service has made. */
function rasterize(svg: string, assets: Embedded): Uint8Array {
	const resvg = new Resvg(svg, { font: { loadSystemFonts: false } });
	assets.resolveIn(resvg);
	return resvg.render().pixels;
}

let lastCanvas = new Uint8Array(0);

/** Memory for a picture; a process draws one at a time, and fresh pages are dear. */
function canvas(bytes: number): Uint8Array {
	if (lastCanvas.length !== bytes) lastCanvas = new Uint8Array(bytes);
	return lastCanvas;
}
