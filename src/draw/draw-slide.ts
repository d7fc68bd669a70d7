/**
 * Draws one slide in a render process: an ordered list of steps, each reported
 * before it begins, so that whoever waits knows what was being done when a step
 * hangs or ends the process.
 */
import { BRANDS } from "../contract/brands.js";
import { isLossy, MEDIA_TYPES, PDF_TYPE } from "../contract/formats.js";
import type { Bitmap } from "../images/bitmap.js";
import { type ImageNeed, type PreparedImage, prepareImage } from "../images/prepare.js";
import { sniffImage } from "../images/sniff.js";
import { measureSlide as layOutSlide, type MeasuredLayout } from "../measure/measure-slide.js";
import type { ShownImage } from "../measure/picture-warnings.js";
import { SlideReport } from "../measure/slide-report.js";
import { type Content, hasRoom, openCanvas } from "../pixels/canvas.js";
import { paintBitmap } from "../pixels/paint.js";
import {
	bitmapKey,
	type DrawOptions,
	type Progress,
	type RenderedSlide,
	type SlideImages,
	type SlideJob,
} from "../render/job.js";
import { IMAGE_STAGE } from "../render/stage.js";
import { StepClock } from "../render/steps.js";
import { WARM_UP_SLIDE } from "../render/warm-up-slide.js";
import { backgroundNeed, visibleOverlays } from "../scene/image-needs.js";
import { resolveScene, type Scene } from "../scene/scene.js";
import type { BitmapPaint, Paint, ShadePaint } from "../svg/paint.js";
import { scrimPaints } from "../svg/scrim.js";
import { foregroundPaints, slideDocument } from "../svg/slide.js";
import { drawStepper } from "../svg/stepper.js";
import { type FontLibrary, openFontLibrary } from "../text/fonts/library.js";
import { composite } from "./composite.js";
import { DrawAhead } from "./draw-ahead.js";
import { encodeLossy } from "./encode-lossy.js";
import { pdfPage } from "./pdf/page.js";
import { planSteps, StepPlanner } from "./plan.js";
import { encodeShade, SlideEncoder } from "./png.js";
import { SlidePrice } from "./slide-price.js";

/** Lays out a slide without its images, and draws nothing. */
export const measureSlide = async (job: SlideJob): Promise<MeasuredLayout> =>
	layOutSlide(job, await fonts());

let fontPack: number | undefined;
let fontLibrary: Promise<FontLibrary> | undefined;
const fonts = () => {
	fontLibrary ??= openFontLibrary(fontPack);
	return fontLibrary;
};

/** Has the operator's fonts too, from now on. @param packFd descriptor of a font pack, which stays open */
export function useFonts(packFd: number): void {
	fontPack = packFd;
	fontLibrary = undefined;
}

export async function drawSlide(
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	{ clock = new StepClock(), spareCore = false }: DrawOptions = {},
): Promise<RenderedSlide> {
	progress("scene");
	const scene = resolveScene(job);
	clock.lap("layout");
	let decoding = () => {};
	const decodes = new Promise<void>((resolve) => {
		decoding = resolve;
	});
	const price = new SlidePrice();
	const threads = spareCore ? 2 : 1;
	const pictures = preparePictures(scene, images, { progress, decoding, price, threads });
	// Nothing else may hold this thread before libvips works in its own.
	await Promise.race([decodes, pictures]);
	clock.lap("decode");
	// Should the foreground fail first, the failure of the pictures is not unhandled.
	pictures.catch(() => undefined);
	const stepper = scene.stepper && (await drawStepper(scene.stepper, scene.width, scene.height));
	const { width, height } = scene;
	const report = new SlideReport(scene);
	const parts = { fonts: await fonts(), stepper, onText: report.text };
	const slidePath = `/slides/${job.slideIndex}`;
	const pathOf = (position: number | undefined) =>
		position === undefined ? slidePath : `${slidePath}/textBlocks/${position}`;
	const blocks = job.slide.textBlocks ?? [];
	const spendText = (position: number) => {
		const { text = "", richText = "", emoji = "" } = blocks[position] ?? {};
		price.spendText(pathOf(position), text.length + richText.length + emoji.length);
	};
	if (job.format === "svg" || job.format === "pdf") {
		const spend = (paints: readonly Paint[], position?: number) =>
			price.spendPaints(pathOf(position), paints);
		const foreground = await foregroundPaints(scene, parts, spend, spendText);
		clock.lap("layout");
		const { background, overlays, shown } = await pictures;
		clock.lap("decode");
		progress("draw");
		const paints = [...scrimPaints(scene), ...overlays, ...foreground];
		const [bytes, mimeType] =
			job.format === "svg"
				? ([await slideDocument(scene, background, paints, dataUrl), MEDIA_TYPES.svg] as const)
				: ([await pdfPage(scene, background, paints, job.quality), PDF_TYPE] as const);
		clock.lap("encode");
		return { mimeType, width, height, bytes, ...report.warnings(stepper, shown) };
	}
	// Where a picture is decoded in a thread, a third one would only be in its way.
	const ahead = new DrawAhead(scene, spareCore && images.sources.size === 0);
	const planner = new StepPlanner(ahead.begin);
	const plan = (paints: readonly Paint[], position?: number) => {
		price.spendPaints(pathOf(position), paints);
		for (const paint of paints) planner.add(paint);
		planner.pause();
	};
	const foreground = await foregroundPaints(scene, parts, plan, spendText);
	clock.lap("layout");
	const steps = ahead.finish(planner.end());
	clock.lap("raster");
	const { background, overlays, shown } = await pictures;
	clock.lap("decode");
	progress("draw");
	const canvas = openCanvas(width, height);
	const below = [...scrimPaints(scene), ...overlays];
	const content = contentOf(scene, background, [...below, ...foreground]);
	const { format } = job;
	// A PNG is made of the rows that are painted while others are still drawn.
	const encoder = isLossy(format) ? undefined : new SlideEncoder(canvas, content);
	await composite(canvas, scene, background, [...planSteps(below), ...steps], (row) => {
		clock.lap("raster");
		encoder?.advance(row);
		clock.lap("encode");
	});
	clock.lap("raster");
	progress("encode");
	const bytes = isLossy(format)
		? await encodeLossy(canvas, content, format, job)
		: encoder!.finish();
	clock.lap("encode");
	const told = report.warnings(stepper, shown);
	const drawn = { mimeType: MEDIA_TYPES[format], width, height, ...told };
	if (!job.base64) return { ...drawn, bytes };
	return { ...drawn, bytes: Buffer.from(bytes.toString("base64"), "latin1"), base64: true };
}

/**
 * Decodes the slide's pictures. The foreground is drawn meanwhile, still in the
 * image stage: decoding is what may hang or die.
 */
async function preparePictures(scene: Scene, images: SlideImages, work: PictureWork) {
	const shown: ShownImage[] = [];
	const get = async (need: ImageNeed, src: string) => {
		const image = await prepare(need, src, images, work);
		shown.push({ need, image });
		return image;
	};
	const background = await prepareBackground(scene, get);
	const overlays = await prepareOverlays(scene, get);
	return { background, overlays, shown };
}

/** What the work on pictures reports to. */
interface PictureWork {
	readonly progress: Progress;
	/** A thread of its own has begun to decode. */
	readonly decoding: () => void;
	readonly price: SlidePrice;
	/** Threads that may decode one. */
	readonly threads: number;
}

function contentOf(scene: Scene, background: Bitmap | null, paints: readonly Paint[]): Content {
	const bitmaps = paints.filter((paint) => paint.kind === "bitmap");
	if (background || isMostlyPictures(scene, bitmaps)) return "photo";
	return paints.some((paint) => paint.kind === "shade") ? "shaded" : "flat";
}

/** Whether pictures cover so much of the slide that it compresses like a photograph. */
const isMostlyPictures = (scene: Scene, overlays: readonly BitmapPaint[]) =>
	overlays.reduce((area, { place }) => area + place.width * place.height, 0) >
	(scene.width * scene.height) / 4;

/** Slides drawn before the first real one, until V8 has compiled the loops that matter. */
const WARM_UP_SLIDES = 5;

const WARM_UP_JOB: SlideJob = {
	slide: WARM_UP_SLIDE,
	slideIndex: 0,
	slideCount: 2,
	platform: "photo-feed-post",
	stepperColor: BRANDS["brand-a"].stepperColor,
	mode: "carousel",
	stepperStyle: "none",
	format: "png",
};
const NO_IMAGES: SlideImages = { sources: new Map(), bitmaps: new Map() };

/**
 * Opens what every slide needs and draws some, so that the first ones do not wait for it.
 * @param goOn asked before each slide
 */
export async function warmUp(goOn: () => Promise<boolean>): Promise<void> {
	await fonts();
	const draw = (job: SlideJob) => drawSlide(job, NO_IMAGES, () => undefined);
	for (let i = 0; i < WARM_UP_SLIDES; i++) {
		if (!(await goOn())) return;
		await draw(WARM_UP_JOB);
	}
	// Last, as what draws steppers takes a while to load.
	if (await goOn()) await draw({ ...WARM_UP_JOB, stepperStyle: "numeric" });
}

async function prepare(
	need: ImageNeed,
	src: string,
	images: SlideImages,
	work: PictureWork,
): Promise<PreparedImage> {
	const ready = images.bitmaps.get(bitmapKey(src, need));
	if (ready) return ready;
	const bytes = images.sources.get(src);
	if (!bytes) throw new Error(`the source of ${need.path} was not sent along`);
	const vector = sniffImage(bytes) === "svg";
	work.progress(IMAGE_STAGE, need.path, vector);
	const spend = (nanoseconds: number) => work.price.spend(need.path, nanoseconds);
	const { decoding, threads } = work;
	const bitmap = await prepareImage(bytes, need, { decoding, spend, threads });
	// What the text takes meanwhile is not the picture's.
	if (vector) work.progress("layout");
	return bitmap;
}

type GetImage = (need: ImageNeed, src: string) => Promise<Bitmap>;

async function prepareBackground(scene: Scene, get: GetImage): Promise<Bitmap | null> {
	const need = backgroundNeed(scene);
	return need && scene.image ? get(need, scene.image.src) : null;
}

async function prepareOverlays(scene: Scene, get: GetImage): Promise<BitmapPaint[]> {
	const placed: BitmapPaint[] = [];
	// One after the other: their pixels together may be more than a process can hold.
	for (const { overlay, part, need } of visibleOverlays(scene)) {
		const bitmap = await get(need, overlay.src);
		const { x, y, width, height, rotation } = overlay.box;
		placed.push({
			kind: "bitmap",
			bitmap,
			place: { ...part, rotation, centerX: x + width / 2, centerY: y + height / 2 },
		});
	}
	return placed;
}

/** A picture as a PNG data URL, for documents that stand alone. */
const dataUrl = async (picture: Bitmap | ShadePaint): Promise<string> => {
	const png =
		"alpha" in picture
			? encodeShade(picture.alpha, picture.columns, picture.rows, picture.color)
			: await encodePicture(picture);
	return `data:image/png;base64,${png.toString("base64")}`;
};

async function encodePicture(bitmap: Bitmap): Promise<Buffer> {
	const { width, height, channels, data } = bitmap;
	if (channels === 3 && hasRoom(width, height)) {
		// The canvas is free where no PNG of the slide is drawn.
		const canvas = openCanvas(width, height);
		paintBitmap(canvas, bitmap, 0, 0);
		return new SlideEncoder(canvas, "photo").finish();
	}
	const { default: sharp } = await import("sharp");
	return sharp(data, { raw: { width, height, channels } })
		.png({ compressionLevel: 6, adaptiveFiltering: true })
		.toBuffer();
}
