import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Issue } from "../contract/issue.js";
import { type ApiAnswer, jsonOf } from "./api.js";

/** Characters of one tool result; models read all of it. */
export const MAX_RESULT_CHARACTERS = 100_000;

/** A result that programs read as structured content and models as its text. */
export function structured(value: object, extra: CallToolResult["content"] = []): CallToolResult {
	return {
		content: [{ type: "text", text: JSON.stringify(value) }, ...extra],
		structuredContent: value as Record<string, unknown>,
	};
}

interface ErrorBody {
	readonly error: {
		readonly code: string;
		readonly message: string;
		readonly details: Readonly<Record<string, unknown>> & { readonly issues?: readonly Issue[] };
	};
}

/** What went wrong, in words that say which field to mend; the model reads it and tries again. */
export function failed(answer: ApiAnswer): CallToolResult {
	const { code, message, details } = jsonOf<ErrorBody>(answer).error;
	const { issues = [], ...rest } = details;
	const lines = [`${code}: ${message}`];
	for (const { path, message: what, ...allowed } of issues) {
		const more = Object.keys(allowed).length === 0 ? "" : ` ${JSON.stringify(allowed)}`;
		lines.push(`- ${path || "(document)"} ${what}${more}`);
	}
	if (Object.keys(rest).length > 0) lines.push(JSON.stringify(rest));
	return { isError: true, content: [{ type: "text", text: lines.join("\n") }] };
}
