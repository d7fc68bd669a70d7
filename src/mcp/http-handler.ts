import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer, type McpService } from "./mcp-server.js";

/**
 * Answers one MCP request over HTTP; nothing is kept between two of them.
 * @param body the request's body, parsed
 * @param service what the tools ask, in the name of who sent the request
 */
export async function handleMcp(
	request: Request,
	body: unknown,
	service: McpService,
): Promise<Response> {
	// Nothing here ever changes, so there is nothing to subscribe to.
	const handler = createMcpHandler(() => createMcpServer(service), {
		maxSubscriptions: 0,
	});
	return handler.fetch(request, { parsedBody: body });
}
