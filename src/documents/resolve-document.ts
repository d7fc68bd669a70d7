import { ServiceError } from "../base/errors.js";
import { invalid } from "../base/invalid.js";
import type { Issue } from "../base/issue.js";
import type { Contract } from "../contract/contract.js";
import { type CommonLayers, CommonLayersSchema } from "../contract/document/slide.js";
import { LIMITS } from "../contract/limits.js";
import { type RenderRequest, RenderRequestSchema } from "../contract/render-request.js";
import { TemplateRequestSchema } from "../contract/template-request.js";
import { valueIssues } from "./check-colors.js";
import { checkDocument } from "./check-document.js";
import { contentWarnings } from "./content-warnings.js";
import { documentExpander, ExpandedDocument, NotExpanded } from "./expand-document.js";
import { fillIn } from "./fill-in.js";
import { hiddenValues } from "./hidden-values.js";
import type { DocumentUse } from "./ignored-fields.js";
import { layerBounds } from "./layer-bounds.js";
import { markupWarnings } from "./markup-warnings.js";
import { unknownField } from "./meant-field.js";
import type { Commons, ResolvedDocument } from "./resolved-document.js";
import { type Checked, schemaCheck } from "./schema-check.js";
import { issueAsSent, isWithin, type MadeDocument } from "./sent-path.js";
import { TemplateLibrary, type UsedTemplate } from "./templates/template-library.js";
import { isObject } from "./variables/values.js";
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
	/** @throws ServiceError as `expand`, with the mistakes beside wrong placeholders */
	const withRest = (expand: () => ExpandedDocument): ExpandedDocument => {
		try {
			return expand();
		} catch (error) {
			if (!(error instanceof NotExpanded) || layerBounds(error.rest).length > 0) throw error;
			const { rest, details } = error;
			const issues = details.issues as readonly Issue[];
			const checked = check(rest);
			const others = "issues" in checked ? withValues(checked.issues, rest) : valueIssues(rest);
			const isOther = ({ path }: Issue) =>
				!issues.some((one) => isWithin(one.path, path) || isWithin(path, one.path));
			const more = others.map((issue) => issueAsSent(issue, { value: rest, made: undefined }));
			throw invalid(error.code, [...issues, ...more.filter(isOther)]);
		}
	};
	const expand = documentExpander({ contract, templates, maxLength });
	const check = schemaCheck<RenderRequest>(contract.renderRequest);
	const checkContent = contentCheck(contract);
	return (written, use) => {
		const isExpanded = written instanceof ExpandedDocument;
		if (!isExpanded) refuse(layerBounds(written));
		const expanded = isExpanded ? written : withRest(() => expand(written));
		const { value, template, made, mayChange, steps, numbered } = expanded;
		const { source, commons } = asSent({ value, made }, () => {
			// The number of layers depends on the lists that they are repeated for.
			if (value !== written) refuse(layerBounds(value, expanded.commons));
			const checked = check(value);
			const source = fitting(
				"issues" in checked ? { issues: withValues(checked.issues, value) } : checked,
				{ template, base: "" },
			);
			return { source, commons: checkContent(source, expanded, "") };
		});
		const isPlain = !isExpanded && template === undefined && isWithoutVariables(written);
		const warnings = [
			...(isPlain ? contentWarnings(source) : hiddenValues(expanded, source)),
			...markupWarnings(expanded, source),
		];
		return {
			...fillIn(source, contract, { use, commons, warnings }),
			...(numbered !== undefined && { source: { ...source, common: numbered as CommonLayers } }),
			templateVersion: template?.version ?? null,
			made,
			mayChange,
			steps,
		};
	};
}

/** The issues of a schema, and colours and sources of the same document that cannot be read. */
export function withValues(issues: readonly Issue[], value: unknown): readonly Issue[] {
	const isOther = ({ path }: Issue) => !issues.some((one) => isWithin(path, one.path));
	return [...issues, ...valueIssues(value).filter(isOther)].slice(0, LIMITS.maxIssuesListed);
}

/** @throws ServiceError like `work`, with issues at what the client sent */
function asSent<T>(document: MadeDocument, work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { issues } = error.details as { issues?: readonly Issue[] };
		if (issues === undefined) throw error;
		throw invalid(
			error.code,
			issues.map((issue) => issueAsSent(issue, document)),
		);
	}
}

const isWithoutVariables = (written: unknown): boolean =>
	!isObject(written) || written.variables === undefined || written.variables === null;

/**
 * Checks what the schema of a document cannot express, and its common layers on each slide.
 * @returns a function that takes a document that matches its schema, and its JSON pointer
 * @throws ServiceError invalid_render_request with all mistakes
 */
export function contentCheck(contract: Contract) {
	const check = schemaCheck<CommonLayers>(contract.adapt(CommonLayersSchema));
	return (
		source: RenderRequest,
		{ commons: written, template }: ExpandedDocument,
		base: string,
	): Commons => {
		const at = (path: string, issues: readonly Issue[]) =>
			issues.map((issue) => ({ ...issue, path: `${path}${issue.path}` }));
		const commons = written?.map((common) => {
			if (common === undefined) return undefined;
			const checked = check(common);
			if (!("issues" in checked)) return checked.value;
			return fitting<CommonLayers>(
				{ issues: at(`${base}/common`, checked.issues) },
				{ template, base },
			);
		});
		refuse(at(base, workBounds(source, commons)));
		refuse(checkDocument(source, { base, commons }));
		return commons;
	};
}

/**
 * The value that fits its schema.
 * @param made of a template, if it was, and where the document is in the request
 * @throws ServiceError invalid_render_request
 */
export function fitting<T>(
	checked: Checked<T>,
	made: { readonly template: UsedTemplate | undefined; readonly base: string },
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
