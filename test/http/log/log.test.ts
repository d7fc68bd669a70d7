/** The log tells what happened, and never what a client wrote or which key it used. */
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { fakeRenderer, startApp } from "../../helpers/app.js";
import { TINY_PNG } from "../../helpers/hostile-server.js";
import { captureLog } from "../../helpers/log.js";

/** In everything that a client writes and every key: none of it may reach the log. */
const MARK = "zqxj";
const KEY = `${MARK}-api-key-1`;

/** A server that answers as its path says, and counts nothing. */
async function outside(t: Test): Promise<string> {
	const server = createServer((request, response) => {
		if (request.url?.startsWith("/ok")) response.end(TINY_PNG);
		else if (request.url?.startsWith("/text")) response.end(`${MARK} is no image`);
		else
			response
				.writeHead(500)
				.end(`{"error": "${MARK}", "key": "${request.headers.authorization}"}`);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test("no content and no key, whatever happens to a request", async (t) => {
	const origin = await outside(t);
	const log = captureLog();
	const env = {
		LOG_LEVEL: "trace",
		API_KEYS: KEY,
		ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1",
		RENDER_PROCESSES: "1",
		RENDER_TIMEOUT_MS: "20000",
		UNSPLASH_ACCESS_KEY: `${MARK}-unsplash-key`,
		UNSPLASH_API_URL: origin,
		ICONIFY_API_URL: origin,
	};
	const { post, get } = await startApp(t, env, log);
	const authorized = { authorization: `Bearer ${KEY}` };
	const send = async (path: string, body: unknown, headers = {}) => {
		const response = await post(path, body, { ...authorized, ...headers });
		await response.arrayBuffer();
		return response.status;
	};
	const text = { text: `${MARK} text`, richText: `<b>${MARK}</b>`, emoji: "🙂" };
	const slide = { textBlocks: [text], image: `${origin}/ok.png?${MARK}=1` };
	const dataUrl = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text>${MARK}`;
	const overlay = (src: string) => ({ slides: [{ textBlocks: [text], imageOverlays: [{ src }] }] });

	t.equal(await send("/api/render", { slides: [slide], brand: "brand-b" }), 200);
	t.equal(await send("/api/render.png", { slides: [slide] }), 200);
	t.equal(await send("/api/render", `{"slides":[{"${MARK}`), 400);
	t.equal(await send("/api/render", { slides: [{ [MARK]: MARK }], [MARK]: 1 }), 400);
	t.equal(await send("/api/render", { slides: [{ backgroundColor: MARK }] }), 400);
	t.equal(await send("/api/render", overlay(MARK)), 400);
	t.equal(await send(`/api/render.png?slide=${MARK}`, { slides: [slide] }), 400);
	t.equal(await send("/api/render", MARK, { "content-type": `text/${MARK}` }), 415);
	t.equal(await send("/api/render", overlay(dataUrl)), 422);
	t.equal(await send("/api/render", overlay(`${origin}/text?${MARK}`)), 422);
	t.equal(await send("/api/render", overlay(`${origin}/gone?${MARK}`)), 422);
	t.equal(await send("/api/render", overlay(`http://10.0.0.1/${MARK}`)), 422);
	t.equal(await send("/api/render", { slides: [slide] }, { authorization: `Bearer ${MARK}` }), 401);
	t.equal(
		await send("/api/render", { slides: [slide] }, { authorization: "", "x-api-key": KEY }),
		200,
	);
	const asked: [number, string][] = [
		[404, `/api/renders/${"A".repeat(22)}.png?${MARK}`],
		[404, `/api/nothing?key=${MARK}`],
		[404, `/api/data:image/png;base64,${MARK}`],
		[404, `/api/data%3Aimage/png;base64,${MARK}`],
		[502, `/api/assets/photos/search?query=${MARK}`],
		[400, `/api/assets/photos/search?query=${MARK}&page=${MARK}`],
		[200, "/api/health"],
	];
	for (const [status, path] of asked) {
		const response = await get(path, {
			headers: { ...authorized, referer: MARK, "user-agent": MARK },
		});
		await response.arrayBuffer();
		t.equal(response.status, status, path);
	}
	await log.find(({ route }) => route === "/api/health");
	t.notMatch(log.text(), new RegExp(MARK, "i"));
	t.equal(log.requests().length, 14 + asked.length);
	t.match(await log.find(({ status }) => status === 502), {
		route: "/api/assets/photos/search",
		error: "provider_failed",
	});
	t.match(await log.find(({ reason }) => reason === "status"), {
		level: 30,
		method: "POST",
		route: "/api/render",
		status: 422,
		error: "remote_image_failed",
		path: "/slides/0/imageOverlays/0/src",
		remoteAddress: "127.0.0.1",
		durationMs: Number,
	});
	t.match(await log.find(({ url }) => url === "/api/nothing"), { status: 404, error: "not_found" });
	t.match(await log.find(({ route }) => route === "/api/health"), { level: 20, status: 200 });
});

t.test("a part that breaks with the document in its hands", async (t) => {
	const log = captureLog();
	const cause = new SyntaxError(`Unexpected token in "${MARK}"`);
	const errors: unknown[] = [
		new Error(`cannot draw ${MARK}\n    at ${MARK} (file:///a/b.js:1:1)`, { cause }),
		new TypeError(`${MARK} is not a function`),
		`thrown ${MARK}`,
		{ toString: () => MARK },
		Object.assign(new Error(MARK), { name: MARK }),
		undefined,
	];
	const renderer = fakeRenderer({
		drawSlide: async () => {
			throw errors[0];
		},
	});
	const { post } = await startApp(t, { LOG_LEVEL: "trace" }, { renderer, ...log });
	for (; errors.length > 0; errors.shift()) {
		const id = `broken-${errors.length}`;
		const response = await post("/api/render", { slides: [{}] }, { "x-request-id": id });
		t.equal(response.status, 500);
		t.notMatch(await response.text(), new RegExp(MARK));
		const line = await log.find((line) => line.requestId === id && line.level === 50);
		t.equal(line.msg, "internal_error");
		await log.find((line) => line.requestId === id && line.error === "internal_error");
	}
	t.notMatch(log.text(), new RegExp(MARK));
	const { err } = await log.find((line) => line.requestId === "broken-6" && line.level === 50);
	t.match(err, {
		type: "Error",
		message: "Error",
		stack: /^ {4}at .*log\.test\.[jt]s:\d+:\d+\)?$/m,
		cause: { type: "SyntaxError", message: "SyntaxError" },
	});
});

t.test("messages of the storage are logged, because they are not about the document", async (t) => {
	const log = captureLog();
	const parts = { renderer: fakeRenderer(), ...log };
	const { post, directory } = await startApp(t, { LOG_LEVEL: "info" }, parts);
	await rm(directory, { recursive: true });
	await writeFile(directory, "a file in the way");
	const response = await post("/api/render", { slides: [{}], delivery: "url" });
	t.equal(response.status, 503);
	t.match(await log.find(({ level }) => level === 50), {
		msg: "storage_unavailable",
		err: {
			code: "storage_unavailable",
			cause: { code: "EEXIST", message: /EEXIST: file already exists/ },
		},
	});
});

t.test("an unavailable Redis is logged without its password", async (t) => {
	const log = captureLog();
	const env = {
		LOG_LEVEL: "trace",
		REDIS_URL: `redis://user-${MARK}:${MARK}-password@127.0.0.1:1/0`,
		RATE_LIMIT_MAX: "100",
	};
	const { post, get } = await startApp(t, env, { renderer: fakeRenderer(), ...log });
	const response = await post("/api/render", { slides: [{}], delivery: "url" });
	t.equal(response.status, 503);
	t.equal((await get("/api/health")).status, 503);
	t.match(await log.find(({ level }) => level === 50), {
		msg: "storage_unavailable",
		err: { code: "storage_unavailable" },
	});
	await log.find(({ failing }) => failing !== undefined);
	t.notMatch(log.text(), new RegExp(MARK));
});
