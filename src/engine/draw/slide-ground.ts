/** The background paint below a slide's image. */
import type { SlideJob } from "../job.js";
import { fillingPicture, type LayerPicture } from "../layers/pictures.js";
import { boxPath } from "../paint/build.js";
import { fillOf } from "../paint/fill-of.js";
import type { PaintNode } from "../paint/node.js";
import { visiblePicture } from "../scene/image-needs.js";
import type { OutputScale } from "../scene/output-scale.js";
import type { Scene } from "../scene/scene.js";
import { NO_RADII } from "../shapes/rounded-rectangle.js";
import type { SlidePictures } from "./slide-pictures.js";

const pathOf = ({ slideIndex }: SlideJob) => `/slides/${slideIndex}/background/src`;

/** The picture that fills the background of a slide; empty if there is none. */
export function groundPicture(scene: Scene, job: SlideJob, scale: OutputScale): LayerPicture[] {
	const { ground, width, height } = scene;
	if (ground?.kind !== "image") return [];
	const box = { x: 0, y: 0, width, height };
	const at = pathOf(job);
	const visible = visiblePicture(fillingPicture(ground.image, at, box), box, scale);
	if (!visible) return [];
	return [{ path: at, src: ground.image.src, fills: true, decidesPaint: true, visible }];
}

/** The background paint as nodes; empty if the background is only a colour. */
export function groundNodes(scene: Scene, job: SlideJob, { layers }: SlidePictures): PaintNode[] {
	const { ground, width, height } = scene;
	if (ground === null) return [];
	const box = { x: 0, y: 0, width, height };
	const ready = layers.get(pathOf(job));
	const picture =
		ready === undefined || "kind" in ready.image
			? undefined
			: { bitmap: ready.image, part: ready.visible.part };
	const fill = fillOf(ground, box, picture);
	return fill ? [boxPath(box, NO_RADII, fill)] : [];
}
