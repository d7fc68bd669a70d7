/** The text that a response contains about a slide: warnings and alternative text. */
import type { Bitmap } from "../images/bitmap.js";
import type { RenderedSlide } from "../job.js";
import { slideAlt } from "../report/alt.js";
import type { KnownPixels } from "../report/painted/slide.js";
import type { PlacedPixels } from "../report/painted/surfaces.js";
import type { SlidePictures } from "./slide-pictures.js";
import type { SlideWork } from "./slide-work.js";
import { isTransparent } from "./transparent.js";

/** @param pictures that the slide shows; their pixels determine the contrast of its texts */
export function slideWords(
	{ job, scene, report, stepper }: SlideWork,
	pictures: SlidePictures,
): Pick<RenderedSlide, "alt" | "warnings" | "warningCount"> {
	const { width, height } = scene;
	const whole = { x: 0, y: 0, width, height };
	const { warnings, warningCount } = report.findings({
		stepper,
		transparent: isTransparent(scene, pictures),
		images: pictures.shown,
		pixels: knownPixels(pictures, whole, `/slides/${job.slideIndex}/background/src`),
	});
	return { alt: slideAlt(job, report.isSeen), warnings, warningCount };
}

function knownPixels(
	{ background, overlays, layers }: SlidePictures,
	whole: PlacedPixels["part"],
	groundPath: string,
): KnownPixels {
	const ground = layers.get(groundPath);
	return {
		image: background && isBitmap(background) ? { bitmap: background, part: whole } : undefined,
		ground:
			ground && isBitmap(ground.image)
				? { bitmap: ground.image, part: ground.visible.part }
				: undefined,
		overlays: new Map(
			overlays.flatMap(({ index, nodes: [node] }) =>
				node?.kind === "picture" ? [[index, { bitmap: node.bitmap, part: node.place }]] : [],
			),
		),
		layers,
	};
}

const isBitmap = <T extends object>(image: Bitmap | T): image is Bitmap => !("kind" in image);
