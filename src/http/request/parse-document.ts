import type { TSchema } from "@sinclair/typebox";
import type { Contract } from "../../contract/contract.js";
import type { OutputFormat } from "../../contract/enums.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { onDemand } from "../../on-demand.js";
import { checkRequest } from "./check-request.js";
import { invalid, validatorCompiler } from "./validation.js";

type Validate = (value: unknown) => { readonly error?: Error };

/**
 * A value as a render request, held to all that the body of a render is held to.
 * @param made what is made of it, should that not be for the document to say
 * @throws ServiceError invalid_render_request
 */
export type ParseDocument = (value: unknown, made?: OutputFormat) => RenderRequest;

/**
 * How documents are read that are no body of a render.
 * @param maxLength characters that their strings may have with their variables put in
 */
export function documentParser({ renderRequest }: Contract, maxLength: number): ParseDocument {
	// Compiled when the first document comes: it takes tens of milliseconds.
	const validator = onDemand<Validate>(() => {
		const schema: TSchema = renderRequest;
		const compile = validatorCompiler("invalid_render_request", { documentAt: "", maxLength });
		return compile({ schema, method: "GET", url: "", httpPart: "body" }) as Validate;
	});
	return (value, made) => {
		const { error } = validator()(value);
		if (error !== undefined) throw error;
		const document = value as RenderRequest;
		const issues = checkRequest(document, made);
		if (issues.length > 0) throw invalid("invalid_render_request", issues);
		return document;
	};
}
