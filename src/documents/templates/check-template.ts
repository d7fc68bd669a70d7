/** Finds mistakes in a template, as far as this is possible without rendering it. */

import type { Issue } from "../../base/issue.js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import type { Template, TemplateVariable } from "../../contract/templates.js";
import { BRAND_VARIABLES } from "../variables/brand-values.js";
import { listed, placeholdersOf, UNCLOSED } from "../variables/placeholders.js";
import { escaped, type Members } from "../variables/places.js";
import { isObject } from "../variables/values.js";
import { mayRepeat } from "./fill.js";

/** Levels of a template's document. */
const MAX_DEPTH = 32;
/** Values in the document of a template, and placeholders in one string. */
const MAX_MEMBERS = 20_000;
const MAX_PLACEHOLDERS = 1_000;
/**
 * Fields that a request adds, or that describe where the document comes from; a template cannot
 * have them.
 */
const NOT_A_TEMPLATES: readonly string[] = ["variables", "template", "platforms"];

/**
 * Finds what the schema cannot express: undeclared placeholders, `repeat` with a variable that is
 * not a list, unused variables, variables without the fields that their type needs.
 * @param template matches TemplateSchema
 * @returns empty if the document can be made with all accepted variables
 */
export function checkTemplate(template: Template): Issue[] {
	const issues: Issue[] = [];
	for (const issue of findings(template)) {
		issues.push(issue);
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function* findings(template: Template): Generator<Issue> {
	for (const [name, variable] of Object.entries(template.variables))
		yield* variableFindings(variable, `/variables/${escaped(name)}`);
	const document: Members = template.document;
	for (const name of NOT_A_TEMPLATES)
		if (Object.hasOwn(document, name))
			yield { path: `/document/${name}`, message: "is not allowed in a template's document" };
	if (!Array.isArray(document.slides))
		yield { path: "/document/slides", message: "is required: a list of slides" };
	const used = new Set<string>();
	yield* new References(template, used).in(document);
	for (const [name, { type }] of Object.entries(template.variables))
		if (!used.has(name)) {
			const use = type === "list" ? `"repeat": "${name}"` : `{{${name}}}`;
			yield {
				path: `/variables/${escaped(name)}`,
				message: `is not used in the document: use ${use} somewhere, or remove the variable`,
			};
		}
}

function* variableFindings(variable: TemplateVariable, path: string): Generator<Issue> {
	const { type, options, fields, maxItems, maxLength } = variable;
	const only = (field: string, types: readonly string[], value: unknown): Issue[] =>
		value === undefined || types.includes(type)
			? []
			: [
					{
						path: `${path}/${field}`,
						message: `is only allowed for type ${types.join(", ")}, not for ${type}`,
					},
				];
	yield* only("options", ["choice"], options);
	yield* only("fields", ["list"], fields);
	yield* only("maxItems", ["list"], maxItems);
	yield* only("maxLength", ["text", "richText", "image"], maxLength);
	if (type === "choice" && options === undefined)
		yield { path: `${path}/options`, message: "is required for type choice" };
	if (type === "list" && fields === undefined)
		yield { path: `${path}/fields`, message: "is required for type list" };
	for (const [name, field] of Object.entries(fields ?? {}))
		yield* variableFindings(field, `${path}/fields/${escaped(name)}`);
}

/** A value of the document that has to be checked. */
interface At {
	readonly value: unknown;
	readonly path: string;
	/** Name of the field; for a value in a list, the name of the list. */
	readonly field: string;
	/** The list whose items are repeated at this location. */
	readonly list: string | undefined;
	readonly inCommon: boolean;
	readonly depth: number;
}

/** Checks every placeholder, without recursion, because a hostile file may be very deep. */
class References {
	readonly #variables: Template["variables"];
	readonly #used: Set<string>;

	constructor({ variables }: Template, used: Set<string>) {
		this.#variables = variables;
		this.#used = used;
	}

	*in(document: Members): Generator<Issue> {
		const top = { field: "", list: undefined, inCommon: false, depth: 0 };
		const waiting: At[] = [{ value: document, path: "/document", ...top }];
		let members = 0;
		for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
			if (++members > MAX_MEMBERS) {
				yield { path: "/document", message: `must have at most ${MAX_MEMBERS} values` };
				return;
			}
			if (at.depth > MAX_DEPTH) {
				yield { path: at.path, message: `is nested more than ${MAX_DEPTH} levels deep` };
				return;
			}
			if (typeof at.value === "string") yield* this.#string(at.value, at);
			else if (Array.isArray(at.value) || isObject(at.value)) {
				const inner = [...this.#inner(at, at.value as Members | unknown[])];
				if (members + inner.length > MAX_MEMBERS) {
					yield { path: at.path, message: `must have at most ${MAX_MEMBERS} values` };
					return;
				}
				const repeat = isObject(at.value) ? at.value.repeat : undefined;
				if (repeat !== undefined && mayRepeat(at.field)) yield* this.#repeat(repeat, at);
				waiting.push(...inner.reverse());
			}
		}
	}

	*#inner(at: At, value: Members | unknown[]): Generator<At> {
		const depth = at.depth + 1;
		if (Array.isArray(value)) {
			for (const [i, member] of value.entries())
				yield { ...at, value: member, path: `${at.path}/${i}`, depth };
			return;
		}
		const repeats = mayRepeat(at.field) && typeof value.repeat === "string";
		for (const key of Object.keys(value)) {
			if (key === "repeat" && mayRepeat(at.field)) continue;
			yield {
				value: value[key],
				path: `${at.path}/${escaped(key)}`,
				field: key,
				list: repeats ? (value.repeat as string) : at.list,
				inCommon: at.inCommon || (at.depth === 0 && key === "common"),
				depth,
			};
		}
	}

	*#repeat(repeat: unknown, { path }: At): Generator<Issue> {
		const lists = Object.keys(this.#variables).filter((name) => this.#typeOf(name) === "list");
		if (typeof repeat === "string" && lists.includes(repeat)) this.#used.add(repeat);
		else
			yield {
				path: `${path}/repeat`,
				message: "must name a variable of type list",
				allowed: listed(lists),
			};
	}

	*#string(text: string, at: At): Generator<Issue> {
		if (!text.includes("{{")) return;
		const found = placeholdersOf(text, MAX_PLACEHOLDERS);
		if (found === undefined) {
			yield { path: at.path, message: `must have at most ${MAX_PLACEHOLDERS} placeholders` };
			return;
		}
		if (found.unclosed) yield { path: at.path, ...UNCLOSED };
		for (const part of found.parts)
			if (typeof part !== "string") yield* this.#placeholder(part.name, at);
	}

	*#placeholder(name: string, at: At): Generator<Issue> {
		const { path, field, inCommon, list } = at;
		if (inCommon && (name === "slide" || name === "slides")) return;
		const isOn = name.endsWith(".on");
		const plain = isOn ? name.slice(0, -".on".length) : name;
		const type = this.#typeIn(plain, list);
		if (type === undefined) {
			const known = this.#known(list);
			const [meant] = nearest(name, known, 1);
			const hint = meant === undefined ? "" : `; did you mean {{${meant}}}?`;
			const where =
				list === undefined && /^(?:item\.|index$)/.test(name)
					? ": it only exists inside repeat"
					: hint;
			yield {
				path,
				message: `names {{${name.slice(0, LIMITS.maxVariableNameLength)}}}, which is not declared${where}`,
				allowed: listed(known),
			};
		} else if (isOn && type !== "color")
			yield { path, message: `uses {{${name}}}, but ${plain} is not a colour` };
		else if (type === "richText" && !["richText", "showIf", "hideIf"].includes(field))
			yield { path, message: `uses {{${name}}}, which is HTML: only richText can use it` };
	}

	/** Type of the value of a placeholder; "text" for plain text. */
	#typeIn(name: string, list: string | undefined): string | undefined {
		if (Object.hasOwn(BRAND_VARIABLES, name)) return BRAND_VARIABLES[name];
		if (list !== undefined && name === "index") return "text";
		const [head = "", ...rest] = name.split(".");
		if (head === "item" && list !== undefined && rest.length === 1)
			return this.#fieldType(list, rest[0]!);
		this.#used.add(head);
		if (rest.length === 0) return this.#typeOf(name);
		// A field of a numbered item.
		const [number = "", field = "", ...more] = rest;
		if (!/^[1-9]\d?$/.test(number) || more.length > 0) return undefined;
		return this.#fieldType(head, field);
	}

	#fieldType(list: string, field: string): string | undefined {
		const fields = Object.hasOwn(this.#variables, list) ? this.#variables[list]?.fields : undefined;
		return fields !== undefined && Object.hasOwn(fields, field) ? fields[field]?.type : undefined;
	}

	#typeOf(name: string): string | undefined {
		return Object.hasOwn(this.#variables, name) ? this.#variables[name]?.type : undefined;
	}

	#known(list: string | undefined): string[] {
		const fields = list === undefined ? {} : (this.#variables[list]?.fields ?? {});
		return [
			...Object.keys(this.#variables),
			...(list === undefined
				? []
				: ["index", ...Object.keys(fields).map((name) => `item.${name}`)]),
			...Object.keys(BRAND_VARIABLES),
		];
	}
}
