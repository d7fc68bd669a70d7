/** Variables: `{{name}}` in the strings of a document becomes what the document, or a row of data, says. */
import type { Fault, Issue } from "../contract/issue.js";
import { LIMITS } from "../contract/limits.js";

/** `{{{{` stands for two braces; `{{name}}`; two braces that begin no name. */
const PLACEHOLDER = /\{\{\{\{|\{(?=\{\{[^{}]*\}\})|\{\{([^{}]*)\}\}|\{\{/g;

/** Levels of a document that are looked into; the contract has fewer. */
const MAX_DEPTH = 64;
/** Names that an issue lists. */
const MAX_NAMES = 50;

type Json = Record<string, unknown>;

/** A string of a document, and where it stands. */
interface Place {
	/** JSON pointer. */
	readonly path: string;
	readonly text: string;
	readonly set: (text: string) => void;
}

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
	const { variables } = document;
	if (!isObject(variables)) return [];
	const given = new Map<string, string>();
	for (const [name, value] of Object.entries(variables)) {
		if (typeof value !== "string") return [];
		given.set(name, value);
	}
	if (given.size > LIMITS.maxVariables) return [];
	const issues: Issue[] = [];
	const asked = new Set<string>();
	let length = 0;
	for (const { path, text, set } of placesOf(document, base)) {
		const expanded = expand(text, given, asked, maxLength - length);
		if ("fault" in expanded) issues.push({ path, ...expanded.fault });
		else {
			length += expanded.text.length;
			if (expanded.text !== text) set(expanded.text);
		}
		if (issues.length >= LIMITS.maxIssuesListed) return issues;
	}
	for (const name of given.keys()) {
		if (asked.has(name) || issues.length >= LIMITS.maxIssuesListed) continue;
		const message = "is a variable that no string of the document names";
		issues.push({ path: `${base}/variables/${escaped(name)}`, message, allowed: listed(asked) });
	}
	delete document.variables;
	return issues;
}

/** The names that the strings of a document ask for. */
export function variablesIn(document: unknown): Set<string> {
	const names = new Set<string>();
	for (const { text } of placesOf(document, ""))
		for (const [, name] of text.matchAll(PLACEHOLDER))
			if (name !== undefined) names.add(name.trim());
	return names;
}

type Expanded = { readonly text: string } | { readonly fault: Fault };

function expand(
	text: string,
	given: ReadonlyMap<string, string>,
	asked: Set<string>,
	room: number,
): Expanded {
	if (!text.includes("{{")) return { text };
	let unclosed = false;
	const unknown = new Set<string>();
	let length = text.length;
	const parts: string[] = [];
	let from = 0;
	for (const match of text.matchAll(PLACEHOLDER)) {
		const [whole, name] = match;
		const value = name === undefined ? BRACES[whole] : given.get(name.trim());
		if (name !== undefined) asked.add(name.trim());
		if (value === undefined) {
			if (name === undefined) unclosed = true;
			else unknown.add(name.trim());
			continue;
		}
		length += value.length - whole.length;
		if (length > room) return { fault: TOO_LONG };
		parts.push(text.slice(from, match.index), value);
		from = match.index + whole.length;
	}
	if (unknown.size > 0) return { fault: missing(unknown, given) };
	if (unclosed) return { fault: UNCLOSED };
	parts.push(text.slice(from));
	return { text: parts.join("") };
}

/** What braces that are no name stand for; two that begin none are a fault. */
const BRACES: Readonly<Record<string, string>> = { "{{{{": "{{", "{": "{" };

const UNCLOSED = {
	message: "has {{ without a name and }} behind it; {{{{ stands for two braces",
	allowed: "{{name}}",
};
const TOO_LONG = { message: "makes the document too long with its variables" };

const missing = (names: ReadonlySet<string>, given: ReadonlyMap<string, string>) => ({
	message: `names variables that are not given: ${listed(names).join(", ")}`,
	missing: listed(names),
	allowed: listed(given.keys()),
});

const listed = (names: Iterable<string>): string[] => [...names].slice(0, MAX_NAMES).map(shown);

const shown = (name: string): string =>
	name.length <= LIMITS.maxVariableNameLength
		? name
		: `${name.slice(0, LIMITS.maxVariableNameLength)}…`;

/** Every string of a document but its variables themselves. */
function* placesOf(document: unknown, base: string): Generator<Place> {
	if (!isObject(document)) return;
	for (const [key, value] of Object.entries(document)) {
		if (key === "variables") continue;
		yield* stringsIn(document, key, value, `${base}/${escaped(key)}`, 1);
	}
}

function* stringsIn(
	holder: Json,
	key: string,
	value: unknown,
	path: string,
	depth: number,
): Generator<Place> {
	if (typeof value === "string") {
		// Defined and not assigned: a key may be __proto__.
		const set = (text: string) =>
			Object.defineProperty(holder, key, {
				value: text,
				enumerable: true,
				configurable: true,
				writable: true,
			});
		yield { path, text: value, set };
	} else if (typeof value === "object" && value !== null && depth < MAX_DEPTH)
		for (const [name, member] of Object.entries(value))
			yield* stringsIn(value as Json, name, member, `${path}/${escaped(name)}`, depth + 1);
}

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A name as a step of a JSON pointer. */
const escaped = (name: string): string => shown(name).replaceAll("~", "~0").replaceAll("/", "~1");
