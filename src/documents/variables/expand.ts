import type { Issue } from "../../base/issue.js";
import type { Brand } from "../../contract/brands.js";
import { brandValues } from "./brand-values.js";
import { DocumentStrings } from "./document-strings.js";
import { place } from "./places.js";
import { isObject, nameIssues, valuesOf } from "./values.js";

/**
 * Fills the variables of a document into its strings, in place, and removes `variables`. A document
 * without valid `variables` is not changed; the schema reports what is wrong with them.
 * @param document parsed JSON, not validated yet
 * @param base JSON pointer of the document, "" if the body is the document
 * @param maxLength characters that all strings together may have afterwards
 * @param brand values of `{{brand.…}}`
 * @returns what is wrong (names without a value, and unused names), and whether the document uses
 * values of the brand
 */
export function expandVariables(
	document: unknown,
	base: string,
	maxLength: number,
	brand: Brand,
): { readonly issues: readonly Issue[]; readonly usesBrand: boolean } {
	const fine = { issues: [], usesBrand: false };
	if (!isObject(document) || !Object.hasOwn(document, "variables")) return fine;
	const given = valuesOf(document.variables);
	if (given === undefined) return fine;
	const tooLong = nameIssues(given, base);
	if (tooLong.length > 0) return { ...fine, issues: tooLong };
	const template = DocumentStrings.of(document, base);
	if (!(template instanceof DocumentStrings)) return { ...fine, issues: [template] };
	const filling = template.fill(given, maxLength, brandValues(brand));
	if ("issues" in filling) return { ...fine, issues: filling.issues };
	for (const [way, value] of filling.values) place(way, way.holder, value);
	delete document.variables;
	return { issues: [], usesBrand: template.usesBrand };
}
