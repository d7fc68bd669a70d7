/** Reads and validates the variables that a client sends for a template. */

import type { Issue } from "../../base/issue.js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import type { Template, TemplateField, TemplateVariable } from "../../contract/templates.js";
import { parseCssColor } from "../../engine/text/rich/css-color.js";
import { graphemes } from "../../engine/text/unicode/graphemes.js";
import { readNumber } from "../expressions/functions.js";
import type { Value } from "../expressions/value.js";
import { parseImageSrc } from "../source-url.js";
import { BRAND_VARIABLES } from "../variables/brand-values.js";
import { columnOf, isBeyond, listOf } from "../variables/columns.js";
import { listed } from "../variables/placeholders.js";
import { escaped, type Members } from "../variables/places.js";
import { Fields } from "../variables/scope.js";
import { isObject } from "../variables/values.js";

/** The issues of one request; no more than a 400 lists. */
class Issues {
	readonly all: Issue[] = [];
	#items = 0;

	add(path: string, message: string, more: Record<string, unknown> = {}): undefined {
		if (this.all.length < LIMITS.maxIssuesListed) this.all.push({ path, message, ...more });
		return undefined;
	}

	/** Counts the items of all lists, also of lists in lists. */
	countItems(items: number, path: string): void {
		this.#items += items;
		if (
			this.#items > LIMITS.maxTemplateListItems &&
			this.#items - items <= LIMITS.maxTemplateListItems
		)
			this.add(path, `brings all lists to more than ${LIMITS.maxTemplateListItems} items`, {
				maxItems: LIMITS.maxTemplateListItems,
			});
	}

	get isFull(): boolean {
		return this.all.length >= LIMITS.maxIssuesListed;
	}
}

/**
 * Reads the variables of a request.
 * @param given as they were sent: by name; lists as lists, or as columns such as `speakers.1.name`
 * @param base JSON pointer of the document
 * @returns the values of placeholders, or all mistakes
 */
export function readVariables(
	template: Pick<Template, "variables">,
	given: unknown,
	base: string,
): Fields | { readonly issues: Issue[] } {
	const issues = new Issues();
	const path = `${base}/variables`;
	const sent = given ?? {};
	if (!isObject(sent)) {
		issues.add(path, "must be an object with the values of the template's variables by name");
		return { issues: issues.all };
	}
	const byName = gathered(template.variables, sent, path, issues);
	const values = new Fields();
	for (const [name, type] of Object.entries(BRAND_VARIABLES)) {
		const value = byName.get(name);
		if (isEmpty(value)) continue;
		const text = typedValue({ type, label: name }, value, `${path}/${name}`, issues);
		if (text !== null) values.set(name, text);
	}
	const font = values.get("brand.font");
	if (font !== undefined && !values.has("brand.headlineFont"))
		values.set("brand.headlineFont", font);
	addFields(values, template.variables, (name) => byName.get(name), path, issues);
	return issues.all.length > 0 ? { issues: issues.all } : values;
}

type Declared = Readonly<Record<string, TemplateVariable | TemplateField>>;

/** Reads the values of all declared names; those without a value are null. */
function addFields(
	fields: Fields,
	declared: Declared,
	given: (name: string) => unknown,
	path: string,
	issues: Issues,
): void {
	for (const [name, variable] of Object.entries(declared)) {
		const at = `${path}/${escaped(name)}`;
		const value = given(name) ?? undefined;
		fields.set(
			name,
			variable.type === "list"
				? itemsOf(variable, value, at, issues)
				: scalarOf(variable, value, at, issues),
		);
		if (variable.type === "richText") fields.html.add(name);
		if (issues.isFull) break;
	}
}

/**
 * Names of columns that the template does not have.
 * @returns an issue for each
 */
export function unknownNames(
	{ variables }: Pick<Template, "variables">,
	names: readonly string[],
): readonly Issue[] {
	const issues = new Issues();
	gathered(variables, Object.fromEntries(names.map((name) => [name, ""])), "", issues);
	return issues.all.map(({ path, message, ...rest }) => ({
		...rest,
		path,
		message: `has a column "${path.slice(1)}" that ${message}`,
	}));
}

/**
 * The values by variable; columns become items. Names that the template does not have are issues.
 */
function gathered(
	declared: Template["variables"],
	sent: Members,
	path: string,
	issues: Issues,
): Map<string, unknown> {
	const byName = new Map<string, unknown>();
	const names = Object.keys(sent);
	if (names.length > LIMITS.maxTemplateValues) {
		issues.add(path, `must have at most ${LIMITS.maxTemplateValues} values`, {
			maximum: LIMITS.maxTemplateValues,
		});
		return byName;
	}
	const columns = new Map<string, (readonly [string, unknown])[]>();
	for (const name of names) {
		const { list = "", item = 0 } = columnOf(name) ?? {};
		const at = `${path}/${escaped(name)}`;
		if (Object.hasOwn(declared, name) || Object.hasOwn(BRAND_VARIABLES, name))
			byName.set(name, sent[name]);
		else if (Object.hasOwn(declared, list) && declared[list]!.type === "list") {
			if (isBeyond(item))
				issues.add(at, `is one item too many: at most ${LIMITS.maxListItems} are allowed`, {
					maximum: LIMITS.maxListItems,
				});
			else if (Object.hasOwn(sent, list))
				issues.add(at, `cannot be combined with ${list}: give one of them`);
			else columns.set(list, [...(columns.get(list) ?? []), [name, sent[name]]]);
		} else unknown(at, name, Object.keys(declared), issues);
		if (issues.isFull) break;
	}
	for (const [list, cells] of columns) byName.set(list, listOf(cells));
	return byName;
}

function unknown(path: string, name: string, known: readonly string[], issues: Issues): undefined {
	const [meant] = nearest(name, known, 1);
	const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
	return issues.add(path, `is not a variable of the template${hint}`, { allowed: listed(known) });
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Whether a variable is required. */
export const isRequired = ({
	required,
	default: standard,
}: Pick<TemplateField, "required"> & { readonly default?: unknown }): boolean =>
	required ?? standard === undefined;

/** The value of a variable that is not a list. */
function scalarOf(
	field: TemplateField | TemplateVariable,
	given: unknown,
	path: string,
	issues: Issues,
): Value {
	const value = given === undefined || given === null ? field.default : given;
	if (!isEmpty(value)) return typedValue(field, value, path, issues);
	if (isRequired(field)) issues.add(path, "is required", needed(field));
	return value === "" && field.type !== "number" && field.type !== "boolean" ? "" : null;
}

/** Describes a missing variable to the client. */
const needed = ({ type, label, options }: TemplateField | TemplateVariable) => ({
	type,
	label,
	...(options && { enum: options }),
});

const WHAT: Readonly<Record<string, string>> = {
	text: "must be a text",
	richText: "must be a text",
	image: "must be the source of an image, as a string",
	color: "must be a CSS colour",
	number: "must be a number",
	boolean: "must be true or false",
	choice: "must be one of the options",
};

/**
 * A value in the type of its variable.
 * @returns null if it is invalid, with an issue
 */
function typedValue(
	{ type, maxLength = LIMITS.maxTextLength, options = [] }: TemplateField | TemplateVariable,
	value: unknown,
	path: string,
	issues: Issues,
): Value {
	const wrong = (message = WHAT[type]!, more: object = {}) => {
		issues.add(path, message, { type, ...more });
		return null;
	};
	switch (type) {
		case "boolean":
			// In a table, `false` is a string.
			if (value === true || value === "true") return true;
			return value === false || value === "false" ? false : wrong();
		case "number":
			if (typeof value === "number" && Number.isFinite(value)) return value;
			return (typeof value === "string" ? readNumber(value) : null) ?? wrong();
		default:
	}
	if (typeof value !== "string" && typeof value !== "number") return wrong();
	const text = String(value);
	switch (type) {
		case "choice":
			if (options.includes(text)) return text;
			return wrong(`must be one of ${options.slice(0, 20).join(", ")}`, { enum: options });
		case "color":
			if (text.length <= LIMITS.maxColorLength && parseCssColor(text) !== null) return text;
			return wrong(undefined, { allowed: "any CSS colour, for example #D4AF37 or gold" });
		case "image": {
			const source = parseImageSrc(text);
			if (source.kind !== "invalid") return text;
			return wrong(source.problem, { allowed: source.allowed });
		}
		default:
			return lengthOf(text) <= maxLength
				? text
				: wrong(`must have at most ${maxLength} characters; it has ${lengthOf(text)}`, {
						maxLength,
					});
	}
}

/** Letters as people count them: an emoji with its modifiers is one. */
const lengthOf = (text: string): number => graphemes(text).length;

/** The items of a list. */
function itemsOf(
	variable: TemplateVariable | TemplateField,
	given: unknown,
	path: string,
	issues: Issues,
): Fields[] {
	const value = given ?? variable.default ?? [];
	const { fields = {}, maxItems = LIMITS.defaultTemplateItems } = variable;
	if (!Array.isArray(value) && value !== "") {
		issues.add(path, "must be a list of objects", { type: "list", allowed: Object.keys(fields) });
		return [];
	}
	const items = value === "" ? [] : (value as readonly unknown[]);
	if (items.length === 0 && isRequired(variable))
		issues.add(path, "is required: at least one item", { type: "list", label: variable.label });
	if (items.length > maxItems) {
		issues.add(path, `must have at most ${maxItems} items; it has ${items.length}`, { maxItems });
		return [];
	}
	issues.countItems(items.length, path);
	return items.map((item, i) => itemOf(fields, item, `${path}/${i}`, issues));
}

function itemOf(fields: Declared, item: unknown, path: string, issues: Issues): Fields {
	const values = new Fields();
	if (!isObject(item)) {
		issues.add(path, "must be an object", { allowed: Object.keys(fields) });
		return values;
	}
	for (const name of Object.keys(item)) {
		if (!Object.hasOwn(fields, name))
			unknown(`${path}/${escaped(name)}`, name, Object.keys(fields), issues);
		if (issues.isFull) return values;
	}
	const given = (name: string) => (Object.hasOwn(item, name) ? item[name] : undefined);
	addFields(values, fields, given, path, issues);
	return values;
}
