/** Draws a slide as pixels: PNG, JPEG or WebP. */
import { isLossy, MEDIA_TYPES } from "../../contract/formats.js";
import { visibleNodes } from "../compose/visible.js";
import type { Bitmap } from "../images/bitmap.js";
import type { RenderedSlide, SlideJob } from "../job.js";
import { picture, upright } from "../paint/build.js";
import type { PaintNode } from "../paint/node.js";
import { scaledNodes } from "../paint/scaled.js";
import { type Content, hasRoom, openCanvas, reopenCanvas } from "../pixels/canvas.js";
import { lastJpeg } from "../pixels/jpeg.js";
import { renewMemory } from "../pixels/kernels.js";
import type { Size } from "../scene/geometry.js";
import { outputOf } from "../scene/output-scale.js";
import { comingPictures } from "./coming-pictures.js";
import { composite } from "./composite.js";
import { contentOf } from "./content.js";
import { DrawAhead } from "./draw-ahead.js";
import { encodeLossy } from "./encode-lossy.js";
import { forgetSlide, keepSlide, keptSlide, type Shown } from "./kept-slide.js";
import { planSteps, type Step } from "./plan.js";
import { SlideEncoder } from "./png.js";
import type { Drawing, Layer } from "./rasterize.js";
import { groundNodes } from "./slide-ground.js";
import { paintTextsAhead, slidePaints } from "./slide-paints.js";
import { slideWords } from "./slide-words.js";
import {
	layOutForeground,
	type SlideWork,
	spendAlpha,
	spendCalls,
	spendRetry,
} from "./slide-work.js";
import { isTransparent, opaquePixels, transparentPixels } from "./transparent.js";

/** @throws ServiceError too_complex, remote_image_failed, answer_too_large */
export async function drawPixels(work: SlideWork): Promise<RenderedSlide> {
	try {
		return await draw(work);
	} finally {
		if (renewMemory()) forgetSlide();
	}
}

async function draw(work: SlideWork): Promise<RenderedSlide> {
	const { job, scene, scale, clock, progress } = work;
	const image = outputOf(scene, scale);
	const { width, height } = image;
	const box = { x: 0, y: 0, width, height };
	const inImage = (nodes: readonly PaintNode[]) => visibleNodes(scaledNodes(nodes, scale), box);
	const format = job.format as keyof typeof MEDIA_TYPES;
	const ahead = new DrawAhead(image);
	// The vectors that a row of a batch must draw are only known after comparison with the last row.
	const repeats = job.keepPictures === true && hasRoom(width, height);
	const foreground = layOutForeground(work);
	const texts = await paintTextsAhead(work);
	clock.lap("layout");
	const opaque = !scene.transparent && hasRoom(width, height);
	const coming = opaque && !repeats ? comingPictures(work) : undefined;
	const pictures = coming?.pictures ?? (await work.pictures);
	// Vectors are only kept for vector formats.
	const background = pictures.background as Bitmap | null;
	clock.lap("decode");
	// Until pictures are decoded, the stage stays theirs, because decoding is what may hang or crash.
	if (coming === undefined) progress("draw");
	const paints = slidePaints(work, pictures, texts, foreground);
	const ground = groundNodes(scene, job, pictures);
	const planned = planSteps(inImage(paints));
	spendCalls(work, planned, image);
	// Calls that wait for pictures are drawn when those have arrived.
	const steps = repeats || coming ? planned : ahead.finish(planned, work.spareCore);
	// If the slide has a background paint, its image lies on top of it, like any other picture.
	const photo = background && ground.length > 0 ? [picture(background, upright(box))] : [];
	const all = [...planSteps([...inImage(ground), ...photo]), ...steps];
	if (coming !== undefined && work.spareCore) await ahead.drawIfDecoded(work.pictures, all);
	let words = coming === undefined ? slideWords(work, pictures) : undefined;
	const answer = async (bytes: Buffer): Promise<RenderedSlide> => {
		words ??= slideWords(work, await work.pictures);
		return { mimeType: MEDIA_TYPES[format], width, height, ...words, ...inBase64(bytes, job) };
	};
	if (format !== "jpeg" && isTransparent(scene, pictures)) {
		spendAlpha(work, image);
		const onRetry = () => {
			spendAlpha(work, image);
			spendRetry(work, image);
		};
		const pixels = await transparentPixels(image, all);
		clock.lap("raster");
		progress("encode");
		const bytes =
			format === "webp"
				? await encodeLossy(pixels, "photo", format, job, { transparent: true, onRetry })
				: await encodeRgba(pixels, "photo");
		clock.lap("encode");
		return answer(bytes);
	}
	const content = contentOf(scene, background, [...ground, ...paints]);
	if (!hasRoom(width, height)) {
		const under = ground.length > 0 ? null : background;
		const pixels = await opaquePixels(image, scene.backgroundColor, under, all);
		clock.lap("raster");
		progress("encode");
		const bytes = isLossy(format)
			? await encodeLossy(pixels, content, format, job, { onRetry: () => spendRetry(work, image) })
			: await encodeRgba(pixels, content, true);
		clock.lap("encode");
		return answer(bytes);
	}
	const under = ground.length > 0 ? null : background;
	const arrive =
		coming &&
		(async () => {
			await ahead.drawWhile(work.pictures, all, work.spareCore);
			clock.lap("raster");
			const decoded = await coming.arrive();
			clock.lap("decode");
			progress("draw");
			words = slideWords(work, decoded);
		});
	const bytes = repeats
		? await paintChanges(work, image, content, {
				backgroundColor: scene.backgroundColor,
				background: under,
				steps: all as Step[],
			})
		: await paintWhole(work, image, content, under, all, arrive);
	return answer(bytes);
}

/**
 * Paints and encodes a slide. Finished rows of a PNG are compressed while others are still being
 * drawn.
 */
async function paintWhole(
	{ job, scene, clock, progress }: SlideWork,
	{ width, height }: Size,
	content: Content,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
	arrive?: () => Promise<void>,
): Promise<Buffer> {
	forgetSlide();
	const { format } = job;
	const canvas = openCanvas(width, height);
	const encoder = isLossy(format) ? undefined : new SlideEncoder(canvas, content);
	const onPainted = (row: number) => {
		clock.lap("raster");
		encoder?.advance(row);
		clock.lap("encode");
	};
	await composite(canvas, scene, background, steps, onPainted, arrive);
	clock.lap("raster");
	progress("encode");
	const bytes = isLossy(format)
		? await encodeLossy(canvas, content, format, job)
		: encoder!.finish();
	clock.lap("encode");
	return bytes;
}

/**
 * Paints and encodes only what differs from the last slide painted by this function, which is still
 * on the canvas; everything if there is none. This halves the time for rows of a batch over one
 * photo.
 */
async function paintChanges(
	{ job, clock, progress }: SlideWork,
	image: Size,
	content: Content,
	shown: Shown,
): Promise<Buffer> {
	const { format } = job;
	// What lies below a blurred part cannot be painted again alone.
	const last = shown.steps.some(blursBelow) ? undefined : keptSlide(image, shown);
	forgetSlide();
	const canvas = last?.kept.canvas ?? openCanvas(image.width, image.height);
	const rows = last?.rows ?? [canvas.rows];
	for (const changed of rows)
		await composite(reopenCanvas(canvas, changed), shown, shown.background, shown.steps);
	clock.lap("raster");
	progress("encode");
	const isPng = !isLossy(format);
	const copied = content === "photo" && last?.kept.png === "photo";
	const bytes = isPng
		? new SlideEncoder(canvas, content, copied ? rows : undefined).finish()
		: await encodeLossy(canvas, content, format, job, {
				changes: last && { since: last.kept.jpeg, rows },
			});
	clock.lap("encode");
	keepSlide({ ...shown, canvas, png: isPng ? content : null, jpeg: isPng ? 0 : lastJpeg() });
	return bytes;
}

const blursBelow = (step: Step): boolean =>
	step.kind === "isolated" && (step.backdrop !== undefined || step.steps.some(blursBelow));

/** The bytes in the requested encoding. */
const inBase64 = (bytes: Buffer, { base64 }: SlideJob): Pick<RenderedSlide, "bytes" | "base64"> =>
	base64 ? { bytes: Buffer.from(bytes.toString("base64"), "latin1"), base64: true } : { bytes };

/**
 * A transparent or large slide as PNG: encoded by libvips, because our own encoder only supports
 * opaque slides of normal size.
 */
async function encodeRgba(
	{ width, height, data }: Bitmap,
	content: Content,
	opaque = false,
): Promise<Buffer> {
	const { default: sharp } = await import("../images/raster/sharp.js");
	const rgba = sharp(data, { raw: { width, height, channels: 4 } });
	return (opaque ? rgba.removeAlpha() : rgba)
		.png({ compressionLevel: 6, adaptiveFiltering: opaque && content === "photo" })
		.toBuffer();
}
