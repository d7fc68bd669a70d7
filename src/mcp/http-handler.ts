import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer } from "./mcp-server.js";
import type { ToolRunner } from "./tool-runner.js";

/**
 * Handles one stateless MCP request over HTTP.
 * @param body the parsed body of the request
 * @param tools the service behind the tools, on behalf of the caller
 */
export async function handleMcp(
	request: Request,
	body: unknown,
	tools: ToolRunner,
): Promise<Response> {
	// Nothing changes, so there is nothing to subscribe to.
	const handler = createMcpHandler(() => createMcpServer(tools), {
		maxSubscriptions: 0,
	});
	return handler.fetch(request, { parsedBody: body });
}
