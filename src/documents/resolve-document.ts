import { invalid } from "../base/invalid.js";
import type { Issue } from "../base/issue.js";
import type { Contract } from "../contract/contract.js";
import { type RenderRequest, RenderRequestSchema } from "../contract/render-request.js";
import { TemplateRequestSchema } from "../contract/template-request.js";
import { checkDocument } from "./check-document.js";
import { documentExpander } from "./expand-document.js";
import { fillIn } from "./fill-in.js";
import type { DocumentUse } from "./ignored-fields.js";
import { unknownField } from "./issues.js";
import { layerBounds } from "./layer-bounds.js";
import type { ResolvedDocument } from "./resolved-document.js";
import { type Checked, schemaCheck } from "./schema-check.js";
import { type LibraryTemplate, TemplateLibrary } from "./templates/template-library.js";
import { workBounds } from "./work-bounds.js";

/**
 * Turns parsed JSON into a document that can be rendered: fills in variables, checks the fields,
 * fills in defaults. Every render and every measurement begins here.
 * @param value changed in place
 * @param use what the document is rendered to, if the endpoint decides that
 * @throws ServiceError invalid_render_request with all mistakes
 */
export type ResolveDocument = (value: unknown, use?: DocumentUse) => ResolvedDocument;

/**
 * @param maxLength characters that the strings of a document may have after variables were filled
 * in
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
		// The number of a template's layers depends on its lists.
		if (template !== undefined) refuse(layerBounds(value));
		const source = fitting(check(value), { template, base: "" });
		refuse(workBounds(source));
		refuse(checkDocument(source));
		const templateVersion = template?.version ?? null;
		return { ...fillIn(source, contract, use), templateVersion, mayChange };
	};
}

/**
 * The value that fits its schema.
 * @param made of a template, if it was, and where the document is in the request
 * @throws ServiceError invalid_render_request
 */
export function fitting<T>(
	checked: Checked<T>,
	made: { readonly template: LibraryTemplate | undefined; readonly base: string },
): T {
	if (!("issues" in checked)) return checked.value;
	const { issues } = checked;
	throw invalid(
		"invalid_render_request",
		made.template === undefined ? issues : issues.map((issue) => besideTemplate(issue, made.base)),
	);
}

const OWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(RenderRequestSchema.properties));
const FIELDS_BESIDE_TEMPLATE = Object.keys(TemplateRequestSchema.properties);

/**
 * The known fields for a message: a request with a template has other fields than a document with
 * slides.
 */
function besideTemplate(issue: Issue, base: string): Issue {
	const { path } = issue;
	const name = path.slice(base.length + 1);
	const isField = path.startsWith(`${base}/`) && name !== "" && !name.includes("/");
	if (!isField || OWN_FIELDS.has(name)) return issue;
	return { path, ...unknownField(name, FIELDS_BESIDE_TEMPLATE) };
}

/** @throws ServiceError invalid_render_request if there is any mistake */
export function refuse(issues: readonly Issue[]): void {
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
}
