import type { TSchema } from "@sinclair/typebox";
import type { OutputFormat } from "../../contract/enums.js";
import { type RenderRequest, RenderRequestSchema } from "../../contract/render-request.js";
import { onDemand } from "../../on-demand.js";
import { checkRequest } from "./check-request.js";
import { invalid, validatorCompiler } from "./validation.js";

type Validate = (value: unknown) => { readonly error?: Error };

/** Compiled when the first link comes: it takes tens of milliseconds. */
const validator = onDemand<Validate>(() => {
	const schema: TSchema = RenderRequestSchema;
	const compile = validatorCompiler("invalid_render_request");
	return compile({ schema, method: "GET", url: "", httpPart: "body" }) as Validate;
});

/**
 * A value as a render request, held to all that the body of a render is held to.
 * @param made the format that the link names, whatever the document says
 * @throws ServiceError invalid_render_request
 */
export function parseDocument(value: unknown, made: OutputFormat): RenderRequest {
	const { error } = validator()(value);
	if (error !== undefined) throw error;
	const document = value as RenderRequest;
	const issues = checkRequest(document, made);
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
	return document;
}
