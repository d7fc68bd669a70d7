import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import t, { type Test } from "tap";
import type { RenderedSlide } from "../../src/engine/job.js";
import { countBodies } from "../../src/http/connection/arriving.js";
import {
	connectionLimits,
	isShort,
	limitConnections,
} from "../../src/http/connection/connection-limit.js";
import { Admission } from "../../src/service/admission.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { budget, heldBytes } from "../helpers/in-flight.js";
import { until } from "../helpers/until.js";

const MB = 1_048_576;

/**
 * A connection that sends bytes as they are, and what came back.
 * @param localAddress the client's
 */
async function open(t: Test, port: number, bytes: string, localAddress = "127.0.0.1") {
	const socket = connect({ port, host: "127.0.0.1", localAddress });
	t.teardown(() => socket.destroy());
	const state = { socket, text: "", closed: false };
	socket.on("data", (data) => {
		state.text += data;
	});
	socket.on("error", () => undefined);
	socket.on("close", () => {
		state.closed = true;
	});
	await once(socket, "connect");
	socket.write(bytes);
	return state;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (body: string) =>
	`POST /api/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const statuses = (text: string) =>
	[...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code);

t.test("requests that are sent ahead wait for those before them", async (t) => {
	const begun: (() => void)[] = [];
	const slide: RenderedSlide = {
		mimeType: "image/png",
		width: 1,
		height: 1,
		bytes: Buffer.from("drawn"),
		warnings: [],
		warningCount: 0,
		alt: "",
	};
	const renderer = fakeRenderer({
		drawSlide: () =>
			new Promise((resolve) => {
				begun.push(() => resolve(slide));
			}),
	});
	const admission = new Admission({ running: 8, waiting: 40 });
	const { port } = await startApp(t, {}, { renderer, admission });
	const document = JSON.stringify({ slides: [{}] });
	const client = await open(t, port, post(document).repeat(3) + get("/api/health"));
	for (let i = 1; i <= 3; i++) {
		await until(`render ${i} begins`, () => begun.length === i);
		t.equal(admission.accepted, 1, "one at a time");
		await sleep(20);
		t.equal(begun.length, i);
		t.equal(statuses(client.text).length, i - 1);
		begun[i - 1]!();
	}
	await until("all are answered", () => statuses(client.text).length === 4);
	t.same(statuses(client.text), ["200", "200", "200", "200"], "in their order");
	t.notOk(client.closed);
});

t.test("a client that goes leaves nothing of what it sent ahead", async (t) => {
	const admission = new Admission({ running: 2, waiting: 4 });
	const inFlight = budget();
	const large: RenderedSlide = {
		mimeType: "image/png",
		width: 1,
		height: 1,
		bytes: Buffer.alloc(10 * MB),
		warnings: [],
		warningCount: 0,
		alt: "",
	};
	const renderer = fakeRenderer({ drawSlide: async () => large });
	const { port, post: send } = await startApp(t, {}, { renderer, admission, inFlight });
	const document = JSON.stringify({ slides: [{}] });
	for (let i = 0; i < 10; i++) {
		const client = await open(t, port, post(document).repeat(6));
		client.socket.pause();
		await until("an answer waits", () => inFlight.slides.total > 0);
		client.socket.destroy();
		await until(
			"nothing is held",
			() => admission.accepted === 0 && heldBytes(inFlight) === 0,
			() => `${admission.accepted} ${heldBytes(inFlight)}`,
		);
	}
	const answer = await send("/api/render", document);
	t.equal(answer.status, 200);
	await answer.arrayBuffer();
});

t.test("a client that sends far ahead is cut off", async (t) => {
	const { port, get: ask } = await startApp(t, {}, { renderer: fakeRenderer() });
	const client = await open(t, port, get("/api/openapi.json").repeat(5_000));
	await until("it is cut off", () => client.closed);
	t.ok(statuses(client.text).length < 20);
	t.equal((await ask("/api/health")).status, 200);
	const modest = await open(t, port, get("/api/render-schema").repeat(8));
	await until("all are answered", () => statuses(modest.text).length === 8);
	modest.socket.destroy();
});

t.test("bodies are counted as long as their request lasts, and small ones are not", async (t) => {
	const inFlight = budget({ bodies: 8 });
	const { port, post: send } = await startApp(t, {}, { renderer: fakeRenderer(), inFlight });
	const head = `POST /api/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${2 * MB}\r\n\r\n{`;
	const clients = [];
	for (let i = 0; i < 3; i++) clients.push(await open(t, port, head));
	await until("three are counted", () => inFlight.bodies.total === 6 * MB);
	const refused = await open(t, port, head);
	await until("the fourth is refused", () => refused.text.includes("retry-after"));
	t.same(statuses(refused.text), ["503"]);
	t.equal((await send("/api/render", { slides: [{}] })).status, 200, "a small one is taken");
	for (const { socket } of [...clients, refused]) socket.destroy();
	await until("nothing is held", () => heldBytes(inFlight) === 0);

	const chunked = await open(
		t,
		port,
		"POST /api/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
	);
	await until("a body without a length counts as the largest", () => inFlight.bodies.total >= 2e6);
	chunked.socket.destroy();
	await until("nothing is held", () => heldBytes(inFlight) === 0);
});

t.test("bodies have to arrive at a rate", async (t) => {
	const app = Fastify({
		clientErrorHandler: (error, socket) => {
			socket.end(`HTTP/1.1 408 ${error.code}\r\n\r\n`);
		},
	});
	countBodies(app, budget(), {
		graceMs: 300,
		bytesPerSecond: 10_000,
		bodyMs: 30_000,
		streamedMs: 30_000,
		tickMs: 20,
	});
	app.post("/", async () => "taken");
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.teardown(() => app.close());
	const { port } = app.server.address() as { port: number };
	const head =
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 20000\r\n\r\n";
	const drip = async (bytes: number) => {
		const client = await open(t, port, head);
		let sent = 0;
		const timer = setInterval(() => {
			if (sent < 20_000) client.socket.write("x".repeat(Math.min(bytes, 20_000 - sent)));
			sent += bytes;
		}, 50);
		await until("an answer", () => client.text !== "");
		clearInterval(timer);
		client.socket.destroy();
		return client.text;
	};
	t.match(await drip(1), /408 ERR_HTTP_REQUEST_TIMEOUT/);
	t.match(await drip(2_000), /taken/);
});

t.test("rows that are read while they arrive may take longer than other bodies", async (t) => {
	const app = Fastify({
		clientErrorHandler: (error, socket) => {
			socket.end(`HTTP/1.1 408 ${error.code}\r\n\r\n`);
		},
	});
	countBodies(app, budget(), {
		graceMs: 200,
		bytesPerSecond: 1_000,
		bodyMs: 1_000,
		streamedMs: 6_000,
		tickMs: 20,
	});
	app.post("/", async () => "taken");
	app.post("/rows", { config: { streamsBody: true } as never }, async () => "taken");
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.teardown(() => app.close());
	const { port } = app.server.address() as { port: number };
	/** Sends 500 bytes every 50 ms until there is an answer. */
	const send = async (path: string, length: number) => {
		const client = await open(
			t,
			port,
			`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`,
		);
		let left = length;
		let sent = 0;
		const timer = setInterval(() => {
			if (left > 0) client.socket.write("x".repeat(Math.min(500, left)));
			left -= 500;
			sent++;
		}, 50);
		await until("an answer", () => client.text !== "");
		clearInterval(timer);
		client.socket.destroy();
		return { text: client.text, sent };
	};
	t.match((await send("/", 20_000)).text, /408 ERR_HTTP_REQUEST_TIMEOUT/);
	const long = await send("/rows", 20_000);
	t.match(long.text, /taken/);
	// 40 pieces with 50 ms between them: another body may take one second.
	t.ok(long.sent >= 39, `taken after ${long.sent} pieces`);
	t.match((await send("/rows", 900_000)).text, /408 ERR_HTTP_REQUEST_TIMEOUT/, "there is an end");
});

t.test("who takes all connections keeps nobody out", async (t) => {
	const app = Fastify();
	app.get("/slow", async () => {
		await sleep(500);
		return "slow";
	});
	app.get("/", async () => "here");
	limitConnections(app.server, { max: 20, perClient: 20 });
	await app.listen({ port: 0, host: "0.0.0.0" });
	t.teardown(() => app.close());
	const { port } = app.server.address() as { port: number };
	const from = (address: string, bytes: string) => open(t, port, bytes, address);
	const busy = await from("127.0.0.2", get("/slow"));
	const silent = [];
	for (let i = 0; i < 40; i++) silent.push(await from("127.0.0.2", ""));
	const honest = await from("127.0.0.3", get("/"));
	await until("it is served", () => honest.text.endsWith("here"));
	await until("the busy one is served", () => busy.text.endsWith("slow"));
	t.ok(silent.filter(({ closed }) => closed).length >= 20, "silent ones had to go");
	for (let i = 0; i < 40; i++) await from("127.0.0.4", get("/"));
	t.notOk(honest.closed, "one that has few keeps them");
});

t.test("one client has a part of the connections", async (t) => {
	const app = Fastify();
	limitConnections(app.server, { max: 100, perClient: 5 });
	app.get("/slow", () => new Promise(() => undefined));
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.teardown(async () => {
		app.server.closeAllConnections();
		await app.close();
	});
	const { port } = app.server.address() as { port: number };
	const sockets: Socket[] = [];
	let closed = 0;
	for (let i = 0; i < 9; i++) {
		const { socket } = await open(t, port, get("/slow"));
		socket.on("close", () => closed++);
		sockets.push(socket);
		await sleep(20);
	}
	await until("the rest is refused", () => closed === 4);
	t.equal(closed, 4);
	for (const socket of sockets) socket.destroy();
});

t.test("what Node answers by itself has our shape", async (t) => {
	const { port } = await startApp(t, {}, { renderer: fakeRenderer() });
	const requests = {
		"no host": "GET /api/health HTTP/1.1\r\n\r\n",
		"two hosts": "GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
		"an expectation": "GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n",
	};
	for (const [name, bytes] of Object.entries(requests)) {
		const client = await open(t, port, bytes);
		await until(name, () => client.closed);
		const [head = "", body = ""] = client.text.split("\r\n\r\n");
		t.match(head, /^HTTP\/1\.1 400 /, name);
		t.match(head, /x-request-id: /i);
		t.match(JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1)), {
			error: { code: "invalid_request" },
		});
	}
	const old = await open(t, port, "GET /api/health HTTP/1.0\r\n\r\n");
	await until("HTTP/1.0 needs no host", () => old.closed);
	t.same(statuses(old.text), ["200"]);
});

t.test("connections follow the limit of descriptors, with a reserve and a share", async (t) => {
	const rows: [number | undefined, boolean, number, number][] = [
		[undefined, false, 2_048, 512],
		[1_048_576, false, 2_048, 512],
		[1_048_576, true, 2_048, 2_048],
		[1_024, false, 768, 192],
		[1_024, true, 768, 768],
		[256, false, 128, 32],
		[64, false, 32, 8],
	];
	for (const [descriptors, isProxied, max, perClient] of rows) {
		const limits = connectionLimits(descriptors, isProxied);
		t.strictSame(limits, { max, perClient }, `${descriptors}`);
		t.equal(isShort(limits), max < 2_048);
	}
});
