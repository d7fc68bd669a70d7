/** What the drawing of one slide works with, whatever it becomes. */
import { isPixels, type PixelFormat } from "../../contract/formats.js";
import { boxOf } from "../compose/surface.js";
import type { DrawOptions, Progress, SlideImages, SlideJob } from "../job.js";
import type { PlacedLayers } from "../layers/lay-out.js";
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
import type { EntryNodes } from "./paint-order.js";
import type { Step } from "./plan.js";
import { groundPicture } from "./slide-ground.js";
import { layerPictures } from "./slide-layers.js";
import { preparePictures, type SlidePictures } from "./slide-pictures.js";
import { SlidePrice } from "./slide-price.js";

/** RGBA. */
const BYTES_PER_PIXEL = 4;

export interface SlideWork {
	readonly job: SlideJob;
	/** In export pixels. */
	readonly scene: Scene;
	/** From those to the pixels of the image. */
	readonly scale: OutputScale;
	readonly clock: StepClock;
	readonly progress: Progress;
	/** A core has nothing to do: a second thread may draw. */
	readonly spareCore: boolean;
	/** None of its pictures is decoded here. */
	readonly withoutSources: boolean;
	/** Adds up what all of it costs. */
	readonly price: SlidePrice;
	/** Under way. */
	readonly pictures: Promise<SlidePictures>;
	/** Its layers, laid out; null: it has none. */
	readonly placed: PlacedLayers | null;
	readonly stepper: Stepper | null;
	readonly report: SlideReport;
	readonly fonts: FontLibrary;
}

/**
 * Resolves a slide and begins to decode its pictures.
 * @throws ServiceError too_complex, remote_image_failed
 */
export async function beginSlide(
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	{ clock = new StepClock(), spareCore = false }: DrawOptions,
	fonts: () => Promise<FontLibrary>,
): Promise<SlideWork> {
	progress("scene");
	const scene = resolveScene(job);
	clock.lap("layout");
	const scale = outputScale(scene, job.scale);
	const image = outputOf(scene, scale);
	const large = !hasRoom(image.width, image.height);
	const price = new SlidePrice(scale.x * scale.y);
	if (large) spendCanvas(price, job, image);
	const placed = hasLayers(job) ? placeLayers(job, isDark(job.slide), await fonts(), price) : null;
	clock.lap("layout");
	const wanted = [
		...groundPicture(scene, job, scale),
		...(placed ? layerPictures(placed, scene, scale) : []),
	];
	const pictures = await beginPictures(
		scene,
		wanted,
		job,
		images,
		progress,
		price,
		spareCore,
		scale,
	);
	clock.lap("decode");
	const { width, height } = scene;
	const stepper = scene.stepper && (await drawStepper(scene.stepper, width, height));
	return {
		job,
		scene,
		scale,
		clock,
		progress,
		spareCore,
		withoutSources: images.sources.size === 0,
		price,
		pictures: pictures.done,
		placed,
		stepper,
		report: new SlideReport(scene, placed, job),
		fonts: await fonts(),
	};
}

/**
 * Filling and encoding a pixel of a large image, which libvips' coders do: the most that
 * scripts/large-images.ts measured of images of 6 to 17 megapixels that show one colour, text,
 * gradients, soft shadows, photographs and noise, rounded up. What is painted on it is priced by
 * itself. Nanoseconds.
 */
const LARGE_PIXEL: Readonly<Record<PixelFormat, number>> = { png: 160, jpeg: 110, webp: 190 };
/** What it takes longer where alpha is kept, measured likewise. Nanoseconds. */
const ALPHA_PIXEL: Readonly<Record<PixelFormat, number>> = { png: 20, jpeg: 0, webp: 220 };
/** Encoding it again with a lower quality. Nanoseconds. */
const RETRY_PIXEL: Readonly<Record<PixelFormat, number>> = { png: 0, jpeg: 30, webp: 110 };

/** Compressing a pixel of a picture that vectors have in them, measured likewise. Nanoseconds. */
const EMBEDDED_PIXEL = { svg: 170, pdf: 100 } as const;

/** A pixel of a call on a large image: fresh memory twice, and its way onto the image. Nanoseconds. */
const CALL_PIXEL = 8;

/** What a large image costs and holds, whatever it shows: see transparent.ts. */
function spendCanvas(price: SlidePrice, { format, slideIndex }: SlideJob, size: Size): void {
	if (!isPixels(format)) return;
	const path = `/slides/${slideIndex}`;
	price.spend(path, area(size) * LARGE_PIXEL[format]);
	price.hold(path, area(size) * BYTES_PER_PIXEL);
}

/**
 * Spends what the calls of resvg on a large image take besides their markup.
 * @param image its size, pixels
 * @throws ServiceError too_complex
 */
export function spendCalls({ price, job }: SlideWork, steps: readonly Step[], image: Size): void {
	if (hasRoom(image.width, image.height)) return;
	price.spend(`/slides/${job.slideIndex}`, callPixels(steps, boxOf(image)) * CALL_PIXEL);
}

/**
 * Spends what it takes to keep the alpha of a large image.
 * @param image its size, pixels
 * @throws ServiceError too_complex
 */
export const spendAlpha = (work: SlideWork, image: Size): void =>
	spendPixels(work, image, ALPHA_PIXEL);

/**
 * Spends what each try after the first costs that looks for a quality at which a large image has few
 * enough bytes.
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

/** @returns once they are under way: in an object, as a promise alone would be waited for */
async function beginPictures(
	scene: Scene,
	wanted: readonly LayerPicture[],
	{ format }: SlideJob,
	images: SlideImages,
	progress: Progress,
	price: SlidePrice,
	spareCore: boolean,
	scale: OutputScale,
): Promise<{ done: Promise<SlidePictures> }> {
	let decoding = () => {};
	const decodes = new Promise<void>((resolve) => {
		decoding = resolve;
	});
	const threads = spareCore ? 2 : 1;
	const vectors = format === "svg" || format === "pdf";
	const { width, height } = outputOf(scene, scale);
	const large = !hasRoom(width, height);
	const embeddedPixel = vectors ? EMBEDDED_PIXEL[format] : 0;
	const work = { images, progress, decoding, price, threads, vectors, large, embeddedPixel, scale };
	const done = preparePictures(scene, wanted, work);
	// Nothing else may hold this thread before libvips works in its own.
	await Promise.race([decodes, done]);
	// Should the foreground fail first, the failure of the pictures is not unhandled.
	done.catch(() => undefined);
	return { done };
}

/** What stands on the pictures: the texts of the old list and the stepper. */
export interface Foreground {
	readonly texts: readonly EntryNodes[];
	readonly stepper: readonly PaintNode[];
}

/**
 * Lays out what stands on the pictures, and spends what it costs.
 * @param take is given the paints of each block as soon as it is laid out
 * @throws ServiceError too_complex
 */
export async function layOutForeground(
	{ job, scene, clock, price, stepper, report, fonts }: SlideWork,
	take: (paints: readonly PaintNode[]) => void = () => {},
): Promise<Foreground> {
	const slidePath = `/slides/${job.slideIndex}`;
	const blocks = job.slide.textBlocks ?? [];
	const texts: EntryNodes[] = [];
	const mark: PaintNode[] = [];
	await foregroundPaints(
		scene,
		{ fonts, stepper, onText: report.text },
		(paints, block) => {
			price.spendPaints(block?.path ?? slidePath, paints);
			if (block === undefined) mark.push(...paints);
			else texts.push({ index: positionOf(block), nodes: paints });
			take(paints);
		},
		(block) => {
			const { text = "", richText = "", emoji = "" } = blocks[positionOf(block)] ?? {};
			price.spendText(block.path, text.length + richText.length + emoji.length);
		},
	);
	clock.lap("layout");
	return { texts, stepper: mark };
}

/** Position of a text in the list that its JSON pointer names. */
const positionOf = ({ path }: { readonly path: string }) =>
	Number(path.slice(path.lastIndexOf("/") + 1));
