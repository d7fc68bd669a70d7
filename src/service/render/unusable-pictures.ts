/** Pictures of a document that could not be fetched or decoded, and what is shown instead. */

import { canvasShape } from "../../base/canvas-shape.js";
import { ServiceError } from "../../base/errors.js";
import type { ResolvedSlide } from "../../documents/resolved-document.js";
import type { ReplacedPicture } from "../../engine/report/picture-warnings.js";
import {
	NO_PICTURE,
	type PictureField,
	picturesOfCommon,
	picturesOfSlide,
} from "../../engine/scene/layer-pictures.js";
import type { ImageRef } from "../pictures/sources.js";

type Pictured = Pick<ResolvedSlide, "slide" | "common" | "index" | "canvas">;

export class UnusablePictures {
	readonly #errors = new Map<string, ServiceError>();

	/** How many there are. */
	get size(): number {
		return this.#errors.size;
	}

	add(src: string, error: ServiceError): void {
		this.#errors.set(src, error);
	}

	/** The source that is shown for a picture. */
	shown(src: string, fallback: string | undefined): string {
		return fallback !== undefined && this.#errors.has(src) ? fallback : src;
	}

	/** The pictures that slides show: those that they name, or their fallbacks. */
	refs(slides: readonly Pictured[]): ImageRef[] {
		const refs = new Map<string, ImageRef>();
		for (const slide of slides)
			for (const { path, src, fallback, fallbackPath } of fieldsOf(slide)) {
				const shown = this.shown(src, fallback);
				const isFallback = shown === fallback && this.#errors.has(src);
				if (isFallback && shown === NO_PICTURE) continue;
				const ref = isFallback
					? { path: fallbackPath, src: shown }
					: { path, src, optional: fallback !== undefined };
				// Common layers may have another image on each slide.
				const isOther = (refs.get(ref.path)?.src ?? shown) !== shown;
				refs.set(isOther ? `${ref.path} ${slide.index}` : ref.path, ref);
			}
		return [...refs.values()];
	}

	/** The pictures of a slide that are replaced. */
	replacedOn(slide: Pictured): ReplacedPicture[] {
		return fieldsOf(slide).flatMap(({ path, src, fallback }): ReplacedPicture[] => {
			const error = this.#errors.get(src);
			if (error === undefined || fallback === undefined) return [];
			const { message: problem, details } = error;
			const reason = String(details.reason);
			return [{ path, problem, reason, omitted: fallback === NO_PICTURE }];
		});
	}

	/**
	 * Notes the picture that an error is about, if it has a fallback.
	 * @param slides that were drawn when it happened
	 * @param before how many pictures were known to be unusable when the slides were prepared
	 * @throws the error for the client, if the slide cannot be drawn again
	 */
	learn(error: unknown, slides: readonly Pictured[], before: number): void {
		if (!(error instanceof ServiceError) || error.code !== "remote_image_failed") throw error;
		const { path } = error.details;
		const field = slides.flatMap(fieldsOf).find((one) => one.path === path);
		if (field?.fallback === undefined) throw error;
		const known = [...this.#errors.keys()].indexOf(field.src);
		if (known < 0) this.add(field.src, error);
		else if (known < before) throw atFallback(error, field);
	}
}

/** The error of a fallback, which is drawn in the place of its picture. */
function atFallback(
	{ code, message, details, cause }: ServiceError,
	{ fallbackPath: path }: PictureField,
): ServiceError {
	const issues = Array.isArray(details.issues)
		? details.issues.map((issue: object) => ({ ...issue, path }))
		: [];
	return new ServiceError(code, { message, details: { ...details, path, issues }, cause });
}

function fieldsOf({ slide, common, index, canvas }: Pictured): PictureField[] {
	const shape = canvasShape(canvas.width, canvas.height);
	return [
		...picturesOfSlide(slide, `/slides/${index}`, shape),
		...(common ? picturesOfCommon(common, shape) : []),
	];
}
