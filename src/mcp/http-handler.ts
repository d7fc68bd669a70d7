import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer } from "./mcp-server.js";
import type { ToolService } from "./tool-service.js";

/**
 * Answers one MCP request over HTTP; nothing is kept between two of them.
 * @param body the request's body, parsed
 * @param tools what the tools work with, in the name of who sent the request
 */
export async function handleMcp(
	request: Request,
	body: unknown,
	tools: ToolService,
): Promise<Response> {
	// Nothing here ever changes, so there is nothing to subscribe to.
	const handler = createMcpHandler(() => createMcpServer(tools), {
		maxSubscriptions: 0,
	});
	return handler.fetch(request, { parsedBody: body });
}
