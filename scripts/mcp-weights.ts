/**
 * The size of each MCP response: queries its own service with the official client and prints a
 * table for docs/agents.md.
 *
 *     node dist/scripts/mcp-weights.js
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { EXAMPLES } from "../src/contract/examples.js";
import { startService } from "./operation/service.js";

/** Twenty slides full of small text: more than anyone would render at once. */
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

/** A tool's result as JSON, as in the response. */
async function ask(name: string, args: object): Promise<{ bytes: number; text: string }> {
	const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
	if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
	const [first] = result.content as { text: string }[];
	return { bytes: Buffer.byteLength(JSON.stringify(result)), text: first?.text ?? "" };
}
const weigh = async (name: string, args: object) => [(await ask(name, args)).bytes];

try {
	const each = async (name: string, all: readonly object[]) => {
		const bytes: number[] = [];
		for (const args of all) bytes.push((await ask(name, args)).bytes);
		return [Math.min(...bytes), Math.max(...bytes)];
	};
	const documents = Object.values(EXAMPLES).map((document) => ({ document }));
	const parts = ["document", "slide", "layers", "text", "image", "stack", "shape", "barcode"];
	const names = Object.keys(EXAMPLES).map((name) => ({ part: "example", name }));
	const drawn = await ask("render", { document: EXAMPLES.customerReview });
	const id = /^id: (\S+)/.exec(drawn.text)?.[1];
	const patch = [{ op: "add", path: "/slides/0/background", value: "#FFFFFF" }];
	const rows: [string, number[]][] = [
		["`tools/list`", [Buffer.byteLength(JSON.stringify(await client.listTools()))]],
		["`find_templates`", await weigh("find_templates", {})],
		["`find_templates`, words", await weigh("find_templates", { query: "webinar speakers" })],
		["`get_schema`", await weigh("get_schema", {})],
		[
			"`get_schema`, a part",
			await each(
				"get_schema",
				parts.map((part) => ({ part })),
			),
		],
		["`get_schema`, an example", await each("get_schema", names)],
		["`search_icons`", await weigh("search_icons", { query: "idea" })],
		["`search_icons`, limit 80", await weigh("search_icons", { limit: 80 })],
		["`search_photos`", await weigh("search_photos", { query: "night sky" })],
		["`search_photos`, limit 30", await weigh("search_photos", { limit: 30 })],
		["`measure`, the examples", await each("measure", documents)],
		["`measure`, 20 slides with 160 long texts", await weigh("measure", { document: LONG })],
		["`render`, the examples", await each("render", documents)],
		["`render`, 20 slides with 160 long texts", await weigh("render", { document: LONG })],
		["`edit`, what is sent", [Buffer.byteLength(JSON.stringify({ id, patch }))]],
	];
	const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
	const thousands = (bytes: number) => (bytes / 4_000).toFixed(1);
	const range = (bytes: readonly number[], print: (bytes: number) => string) =>
		[...new Set(bytes.map(print))].join(" to ");
	console.log("| call | kB | thousand tokens (bytes / 4) |\n| --- | ---: | ---: |");
	for (const [name, bytes] of rows)
		console.log(`| ${name} | ${range(bytes, kilobytes)} | ${range(bytes, thousands)} |`);
} finally {
	await client.close();
	await service.dispose();
}
