import type { Fault } from "../../base/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { shown } from "./places.js";

/** A part of a string: literal text, or the name of a variable. */
export type Part = string | { readonly name: string };

/** White space around a name. Characters. */
const MAX_SPACE = 16;
/**
 * `{{{{` is an escape for two braces; `{{name}}`; two braces without a name. The length of a name
 * is limited, so that the search after two braces is too.
 */
const PLACEHOLDER = new RegExp(
	String.raw`\{\{\{\{|\{(?=\{\{[^{}]{0,N}\}\})|\{\{([^{}]{0,N})\}\}|\{\{`.replaceAll(
		"N",
		String(LIMITS.maxVariableNameLength + MAX_SPACE),
	),
	"g",
);
/** The text for braces without a name; two braces without a name are a mistake. */
const BRACES: Readonly<Record<string, string>> = { "{{{{": "{{", "{": "{" };

/** Names that one issue and its message list. */
const MAX_NAMES = 20;
const MAX_NAMES_SAID = 5;

/** A parsed string. */
export interface Placeholders {
	readonly parts: readonly Part[];
	/** It contains two braces without a name. */
	readonly unclosed: boolean;
}

/**
 * @param most braces that are examined
 * @param onName called for each name; false stops, and the rest is one part
 * @returns undefined if there are more
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
export const TOO_LONG: Fault = {
	message: "makes the document too long after variables are filled in",
};

/** Variables without a value that a string uses. */
export const missing = (names: ReadonlySet<string>, given: Iterable<string>): Fault => {
	const more = names.size > MAX_NAMES_SAID ? ` and ${names.size - MAX_NAMES_SAID} more` : "";
	return {
		message: `uses variables that are not given: ${listed(names, MAX_NAMES_SAID).join(", ")}${more}`,
		missing: listed(names),
		allowed: listed(given),
	};
};

/** The first of many names, for a message. */
export function listed(names: Iterable<string>, most = MAX_NAMES): string[] {
	const first: string[] = [];
	for (const name of names) {
		if (first.length === most) break;
		first.push(shown(name));
	}
	return first;
}
