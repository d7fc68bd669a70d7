/**
 * What each MCP tool's answer weighs: asks a service of its own by the official client and prints a
 * table for docs/agents.md.
 *
 *     node dist/scripts/mcp-weights.js
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { EXAMPLES } from "../src/contract/examples.js";
import { startService } from "./operation/service.js";

/** Twenty slides full of small text: more than anyone would measure at once. */
const LONG = {
	mode: "carousel",
	slides: Array.from({ length: 20 }, (_, slide) => ({
		textBlocks: Array.from({ length: 8 }, (_, block) => ({
			text: `Slide ${slide}, block ${block}: ${"words and words ".repeat(30)}`,
			fontSize: 8,
			y: block * 50,
		})),
	})),
};

const service = await startService();
const client = new Client({ name: "weights", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));

/** Bytes of a tool's result as JSON, as it stands in the answer. */
async function weigh(name: string, args: object): Promise<number> {
	const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
	if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
	return Buffer.byteLength(JSON.stringify(result));
}
const smallestAndLargest = (all: readonly number[]) => [Math.min(...all), Math.max(...all)];

try {
	const documents = Object.values(EXAMPLES);
	const each = async (name: string) => {
		const all: number[] = [];
		for (const document of documents) all.push(await weigh(name, { document }));
		return smallestAndLargest(all);
	};
	const rows: [string, number[]][] = [
		["`tools/list`", [Buffer.byteLength(JSON.stringify(await client.listTools()))]],
		["`get_schema`", [await weigh("get_schema", {})]],
		["`get_schema`, examples", [await weigh("get_schema", { part: "examples" })]],
		["`search_icons`", [await weigh("search_icons", { query: "idea" })]],
		["`search_icons`, limit 80", [await weigh("search_icons", { limit: 80 })]],
		["`search_photos`", [await weigh("search_photos", { query: "night sky" })]],
		["`search_photos`, per_page 30", [await weigh("search_photos", { per_page: 30 })]],
		["`measure`, the examples", await each("measure")],
		["`measure`, 20 slides with 160 long texts", [await weigh("measure", { document: LONG })]],
		["`render`, the examples", await each("render")],
	];
	const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
	console.log("| call | kB |\n| --- | ---: |");
	for (const [name, bytes] of rows)
		console.log(`| ${name} | ${[...new Set(bytes.map(kilobytes))].join(" to ")} |`);
} finally {
	await client.close();
	await service.dispose();
}
