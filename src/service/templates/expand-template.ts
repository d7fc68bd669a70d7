/** A template and values become a document. */
import type { Brand } from "../../contract/brands.js";
import type { Issue } from "../../contract/issue.js";
import type { Template } from "../../contract/templates.js";
import { type Members, put } from "../variables/places.js";
import { Filling, TooLarge } from "./fill.js";
import { readVariables } from "./read-variables.js";

/** What a request says besides its variables. */
export interface ExpandOptions {
	readonly brand: Brand;
	/** Fields of the document that the request sets itself: they override the template's. */
	readonly fields?: Readonly<Members>;
	/** JSON pointer of the document. */
	readonly base?: string;
	/** Characters that all strings of the document together may have. */
	readonly maxLength: number;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Makes the document that a template and its variables stand for.
 * @param template checked: see checkTemplate
 * @param variables as they were sent
 * @returns the document, to be validated as any other; or all that is wrong with the variables
 */
export function expandTemplate(
	template: Template,
	variables: unknown,
	{ brand, fields = {}, base = "", maxLength }: ExpandOptions,
): { readonly document: Members } | { readonly issues: Issue[] } {
	const scope = readVariables(template, variables, brand, base);
	if ("issues" in scope) return scope;
	try {
		const filled = new Filling(scope, maxLength).document(template.document);
		const document: Members = { platform: template.platforms[0], ...filled };
		for (const [name, value] of Object.entries(fields))
			if (value !== null) put(document, name, value);
		if (isGiven(fields.platforms) && !isGiven(fields.platform)) delete document.platform;
		return { document };
	} catch (error) {
		if (!(error instanceof TooLarge)) throw error;
		return { issues: [{ path: `${base}/variables`, ...error.fault }] };
	}
}
