import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { ServiceError } from "../../src/base/errors.js";
import type { RenderedSlide } from "../../src/engine/job.js";
import { NO_WARNINGS } from "../../src/engine/report/warning-list.js";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../helpers/app.js";
import { until } from "../helpers/until.js";

const document = JSON.stringify({ slides: [{}] });

/** A renderer that draws on command, and fails pending work when it is closed. */
function heldRenderer(bytes = FAKE_IMAGE) {
	const held = new Set<{ draw(): void; fail(): void }>();
	const renderer = fakeRenderer({
		drawSlide: () =>
			new Promise<RenderedSlide>((resolve, reject) => {
				held.add({
					draw: () =>
						resolve({ mimeType: "image/png", width: 1, height: 1, bytes, alt: "", ...NO_WARNINGS }),
					fail: () => reject(new ServiceError("overloaded", { retryAfter: 2 })),
				});
			}),
		close: async () => {
			for (const { fail } of held) fail();
		},
	});
	const draw = () => {
		for (const { draw } of held) draw();
	};
	return { renderer, held, draw };
}

function post(url: string, agent: Agent) {
	const request = httpRequest(`${url}/api/render`, {
		method: "POST",
		agent,
		headers: { "content-type": "application/json" },
	});
	request.end(document);
	const response = once(request, "response").then(([message]) => message as IncomingMessage);
	return { request, response };
}

async function textOf(response: IncomingMessage): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of response) pieces.push(piece as Buffer);
	return Buffer.concat(pieces).toString();
}

t.test("what is in flight is answered, connections that wait for nothing close", async (t) => {
	const { renderer, held, draw } = heldRenderer();
	const { app, url, port } = await startApp(t, {}, { renderer });
	const agent = new Agent({ keepAlive: true });
	t.teardown(() => agent.destroy());
	const { response } = post(url, agent);
	const silent = connect(port, "127.0.0.1");
	const half = connect(port, "127.0.0.1");
	half.write("POST /api/render HTTP/1.1\r\nHost: a\r\n");
	await until("it is drawn", () => held.size === 1);
	await sleep(50);

	const ends = Promise.all([once(silent, "close"), once(half, "close")]);
	for (const socket of [silent, half]) socket.on("error", () => undefined);
	const closed = app.close();
	await ends;
	await t.rejects(fetch(`${url}/api/health`), "it listens no longer");
	draw();
	const answer = await response;
	t.equal(answer.statusCode, 200);
	t.equal(answer.headers.connection, "close");
	t.match(JSON.parse(await textOf(answer)), { ok: true });
	await closed;
});

t.test("a request that comes behind one in flight is not begun", async (t) => {
	const { renderer, held, draw } = heldRenderer();
	const { app, port } = await startApp(t, {}, { renderer });
	const socket = connect(port, "127.0.0.1");
	let received = "";
	socket.on("data", (data) => {
		received += data;
	});
	const head = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${document.length}`;
	socket.write(`POST /api/render HTTP/1.1\r\n${head}\r\n\r\n${document}`);
	await until("it is drawn", () => held.size === 1);
	const closed = app.close();
	await sleep(50);
	// Pipelined behind the first: after its answer the connection closes.
	socket.write("GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n");
	await sleep(50);
	draw();
	await once(socket, "close");
	await closed;
	t.match(received, /^HTTP\/1\.1 200 OK/);
	t.equal(received.match(/HTTP\/1\.1 \d/g)?.length, 1);
});

t.test("an answer that is being sent arrives whole, and its connection closes then", async (t) => {
	const { renderer, held, draw } = heldRenderer(Buffer.alloc(12_000_000, 7));
	const { app, url } = await startApp(t, {}, { renderer });
	const agent = new Agent({ keepAlive: true });
	t.teardown(() => agent.destroy());
	const { response } = post(url, agent);
	await until("it is drawn", () => held.size === 1);
	draw();
	const answer = await response;
	t.equal(answer.headers.connection, "keep-alive", "promised before the end began");
	const closed = app.close();
	await sleep(100);
	const { images } = JSON.parse(await textOf(answer)) as { images: { dataUrl: string }[] };
	t.equal(Buffer.from(images[0]?.dataUrl.split(",")[1] ?? "", "base64").length, 12_000_000);
	await closed;
});

t.test("renders that take longer than the shutdown may get a 503", async (t) => {
	const { renderer, held } = heldRenderer();
	const { app, url } = await startApp(t, { SHUTDOWN_TIMEOUT_MS: "300" }, { renderer });
	const { response } = post(url, new Agent());
	await until("it is drawn", () => held.size === 1);
	const closed = app.close();
	const answer = await response;
	t.equal(answer.statusCode, 503);
	t.ok(answer.headers["retry-after"]);
	t.match(JSON.parse(await textOf(answer)), { error: { code: "overloaded" } });
	await closed;
});
