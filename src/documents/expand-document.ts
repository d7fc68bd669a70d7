import { invalid } from "../base/invalid.js";
import type { Fault, Issue } from "../base/issue.js";
import { nearest } from "../base/nearest.js";
import { type Brand, DEFAULT_BRAND } from "../contract/brands.js";
import type { Contract } from "../contract/contract.js";
import { LIMITS } from "../contract/limits.js";
import type { Template } from "../contract/templates.js";
import { expandTemplate } from "./templates/expand-template.js";
import type { LibraryTemplate, TemplateLibrary } from "./templates/template-library.js";
import { expandVariables } from "./variables/expand.js";
import { listed } from "./variables/placeholders.js";
import { escaped, type Members } from "./variables/places.js";
import { isObject } from "./variables/values.js";

/** A document with its variables filled in. */
export interface ExpandedDocument {
	/** Not validated yet. */
	readonly value: unknown;
	/** The template that it was made from. */
	readonly template: LibraryTemplate | undefined;
	/** Whether its look depends on a brand or a template, which may change. */
	readonly mayChange: boolean;
}

/**
 * Fills in the variables of a document, or of a template that it names.
 * @param value parsed JSON, changed in place unless it names a template
 * @param base JSON pointer of the document
 * @throws ServiceError invalid_render_request with all mistakes in the variables
 */
export type ExpandDocument = (value: unknown, base?: string) => ExpandedDocument;

/**
 * @param maxLength characters that the strings of a document may have after variables were filled
 * in
 */
export function documentExpander(
	contract: Contract,
	templates: TemplateLibrary,
	maxLength: number,
): ExpandDocument {
	return (value, base = "") => {
		const template = templateOf(value, templates, base);
		if (template === undefined || !isObject(value)) {
			const brand = brandNamed(contract, isObject(value) ? value.brand : undefined);
			const { issues, usesBrand } = expandVariables(value, base, maxLength, brand);
			if (issues.length > 0) throw invalid("invalid_render_request", issues);
			return { value, template: undefined, mayChange: usesBrand };
		}
		const { template: _, variables, ...fields } = value;
		const named = fields.brand ?? (template.template.document as Members).brand;
		const made = expandTemplate(template.template, variables, {
			brand: brandNamed(contract, named),
			fields,
			base,
			maxLength,
		});
		if ("issues" in made) throw invalid("invalid_render_request", made.issues);
		refuseOtherPlatforms(template.template, fields.platforms, base);
		return { value: made.document, template, mayChange: true };
	};
}

/** Fields that come from the template, so a document with a template cannot have them. */
const OF_TEMPLATES = ["slides", "common"] as const;

/**
 * The template that a document names.
 * @returns undefined if it names none
 * @throws ServiceError invalid_render_request if there is no such template
 */
export function templateOf(
	value: unknown,
	templates: TemplateLibrary,
	base: string,
): LibraryTemplate | undefined {
	if (!isObject(value) || value.template === undefined || value.template === null) return undefined;
	const { template: id } = value;
	const issues: Issue[] = [];
	const found = typeof id === "string" ? templates.get(id) : undefined;
	if (found === undefined) issues.push({ path: `${base}/template`, ...noSuch(id, templates) });
	for (const field of OF_TEMPLATES)
		if (value[field] !== undefined && value[field] !== null)
			issues.push({
				path: `${base}/${escaped(field)}`,
				message: "cannot be combined with template, which has its own",
			});
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
	return found;
}

/**
 * A template is made for the platforms that it lists, so a request may only choose from them.
 * @param platforms as they were sent; the schema refuses anything but a list of names
 * @throws ServiceError invalid_render_request
 */
function refuseOtherPlatforms(
	{ platforms: own }: Template,
	platforms: unknown,
	base: string,
): void {
	if (!Array.isArray(platforms)) return;
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

function noSuch(id: unknown, { ids }: TemplateLibrary): Fault {
	if (typeof id !== "string") return { message: "must be the id of a template, as a string" };
	const [meant] = nearest(id, ids, 1);
	const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
	return {
		message: `is not a template of this service${hint} See GET /api/templates`,
		allowed: listed(ids, 100),
	};
}

/** The brand that a document names; the schema refuses an unknown one. */
export function brandNamed({ brands }: Contract, id: unknown): Brand {
	const name = typeof id === "string" && Object.hasOwn(brands, id) ? id : DEFAULT_BRAND;
	return brands[name]!;
}
