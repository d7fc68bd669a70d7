/** The service as an MCP server: tools that draw, resources to read first. */
import { McpServer } from "@modelcontextprotocol/server";
import type { Contract } from "../contract/contract.js";
import { EXAMPLES } from "../contract/examples.js";
import { guide } from "../contract/guide.js";
import { type ApiCall, jsonOf } from "./api.js";
import { addTools } from "./tools.js";

const INSTRUCTIONS =
	"Draws social posts and carousels from one JSON document. Read get_schema once, search photos and icons if the design needs any, measure while you place texts, render, look at the preview and the warnings, mend, render again.";

/** Address of a resource. */
const uri = (path: string) => `post-image://${path}`;

/** The service behind the tools. */
export interface McpService {
	/** Asks it, with the caller's rights. */
	readonly api: ApiCall;
	readonly version: string;
	/** Whether it signs links. */
	readonly links: boolean;
	/** What documents may say. */
	readonly contract: Contract;
}

/** Makes a server for one exchange (HTTP) or one connection (stdio). */
export function createMcpServer({ api, version, links, contract }: McpService): McpServer {
	const server = new McpServer(
		{ name: "post-image-render-service", title: "Post Image Render Service", version },
		{ instructions: INSTRUCTIONS },
	);
	addTools(server, api, links, contract);
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
		async ({ href }) => {
			const schema = jsonOf<{ requestBody: object }>(await api("GET", "/api/render-schema"));
			const text = JSON.stringify(schema.requestBody);
			return { contents: [{ uri: href, mimeType: "application/schema+json", text }] };
		},
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
