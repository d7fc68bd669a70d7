import type { FastifyRequest } from "fastify";
import type { RenderRequest } from "../../contract/render-request.js";
import type { OnStep } from "../../render/steps.js";
import { StepTimes } from "../log/step-times.js";
import type { Parts } from "../parts.js";
import { factsOf } from "./request-facts.js";

/**
 * For the line of the request: what it asked for, in words of the contract, and how
 * long that took.
 * @param words besides platform and mode
 */
export function noteRender(
	request: FastifyRequest,
	{ metrics }: Pick<Parts, "metrics">,
	words: Readonly<Record<string, string>>,
	{ length: slides }: readonly number[],
): OnStep {
	const { platform = "short-video-carousel", mode = "single" } = request.body as RenderRequest;
	const stepMs = new StepTimes(metrics.step);
	factsOf(request).render = { platform, mode, ...words, slides, stepMs };
	return stepMs.add;
}
