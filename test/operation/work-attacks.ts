/**
 * Small requests that cause disproportionate work or memory use in the process that serves HTTP.
 */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateRawSync } from "node:zlib";
import { openClient } from "../helpers/http-client.js";
import type { Service } from "../helpers/service-process.js";

/** A key for LINK_KEYS. */
export const LINK_KEY = "a-key-that-only-attacks-sign-with";

/** Results of an attack, for its line in the report. */
export interface AttackResult {
	/** Responses by status, or by error. */
	readonly answers: Readonly<Record<string, number>>;
	/** Response bytes per byte sent. */
	readonly amplification: number;
}

export interface WorkAttack {
	readonly name: string;
	/** Environment of the service in addition to the defaults. */
	readonly env?: Readonly<Record<string, string>>;
	/** Attacks until the signal is aborted. */
	run(service: Service, until: AbortSignal): Promise<AttackResult>;
}

interface Shot {
	readonly path: string;
	readonly body?: unknown;
	readonly head?: boolean;
	readonly headers?: Record<string, string>;
}

/** Sends requests one after the other on this many connections, each from one of the addresses. */
export async function volley(
	service: Service,
	until: AbortSignal,
	{ connections, addresses = 1 }: { readonly connections: number; readonly addresses?: number },
	shot: (i: number) => Shot,
): Promise<AttackResult> {
	const answers: Record<string, number> = {};
	let sent = 1;
	let received = 0;
	let next = 0;
	const texts = new WeakMap<object, string>();
	const textOf = (body: unknown): string => {
		if (typeof body === "string") return body;
		if (typeof body !== "object" || body === null) return JSON.stringify(body);
		const text = texts.get(body) ?? JSON.stringify(body);
		texts.set(body, text);
		return text;
	};
	const clients = Array.from({ length: addresses }, (_, i) =>
		openClient(service.url, Math.ceil(connections / addresses), `127.0.1.${i + 1}`),
	);
	const stop = () => {
		for (const client of clients) void client.close();
	};
	until.addEventListener("abort", stop, { once: true });
	await Promise.all(
		Array.from({ length: connections }, async (_, i) => {
			const client = clients[i % addresses]!;
			while (!until.aborted) {
				const { path, body, head, headers } = shot(next++);
				const text = body === undefined ? "" : textOf(body);
				const answer = await (head
					? client.head(path)
					: body === undefined
						? client.get(path)
						: client.post(path, text, headers));
				if (until.aborted) return;
				const what = answer.error ?? String(answer.status);
				answers[what] = (answers[what] ?? 0) + 1;
				sent += text.length;
				received += answer.bytes.length;
				if (answer.status === 0) await new Promise((resolve) => setTimeout(resolve, 200));
			}
		}),
	);
	return { answers, amplification: received / sent };
}

/** A value nested in this many levels of objects. */
export function nested(value: unknown, levels: number, name = "a"): unknown {
	let result = value;
	for (let i = 0; i < levels; i++) result = { [name]: result };
	return result;
}

const strings = (count: number, text = ""): string[] => Array.from({ length: count }, () => text);
const slides = [{ textBlocks: [{ text: "a" }] }];
const deepField = nested(strings(95_000), 55);

/** A signed path below /i/. */
export function signedPath(document: unknown, file = "1.png"): string {
	const payload = deflateRawSync(JSON.stringify(document)).toString("base64url");
	const rest = `/${payload}/${file}`;
	const digest = createHmac("sha256", LINK_KEY).update(rest).digest();
	return `/i/${digest.subarray(0, 16).toString("base64url")}${rest}`;
}

/** Variable names that become six times as long in JSON. */
const controlNames = (count: number): string[] =>
	Array.from({ length: count }, (_, i) => `${"\u0001".repeat(60)}${String(i).padStart(4, "0")}`);

const failingRows = () => {
	const names = controlNames(200);
	return {
		document: {
			variables: Object.fromEntries(names.map((name) => [name, ""])),
			slides: Array.from({ length: 20 }, (_, i) => ({
				textBlocks: [
					{
						text: strings(10, "")
							.map((_, j) => `{{u${i}.${j}}}`)
							.join(""),
					},
				],
			})),
		},
		rows: Array.from({ length: 400 }, () => ({})),
	};
};

const csvOfColumns = (columns: number) =>
	`${Array.from({ length: columns }, (_, i) => `c${i}`).join(",")}\n${"x,".repeat(columns - 1)}x`;
const csvBody = {
	document: {
		slides: [
			{ textBlocks: [{ text: Array.from({ length: 200_000 }, (_, i) => `{{${i}}}`).join("") }] },
		],
	},
	rows: csvOfColumns(200),
};
const longName = {
	document: { slides: [{ image: `{{${"n".repeat(1_900_000)}}}` }] },
	rows: "a\nb",
};
const variablesText = { document: { variables: "v".repeat(1_900_000), slides }, rows: "a\nb" };

const rpcBatch = Array.from({ length: 100 }, (_, id) => ({
	jsonrpc: "2.0",
	id,
	method: "tools/list",
}));

const manyRows = (salt: number) => ({
	document: { slides: [{ image: "{{a}}", textBlocks: [{ text: `${salt}` }] }] },
	rows: Array.from({ length: 900 }, (_, i) => ({ a: `${"x".repeat(1_500)}${i}` })),
});

const inflating = signedPath({
	slides: [{ textBlocks: [{ text: "a" }] }],
	zzz: strings(45_000, "a".repeat(14)),
});

/** Serves an image at one byte every half second. */
async function slowHost(until: AbortSignal): Promise<string> {
	const server = createServer((_request, response) => {
		response.writeHead(200, { "content-type": "image/png" });
		const timer = setInterval(() => response.write("\x89"), 500);
		response.on("close", () => clearInterval(timer));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	until.addEventListener("abort", () => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;

export const WORK_ATTACKS: readonly WorkAttack[] = [
	{
		name: "a batch with an unknown field, 55 levels deep, of 95,000 strings, 1,000 rows",
		run: (service, until) => {
			const body = { document: { slides, x: deepField }, rows: strings(1_000).map(() => ({})) };
			return volley(service, until, { connections: 1 }, () => ({ path: "/api/batch", body }));
		},
	},
	{
		name: "the same field in a document with variables, one connection",
		run: (service, until) => {
			const body = { variables: {}, slides, x: deepField };
			return volley(service, until, { connections: 1 }, () => ({ path: "/api/render", body }));
		},
	},
	{
		name: "the same field in documents that are to be links",
		env: { LINK_KEYS: LINK_KEY },
		run: (service, until) => {
			const body = { document: { variables: {}, slides, x: deepField } };
			return volley(service, until, { connections: 2 }, () => ({ path: "/api/links", body }));
		},
	},
	{
		name: "400 failing rows as ZIP",
		run: (service, until) => {
			const body = failingRows();
			const shot = { path: "/api/batch?output=zip", body };
			return volley(service, until, { connections: 8 }, () => shot);
		},
	},
	{
		name: "400 failing rows as NDJSON",
		run: (service, until) => {
			const shot = { path: "/api/batch", body: failingRows() };
			return volley(service, until, { connections: 2 }, () => shot);
		},
	},
	{
		name: "CSV with 200 columns for a document of 200,000 names",
		run: (service, until) =>
			volley(service, until, { connections: 2 }, () => ({ path: "/api/batch", body: csvBody })),
	},
	{
		name: "variables as a text of 1.9 MB",
		run: (service, until) =>
			volley(service, until, { connections: 2 }, () => ({
				path: "/api/batch",
				body: variablesText,
			})),
	},
	{
		name: "a name of 1.9 MB",
		run: (service, until) =>
			volley(service, until, { connections: 2 }, () => ({ path: "/api/batch", body: longName })),
	},
	{
		name: "JSON-RPC batches of 100 tools/list",
		run: (service, until) =>
			volley(service, until, { connections: 8 }, () => ({
				path: "/mcp",
				body: rpcBatch,
				headers: { accept: "application/json, text/event-stream" },
			})),
	},
	{
		name: "12 addresses, 90 connections, pictures at a byte in half a second",
		env: { ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" },
		async run(service, until) {
			const origin = await slowHost(until);
			return volley(service, until, { connections: 90, addresses: 12 }, (i) => ({
				path: "/api/render.png",
				body: { slides: [{ image: `${origin}/${i}.png` }] },
			}));
		},
	},
	{
		name: "60 batches of 1.4 MB with 900 rows",
		run: (service, until) => {
			const bodies = Array.from({ length: 4 }, (_, i) => manyRows(i));
			return volley(service, until, { connections: 60 }, (i) => ({
				path: "/api/batch",
				body: bodies[i % 4],
			}));
		},
	},
	{
		name: "HEAD of a link that inflates to 1 MB, 32 connections",
		env: { LINK_KEYS: LINK_KEY },
		run: (service, until) =>
			volley(service, until, { connections: 32 }, () => ({ path: inflating, head: true })),
	},
	{
		name: "one client stores pictures until the folder is full",
		env: { RENDER_DIR_MAX_MB: "8" },
		run: (service, until) =>
			volley(service, until, { connections: 2 }, (i) => ({
				path: "/api/render",
				body: {
					delivery: "url",
					slides: [
						{
							image: picture,
							textBlocks: [{ text: `${i} ${"lorem ".repeat(400)}`, fontSize: 12 }],
						},
					],
				},
			})),
	},
];
