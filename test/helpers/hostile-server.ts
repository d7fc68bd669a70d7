import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Test } from "tap";
import type { ResolveHost } from "../../src/service/pictures/fetch/dns.js";
import { SELF_SIGNED } from "./self-signed.js";

/** An opaque PNG of one pixel. */
export const TINY_PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
export const TINY_SVG = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
);

export interface Hit {
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: Readonly<Record<string, string>>;
}

/** Answers one request on a raw connection. */
export type Behaviour = (socket: net.Socket, hit: Hit) => void;

export interface HostileServer {
	readonly port: number;
	/** Every request whose head arrived. */
	readonly hits: Hit[];
	/** Connections accepted so far. */
	connections(): number;
	/** Connections open now. */
	open(): number;
	/** Most connections open at once. */
	peak(): number;
	url(path: string, host?: string): string;
	close(): Promise<void>;
}

const headOf = (status: string, headers: readonly string[]) =>
	`HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;

/** A whole response, with its Content-Length. */
export function respond(
	socket: net.Socket,
	body: Buffer | string,
	options: { status?: string; headers?: readonly string[] } = {},
): void {
	const { status = "200 OK", headers = ["Content-Type: image/png"] } = options;
	const bytes = Buffer.from(body as Buffer);
	socket.write(headOf(status, [...headers, `Content-Length: ${bytes.length}`]));
	socket.write(bytes);
}

/** Calls `step` every `ms` until the connection is gone. */
function drip(socket: net.Socket, ms: number, step: () => void): void {
	const timer = setInterval(step, ms);
	socket.once("close", () => clearInterval(timer));
}

/** Writes without end, at the pace of the reader. */
function pour(socket: net.Socket, chunk: Buffer | string): void {
	const write = () => {
		while (!socket.destroyed && socket.write(chunk));
	};
	socket.on("drain", write);
	write();
}

const chunked = (bytes: Buffer) =>
	Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

const redirectTo = (socket: net.Socket, location: string, status = "302 Found") =>
	respond(socket, "", { status, headers: [`Location: ${location}`] });

/** What the server does, by path. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
	"/image.png": (socket) => respond(socket, TINY_PNG),
	/** ?ms=50 */
	"/late.png": (socket, { query }) => {
		const timer = setTimeout(() => respond(socket, TINY_PNG), Number(query.get("ms") ?? 50));
		socket.once("close", () => clearTimeout(timer));
	},
	/** ?bytes=12582912, a PNG's first bytes and zeros */
	"/sized.png": (socket, { query }) =>
		respond(
			socket,
			Buffer.concat(
				[TINY_PNG, Buffer.alloc(Number(query.get("bytes")))],
				Number(query.get("bytes")),
			),
		),
	"/sized-chunked.png": (socket, { query }) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Transfer-Encoding: chunked"]));
		socket.write(
			chunked(
				Buffer.concat(
					[TINY_PNG, Buffer.alloc(Number(query.get("bytes")))],
					Number(query.get("bytes")),
				),
			),
		);
		socket.write("0\r\n\r\n");
	},
	"/silent": () => undefined,
	"/drip-head": (socket) => {
		socket.write("HTTP/1.1 200 OK\r\n");
		drip(socket, 30, () => socket.write("X-Drip: 1\r\n"));
	},
	"/drip-body": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Content-Length: 100000"]));
		drip(socket, 30, () => socket.write("x"));
	},
	"/endless": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Transfer-Encoding: chunked"]));
		pour(socket, chunked(Buffer.alloc(65_536, 1)));
	},
	/** Five bytes of framing for each of the body. */
	"/single-bytes": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Transfer-Encoding: chunked"]));
		pour(socket, "1\r\nx\r\n".repeat(10_000));
	},
	"/chunk-extensions": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Transfer-Encoding: chunked"]));
		pour(socket, `1;${"e".repeat(60_000)}\r\nx\r\n`);
	},
	"/endless-status": (socket) => {
		socket.write("HTTP/1.1 200 ");
		pour(socket, "A".repeat(65_536));
	},
	"/huge-length": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Content-Length: 99999999999"]));
	},
	/** Promises more than it sends. */
	"/cut-short": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Content-Length: 5000"]));
		socket.end(TINY_PNG);
	},
	"/cut-chunked": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Transfer-Encoding: chunked"]));
		socket.end(chunked(TINY_PNG));
	},
	/** Sends more than it promised. */
	"/overlong": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Content-Length: 4"]));
		socket.write(TINY_PNG);
	},
	"/two-lengths": (socket) => {
		socket.write(headOf("200 OK", ["Content-Length: 70", "Content-Length: 71"]));
		socket.write(TINY_PNG);
	},
	"/length-and-chunked": (socket) => {
		socket.write(headOf("200 OK", ["Content-Length: 70", "Transfer-Encoding: chunked"]));
		socket.write(Buffer.concat([chunked(TINY_PNG), Buffer.from("0\r\n\r\n")]));
	},
	"/until-close": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Connection: close"]));
		socket.end(TINY_PNG);
	},
	"/reset": (socket) => {
		socket.write(headOf("200 OK", ["Content-Type: image/png", "Content-Length: 5000"]));
		socket.write(TINY_PNG, () => socket.resetAndDestroy());
	},
	"/gzip.svg": (socket) =>
		respond(socket, gzipSync(TINY_SVG), {
			headers: ["Content-Type: image/svg+xml", "Content-Encoding: gzip"],
		}),
	"/br.svg": (socket) =>
		respond(socket, brotliCompressSync(TINY_SVG), { headers: ["Content-Encoding: br"] }),
	"/gzip-bomb": (socket) => respond(socket, GZIP_BOMB(), { headers: ["Content-Encoding: gzip"] }),
	"/gzip-damaged": (socket) =>
		respond(socket, gzipSync(TINY_SVG).subarray(0, 30), { headers: ["Content-Encoding: gzip"] }),
	"/zstd": (socket) => respond(socket, TINY_PNG, { headers: ["Content-Encoding: zstd"] }),
	"/gzip-twice": (socket) =>
		respond(socket, gzipSync(gzipSync(TINY_SVG)), { headers: ["Content-Encoding: gzip, gzip"] }),
	"/loop": (socket) => redirectTo(socket, "/loop"),
	/** ?to=<URL>&status=301+Moved */
	"/redirect": (socket, { query }) =>
		redirectTo(socket, query.get("to") ?? "", query.get("status") ?? undefined),
	/** A redirect with a body that never ends. ?to=<URL> */
	"/redirect-endless": (socket, { query }) => {
		const headers = [`Location: ${query.get("to")}`, "Transfer-Encoding: chunked"];
		socket.write(headOf("302 Found", headers));
		pour(socket, chunked(Buffer.alloc(4_096)));
	},
	/** ?left=2: that many redirects, then the image */
	"/hops": (socket, { query }) => {
		const left = Number(query.get("left"));
		redirectTo(socket, left > 1 ? `/hops?left=${left - 1}` : "/image.png");
	},
	/** ?status=302+Found */
	"/status": (socket, { query }) =>
		respond(socket, TINY_PNG, { status: query.get("status") ?? "500 Oops" }),
	"/big-header": (socket) =>
		respond(socket, TINY_PNG, { headers: [`X-Big: ${"x".repeat(1_000_000)}`] }),
	"/many-headers": (socket) =>
		respond(socket, TINY_PNG, { headers: Array.from({ length: 100_000 }, (_, i) => `X${i}: 1`) }),
	"/informational": (socket) => pour(socket, headOf("103 Early Hints", ["Link: </a>"]).repeat(100)),
	"/early-hints.png": (socket) => {
		socket.write(headOf("103 Early Hints", ["Link: </a>"]));
		respond(socket, TINY_PNG);
	},
	"/not-http": (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
	"/html-as.png": (socket) => respond(socket, "<!DOCTYPE html><title>Log in</title>"),
	"/png-as.html": (socket) =>
		respond(socket, TINY_PNG, { headers: ["Content-Type: text/html; charset=utf-8"] }),
	"/png-as.txt": (socket) => respond(socket, TINY_PNG, { headers: ["Content-Type: text/plain"] }),
	"/empty.png": (socket) => respond(socket, ""),
	"/byte.png": (socket) => respond(socket, "\x89"),
	"/cookie.png": (socket) =>
		respond(socket, TINY_PNG, { headers: ["Content-Type: image/png", "Set-Cookie: id=1; Path=/"] }),
};

/** 64 MiB of zeros in 64 KiB, made when first asked for. */
const GZIP_BOMB = (() => {
	let bomb: Buffer | undefined;
	return () => {
		bomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024));
		return bomb;
	};
})();

/** Starts a server on loopback that does what BEHAVIOURS says, by path, over HTTP or HTTPS. */
export async function startHostileServer(
	options: {
		secure?: boolean;
		host?: string;
		/** More paths, or other behaviour for known ones. */
		behaviours?: Readonly<Record<string, Behaviour>>;
		/** Called before anything is read. */
		onConnect?: (socket: net.Socket) => void;
	} = {},
): Promise<HostileServer> {
	const behaviours = { ...BEHAVIOURS, ...options.behaviours };
	const hits: Hit[] = [];
	const sockets = new Set<net.Socket>();
	let connections = 0;
	let peak = 0;
	const onConnection = (socket: net.Socket) => {
		connections++;
		sockets.add(socket);
		peak = Math.max(peak, sockets.size);
		socket.once("close", () => sockets.delete(socket));
		socket.on("error", () => undefined);
		socket.setNoDelay(true);
		socket.setMaxListeners(0);
		options.onConnect?.(socket);
		let head = "";
		socket.on("data", (data) => {
			head += data.toString("latin1");
			const end = head.indexOf("\r\n\r\n");
			if (end < 0) return;
			const hit = parseHead(head.slice(0, end));
			head = head.slice(end + 4);
			hits.push(hit);
			const behave = behaviours[hit.path];
			if (behave) behave(socket, hit);
			else respond(socket, "", { status: "404 Not Found" });
		});
	};
	const server = options.secure
		? tls.createServer(SELF_SIGNED, onConnection)
		: net.createServer(onConnection);
	server.on("tlsClientError", () => undefined);
	server.listen(0, options.host ?? "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as net.AddressInfo;
	return {
		port,
		hits,
		connections: () => connections,
		open: () => sockets.size,
		peak: () => peak,
		url: (path, host = "127.0.0.1") => `http${options.secure ? "s" : ""}://${host}:${port}${path}`,
		async close() {
			server.close();
			for (const socket of sockets) socket.destroy();
			await once(server, "close");
		},
	};
}

/** Shorter than the time after which the client closes idle connections. Milliseconds. */
const SOON_MS = 3_000;

/** Expects the client to close all connections but a few soon, and not because they are idle. */
export async function closesSoon(
	t: Test,
	server: Pick<HostileServer, "open">,
	why = "connections are closed",
	most = 0,
): Promise<void> {
	const end = performance.now() + SOON_MS;
	while (server.open() > most && performance.now() < end)
		await new Promise((resolve) => setTimeout(resolve, 5));
	t.ok(server.open() <= most, why);
}

function parseHead(head: string): Hit {
	const [requestLine = "", ...lines] = head.split("\r\n");
	const url = new URL(requestLine.split(" ")[1] ?? "/", "http://server");
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
	return { path: url.pathname, query: url.searchParams, headers };
}

/**
 * A DNS of its own. Each name has its answers, one list after the other; the
 * last one stays. A name that is not there does not resolve.
 */
export function fakeDns(names: Readonly<Record<string, readonly (readonly string[])[]>>): {
	readonly resolveHost: ResolveHost;
	readonly questions: string[];
} {
	const questions: string[] = [];
	const resolveHost: ResolveHost = async (hostname) => {
		const asked = questions.filter((name) => name === hostname).length;
		questions.push(hostname);
		const answers = names[hostname];
		const answer = answers?.[Math.min(asked, answers.length - 1)];
		if (!answer)
			throw Object.assign(new Error(`queryA ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
		return answer;
	};
	return { resolveHost, questions };
}
