import type { Contract } from "../../contract/contract.js";
import type { Issue } from "../../contract/issue.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { invalid } from "../../errors/invalid.js";
import { TemplateLibrary } from "../templates/template-library.js";
import { checkDocument } from "./check-document.js";
import { documentExpander } from "./expand-document.js";
import { fillIn } from "./fill-in.js";
import type { DocumentUse } from "./ignored-fields.js";
import { layerBounds } from "./layer-bounds.js";
import type { ResolvedDocument } from "./resolved-document.js";
import { type Checked, schemaCheck } from "./schema-check.js";
import { workBounds } from "./work-bounds.js";

/**
 * Makes a document that can be drawn of parsed JSON: its variables are put in, its fields checked,
 * its defaults filled in. Whatever draws or measures for a client begins with it.
 * @param value changed in place
 * @param use what is made of it, should that not be for the document to say
 * @throws ServiceError invalid_render_request with all that is wrong
 */
export type ResolveDocument = (value: unknown, use?: DocumentUse) => ResolvedDocument;

/**
 * @param maxLength characters that the strings of a document may have with their variables put in
 * @param templates that documents can name
 */
export function documentResolver(
	contract: Contract,
	maxLength: number,
	templates: TemplateLibrary = new TemplateLibrary(),
): ResolveDocument {
	const expand = documentExpander(contract, templates, maxLength);
	const check = schemaCheck<RenderRequest>(contract.renderRequest);
	return (written, use) => {
		refuse(layerBounds(written));
		const { value, template, mayChange } = expand(written);
		// A template has as many layers as its lists say.
		if (template !== undefined) refuse(layerBounds(value));
		const source = fitting(check(value));
		refuse(workBounds(source));
		refuse(checkDocument(source));
		const templateVersion = template?.version ?? null;
		return { ...fillIn(source, contract, use), templateVersion, mayChange };
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
