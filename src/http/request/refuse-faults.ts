import type { RenderRequest } from "../../contract/render-request.js";
import type { SlideFormat } from "../../render/job.js";
import { checkRequest } from "./check-request.js";
import { invalid } from "./validation.js";

/**
 * @param made what the endpoint makes, should it name the format
 * @throws ServiceError invalid_render_request for what the schema cannot say
 */
export function refuseFaults(document: RenderRequest, made?: SlideFormat): void {
	const issues = checkRequest(document, made);
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
}
