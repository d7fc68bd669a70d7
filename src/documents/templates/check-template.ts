/** Finds mistakes in a template, as far as this is possible without rendering it. */

import type { Issue } from "../../base/issue.js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import type { InlineTemplate, TemplateField } from "../../contract/templates.js";
import { ExpressionError } from "../expressions/value.js";
import { BRAND_VARIABLES } from "../variables/brand-values.js";
import { listed, type Placeholder, REPEAT_NAMES, UNCLOSED } from "../variables/placeholders.js";
import { escaped, type Members, pathOf, type Way } from "../variables/places.js";
import { DocumentPlan, type Plan, type RepeatPlan, type TextPlan } from "../variables/plan.js";
import { planOf } from "./expand-template.js";

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
export function checkTemplate(template: InlineTemplate): Issue[] {
	const issues: Issue[] = [];
	for (const issue of findings(template)) {
		issues.push(issue);
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function* findings(template: InlineTemplate): Generator<Issue> {
	for (const [name, variable] of Object.entries(template.variables))
		yield* variableFindings(variable, `/variables/${escaped(name)}`);
	const document: Members = template.document;
	for (const name of NOT_A_TEMPLATES)
		if (Object.hasOwn(document, name))
			yield { path: `/document/${name}`, message: "is not allowed in a template's document" };
	if (!Array.isArray(document.slides))
		yield { path: "/document/slides", message: "is required: a list of slides" };
	const plan = planOf(template);
	if (!(plan instanceof DocumentPlan)) {
		yield plan;
		return;
	}
	const references = new References(template, plan);
	yield* references.findings();
	for (const [name, { type }] of Object.entries(template.variables))
		if (!plan.readsAll && !references.used.has(name)) {
			const use = type === "list" ? `"repeat": "${name}"` : `{{${name}}}`;
			yield {
				path: `/variables/${escaped(name)}`,
				message: `is not used in the document: use ${use} somewhere, or remove the variable`,
			};
		}
}

type Declared = InlineTemplate["variables"][string] | TemplateField;

function* variableFindings(variable: Declared, path: string): Generator<Issue> {
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

/** The items for which a layer or slide is copied, and the repeat around it. */
interface Repeat {
	/** Fields of an item; undefined if they are only known when the template is used. */
	readonly fields: Readonly<Record<string, Declared>> | undefined;
	readonly outer: Repeat | undefined;
}

interface At {
	readonly repeat: Repeat | undefined;
	readonly inCommon: boolean;
}

/** What a name stands for: a declared value, or one whose type is only known in use. */
interface Named {
	readonly type: string;
	readonly fields?: Repeat["fields"];
}

const ANY: Named = { type: "any" };

/** Checks every placeholder. */
class References {
	readonly #variables: InlineTemplate["variables"];
	readonly #plan: DocumentPlan;
	/** Names of variables that the document uses. */
	readonly used = new Set<string>();

	constructor({ variables }: InlineTemplate, plan: DocumentPlan) {
		this.#variables = variables;
		this.#plan = plan;
	}

	*findings(): Generator<Issue> {
		const { document, common } = this.#plan;
		yield* this.#in(document, { repeat: undefined, inCommon: false });
		if (common !== undefined) yield* this.#in(common, { repeat: undefined, inCommon: true });
	}

	*#in(plan: Plan, at: At): Generator<Issue> {
		if (plan.kind === "text") yield* this.#text(plan, at);
		else if (plan.kind === "list") for (const item of plan.items) yield* this.#in(item, at);
		else if (plan.kind === "object") {
			const { repeat } = plan;
			const inner =
				repeat === undefined
					? at
					: { ...at, repeat: { fields: yield* this.#repeat(repeat, at), outer: at.repeat } };
			for (const [, member] of plan.members) yield* this.#in(member, inner);
		}
	}

	/** @returns the fields of the items */
	*#repeat({ list, way }: RepeatPlan, at: At): Generator<Issue, Repeat["fields"]> {
		const path = this.#path(way);
		if (list !== undefined && !list.isPath) {
			yield* this.#expression(list, path, at);
			return undefined;
		}
		const named = list && this.#named(list.content.split("."), at);
		if (named !== undefined && ["list", "number", "any"].includes(named.type)) return named.fields;
		const lists = Object.keys(this.#variables).filter(
			(name) => this.#variables[name]!.type === "list",
		);
		yield {
			path,
			message:
				"must name a variable of type list, or be one placeholder that gives a list or a whole number",
			allowed: listed(lists),
		};
		return undefined;
	}

	*#text({ parts, unclosed, way, field }: TextPlan, at: At): Generator<Issue> {
		const path = this.#path(way);
		if (unclosed) yield { path, ...UNCLOSED };
		for (const part of parts)
			if (typeof part !== "string")
				yield* part.isPath
					? this.#name(part.content, field, path, at)
					: this.#expression(part, path, at);
	}

	*#name(content: string, field: string, path: string, at: At): Generator<Issue> {
		const whole = this.#named(content.split("."), at);
		const isOn = whole === undefined && content.endsWith(".on");
		const plain = isOn ? content.slice(0, -".on".length) : content;
		const type = (isOn ? this.#named(plain.split("."), at) : whole)?.type;
		if (type === undefined) yield this.#undeclared(content, path, at);
		else if (isOn && type !== "color" && type !== "any")
			yield { path, message: `uses {{${content}}}, but ${plain} is not a colour` };
		else if (type === "richText" && !["richText", "showIf", "hideIf"].includes(field))
			yield { path, message: `uses {{${content}}}, which is HTML: only richText can use it` };
	}

	*#expression(
		{ expression, references, content }: Placeholder,
		path: string,
		at: At,
	): Generator<Issue> {
		if (expression instanceof ExpressionError) {
			const { message, column } = expression;
			yield { path, message: `{{${content}}} ${message}`, column };
			return;
		}
		for (const { path: names, column } of references)
			if (names[0] !== "vars" && this.#named(names, at) === undefined)
				yield { ...this.#undeclared(names.join("."), path, at), column };
	}

	#undeclared(name: string, path: string, at: At): Issue {
		const known = this.#known(at);
		const [meant] = nearest(name, known, 1);
		const hint = meant === undefined ? "" : `; did you mean {{${meant}}}?`;
		const [root = ""] = name.split(".");
		const needsRepeat = REPEAT_NAMES.has(root) && (root === "outer" || at.repeat === undefined);
		const where = root === "outer" ? "a repeat inside a repeat" : "repeat";
		return {
			path,
			message: `names {{${name.slice(0, LIMITS.maxVariableNameLength)}}}, which is not declared${
				needsRepeat ? `: it only exists inside ${where}` : hint
			}`,
			allowed: listed(known),
		};
	}

	/** What names separated by dots stand for; undefined if they are not declared. */
	#named(path: readonly string[], { repeat, inCommon }: At): Named | undefined {
		const [root = "", ...rest] = path;
		if (inCommon && (root === "slide" || root === "slides")) return ANY;
		if (root === "brand") {
			const type = BRAND_VARIABLES[path.join(".")];
			return type === undefined ? undefined : { type };
		}
		if (repeat !== undefined && root === "item")
			return rest.length === 0 ? ANY : member({ type: "item", fields: repeat.fields }, rest);
		if (repeat !== undefined && root === "index" && rest.length === 0) return ANY;
		if (Object.hasOwn(this.#variables, root)) {
			this.used.add(root);
			return member(this.#variables[root]!, rest);
		}
		if (repeat === undefined || !REPEAT_NAMES.has(root)) return undefined;
		if (root !== "outer") return rest.length === 0 ? ANY : undefined;
		if (repeat.outer === undefined) return undefined;
		return rest.length === 0 ? ANY : this.#named(rest, { repeat: repeat.outer, inCommon: false });
	}

	#known({ repeat }: At): string[] {
		const fields = Object.keys(repeat?.fields ?? {}).map((name) => `item.${name}`);
		return [
			...Object.keys(this.#variables),
			...(repeat === undefined ? [] : ["index", ...fields]),
			...Object.keys(BRAND_VARIABLES),
		];
	}

	#path(way: Way): string {
		return pathOf(way, this.#plan.base);
	}
}

/** A member of an item, or of a list whose items are numbered. */
function member(of: Named, path: readonly string[]): Named | undefined {
	if (path.length === 0) return of;
	if (of.type === "any" || (of.type === "item" && of.fields === undefined)) return ANY;
	const [first = "", ...rest] = path;
	if (of.type === "list")
		return /^[1-9]\d{0,2}$/.test(first) && rest.length > 0
			? member({ ...of, type: "item" }, rest)
			: undefined;
	const { fields } = of;
	if (of.type !== "item" || fields === undefined || !Object.hasOwn(fields, first)) return undefined;
	return member(fields[first]!, rest);
}
