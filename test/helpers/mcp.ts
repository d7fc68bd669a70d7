/** The official MCP client, connected to a running service. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Test } from "tap";
import type { RunningApp } from "./app.js";

/** A part of a result, of whichever type. */
export interface Content {
	readonly type: string;
	readonly text?: string;
	readonly data?: string;
	readonly mimeType?: string;
	readonly uri?: string;
	readonly name?: string;
}
export interface Result {
	readonly isError?: boolean;
	readonly content: readonly Content[];
	readonly structuredContent?: unknown;
}

/** A client of a running service; it is closed with the test. */
export async function connect(
	t: Test,
	service: RunningApp,
	headers: Record<string, string> = {},
	mode: "auto" | "legacy" = "auto",
): Promise<Client> {
	const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
	const url = new URL(`${service.url}/mcp`);
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	t.teardown(() => client.close());
	return client;
}

export const call = async (client: Client, name: string, args: object = {}): Promise<Result> =>
	(await client.callTool({ name, arguments: args as Record<string, unknown> })) as Result;

/** The text of a result. */
export const textOf = ({ content }: Result): string => content[0]?.text ?? "";

/** The id that a result says. */
export const idOf = (result: Result): string => /^id: (\S+)/.exec(textOf(result))?.[1] ?? "";

/** Bytes of a result as JSON, as it is in the answer. */
export const bytesOf = (result: Result): number => Buffer.byteLength(JSON.stringify(result));
