/** Draws a slide as SVG, or as a page of a PDF. */
import { MEDIA_TYPES, PDF_TYPE } from "../../contract/formats.js";
import { paintBitmap } from "../compose/paint.js";
import { canvasSurface } from "../compose/surface.js";
import { visibleNodes } from "../compose/visible.js";
import type { Bitmap } from "../images/bitmap.js";
import type { RenderedSlide } from "../job.js";
import { boxPath, picture, upright } from "../paint/build.js";
import type { ShadeNode } from "../paint/node.js";
import { hasRoom, openCanvas } from "../pixels/canvas.js";
import { ownAlt } from "../report/alt.js";
import { cssColor } from "../scene/colors.js";
import { outputOf } from "../scene/output-scale.js";
import { NO_RADII } from "../shapes/rounded-rectangle.js";
import { DrawnMemory } from "../svg/native-memory.js";
import { slideDocument } from "../svg/slide.js";
import { drawnBy } from "../svg/soft-mask.js";
import { pdfPage } from "./pdf/page.js";
import { encodeShade, SlideEncoder } from "./png.js";
import { groundNodes } from "./slide-ground.js";
import { paintTextsAhead, slidePaints } from "./slide-paints.js";
import { slideWords } from "./slide-words.js";
import { layOutForeground, type SlideWork } from "./slide-work.js";
import { vectorNodes } from "./vector-nodes.js";

/** @throws ServiceError too_complex, remote_image_failed, answer_too_large */
export async function drawVectors(work: SlideWork): Promise<RenderedSlide> {
	const { job, scene, scale, clock, progress } = work;
	// The size of a page does not depend on scale; scale sets the resolution of its pictures.
	const { width, height } = job.format === "svg" ? outputOf(scene, scale) : scene;
	const foreground = layOutForeground(work);
	const texts = await paintTextsAhead(work);
	clock.lap("layout");
	const pictures = await work.pictures;
	const { background } = pictures;
	clock.lap("decode");
	progress("draw");
	const vector = background !== null && "kind" in background ? background : null;
	const bitmap = background !== null && !("kind" in background) ? background : null;
	const above = slidePaints(work, pictures, texts, foreground);
	const all = [...groundNodes(scene, job, pictures), ...(vector ? [vector] : []), ...above];
	const visible = visibleNodes(all, { x: 0, y: 0, width: scene.width, height: scene.height });
	const format = job.format === "svg" ? "svg" : "pdf";
	const box = { x: 0, y: 0, width: scene.width, height: scene.height };
	const ground = [
		...(scene.transparent ? [] : [boxPath(box, NO_RADII, cssColor(scene.backgroundColor))]),
		...(bitmap ? [picture(bitmap, upright(box))] : []),
	];
	const paints = await vectorNodes(visible, {
		...{ format, slide: scene, ground },
		scale: (scale.x + scale.y) / 2,
	});
	const words = slideWords(work, pictures);
	const [bytes, mimeType] =
		job.format === "svg"
			? ([
					await slideDocument(scene, bitmap, paints, dataUrls(), words.alt, {
						width,
						height,
					}),
					MEDIA_TYPES.svg,
				] as const)
			: ([
					await pdfPage(
						scene,
						bitmap,
						{ paints, spoken: visible },
						job.quality,
						ownAlt(job, work.report.isSeen),
					),
					PDF_TYPE,
				] as const);
	clock.lap("encode");
	return { mimeType, width, height, bytes, ...words };
}

/** Pictures as PNG data URLs, for self-contained documents. */
function dataUrls(): (picture: Bitmap | ShadeNode) => Promise<string> {
	const memory = new DrawnMemory();
	return async (picture) => {
		const png = "alpha" in picture ? encodeMask(picture) : await encodePicture(picture);
		if ("alpha" in picture) await memory.add(drawnBy(picture.alpha));
		return `data:image/png;base64,${png.toString("base64")}`;
	};
}

const encodeMask = ({ alpha, columns, rows, color }: ShadeNode): Buffer =>
	encodeShade(alpha.bytes, columns, rows, color);

async function encodePicture(bitmap: Bitmap): Promise<Buffer> {
	const { width, height, channels, data } = bitmap;
	if (channels === 3 && hasRoom(width, height)) {
		// The canvas is free, because this slide is not drawn as pixels.
		const canvas = openCanvas(width, height);
		paintBitmap(canvasSurface(canvas), bitmap, 0, 0);
		return new SlideEncoder(canvas, "photo").finish();
	}
	const { default: sharp } = await import("sharp");
	return sharp(data, { raw: { width, height, channels } })
		.png({ compressionLevel: 6, adaptiveFiltering: true })
		.toBuffer();
}
