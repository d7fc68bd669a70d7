import { invalid } from "../../errors/invalid.js";
import type { ResolvedDocument, ResolvedSlide } from "./resolved-document.js";

/** The slides that a render answers: the first in mode single, all in mode carousel. */
export const slidesOfMode = ({ mode, slides }: ResolvedDocument): readonly ResolvedSlide[] =>
	mode === "single" ? slides.slice(0, 1) : slides;

/**
 * One slide, out of all in either mode.
 * @param number counted from 1
 * @throws ServiceError invalid_render_request when the document has fewer slides
 */
export function slideOf({ slides }: ResolvedDocument, number: number): ResolvedSlide {
	const slide = slides[number - 1];
	if (slide !== undefined) return slide;
	const maximum = slides.length;
	const message = `must be at most ${maximum}`;
	throw invalid("invalid_render_request", [
		{ path: "/slide", message, type: "integer", minimum: 1, maximum },
	]);
}
