import { Agent, Pool, request } from "undici";

/** A response, or why there was none. */
export interface Answer {
	/** HTTP status; 0 if the connection failed. */
	readonly status: number;
	/** Time from sending to the last byte. Milliseconds. */
	readonly ms: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly bytes: Buffer;
	/** Why the connection failed. */
	readonly error?: string;
}

export interface Client {
	/** Never rejects. */
	post(path: string, document: unknown, headers?: Record<string, string>): Promise<Answer>;
	get(path: string): Promise<Answer>;
	head(path: string): Promise<Answer>;
	close(): Promise<void>;
}

/** Timeout for a response. Milliseconds. */
const ANSWER_MS = 120_000;

/**
 * A client that keeps its connections open.
 * @param connections maximum; further requests wait in the client
 * @param address local source address; any if not given
 */
export function openClient(url: string, connections: number, address?: string): Client {
	const pool = new Pool(url, {
		connections,
		...(address !== undefined && { localAddress: address }),
		pipelining: 1,
		headersTimeout: ANSWER_MS,
		bodyTimeout: ANSWER_MS,
	});
	async function send(
		method: "GET" | "HEAD" | "POST",
		path: string,
		rest: object,
	): Promise<Answer> {
		const start = performance.now();
		const ms = () => performance.now() - start;
		try {
			const { statusCode, headers, body } = await pool.request({ method, path, ...rest });
			const bytes = Buffer.from(await body.arrayBuffer());
			return { status: statusCode, ms: ms(), headers, bytes };
		} catch (error) {
			return { status: 0, ms: ms(), headers: {}, bytes: Buffer.alloc(0), error: String(error) };
		}
	}
	return {
		post: (path, document, headers = {}) =>
			send("POST", path, {
				headers: { "content-type": "application/json", ...headers },
				body: typeof document === "string" ? document : JSON.stringify(document),
			}),
		get: (path) => send("GET", path, {}),
		head: (path) => send("HEAD", path, {}),
		close: () => pool.destroy(),
	};
}

/** Keeps no connection open. */
const oneByOne = new Agent({ pipelining: 0 });

/**
 * A GET over its own connection, which is closed afterwards, so that it does not count in
 * measurements of what the service holds open.
 * @throws Error if the service does not respond
 */
export async function getOnce(url: string): Promise<{ status: number; text: string }> {
	const { statusCode, body } = await request(url, { dispatcher: oneByOne });
	return { status: statusCode, text: await body.text() };
}

/** Whether the bytes are a complete PNG: its signature and its last chunk. */
export function isWholePng(bytes: Buffer): boolean {
	return (
		bytes.length > 57 &&
		bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" &&
		bytes.subarray(-8, -4).toString("latin1") === "IEND"
	);
}
