import { type CssToken, cssTokens, trimSpaces } from "./css-tokens.js";

export interface Declaration {
	/** Lower case. */
	readonly property: string;
	/** Without `!important` and without white space at the ends. */
	readonly value: readonly CssToken[];
	readonly important: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

const isDelim = (token: CssToken | undefined, value: string): boolean =>
	token?.type === "delim" && token.value === value;

/** Tokens between semicolons that stand in no bracket. */
function split(tokens: readonly CssToken[]): CssToken[][] {
	const parts: CssToken[][] = [[]];
	const open: string[] = [];
	for (const token of tokens) {
		if (open.length === 0 && isDelim(token, ";")) {
			parts.push([]);
			continue;
		}
		parts.at(-1)!.push(token);
		if (token.type === "function") open.push(")");
		else if (token.type === "delim") {
			const closer = CLOSERS[token.value];
			if (closer !== undefined) open.push(closer);
			else if (token.value === open.at(-1)) open.pop();
		}
	}
	return parts;
}

function declaration(part: readonly CssToken[]): Declaration | null {
	const tokens = trimSpaces(part);
	const name = tokens[0];
	if (name?.type !== "ident") return null;
	const colon = tokens.findIndex((token, i) => i > 0 && token.type !== "space");
	if (!isDelim(tokens[colon], ":")) return null;
	let value = trimSpaces(tokens.slice(colon + 1));
	const last = value.at(-1);
	let important = false;
	if (last?.type === "ident" && last.value.toLowerCase() === "important") {
		const before = trimSpaces(value.slice(0, -1));
		if (isDelim(before.at(-1), "!")) {
			important = true;
			value = trimSpaces(before.slice(0, -1));
		}
	}
	return { property: name.value.toLowerCase(), value, important };
}

/** The declarations of a style attribute (CSS Style Attributes), malformed ones left out. Linear. */
export function cssDeclarations(style: string): Declaration[] {
	return split(cssTokens(style))
		.map(declaration)
		.filter((found) => found !== null);
}
