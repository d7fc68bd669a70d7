/** The background paint below a slide's image. */
import type { SlideJob } from "../job.js";
import { pictureOf } from "../layers/paint-item.js";
import { type LayerPicture, paintPictures } from "../layers/pictures.js";
import { boxPath } from "../paint/build.js";
import { fillsOf } from "../paint/fill-of.js";
import type { PaintNode } from "../paint/node.js";
import type { OutputScale } from "../scene/output-scale.js";
import type { Scene } from "../scene/scene.js";
import { NO_RADII } from "../shapes/rounded-rectangle.js";
import type { SlidePictures } from "./slide-pictures.js";

const pathOf = ({ slideIndex }: SlideJob) => `/slides/${slideIndex}/background`;

/** The picture that fills the background of a slide; empty if there is none. */
export function groundPicture(scene: Scene, job: SlideJob, scale: OutputScale): LayerPicture[] {
	const { ground, width, height } = scene;
	const box = { x: 0, y: 0, width, height };
	return ground === null ? [] : paintPictures(ground, pathOf(job), box, box, scale);
}

/** The background paint as nodes; empty if the background is only a colour. */
export function groundNodes(scene: Scene, job: SlideJob, { layers }: SlidePictures): PaintNode[] {
	const { ground, width, height } = scene;
	if (ground === null) return [];
	const box = { x: 0, y: 0, width, height };
	const fills = fillsOf(ground, box, pictureOf(layers, pathOf(job)));
	return fills.map((fill) => boxPath(box, NO_RADII, fill));
}
