import type { Fault } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { shown } from "./places.js";

/** A piece of a string: itself, or the name of a variable that stands there. */
export type Part = string | { readonly name: string };

/** White space around a name. Characters. */
const MAX_SPACE = 16;
/**
 * `{{{{` stands for two braces; `{{name}}`; two braces that begin no name. No name is longer than
 * may be given: what is looked for behind two braces has an end.
 */
const PLACEHOLDER = new RegExp(
	String.raw`\{\{\{\{|\{(?=\{\{[^{}]{0,N}\}\})|\{\{([^{}]{0,N})\}\}|\{\{`.replaceAll(
		"N",
		String(LIMITS.maxVariableNameLength + MAX_SPACE),
	),
	"g",
);
/** What braces that are no name stand for; two that begin none are a fault. */
const BRACES: Readonly<Record<string, string>> = { "{{{{": "{{", "{": "{" };

/** Names that one issue lists, and that its sentence has. */
const MAX_NAMES = 20;
const MAX_NAMES_SAID = 5;

/** A string taken apart. */
export interface Placeholders {
	readonly parts: readonly Part[];
	/** There are two braces that begin no name. */
	readonly unclosed: boolean;
}

/**
 * @param most braces that are looked at
 * @param onName told of each name; false ends it: the rest is one part
 * @returns undefined: there are more
 */
export function placeholdersOf(
	text: string,
	most: number,
	onName: (name: string) => boolean = () => true,
): Placeholders | undefined {
	const parts: Part[] = [];
	let unclosed = false;
	let from = 0;
	let count = 0;
	for (const match of text.matchAll(PLACEHOLDER)) {
		if (++count > most) return undefined;
		const [whole, name] = match;
		const braces = BRACES[whole];
		if (name === undefined && braces === undefined) {
			unclosed = true;
			continue;
		}
		if (match.index > from) parts.push(text.slice(from, match.index));
		from = match.index + whole.length;
		if (name === undefined) parts.push(braces!);
		else {
			const trimmed = name.trim();
			parts.push({ name: trimmed });
			if (!onName(trimmed)) break;
		}
	}
	if (from < text.length) parts.push(text.slice(from));
	return { parts, unclosed };
}

export const UNCLOSED: Fault = {
	message: "has {{ without a name and }} after it; write {{{{ for two literal braces",
	allowed: "{{name}}",
};
export const TOO_LONG: Fault = { message: "makes the document too long with its variables" };

/** Variables that a string names and nobody gave. */
export const missing = (names: ReadonlySet<string>, given: Iterable<string>): Fault => {
	const more = names.size > MAX_NAMES_SAID ? ` and ${names.size - MAX_NAMES_SAID} more` : "";
	return {
		message: `uses variables that are not given: ${listed(names, MAX_NAMES_SAID).join(", ")}${more}`,
		missing: listed(names),
		allowed: listed(given),
	};
};

/** The first of many names, as they are told. */
export function listed(names: Iterable<string>, most = MAX_NAMES): string[] {
	const first: string[] = [];
	for (const name of names) {
		if (first.length === most) break;
		first.push(shown(name));
	}
	return first;
}
