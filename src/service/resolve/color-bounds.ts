import type { Issue } from "../../contract/issue.js";
import { escaped } from "../variables/places.js";

/**
 * Different colours of a document that are written as functions, as rgb() and color-mix(): reading
 * one takes up to a tenth of a millisecond, in the process that serves everybody.
 */
const MAX_FUNCTIONS = 250;

/** Fields that are colours, or paints, which may be one. */
const FIELDS: ReadonlySet<string> = new Set([
	"background",
	"backgroundColor",
	"color",
	"fill",
	"highlightColor",
	"textColor",
	"textFill",
]);

/**
 * @param document fits the schema
 * @returns empty: there are no more than any design has
 */
export function colorBounds(document: object): Issue[] {
	const seen = new Set<string>();
	const open: { readonly holder: object; readonly path: string }[] = [
		{ holder: document, path: "" },
	];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		for (const [key, value] of Object.entries(next.holder)) {
			if (typeof value === "object" && value !== null)
				open.push({ holder: value, path: `${next.path}/${escaped(key)}` });
			if (typeof value !== "string" || !FIELDS.has(key) || !value.includes("(")) continue;
			seen.add(value);
			if (seen.size > MAX_FUNCTIONS)
				return [
					{
						path: `${next.path}/${key}`,
						message: `is one of more than ${MAX_FUNCTIONS} different colours that are written as functions; hexadecimal ones are not limited`,
						maximum: MAX_FUNCTIONS,
					},
				];
		}
	}
	return [];
}
