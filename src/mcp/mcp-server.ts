/** The service as an MCP server, with tools and resources. */
import { McpServer } from "@modelcontextprotocol/server";
import { EXAMPLES } from "../contract/examples.js";
import { contractPart, TEXT_PARTS } from "./contract-parts.js";
import type { ToolRunner } from "./tool-runner.js";
import { INSTRUCTIONS } from "./tool-texts.js";
import { addTools } from "./tools.js";

/** Address of a resource. */
const uri = (path: string) => `post-image://${path}`;

/** Creates a server for one exchange (HTTP) or one connection (stdio). */
export function createMcpServer(tools: ToolRunner): McpServer {
	const { version, service } = tools;
	const server = new McpServer(
		{ name: "post-image-render-service", title: "Post Image Render Service", version },
		{ instructions: INSTRUCTIONS },
	);
	addTools(server, tools);
	for (const part of TEXT_PARTS) {
		const mimeType = "text/markdown";
		server.registerResource(
			`guide-${part}`,
			uri(`guide/${part}`),
			{ title: `Guide: ${part}`, mimeType },
			async ({ href }) => {
				const text = contractPart(service.contract, part, undefined);
				return { contents: [{ uri: href, mimeType, text }] };
			},
		);
	}
	for (const [name, document] of Object.entries(EXAMPLES)) {
		const mimeType = "application/json";
		server.registerResource(
			`example-${name}`,
			uri(`examples/${name}`),
			{ title: `Example: ${name}`, mimeType },
			async ({ href }) => ({
				contents: [{ uri: href, mimeType, text: JSON.stringify(document) }],
			}),
		);
	}
	return server;
}
