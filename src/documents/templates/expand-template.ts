/** Makes a document from a template and values. */

import type { Issue } from "../../base/issue.js";
import type { Brand } from "../../contract/brands.js";
import type { Template } from "../../contract/templates.js";
import { type Members, put } from "../variables/places.js";
import { Filling, TooLarge } from "./fill.js";
import { readVariables } from "./read-variables.js";

/** The fields of a request apart from its variables. */
export interface ExpandOptions {
	readonly brand: Brand;
	/** Fields of the document that the request sets; they override the template's. */
	readonly fields?: Readonly<Members>;
	/** JSON pointer of the document. */
	readonly base?: string;
	/** Largest number of characters of all strings of the document. */
	readonly maxLength: number;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Makes the document of a template and its variables.
 * @param template checked, see checkTemplate
 * @param variables as they were sent
 * @returns the document, to be validated like any other; or all mistakes in the variables
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
