import type { Issue } from "../../contract/issue.js";
import { put } from "./places.js";
import { Template } from "./template.js";
import { isObject, nameIssues, valuesOf } from "./values.js";

/**
 * Puts the variables of a document into its strings, in place, and takes `variables` away. A document
 * without `variables`, or whose `variables` are not strings by names, stays as it is: the schema
 * says what is wrong with those.
 * @param document parsed JSON, not validated yet
 * @param base JSON pointer of the document, "" for a body that is one
 * @param maxLength characters that all strings together may have afterwards
 * @returns what is wrong: names that nothing is given for, names that nothing asks for
 */
export function expandVariables(document: unknown, base: string, maxLength: number): Issue[] {
	if (!isObject(document) || !Object.hasOwn(document, "variables")) return [];
	const given = valuesOf(document.variables);
	if (given === undefined) return [];
	const tooLong = nameIssues(given, base);
	if (tooLong.length > 0) return tooLong;
	const template = Template.of(document, base);
	if (!(template instanceof Template)) return [template];
	const filling = template.fill(given, maxLength);
	if ("issues" in filling) return filling.issues;
	for (const [{ holder, key }, text] of filling.texts) put(holder, key, text);
	delete document.variables;
	return [];
}
