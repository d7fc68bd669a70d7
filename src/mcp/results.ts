import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Issue } from "../contract/issue.js";
import { asServiceError } from "../errors/errors.js";

/** Characters of one tool result; models read all of it. */
export const MAX_RESULT_CHARACTERS = 100_000;

/** A result that programs read as structured content and models as its text. */
export function structured(value: object, extra: CallToolResult["content"] = []): CallToolResult {
	return {
		content: [{ type: "text", text: JSON.stringify(value) }, ...extra],
		structuredContent: value as Record<string, unknown>,
	};
}

/**
 * The result of a tool, or what went wrong.
 * @param signal the caller has gone: nobody reads a result
 * @throws the reason of the signal
 */
export async function resultOf(
	work: Promise<CallToolResult>,
	signal: AbortSignal,
): Promise<CallToolResult> {
	try {
		return await work;
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		return failed(error);
	}
}

/** What went wrong, in words that say which field to mend; the model reads it and tries again. */
function failed(error: unknown): CallToolResult {
	const { code, message, details } = asServiceError(error);
	const { issues = [], ...rest } = details as { readonly issues?: readonly Issue[] };
	const lines = [`${code}: ${message}`];
	for (const { path, message: what, ...allowed } of issues) {
		const more = Object.keys(allowed).length === 0 ? "" : ` ${JSON.stringify(allowed)}`;
		lines.push(`- ${path || "(document)"} ${what}${more}`);
	}
	if (Object.keys(rest).length > 0) lines.push(JSON.stringify(rest));
	return { isError: true, content: [{ type: "text", text: lines.join("\n") }] };
}
