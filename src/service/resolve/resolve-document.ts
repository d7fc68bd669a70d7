import type { Contract } from "../../contract/contract.js";
import type { Issue } from "../../contract/issue.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { invalid } from "../../errors/invalid.js";
import { expandVariables } from "../variables/expand.js";
import { checkDocument } from "./check-document.js";
import { colorBounds } from "./color-bounds.js";
import { fillIn } from "./fill-in.js";
import type { DocumentUse } from "./ignored-fields.js";
import { layerBounds } from "./layer-bounds.js";
import type { ResolvedDocument } from "./resolved-document.js";
import { type Checked, schemaCheck } from "./schema-check.js";

/**
 * Makes a document that can be drawn of parsed JSON: its variables are put in, its fields checked,
 * its defaults filled in. Whatever draws or measures for a client begins with it.
 * @param value changed in place
 * @param use what is made of it, should that not be for the document to say
 * @throws ServiceError invalid_render_request with all that is wrong
 */
export type ResolveDocument = (value: unknown, use?: DocumentUse) => ResolvedDocument;

/** @param maxLength characters that the strings of a document may have with their variables put in */
export function documentResolver(contract: Contract, maxLength: number): ResolveDocument {
	const check = schemaCheck<RenderRequest>(contract.renderRequest);
	return (value, use) => {
		refuse(layerBounds(value));
		refuse(expandVariables(value, "", maxLength));
		const source = fitting(check(value));
		refuse(colorBounds(source));
		refuse(checkDocument(source));
		return fillIn(source, contract, use);
	};
}

/**
 * The value that fits its schema.
 * @throws ServiceError invalid_render_request
 */
export function fitting<T>(checked: Checked<T>): T {
	if ("issues" in checked) throw invalid("invalid_render_request", checked.issues);
	return checked.value;
}

/** @throws ServiceError invalid_render_request when there is anything wrong */
export function refuse(issues: readonly Issue[]): void {
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
}
