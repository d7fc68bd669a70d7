import type { CallToolResult } from "@modelcontextprotocol/server";
import { asServiceError } from "../base/errors.js";
import type { Issue } from "../base/issue.js";

/** Maximum length of an error. Characters. */
const MAX_ERROR = 8_000;
/** Maximum length of the allowed values of a field. Characters. */
const MAX_ALLOWED = 600;

/** A result of one text. */
export const textResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

/**
 * The result of a tool, or its error.
 * @param signal fires when the caller has disconnected
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

/** Describes an error with the field to fix, so that the model can try again. */
function failed(error: unknown): CallToolResult {
	const { code, message, details } = asServiceError(error);
	const { issues = [], ...rest } = details as { readonly issues?: readonly Issue[] };
	const lines = [`${code}: ${message.replace(/^The body /, "The call ")}`];
	for (const { path, message: what, ...allowed } of issues) {
		const more = Object.keys(allowed).length === 0 ? "" : ` ${JSON.stringify(allowed)}`;
		lines.push(`- ${path || "(document)"} ${what}${more.length > MAX_ALLOWED ? "" : more}`);
	}
	if (Object.keys(rest).length > 0) lines.push(JSON.stringify(rest));
	return { isError: true, ...textResult(forTools(lines.join("\n")).slice(0, MAX_ERROR)) };
}

/** Endpoints that messages mention, and the tools that do the same. */
const TOOLS: readonly (readonly [endpoint: string, tool: string])[] = [
	["GET /api/templates", "find_templates"],
	["GET /api/render-schema", "get_schema"],
	["GET /api/assets/icons/search", "search_icons"],
	["GET /api/assets/photos/search", "search_photos"],
];

const forTools = (text: string): string =>
	TOOLS.reduce((said, [endpoint, tool]) => said.replaceAll(endpoint, tool), text);
