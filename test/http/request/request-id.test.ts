/** The id of a request: taken over or made, given back on every answer, in every line of the log. */
import t from "tap";
import { fakeRenderer, sendRaw, startApp } from "../../helpers/app.js";
import { captureLog } from "../../helpers/log.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const document = { slides: [{}] };

t.test("a sane id is taken over, on every kind of answer", async (t) => {
	const log = captureLog();
	const env = {
		LOG_LEVEL: "debug",
		RATE_LIMIT_MAX: "13",
		MAX_BODY_BYTES: "2048",
		CORS_ORIGIN: "https://a.example",
	};
	const app = await startApp(t, env, { renderer: fakeRenderer(), ...log });
	const stored = (await (
		await app.post("/api/render", { ...document, delivery: "url" })
	).json()) as { images: { url: string }[] };
	const rows: [number, string, RequestInit?][] = [
		[200, "/api/health"],
		[200, "/api/openapi.json"],
		[200, new URL(stored.images[0]!.url).pathname],
		[206, new URL(stored.images[0]!.url).pathname, { headers: { range: "bytes=0-2" } }],
		[404, "/api/renders/none.png"],
		[404, "/nothing"],
		[400, "/%zz"],
		[405, "/api/render"],
		[405, "/api/health", { method: "DELETE" }],
		[400, "/api/assets/icons/search?limit=x"],
		[200, "/api/assets/photos/builtin/night-moon-portrait.svg"],
		[204, "/api/render", { method: "OPTIONS", headers: preflight }],
	];
	for (const [i, [status, path, init = {}]] of rows.entries()) {
		const id = `edge:${i}/Root=1-67891233-abcdef012345678912345678@a+b_c.d`;
		const headers = { ...(init.headers as Record<string, string>), "x-request-id": id };
		const response = await app.get(path, { ...init, headers });
		t.equal(response.status, status, `${init.method ?? "GET"} ${path}`);
		t.equal(response.headers.get("x-request-id"), id, path);
		const line = await log.find(
			({ requestId, status }) => requestId === id && status !== undefined,
		);
		t.equal(line.status, status);
	}
	const errors: [number, unknown, Record<string, string>][] = [
		[200, document, {}],
		[400, "{", {}],
		[400, { slides: [] }, {}],
		[415, "a", { "content-type": "text/plain" }],
		[413, "a".repeat(4_000), {}],
	];
	for (const [status, body, headers] of errors) {
		const id = `body-${status}`;
		const response = await app.post("/api/render", body, { ...headers, "x-request-id": id });
		t.equal(response.status, status);
		t.equal(response.headers.get("x-request-id"), id);
	}
	let limited = await app.get("/api/assets/icons/search");
	for (let i = 0; i < 13 && limited.status === 200; i++) {
		limited = await app.get("/api/assets/icons/search");
	}
	t.equal(limited.status, 429);
	t.match(limited.headers.get("x-request-id"), UUID);
});

const preflight = { origin: "https://a.example", "access-control-request-method": "POST" };

t.test("any other id is replaced, and appears nowhere", async (t) => {
	const log = captureLog();
	const app = await startApp(t, { LOG_LEVEL: "trace" }, { renderer: fakeRenderer(), ...log });
	const longest = "a".repeat(128);
	const send = (id: string) => app.get("/nothing", { headers: { "x-request-id": id } });
	t.equal((await send(longest)).headers.get("x-request-id"), longest);
	for (const id of [
		"",
		`${longest}a`,
		"mark er",
		'mark"er',
		"marker\u00e9",
		"marker,b",
		"<marker>",
		"marker;b",
	]) {
		t.match((await send(id)).headers.get("x-request-id"), UUID, id);
	}
	const twice = await sendRaw(
		app,
		"GET /nothing HTTP/1.1\r\nHost: a\r\nX-Request-Id: marker1\r\nX-Request-Id: marker2\r\nConnection: close\r\n\r\n",
	);
	t.match(twice, /x-request-id: [0-9a-f-]{36}\r\n/i);
	await log.find(({ requestId }) => requestId === longest);
	t.notMatch(log.text(), /mark/);
	t.equal(new Set(log.requests().map(({ requestId }) => requestId)).size, log.requests().length);
});

t.test("what is not HTTP has an id too, that of its request when one is open", async (t) => {
	const log = captureLog();
	const { port } = await startApp(t, { LOG_LEVEL: "info" }, { renderer: fakeRenderer(), ...log });
	const garbage = await sendRaw({ port }, "NOT HTTP marker\r\n\r\n");
	const id = /\r\nX-Request-Id: ([0-9a-f-]{36})\r\n/.exec(garbage)?.[1];
	t.ok(id);
	t.match(await log.find(({ requestId }) => requestId === id), {
		status: 400,
		error: "invalid_request",
	});
	const broken = await sendRaw(
		{ port },
		"POST /api/render HTTP/1.1\r\nHost: a\r\nX-Request-Id: open-1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nmarker\r\n",
	);
	t.match(broken, /^HTTP\/1\.1 400 .*\r\nX-Request-Id: open-1\r\n/s);
	t.match(await log.find(({ requestId }) => requestId === "open-1"), {
		route: "/api/render",
		status: 400,
		error: "invalid_request",
	});
	t.equal(log.lines.filter(({ requestId }) => requestId === "open-1").length, 1);
	t.notMatch(log.text(), /marker/);
});

t.test("two requests of one connection have an id each", async (t) => {
	const { port } = await startApp(t, {}, { renderer: fakeRenderer() });
	const get = (id: string, more = "") =>
		`GET /api/health HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\n${more}\r\n`;
	const answers = await sendRaw({ port }, get("first") + get("second", "Connection: close\r\n"));
	t.same(
		[...answers.matchAll(/x-request-id: (\w+)/gi)].map(([, id]) => id),
		["first", "second"],
	);
});
