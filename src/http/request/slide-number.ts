import type { RenderRequest } from "../../contract/render-request.js";
import { invalid } from "./validation.js";

/**
 * Refuses the number of a slide that a document does not have.
 * @param slide counted from 1
 * @throws ServiceError invalid_render_request
 */
export function checkSlide({ slides }: RenderRequest, slide: number): void {
	const maximum = slides.length;
	if (slide <= maximum) return;
	const message = `must be at most ${maximum}`;
	throw invalid("invalid_render_request", [
		{ path: "/slide", message, type: "integer", minimum: 1, maximum },
	]);
}
