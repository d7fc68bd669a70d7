import type { Issue } from "../../base/issue.js";
import type { Brand } from "../../contract/brands.js";
import { LIMITS } from "../../contract/limits.js";
import { brandValues } from "./brand-values.js";
import { columnOf, isBeyond, listOf } from "./columns.js";
import { type Filled, fill, type NotFilled } from "./fill.js";
import { escaped, type Members } from "./places.js";
import { DocumentPlan } from "./plan.js";
import { isObject, ValueReader, type Values, valuesOf } from "./values.js";

/** What filling in the variables of a document needs. */
export interface ExpandOptions {
	readonly base: string;
	/** Characters that all strings together may have afterwards. */
	readonly maxLength: number;
	/** Values of `{{brand.…}}`. */
	readonly brand: Brand;
}

/**
 * Fills in the variables of a document. A document without valid `variables` is not changed, apart
 * from the slide numbers in its common layers; the schema reports what is wrong with them.
 * @param document parsed JSON, not validated yet
 * @returns what is wrong, or the document and whether it uses values of the brand
 */
export function expandVariables(
	document: unknown,
	{ base, maxLength, brand }: ExpandOptions,
):
	| { readonly issues: readonly Issue[]; readonly rest?: unknown }
	| (Omit<Filled, "document"> & { readonly document: unknown; readonly usesBrand: boolean }) {
	const same = { document, commons: undefined, steps: 0, usesBrand: false };
	if (!isObject(document)) return same;
	const isGiven = document.variables !== undefined && document.variables !== null;
	const given = isGiven ? valuesOf(document.variables, base) : undefined;
	if (isGiven && given === undefined) return same;
	if (given !== undefined && given.issues.length > 0) return { issues: given.issues };
	const values = given?.values;
	if (values === undefined && !isObject(document.common)) return same;
	const plan = DocumentPlan.of(document, {
		base,
		numbersOnly: values === undefined,
		isName: (name) => values?.has(name) === true,
	});
	if (!(plan instanceof DocumentPlan)) return { issues: [plan] };
	if (values === undefined && !plan.commonVaries) return same;
	const filled = fillPlan(plan, values ?? new Map(), {
		slides: document.slides,
		platforms: platformsIn(document),
		maxLength,
		brand: brandValues(brand),
	});
	if ("issues" in filled) return filled;
	// Without variables, only the common layers were read.
	const rest = values === undefined ? document : {};
	return { ...filled, document: { ...rest, ...filled.document }, usesBrand: plan.usesBrand };
}

/** How many platforms a document names. */
export const platformsIn = ({ platforms }: Members): number =>
	Array.isArray(platforms) ? Math.min(LIMITS.maxPlatforms, Math.max(1, platforms.length)) : 1;

/**
 * Fills in a document that is not a template: columns become the lists that it uses.
 * @returns the document, or everything that is wrong
 */
export function fillPlan(
	plan: DocumentPlan,
	given: Values,
	options: {
		readonly brand: ReadonlyMap<string, string>;
		readonly maxLength: number;
		readonly platforms: number;
		readonly slides?: unknown;
	},
): Filled | NotFilled {
	const lists = new Map<string, (readonly [string, unknown])[]>();
	const reader = new ValueReader();
	for (const [name, value] of given) {
		const column = columnOf(name);
		if (column === undefined || !plan.roots.has(column.list) || given.has(column.list)) continue;
		if (isBeyond(column.item))
			reader.add(
				`${plan.base}/variables/${escaped(name)}`,
				`is one item too many: at most ${LIMITS.maxListItems} are allowed`,
				{ maximum: LIMITS.maxListItems },
			);
		const columns = lists.get(column.list) ?? [];
		lists.set(column.list, columns);
		columns.push([name, value]);
	}
	if (lists.size === 0) return fill(plan, { ...options, values: given });
	const values = new Map(given);
	for (const [list, columns] of lists)
		values.set(list, reader.read(listOf(columns), `${plan.base}/variables/${escaped(list)}`));
	return reader.issues.length > 0 ? { issues: reader.issues } : fill(plan, { ...options, values });
}
