/** The service as an MCP server: tools that draw, resources to read first. */
import { McpServer } from "@modelcontextprotocol/server";
import { EXAMPLES } from "../contract/examples.js";
import { guide } from "../contract/guide.js";
import { renderSchema } from "../contract/render-schema.js";
import type { ToolService } from "./tool-service.js";
import { addTools } from "./tools.js";

const INSTRUCTIONS =
	"Draws social posts and carousels from one JSON document. Read get_schema once, search photos and icons if the design needs any, measure while you place texts, render, look at the preview and the warnings, mend, render again.";

/** Address of a resource. */
const uri = (path: string) => `post-image://${path}`;

/** Makes a server for one exchange (HTTP) or one connection (stdio). */
export function createMcpServer(tools: ToolService): McpServer {
	const { service, version, maxBodyBytes, run } = tools;
	const { contract } = service;
	const server = new McpServer(
		{ name: "post-image-render-service", title: "Post Image Render Service", version },
		{ instructions: INSTRUCTIONS },
	);
	addTools(server, tools);
	server.registerResource(
		"guide",
		uri("guide"),
		{ title: "The contract on one page", mimeType: "text/markdown" },
		async ({ href }) => ({
			contents: [{ uri: href, mimeType: "text/markdown", text: guide(contract) }],
		}),
	);
	server.registerResource(
		"schema",
		uri("schema"),
		{ title: "JSON Schema of a document", mimeType: "application/schema+json" },
		({ href }, { mcpReq }) =>
			run("getRenderSchema", mcpReq.signal, async () => {
				const { requestBody } = renderSchema(contract, maxBodyBytes);
				const text = JSON.stringify(requestBody);
				return { contents: [{ uri: href, mimeType: "application/schema+json", text }] };
			}),
	);
	for (const [name, document] of Object.entries(EXAMPLES)) {
		server.registerResource(
			`example-${name}`,
			uri(`examples/${name}`),
			{ title: `Example: ${name}`, mimeType: "application/json" },
			async ({ href }) => ({
				contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify(document) }],
			}),
		);
	}
	return server;
}
