import { invalid } from "../base/invalid.js";
import type { CanvasId } from "../contract/platforms.js";
import type { ResolvedDocument, ResolvedSlide } from "./resolved-document.js";

/**
 * The slides that a render returns, on each canvas: the first in mode single, all in mode carousel.
 */
export const slidesOfMode = ({ mode, slides }: ResolvedDocument): readonly ResolvedSlide[] =>
	mode === "single" ? slides.filter(({ position }) => position === 0) : slides;

/**
 * One slide on the first canvas, in either mode.
 * @param number counted from 1
 * @throws ServiceError invalid_render_request if the document has fewer slides
 */
export function slideOf({ slides, slideCount }: ResolvedDocument, number: number): ResolvedSlide {
	const slide = number <= slideCount ? slides[number - 1] : undefined;
	if (slide !== undefined) return slide;
	const has = slideCount === 1 ? "1 slide" : `${slideCount} slides`;
	const message = `must be at most ${slideCount}, not ${number}: the document has ${has}`;
	throw invalid("invalid_render_request", [
		{ path: "/slide", message, type: "integer", minimum: 1, maximum: slideCount },
	]);
}

/**
 * One slide on each canvas, in either mode.
 * @param number counted from 1
 * @throws ServiceError invalid_render_request if the document has fewer slides
 */
export function slidesNumbered(
	document: ResolvedDocument,
	number: number,
): readonly ResolvedSlide[] {
	const { position } = slideOf(document, number);
	return document.slides.filter((slide) => slide.position === position);
}

/**
 * The document for one of its platforms.
 * @param platform one of its own; undefined for the first
 * @throws ServiceError invalid_render_request if the document does not have it
 */
export function onPlatform(document: ResolvedDocument, platform?: CanvasId): ResolvedDocument {
	const { canvases, slides } = document;
	const canvas =
		platform === undefined
			? document.canvas
			: canvases.find((other) => other.platform === platform);
	if (canvas === undefined) {
		const own = canvases.map((other) => other.platform);
		const message =
			own.length > 1
				? `must be one of the document's platforms: ${own.join(", ")}`
				: `must be ${own[0]}, the only platform of the document`;
		throw invalid("invalid_render_request", [{ path: "/platform", message, enum: own }]);
	}
	if (canvases.length === 1) return document;
	return {
		...document,
		canvases: [canvas],
		canvas,
		slides: slides.filter((slide) => slide.canvas === canvas),
	};
}

/**
 * The fields of an answer about a slide besides its number, if the document has several platforms.
 * @returns no fields if it has one
 */
export const platformMember = (
	{ canvases }: Pick<ResolvedDocument, "canvases">,
	{ canvas }: ResolvedSlide,
): { readonly platform?: CanvasId } => (canvases.length === 1 ? {} : { platform: canvas.platform });

/**
 * How many renders a request counts as, in addition to the first: with several platforms each
 * picture is one; with one platform all slides together are one.
 */
export const rendersBesides = (
	{ canvases }: Pick<ResolvedDocument, "canvases">,
	slides: readonly ResolvedSlide[],
): number => (canvases.length === 1 ? 0 : slides.length - 1);
