/** A Redis and a bucket that answer what they should not: it costs one answer, never the process. */
import { once } from "node:events";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import t, { type Test } from "tap";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../helpers/app.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";

/** The status of an answer that comes whole. */
const statusOf = async (answer: Promise<Response>) => {
	const response = await answer;
	await response.arrayBuffer();
	return response.status;
};

/** A server that behaves like Redis until a client has connected, and then as configured. */
async function fakeRedis(t: Test, reply: (command: string) => string): Promise<string> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
		socket.on("data", (bytes: Buffer) => {
			// Every command begins with its length as an array; the first string is its name.
			for (const [, name = ""] of bytes
				.toString("latin1")
				.matchAll(/\*\d+\r\n\$\d+\r\n([a-z]+)\r\n/gi)) {
				const command = name.toLowerCase();
				const info = "redis_version:7.0.0\r\nloading:0\r\n";
				socket.write(command === "info" ? `$${info.length}\r\n${info}\r\n` : reply(command));
			}
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test("a Redis that answers garbage", async (t) => {
	let answer = "+OK\r\n";
	const REDIS_URL = await fakeRedis(t, () => answer);
	const env = { REDIS_URL, RATE_LIMIT_MAX: "100000", LINK_KEYS: LINK_KEY };
	const app = await startApp(t, env, { renderer: fakeRenderer() });
	let serial = 0;
	for (const [what, text] of [
		["100,000 nested arrays", "*1\r\n".repeat(100_000)],
		["4 GB announced", "$4294967296\r\nxxxx"],
		["400 MB announced", "$400000000\r\nxxxx"],
		["a million members announced", "*1000000\r\n:1\r\n"],
		["nothing", "$-1\r\n"],
		["an empty array", "*0\r\n"],
		["words", "+garbage\r\n"],
		["a number", ":12345678901234567890\r\n"],
		["below zero", ":-5\r\n"],
		["three answers to one question", ":1\r\n:2\r\n:3\r\n"],
		["another protocol", "HTTP/1.1 200 OK\r\n\r\n"],
		["half an answer", "$10\r\nabc"],
		["an error of a megabyte", `-${"x".repeat(1_000_000)}\r\n`],
		["silence", ""],
	] as const) {
		answer = text;
		const render = { slides: [{ textBlocks: [{ text: `${serial++}` }] }] };
		const png = await statusOf(app.post("/api/render.png", render));
		t.equal(png, 200, `${what}: what needs no Redis is drawn`);
		const url = await statusOf(app.post("/api/render", { ...render, delivery: "url" }));
		t.equal(url, 503, `${what}: what needs it is refused`);
		const get = await statusOf(app.get(`/api/renders/${"A".repeat(22)}.png`));
		t.ok([404, 503].includes(get), `${what}: ${get}`);
		const link = await statusOf(app.get(linkOf(render)));
		t.equal(link, 200, `${what}: a link is drawn`);
	}
	t.ok(process.memoryUsage().rss < 700_000_000, `${process.memoryUsage().rss}`);
});

t.test("a lock that is never given back costs a second drawing", async (t) => {
	const REDIS_URL = await fakeRedis(t, (command) => (command === "set" ? "$-1\r\n" : ":0\r\n"));
	const app = await startApp(t, { REDIS_URL, LINK_KEYS: LINK_KEY }, { renderer: fakeRenderer() });
	t.equal(await statusOf(app.get(linkOf({ slides: [{}] }))), 200);
});

t.test("a bucket that drips, has no end or answers something else", async (t) => {
	let answer: (response: ServerResponse) => void = () => undefined;
	const size = FAKE_IMAGE.length;
	const server = createHttpServer((request, response) => {
		request.resume();
		if (request.method === "PUT") return void response.end();
		if (request.method !== "HEAD") return answer(response);
		const date = new Date().toUTCString();
		response.writeHead(200, { "last-modified": date, date, "content-length": size }).end();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const app = await startApp(
		t,
		{
			S3_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
			AWS_ACCESS_KEY_ID: "key",
			AWS_SECRET_ACCESS_KEY: "secret",
			S3_DELIVERY: "proxy",
			LINK_KEYS: LINK_KEY,
		},
		{ renderer: fakeRenderer() },
	);
	const image = `/api/renders/${"A".repeat(22)}.png`;
	/** The status, and whether the answer came whole. */
	const asked = async () => {
		const response = await app.get(image);
		const bytes = await response.arrayBuffer().catch(() => undefined);
		return {
			status: response.status,
			bytes: bytes === undefined ? undefined : Buffer.from(bytes),
		};
	};
	const drip = (response: ServerResponse, text: string) => {
		const timer = setInterval(() => response.write(text), 300);
		response.on("close", () => clearInterval(timer));
	};
	answer = (response) => response.end(FAKE_IMAGE);
	t.same((await asked()).bytes, FAKE_IMAGE, "an image as it was stored");

	for (const [what, give] of [
		["garbage", (response) => response.end("g".repeat(size))],
		["a page", (response) => response.end("<html></html>".padEnd(size))],
		["another length", (response) => response.end("g".repeat(size + 1))],
		["an error that drips", (response) => drip(response.writeHead(500), "<")],
		[
			"an error without an end",
			(response) => {
				const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
				response.writeHead(403).on("close", () => clearInterval(timer));
			},
		],
		["nothing", () => undefined],
	] as readonly (readonly [string, (response: ServerResponse) => void])[]) {
		answer = give;
		const { status } = await asked();
		t.equal(status, 503, what);
		const text = `${Math.random()}`;
		const link = await statusOf(app.get(linkOf({ slides: [{ textBlocks: [{ text }] }] })));
		t.equal(link, 200, `${what}: a link is drawn`);
		// It is left alone for a second when it has not answered.
		await new Promise((resolve) => setTimeout(resolve, 1_100));
	}

	answer = (response) => {
		response.writeHead(200);
		response.write(FAKE_IMAGE);
		const timer = setInterval(() => response.write("x".repeat(1_000_000)), 1);
		response.on("close", () => clearInterval(timer));
	};
	const before = process.memoryUsage().rss;
	const endless = await asked();
	// What comes too much in the first piece is a 503, what comes later is cut off.
	t.ok(
		endless.status === 503 || endless.bytes === undefined || endless.bytes.equals(FAKE_IMAGE),
		`a range without an end: ${endless.status}`,
	);
	t.ok(process.memoryUsage().rss - before < 200_000_000);

	answer = (response) => {
		response.writeHead(200).write(FAKE_IMAGE.subarray(0, 20));
		drip(response, "x");
	};
	const dripped = await asked();
	t.ok([200, 503].includes(dripped.status), `a picture that drips: ${dripped.status}`);
});
