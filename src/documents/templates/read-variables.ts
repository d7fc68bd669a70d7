/** Reads and validates the variables that a client sends for a template. */

import type { Issue } from "../../base/issue.js";
import { nearest } from "../../base/nearest.js";
import type { Brand } from "../../contract/brands.js";
import { LIMITS } from "../../contract/limits.js";
import type { Template, TemplateField, TemplateVariable } from "../../contract/templates.js";
import { parseCssColor } from "../../engine/text/rich/css-color.js";
import { parseImageSrc } from "../source-url.js";
import { BRAND_VARIABLES, brandValues } from "../variables/brand-values.js";
import { listed } from "../variables/placeholders.js";
import { escaped, type Members } from "../variables/places.js";
import { isObject } from "../variables/values.js";
import { type ItemValues, Scope, type Value } from "./scope.js";

/** `speakers.2.name`: a field of an item, as the name of a CSV column. */
const COLUMN = /^([^.]+)\.([1-9]\d{0,2})\.([^.]+)$/;

/** The issues of one request; no more than a 400 lists. */
class Issues {
	readonly all: Issue[] = [];

	add(path: string, message: string, more: Record<string, unknown> = {}): undefined {
		if (this.all.length < LIMITS.maxIssuesListed) this.all.push({ path, message, ...more });
		return undefined;
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
	brand: Brand,
	base: string,
): Scope | { readonly issues: Issue[] } {
	const issues = new Issues();
	const path = `${base}/variables`;
	const sent = given ?? {};
	if (!isObject(sent)) {
		issues.add(path, "must be an object with the values of the template's variables by name");
		return { issues: issues.all };
	}
	const declared = template.variables;
	const byName = gathered(declared, sent, path, issues);
	const values = new Map<string, Value>();
	for (const [name, text] of brandValues(brand)) values.set(name, { text });
	const lists = new Map<string, readonly ItemValues[]>();
	for (const [name, type] of Object.entries(BRAND_VARIABLES)) {
		const value = byName.get(name);
		if (value === undefined || value === null || value === "") continue;
		const text = textOf({ type, label: name }, value, `${path}/${name}`, issues);
		if (text !== undefined) values.set(name, { text });
	}
	for (const [name, variable] of Object.entries(declared)) {
		const at = `${path}/${escaped(name)}`;
		const value = byName.get(name) ?? undefined;
		if (variable.type === "list") lists.set(name, itemsOf(variable, value, at, issues));
		else values.set(name, scalarOf(variable, value, at, issues));
		if (issues.isFull) break;
	}
	return issues.all.length > 0 ? { issues: issues.all } : new Scope(values, lists);
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
	const columns = new Map<string, Members[]>();
	for (const name of names) {
		const [, list = "", number, field = ""] = COLUMN.exec(name) ?? [];
		if (Object.hasOwn(declared, name) || Object.hasOwn(BRAND_VARIABLES, name))
			byName.set(name, sent[name]);
		else if (Object.hasOwn(declared, list) && declared[list]!.type === "list") {
			if (Number(number) > LIMITS.maxTemplateItems)
				issues.add(
					`${path}/${escaped(name)}`,
					`is one item too many: at most ${LIMITS.maxTemplateItems} are allowed`,
					{
						maximum: LIMITS.maxTemplateItems,
					},
				);
			else if (Object.hasOwn(sent, list))
				issues.add(`${path}/${escaped(name)}`, `cannot be combined with ${list}: give one of them`);
			else {
				const items = columns.get(list) ?? [];
				columns.set(list, items);
				items[Number(number) - 1] = { ...items[Number(number) - 1], [field]: sent[name] };
			}
		} else unknown(`${path}/${escaped(name)}`, name, Object.keys(declared), issues);
		if (issues.isFull) break;
	}
	// Empty cells of a table mean that the item does not exist.
	for (const [list, items] of columns)
		byName.set(
			list,
			[...items].filter((item) => item && Object.values(item).some((value) => !isEmpty(value))),
		);
	return byName;
}

function unknown(path: string, name: string, known: readonly string[], issues: Issues): undefined {
	const [meant] = nearest(name, known, 1);
	const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
	return issues.add(path, `is not a variable of the template${hint}`, { allowed: listed(known) });
}

/** Whether no value is given. */
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
	if (isEmpty(value)) {
		if (isRequired(field)) issues.add(path, "is required", needed(field));
		return { text: "" };
	}
	const text = textOf(field, value, path, issues) ?? "";
	return field.type === "richText" ? { text, isHtml: true } : { text };
}

/** Describes a missing variable to the client. */
const needed = ({ type, label, options }: TemplateField | TemplateVariable) => ({
	type,
	label,
	...(options && { enum: options }),
});

const WHAT: Readonly<Record<TemplateField["type"], string>> = {
	text: "must be a text",
	richText: "must be a text",
	image: "must be the source of an image, as a string",
	color: "must be a CSS colour",
	number: "must be a number",
	boolean: "must be true or false",
	choice: "must be one of the options",
};

/**
 * A value as text.
 * @returns undefined if it is invalid, with an issue
 */
function textOf(
	{ type, maxLength = LIMITS.maxTextLength, options = [] }: TemplateField | TemplateVariable,
	value: unknown,
	path: string,
	issues: Issues,
): string | undefined {
	const wrong = (message = WHAT[type as TemplateField["type"]], more: object = {}) =>
		issues.add(path, message, { type, ...more });
	switch (type) {
		case "boolean":
			// In a table, `false` is a string.
			if (value === true || value === "true") return "true";
			return value === false || value === "false" ? "" : wrong();
		case "number":
			if (typeof value === "number" && Number.isFinite(value)) return String(value);
			return typeof value === "string" && isNumber(value) ? String(Number(value)) : wrong();
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
			if (text.length <= maxLength) return text;
			return wrong(`must have at most ${maxLength} characters; it has ${text.length}`, {
				maxLength,
			});
	}
}

/** A number as people write it: no hexadecimal, no words. */
const isNumber = (text: string): boolean =>
	text.length <= 30 &&
	/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(text) &&
	Number.isFinite(Number(text));

/** The items of a list. */
function itemsOf(
	variable: TemplateVariable,
	given: unknown,
	path: string,
	issues: Issues,
): ItemValues[] {
	const value = given ?? variable.default ?? [];
	const { fields = {}, maxItems = LIMITS.maxTemplateItems } = variable;
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
	return items.map((item, i) => itemOf(fields, item, i, `${path}/${i}`, issues));
}

function itemOf(
	fields: Readonly<Record<string, TemplateField>>,
	item: unknown,
	index: number,
	path: string,
	issues: Issues,
): ItemValues {
	const values = new Map<string, Value>([["index", { text: String(index + 1) }]]);
	if (!isObject(item)) {
		issues.add(path, "must be an object", { allowed: Object.keys(fields) });
		return values;
	}
	for (const name of Object.keys(item)) {
		if (!Object.hasOwn(fields, name))
			unknown(`${path}/${escaped(name)}`, name, Object.keys(fields), issues);
		if (issues.isFull) return values;
	}
	for (const [name, field] of Object.entries(fields)) {
		const value = Object.hasOwn(item, name) ? item[name] : undefined;
		values.set(`item.${name}`, scalarOf(field, value, `${path}/${name}`, issues));
	}
	return values;
}
