import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ApiCall } from "./api.js";
import { createMcpServer } from "./mcp-server.js";

/**
 * Answers one MCP request over HTTP; nothing is kept between two of them.
 * @param body the request's body, parsed
 * @param api what the tools ask, in the name of who sent the request
 */
export async function handleMcp(
	request: Request,
	body: unknown,
	api: ApiCall,
	version: string,
): Promise<Response> {
	// Nothing here ever changes, so there is nothing to subscribe to.
	const handler = createMcpHandler(() => createMcpServer(api, version), {
		maxSubscriptions: 0,
	});
	return handler.fetch(request, { parsedBody: body });
}
