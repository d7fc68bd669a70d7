import type { Brand } from "../../contract/brands.js";
import type { Issue } from "../../contract/issue.js";
import { brandValues } from "./brand-values.js";
import { DocumentStrings } from "./document-strings.js";
import { place } from "./places.js";
import { isObject, nameIssues, valuesOf } from "./values.js";

/**
 * Puts the variables of a document into its strings, in place, and takes `variables` away. A document
 * without `variables`, or whose `variables` are not values by names, stays as it is: the schema
 * says what is wrong with those.
 * @param document parsed JSON, not validated yet
 * @param base JSON pointer of the document, "" for a body that is one
 * @param maxLength characters that all strings together may have afterwards
 * @param brand what `{{brand.…}}` stands for
 * @returns what is wrong: names that nothing is given for, names that nothing asks for; and whether
 *   the document uses what the brand has
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
