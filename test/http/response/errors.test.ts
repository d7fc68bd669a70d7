import { request as httpRequest } from "node:http";
import t, { type Test } from "tap";
import { fakeRenderer, sendRaw, startApp } from "../../helpers/app.js";
import { processorTime } from "../../helpers/processor-time.js";

interface ErrorAnswer {
	error: { code: string; message: string; details: { issues?: { path: string }[] } };
}
const document = { slides: [{}] };

async function expectError(
	t: Test,
	response: Response,
	status: number,
	code: string,
): Promise<ErrorAnswer> {
	const body = (await response.json()) as ErrorAnswer;
	t.equal(response.status, status);
	t.equal(body.error.code, code);
	t.type(body.error.message, "string");
	t.type(body.error.details, "object");
	t.same(Object.keys(body), ["error"]);
	t.same(Object.keys(body.error).sort(), ["code", "details", "message"]);
	t.equal(response.headers.get("cache-control"), "no-store");
	return body;
}

t.test("errors of the framework have the one shape", async (t) => {
	const app = await startApp(t, { MAX_BODY_BYTES: "2048" }, { renderer: fakeRenderer() });
	const { post, get } = app;
	await t.test("unknown path", async (t) => {
		await expectError(t, await get("/api/nothing"), 404, "not_found");
		await expectError(t, await post("/nope", "not json"), 404, "not_found");
	});
	await t.test("a path that is not validly encoded", async (t) => {
		await expectError(t, await get("/api/%zz"), 400, "invalid_request");
	});
	await t.test("a method that a path does not have", async (t) => {
		const rows = [
			["/api/render", "GET", "POST"],
			["/api/render.png", "DELETE", "POST"],
			["/api/health", "POST", "GET, HEAD"],
			["/api/health", "OPTIONS", "GET, HEAD"],
			["/api/openapi.json", "PUT", "GET, HEAD"],
			["/api/renders/abc.png", "PATCH", "GET, HEAD"],
			["/api/assets/icons/search", "POST", "GET, HEAD"],
			["/api/assets/photos/track-download", "GET", "POST"],
			["/api/health", "PROPFIND", "GET, HEAD"],
		] as const;
		for (const [path, method, allow] of rows) {
			const response = await get(path, { method });
			await expectError(t, response, 405, "method_not_allowed");
			t.equal(response.headers.get("allow"), allow, `${method} ${path}`);
		}
	});
	await t.test("HEAD is as GET without the body", async (t) => {
		const response = await get("/api/health", { method: "HEAD" });
		t.equal(response.status, 200);
		t.equal(await response.text(), "");
	});
	await t.test("a body that is too large, with a length and without", async (t) => {
		const large = JSON.stringify({ slides: [{ textBlocks: [{ text: "a".repeat(3_000) }] }] });
		await expectError(t, await post("/api/render", large), 413, "payload_too_large");
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const request = httpRequest(
				`${app.url}/api/render`,
				{ method: "POST", headers: { "content-type": "application/json" } },
				(response) => resolve(response.resume().statusCode),
			);
			request.on("error", reject);
			request.write(large.slice(0, 2_500));
			request.end(large.slice(2_500));
		});
		t.equal(status, 413);
	});
	await t.test("a body of exactly the largest size", async (t) => {
		const body = JSON.stringify(document).padEnd(2_048);
		t.equal((await post("/api/render", body)).status, 200);
		t.equal((await post("/api/render", `${body} `)).status, 413);
	});
	await t.test("another media type, charset or encoding", async (t) => {
		for (const type of [
			"text/plain",
			"application/x-www-form-urlencoded",
			"application/json; charset=utf-16",
			"application/jsonx",
		]) {
			const response = await post("/api/render", document, { "content-type": type });
			await expectError(t, response, 415, "unsupported_media_type");
		}
		const zipped = await post("/api/render", document, { "content-encoding": "gzip" });
		await expectError(t, zipped, 415, "unsupported_media_type");
		const plain = await post("/api/render", document, {
			"content-type": "application/json; charset=UTF-8",
		});
		t.equal(plain.status, 200);
	});
	await t.test("JSON that is none", async (t) => {
		for (const body of ["", "{", "[1,]", '{"slides":[{}],}', "01", '{"slides":NaN}', "\ufeff{}"]) {
			const render = await post("/api/render", body);
			await expectError(t, render, 400, "invalid_render_request");
			const track = await post("/api/assets/photos/track-download", body);
			await expectError(t, track, 400, "invalid_request");
		}
		const response = await fetch(`${app.url}/api/render`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: new Uint8Array([0x22, 0xff, 0x22]),
		});
		await expectError(t, response, 400, "invalid_render_request");
	});
	await t.test("what is not HTTP", async (t) => {
		const rows = [
			"NOT HTTP\r\n\r\n",
			"GET /api/health HTTP/1.1\r\n\r\n",
			`GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(40_000)}\r\n\r\n`,
			"POST /api/render HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
		];
		for (const bytes of rows) {
			const answer = await sendRaw(app, bytes);
			t.match(answer, /^HTTP\/1\.1 400 /);
		}
		t.match(await sendRaw(app, "NOT HTTP\r\n\r\n"), /"code":"invalid_request"/);
	});
});

t.test("an unexpected error reveals nothing", async (t) => {
	const renderer = fakeRenderer({
		drawSlide: async () => {
			throw new Error("secret /etc/passwd");
		},
	});
	const { post } = await startApp(t, {}, { renderer });
	const body = await expectError(t, await post("/api/render", document), 500, "internal_error");
	t.notMatch(JSON.stringify(body), /secret|passwd|at /);
});

t.test("queries are read strictly", async (t) => {
	const { post, get } = await startApp(t, {}, { renderer: fakeRenderer() });
	const slides = [{}, {}];
	for (const query of ["", "slide=1", "slide=2", "slide=002"]) {
		t.equal((await post(`/api/render.png?${query}`, { slides })).status, 200, query);
	}
	for (const query of [
		"slide=",
		"slide=0",
		"slide=3",
		"slide=-1",
		"slide=1.5",
		"slide=1e0",
		"slide=0x1",
		"slide=+1",
		"slide=%201",
		"slide=1&slide=2",
		"slide=99999999999999999999",
		"slide=%00",
		"slide=null",
		"Slide=1",
		"__proto__[x]=1",
	]) {
		const response = await post(`/api/render.png?${query}`, { slides });
		await expectError(t, response, 400, "invalid_render_request");
	}
	for (const path of [
		"icons/search?limit=0",
		"icons/search?limit=81",
		"icons/search?limit=1e1",
		"photos/search?per_page=31",
		"photos/search?page=0",
		"photos/search?target=other",
		"photos/search?orientation=",
		`photos/search?query=${"a".repeat(201)}`,
	]) {
		await expectError(t, await get(`/api/assets/${path}`), 400, "invalid_request");
	}
});

t.test("a hostile body is refused fast, with at most 20 issues", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const keys = Array.from({ length: 150_000 }, (_, i) => `"k${i}":1`).join(",");
	const rows: Record<string, string> = {
		"a million numbers": `{"slides":[${"1,".repeat(1_000_000)}1]}`,
		"many keys": `{"slides":[{}],${keys}}`,
		"deep nesting": `{"slides":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`,
		"a million faulty slides": `{"slides":[${"{},".repeat(600_000)}{}]}`,
		"one long key": `{"slides":[{}],"${"k".repeat(2_000_000)}":1}`,
		escapes: `{"slides":[{"textBlocks":[{"text":"${"\\u0000".repeat(340_000)}"}]}]}`,
		"a prototype": '{"slides":[{"__proto__":{"textBlocks":[]}}]}',
		"a constructor": '{"slides":[{"constructor":{"prototype":{"a":1}}}]}',
		infinity: '{"slides":[{"textBlocks":[{"x":1e999}]}]}',
	};
	for (const [name, body] of Object.entries(rows)) {
		const spent = processorTime();
		const response = await post("/api/render", body);
		const answer = await expectError(t, response, 400, "invalid_render_request");
		const ms = spent();
		t.ok(ms < 5_000, `${name}: ${Math.round(ms)} ms`);
		t.ok((answer.error.details.issues ?? []).length <= 20);
		t.ok(JSON.stringify(answer).length < 20_000, "the answer does not repeat the body");
	}
	t.equal(({} as { textBlocks?: unknown }).textBlocks, undefined);
});
