import { ServiceError } from "../base/errors.js";
import { invalid } from "../base/invalid.js";
import type { Fault, Issue } from "../base/issue.js";
import { type Brand, DEFAULT_BRAND } from "../contract/brands.js";
import type { Contract } from "../contract/contract.js";
import { LIMITS } from "../contract/limits.js";
import type { InlineTemplate } from "../contract/templates.js";
import type { Made } from "./sent-path.js";
import { templateIssues } from "./template-issues.js";
import { expandTemplate } from "./templates/expand-template.js";
import {
	libraryTemplate,
	type TemplateLibrary,
	type UsedTemplate,
} from "./templates/template-library.js";
import { expandVariables } from "./variables/expand.js";
import type { Filled } from "./variables/fill.js";
import { listed } from "./variables/placeholders.js";
import { escaped, type Members } from "./variables/places.js";
import { isObject } from "./variables/values.js";

/** A document with its variables filled in. */
export class ExpandedDocument {
	/** Not validated yet. */
	readonly value: unknown;
	/** Common layers by the index of a slide, if they are different on each; not validated yet. */
	readonly commons: readonly unknown[] | undefined;
	/** Common layers that keep `{{slide}}` and `{{slides}}`, see `Filled`. */
	readonly numbered: unknown;
	/** The template that it was made from. */
	readonly template: UsedTemplate | undefined;
	/** Whether its look depends on a brand or a template, which may change. */
	readonly mayChange: boolean;
	/** Steps that its expressions took. */
	readonly steps: number;
	/** What a template made it of. */
	readonly made: Made | undefined;

	/** The document as one that can be sent again. */
	get document(): unknown {
		return this.numbered === undefined
			? this.value
			: { ...(this.value as Members), common: this.numbered };
	}

	constructor(
		{
			document,
			commons,
			steps,
			numbered,
		}: Omit<Filled, "document"> & { readonly document: unknown },
		{ template, mayChange, variables = {} }: Making,
	) {
		this.value = withUsualFormat(document);
		this.commons = commons;
		this.steps = steps;
		this.numbered = numbered;
		this.template = template;
		this.mayChange = mayChange;
		this.made = template && { isInline: template.isInline === true, variables };
	}
}

/** What a document was made from. */
interface Making {
	readonly template?: UsedTemplate;
	readonly mayChange: boolean;
	/** Those of the request. */
	readonly variables?: Members;
}

/** What filling in variables needs. */
export interface ExpanderOptions {
	readonly contract: Contract;
	readonly templates: TemplateLibrary;
	/** Largest number of characters of all strings of a document after variables were filled in. */
	readonly maxLength: number;
}

/**
 * Fills in the variables of a document, or of a template that it names or contains.
 * @param value parsed JSON
 * @param base JSON pointer of the document
 * @throws ServiceError invalid_render_request with all mistakes in the variables
 */
export type ExpandDocument = (value: unknown, base?: string) => ExpandedDocument;

export function documentExpander(options: ExpanderOptions): ExpandDocument {
	const { contract, templates, maxLength } = options;
	return (value, base = "") => {
		const template = templateOf(value, templates, base);
		if (template !== undefined && isObject(value))
			return expandTemplated(template, value, base, options);
		const brand = brandNamed(contract, isObject(value) ? value.brand : undefined);
		const made = expandVariables(value, { base, maxLength, brand });
		if ("issues" in made) {
			const error = invalid("invalid_render_request", made.issues);
			throw made.rest === undefined ? error : new NotExpanded(error, made.rest);
		}
		return new ExpandedDocument(made, { mayChange: made.usesBrand });
	};
}

/** Placeholders of a document are wrong. */
export class NotExpanded extends ServiceError {
	/** What can be checked all the same: the document without them. */
	readonly rest: unknown;

	constructor({ code, message, details }: ServiceError, rest: unknown) {
		super(code, { message, details });
		this.rest = rest;
	}
}

/**
 * Fills in the variables of a template.
 * @param value a request with the template, see TemplateRequest
 * @param base JSON pointer of the document
 * @throws ServiceError invalid_render_request with all mistakes in the variables
 */
export function expandTemplated(
	template: UsedTemplate,
	{ template: _, variables, ...fields }: Members,
	base: string,
	{ contract, maxLength }: Omit<ExpanderOptions, "templates">,
): ExpandedDocument {
	const named = fields.brand ?? (template.template.document as Members).brand;
	const made = expandTemplate(template, variables, {
		brand: brandNamed(contract, named),
		fields,
		base,
		maxLength,
	});
	if ("issues" in made) throw invalid("invalid_render_request", made.issues);
	refuseOtherPlatforms(template.template, fields.platforms, base);
	const given = isObject(variables) ? variables : {};
	return new ExpandedDocument(made, { template, mayChange: true, variables: given });
}

/** The name of a format as a file has it. */
export const usualFormat = (format: unknown): unknown => (format === "jpg" ? "jpeg" : format);

function withUsualFormat(document: unknown): unknown {
	return isObject(document) && document.format === "jpg"
		? { ...document, format: usualFormat(document.format) }
		: document;
}

/** Fields that come from the template, so a document with a template cannot have them. */
const OF_TEMPLATES = ["slides", "common"] as const;

/**
 * The template that a document names or contains.
 * @returns undefined if there is none
 * @throws ServiceError invalid_render_request if there is no such template, or it is invalid
 */
export function templateOf(
	value: unknown,
	templates: TemplateLibrary,
	base: string,
): UsedTemplate | undefined {
	if (!isObject(value) || value.template === undefined || value.template === null) return undefined;
	const { template: written } = value;
	const issues: Issue[] = [];
	for (const field of OF_TEMPLATES)
		if (value[field] !== undefined && value[field] !== null)
			issues.push({
				path: `${base}/${escaped(field)}`,
				message: "cannot be combined with template, which has its own",
			});
	const found = isObject(written)
		? readTemplate(written, `${base}/template`, issues)
		: typeof written === "string"
			? templates.get(written)
			: undefined;
	if (found === undefined && !isObject(written))
		issues.unshift({ path: `${base}/template`, ...noSuch(written, templates) });
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
	return found;
}

/** A template within a request. @returns undefined, with issues, if it is invalid */
function readTemplate(written: Members, path: string, issues: Issue[]): UsedTemplate | undefined {
	const text = JSON.stringify(written);
	const found: readonly Issue[] =
		text.length > LIMITS.maxInlineTemplateLength
			? [
					{
						path: "",
						message: `must have at most ${LIMITS.maxInlineTemplateLength} characters as JSON`,
						maxLength: LIMITS.maxInlineTemplateLength,
					},
				]
			: templateIssues(written).issues;
	issues.push(...found.map((issue) => ({ ...issue, path: `${path}${issue.path}` })));
	if (found.length > 0) return undefined;
	return { ...libraryTemplate(written as InlineTemplate), isInline: true };
}

/**
 * A template is made for the platforms that it lists, so a request may only choose from them.
 * @param platforms as they were sent; the schema refuses anything but a list of names
 * @throws ServiceError invalid_render_request
 */
function refuseOtherPlatforms(
	{ platforms: own }: InlineTemplate,
	platforms: unknown,
	base: string,
): void {
	if (!Array.isArray(platforms) || own === undefined) return;
	const isOwn = (platform: unknown) => own.some((one) => one === platform);
	const issues = platforms.slice(0, LIMITS.maxPlatforms).flatMap((platform: unknown, i) =>
		isOwn(platform)
			? []
			: [
					{
						path: `${base}/platforms/${i}`,
						message: `must be one that the template lists: ${own.join(", ")}`,
						enum: own,
					},
				],
	);
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
}

function noSuch(id: unknown, templates: TemplateLibrary): Fault {
	if (typeof id !== "string")
		return { message: "must be the id of a template, as a string, or a template as an object" };
	const near = templates.nearest(id);
	return {
		message:
			near.length === 0
				? "is not a template of this service; see GET /api/templates"
				: `is not a template of this service; did you mean ${near.join(" or ")}? See GET /api/templates for all`,
		allowed: listed(templates.ids, 100),
	};
}

/** The brand that a document names; the schema refuses an unknown one. */
export function brandNamed({ brands }: Contract, id: unknown): Brand {
	const name = typeof id === "string" && Object.hasOwn(brands, id) ? id : DEFAULT_BRAND;
	return brands[name]!;
}
