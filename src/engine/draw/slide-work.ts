/** The context for drawing one slide, in any format. */
import { isPixels, type PixelFormat } from "../../contract/formats.js";
import { boxOf } from "../compose/surface.js";
import type { DrawOptions, Progress, SlideImages, SlideJob } from "../job.js";
import type { PlacedLayers } from "../layers/lay-out.js";
import type { PaintParts } from "../layers/paint-item.js";
import type { LayerPicture } from "../layers/pictures.js";
import { hasLayers, placeLayers } from "../layers/place-layers.js";
import type { PaintNode } from "../paint/node.js";
import { hasRoom } from "../pixels/canvas.js";
import { SlideReport } from "../report/slide-report.js";
import { area, type Size } from "../scene/geometry.js";
import { type OutputScale, outputOf, outputScale } from "../scene/output-scale.js";
import { isDark, resolveScene, type Scene } from "../scene/scene.js";
import { StepClock } from "../steps.js";
import { foregroundPaints } from "../svg/slide.js";
import { drawStepper, type Stepper } from "../svg/stepper.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { callPixels } from "./buffer-bytes.js";
import { KeptPictures } from "./kept-pictures.js";
import type { EntryNodes } from "./paint-order.js";
import type { Step } from "./plan.js";
import { groundPicture } from "./slide-ground.js";
import { layerPictures } from "./slide-layers.js";
import { preparePictures, type SlidePictures } from "./slide-pictures.js";
import { SlidePrice } from "./slide-price.js";

/** RGBA. */
const BYTES_PER_PIXEL = 4;

/** The layout of a slide, which does not need its pictures. It serves one drawing. */
export interface LaidOutSlide {
	/** In export pixels. */
	readonly scene: Scene;
	/** From export pixels to the pixels of the image. */
	readonly scale: OutputScale;
	/** Adds up the cost. */
	readonly price: SlidePrice;
	/** Its layers, laid out; null if it has none. */
	readonly placed: PlacedLayers | null;
	readonly report: SlideReport;
	readonly fonts: FontLibrary;
}

/** The texts of the layers that `paintTexts` has laid out. */
export type TextsAhead = NonNullable<PaintParts["texts"]>;

export interface SlideWork extends LaidOutSlide {
	readonly job: SlideJob;
	readonly clock: StepClock;
	readonly progress: Progress;
	/** Whether a core is idle, so that a second thread may draw. */
	readonly spareCore: boolean;
	/** Whether none of its pictures is decoded here. */
	readonly withoutSources: boolean;
	/** The pictures of its layers and of its background paint. */
	readonly wanted: readonly LayerPicture[];
	/** Being prepared. */
	readonly pictures: Promise<SlidePictures>;
	/** Resolved when a thread decodes the first picture, or nothing needs to be decoded. */
	readonly decoding: Promise<void>;
	readonly stepper: Stepper | null;
}

/**
 * Resolves a slide and places its layers.
 * @throws ServiceError too_complex
 */
async function placeSlide(
	job: SlideJob,
	progress: Progress,
	clock: StepClock,
	fonts: () => Promise<FontLibrary>,
): Promise<LaidOutSlide> {
	progress("scene");
	const scene = resolveScene(job);
	clock.lap("layout");
	const scale = outputScale(scene, job.scale);
	const image = outputOf(scene, scale);
	const price = new SlidePrice(scale.x * scale.y);
	if (!hasRoom(image.width, image.height)) spendCanvas(price, job, image);
	const library = await fonts();
	const placed = hasLayers(job) ? placeLayers(job, isDark(job.slide), library, price) : null;
	const report = new SlideReport(scene, placed, job, library);
	clock.lap("layout");
	return { scene, scale, price, placed, report, fonts: library };
}

/**
 * Lays out a slide, and starts to decode its pictures.
 * @throws ServiceError too_complex, remote_image_failed
 */
export async function beginSlide(
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	{ clock = new StepClock(), spareCore = false }: DrawOptions,
	fonts: () => Promise<FontLibrary>,
): Promise<SlideWork> {
	const slide = await placeSlide(job, progress, clock, fonts);
	const { scene, scale, price, placed } = slide;
	const wanted = [
		...groundPicture(scene, job, scale),
		...(placed ? layerPictures(placed, scene, scale) : []),
	];
	const pictures = beginPictures(
		scene,
		wanted,
		job,
		images,
		progress,
		price,
		spareCore,
		scale,
		slide.fonts,
	);
	// Nothing else may block this thread before libvips has started its own. The texts of layers do
	// not (paintTextsAhead), but those of `textBlocks` would.
	if (placed === null || scene.texts.length > 0) await pictures.decoding;
	clock.lap("decode");
	const { width, height } = scene;
	const stepper = scene.stepper && (await drawStepper(scene.stepper, width, height));
	return {
		...slide,
		job,
		clock,
		progress,
		spareCore,
		withoutSources: images.sources.size === 0,
		wanted,
		pictures: pictures.done,
		decoding: pictures.decoding,
		stepper,
	};
}

/**
 * Filling and encoding a pixel of a large image with libvips' encoders: the maximum that
 * scripts/large-images.ts measured with images of 6 to 17 megapixels (one colour, text, gradients,
 * soft shadows, photos, noise), rounded up. The paints on it have their own price. Nanoseconds.
 */
const LARGE_PIXEL: Readonly<Record<PixelFormat, number>> = { png: 160, jpeg: 110, webp: 190 };
/** Additional time if alpha is kept, measured in the same way. Nanoseconds. */
const ALPHA_PIXEL: Readonly<Record<PixelFormat, number>> = { png: 20, jpeg: 0, webp: 220 };
/** Encoding the image again at a lower quality. Nanoseconds. */
const RETRY_PIXEL: Readonly<Record<PixelFormat, number>> = { png: 0, jpeg: 30, webp: 110 };

/**
 * Compressing a pixel of a picture that is embedded in a vector format, measured in the same way.
 * Nanoseconds.
 */
const EMBEDDED_PIXEL = { svg: 170, pdf: 100 } as const;

/**
 * A pixel of a call on a large image: two new buffers, and painting it on the image. Nanoseconds.
 */
const CALL_PIXEL = 8;

/** The cost and memory of a large image, whatever it shows: see transparent.ts. */
function spendCanvas(price: SlidePrice, { format, slideIndex }: SlideJob, size: Size): void {
	if (!isPixels(format)) return;
	const path = `/slides/${slideIndex}`;
	price.spend(path, area(size) * LARGE_PIXEL[format]);
	price.hold(path, area(size) * BYTES_PER_PIXEL);
}

/**
 * Adds the price of the calls of resvg on a large image, without that of their markup.
 * @param image its size, pixels
 * @throws ServiceError too_complex
 */
export function spendCalls({ price, job }: SlideWork, steps: readonly Step[], image: Size): void {
	if (hasRoom(image.width, image.height)) return;
	price.spend(`/slides/${job.slideIndex}`, callPixels(steps, boxOf(image)) * CALL_PIXEL);
}

/**
 * Adds the price of keeping the alpha of a large image.
 * @param image its size, pixels
 * @throws ServiceError too_complex
 */
export const spendAlpha = (work: SlideWork, image: Size): void =>
	spendPixels(work, image, ALPHA_PIXEL);

/**
 * Adds the price of each further attempt to find a quality at which a large image is small enough.
 * @param image its size, pixels
 * @throws ServiceError too_complex
 */
export const spendRetry = (work: SlideWork, image: Size): void =>
	spendPixels(work, image, RETRY_PIXEL);

function spendPixels(
	{ price, job: { format, slideIndex } }: SlideWork,
	image: Size,
	pixel: Readonly<Record<PixelFormat, number>>,
): void {
	if (isPixels(format) && !hasRoom(image.width, image.height))
		price.spend(`/slides/${slideIndex}`, area(image) * pixel[format]);
}

/** Shared by all slides of this process. */
const keptPictures = new KeptPictures();

function beginPictures(
	scene: Scene,
	wanted: readonly LayerPicture[],
	{ format, keepPictures }: SlideJob,
	images: SlideImages,
	progress: Progress,
	price: SlidePrice,
	spareCore: boolean,
	scale: OutputScale,
	fonts: FontLibrary,
): { done: Promise<SlidePictures>; decoding: Promise<void> } {
	let decoding = () => {};
	const started = new Promise<void>((resolve) => {
		decoding = resolve;
	});
	const threads = spareCore ? 2 : 1;
	const vectors = format === "svg" || format === "pdf";
	const { width, height } = outputOf(scene, scale);
	const large = !hasRoom(width, height);
	const embeddedPixel = vectors ? EMBEDDED_PIXEL[format] : 0;
	const kept = keepPictures ? keptPictures : undefined;
	const common = { images, progress, decoding, price, threads, scale, fonts };
	const work = { ...common, kept, vectors, large, embeddedPixel };
	const done = preparePictures(scene, wanted, work);
	// Their failure is handled where they are needed; the foreground may fail first.
	done.then(decoding, decoding);
	return { done, decoding: started };
}

/** The foreground: the entries of `textBlocks` and the stepper. */
export interface Foreground {
	readonly texts: readonly EntryNodes[];
	readonly stepper: readonly PaintNode[];
}

/**
 * Lays out the foreground, and adds its price.
 * @throws ServiceError too_complex
 */
export function layOutForeground({
	job,
	scene,
	clock,
	price,
	stepper,
	report,
	fonts,
}: SlideWork): Foreground {
	const slidePath = `/slides/${job.slideIndex}`;
	const blocks = job.slide.textBlocks ?? [];
	const texts: EntryNodes[] = [];
	const mark: PaintNode[] = [];
	foregroundPaints(
		scene,
		{ fonts, stepper, onText: report.text, spend: price.spend.bind(price) },
		(paints, block) => {
			price.spendPaints(block?.path ?? slidePath, paints);
			if (block === undefined) mark.push(...paints);
			else texts.push({ index: positionOf(block), nodes: paints });
		},
		(block) => {
			const { text = "", richText = "", emoji = "" } = blocks[positionOf(block)] ?? {};
			price.spendText(block.path, text.length + richText.length + emoji.length);
		},
	);
	clock.lap("layout");
	return { texts, stepper: mark };
}

/** Index of a text in the list, from its JSON pointer. */
const positionOf = ({ path }: { readonly path: string }) =>
	Number(path.slice(path.lastIndexOf("/") + 1));
