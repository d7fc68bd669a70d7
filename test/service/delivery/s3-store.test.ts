/** Images in a bucket: an S3 server that is none of ours, and what it may do. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import type { RenderResponse } from "../../../src/contract/render-response.js";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, startApp } from "../../helpers/app.js";
import { LINK_KEY, linkOf } from "../../helpers/links.js";
import { captureLog } from "../../helpers/log.js";
import { startS3 } from "../../helpers/s3-server.js";
import { freePort } from "../../helpers/service-process.js";

const start = (t: Test, env: Readonly<Record<string, string>>, parts = {}) =>
	startApp(t, { LINK_KEYS: LINK_KEY, ...env }, { renderer: fakeRenderer(), ...parts });

const render = (app: RunningApp, document: object = {}) =>
	app.post("/api/render", { slides: [{}], delivery: "url", ...document });

async function stored(app: RunningApp, document: object = {}): Promise<string> {
	const response = await render(app, document);
	const { images } = (await response.json()) as RenderResponse;
	return new URL(images[0]?.url ?? "").pathname;
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Requests that need the object store get 503 within a limited time; everything else works. */
async function claimsAway(t: Test, app: RunningApp, path: string): Promise<void> {
	for (const ask of [() => render(app), () => app.get(path)]) {
		const response = await ask();
		t.equal(response.status, 503);
		t.equal(response.headers.get("retry-after"), "5");
		t.match(await response.json(), { error: { code: "storage_unavailable" } });
	}
	t.equal((await app.post("/api/render.png", { slides: [{}] })).status, 200);
	const link = linkOf({ slides: [{ textBlocks: [{ text: `${Math.random()}` }] }] });
	t.equal((await app.get(link)).status, 200, "links are drawn without it");
	const health = await app.get("/api/health");
	t.equal(health.status, 503);
	t.match(await health.json(), { checks: { storage: { ok: false, store: "s3" } } });
}

async function heals(t: Test, app: RunningApp): Promise<void> {
	while ((await render(app)).status !== 200) await sleep(50);
	t.pass("it works again");
}

t.test("an URL of one replica is served by the other", async (t) => {
	const { env } = await startS3(t);
	const [a, b] = [await start(t, env), await start(t, env)];
	const path = await stored(a);
	for (const app of [b, a]) {
		const response = await app.get(path);
		t.equal(response.status, 200);
		t.equal(response.headers.get("content-type"), "image/png");
		t.equal(response.headers.get("content-length"), String(FAKE_IMAGE.length));
		t.match(response.headers.get("cache-control"), /^public, max-age=(?:8\d\d|900), immutable$/);
		t.ok((await bytesOf(response)).equals(FAKE_IMAGE));
	}
	const head = await b.get(path, { method: "HEAD" });
	t.equal(head.headers.get("content-length"), String(FAKE_IMAGE.length));
	const part = await b.get(path, { headers: { range: "bytes=3-6" } });
	t.equal(part.status, 206);
	t.ok((await bytesOf(part)).equals(FAKE_IMAGE.subarray(3, 7)));
	const etag = head.headers.get("etag") ?? "";
	t.equal((await b.get(path, { headers: { "if-none-match": etag } })).status, 304);
	for (const name of [`${"A".repeat(22)}.png`, "x", "..%2f..%2fbucket", `${"A".repeat(22)}.exe`]) {
		t.equal((await a.get(`/api/renders/${name}`)).status, 404, name);
	}
	t.match(await (await a.get("/api/health")).json(), {
		checks: { storage: { ok: true, store: "s3" } },
	});
});

t.test("clients are sent to the object store", async (t) => {
	const s3 = await startS3(t);
	const app = await start(t, { ...s3.env, S3_DELIVERY: "redirect" });
	const path = await stored(app, { format: "svg" });
	const response = await app.get(path, { redirect: "manual" });
	t.equal(response.status, 302);
	const location = response.headers.get("location") ?? "";
	t.ok(location.startsWith(`${s3.origin}/bucket/a/prefix/images/`));
	t.match(response.headers.get("cache-control"), /^public, max-age=(?:8\d\d|900)$/);
	const followed = await fetch(location);
	t.equal(followed.status, 200);
	t.match(followed.headers.get("content-type"), /^image\/svg\+xml/);
	t.ok((await bytesOf(followed)).equals(FAKE_IMAGE));
	const tampered = location.replace(/.(?=\.svg)/, "_");
	t.ok((await fetch(tampered)).status >= 400, "for this image alone");
	t.equal((await app.get(path, { method: "HEAD" })).status, 200, "HEAD is answered here");
});

t.test("the picture of a link is drawn once for all replicas, now and later", async (t) => {
	const { env } = await startS3(t);
	let drawn = 0;
	const { drawSlide, ...renderer } = fakeRenderer();
	const counting = {
		...renderer,
		drawSlide: (...args: Parameters<typeof drawSlide>) => {
			drawn++;
			return drawSlide(...args);
		},
	};
	const a = await start(t, env, { renderer: counting });
	const path = linkOf({ slides: [{ textBlocks: [{ text: "kept" }] }] });
	t.equal((await a.get(path)).status, 200);
	const again = async () => {
		const response = await (await start(t, env, { renderer: counting })).get(path);
		t.ok((await bytesOf(response)).equals(FAKE_IMAGE));
		return drawn;
	};
	// The first answer does not wait until its picture is stored.
	await sleep(1_500);
	t.equal(await again(), 1);
	t.equal(await again(), 1);
});

t.test("an image is gone when its time is over", async (t) => {
	const { env } = await startS3(t);
	const app = await start(t, { ...env, RENDER_TTL_SECONDS: "4" });
	const path = await stored(app);
	t.equal((await app.get(path)).status, 200);
	await sleep(5_100);
	t.equal((await app.get(path)).status, 404);
});

t.test("the server is killed and comes back with what it held", async (t) => {
	const s3 = await startS3(t);
	const app = await start(t, s3.env);
	const path = await stored(app);
	await s3.kill();
	await claimsAway(t, app, path);
	await s3.start();
	await heals(t, app);
	t.ok((await bytesOf(await app.get(path))).equals(FAKE_IMAGE));
	await sleep(600);
	t.equal((await app.get("/api/health")).status, 200);
});

t.test("the server hangs", async (t) => {
	const s3 = await startS3(t);
	const app = await start(t, s3.env);
	const path = await stored(app);
	s3.pause();
	await claimsAway(t, app, path);
	const late = await start(t, s3.env);
	t.equal((await late.post("/api/render.png", { slides: [{}] })).status, 200, "starts beside it");
	s3.resume();
	await heals(t, app);
	await heals(t, late);
	t.equal((await app.get(path)).status, 200, "it has lost nothing");
});

t.test("an object store that does not answer is a 503", async (t) => {
	const S3_URL = `http://127.0.0.1:${await freePort()}/bucket`;
	const AWS = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
	const app = await start(t, { S3_URL, ...AWS });
	await claimsAway(t, app, `/api/renders/${"A".repeat(22)}.png`);
});

t.test("wrong credentials are refused, and told to nobody", async (t) => {
	const s3 = await startS3(t);
	const log = captureLog();
	const secret = "a-secret-of-the-operator";
	const wrong = { AWS_ACCESS_KEY_ID: "NOBODY", AWS_SECRET_ACCESS_KEY: secret };
	const env = { ...s3.env, ...wrong, LOG_LEVEL: "info" };
	const app = await start(t, env, { logStream: log.logStream });
	const response = await render(app);
	t.equal(response.status, 503);
	t.notMatch(await response.text(), /secret|127\.0\.0\.1|bucket/i);
	const line = await log.find(({ msg }) => msg === "the object store is unreachable");
	t.match(line, { event: { reason: /^status 403/ } });
	t.notOk(log.text().includes(secret));
	t.equal((await start(t, { ...s3.env }).then(render)).status, 200);
	const nowhere = await start(t, { ...s3.env, S3_URL: `${s3.origin}/no-bucket` });
	t.equal((await render(nowhere)).status, 503, "a bucket that is not there");
});

t.test("it is reached whatever Node's fetch connects with", async (t) => {
	const { env } = await startS3(t);
	// As when a photo provider's client was loaded first; on Node 20 and 22 it is another version.
	const usual = getGlobalDispatcher();
	t.teardown(() => setGlobalDispatcher(usual));
	const other = new Agent();
	t.teardown(() => other.destroy());
	const app = await start(t, env);
	setGlobalDispatcher(other);
	t.equal((await app.get(await stored(app))).status, 200);
});

t.test("a server that is full, slows down, breaks or talks nonsense", async (t) => {
	let answer: { status: number; body: string; endless?: true } = { status: 507, body: "" };
	let asked = 0;
	const server = createServer((request, response) => {
		asked++;
		request.resume().once("end", () => {
			if (answer.status === 0) response.destroy();
			else if (answer.endless) response.writeHead(answer.status).write(answer.body);
			else response.writeHead(answer.status, { location: "http://127.0.0.1:1/" }).end(answer.body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => {
		server.close();
		server.closeAllConnections();
	});
	const S3_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
	const AWS = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
	const app = await start(t, { S3_URL, ...AWS });
	const image = `/api/renders/${"A".repeat(22)}.png`;
	for (const [status, body] of [
		[507, "<Error><Code>InsufficientStorage</Code></Error>"],
		[503, "<Error><Code>SlowDown</Code></Error>"],
		[500, "x".repeat(1_000_000)],
		[403, "<Error><Code>QuotaExceeded</Code></Error>"],
		[301, ""],
		[0, ""],
	] as const) {
		answer = { status, body };
		asked = 0;
		t.equal((await render(app)).status, 503, `${status}`);
		t.equal((await app.get(image)).status, 503, `${status}`);
		t.ok(asked <= 4, "asked again for a broken connection alone");
	}
	answer = { status: 200, body: "" };
	t.equal((await app.get(image)).status, 503, "an object without a date");
	answer = { status: 404, body: "" };
	t.equal((await app.get(image)).status, 404);
	answer = { status: 200, body: "<", endless: true };
	t.equal((await render(app)).status, 200, "it is stored, whatever else the answer will say");
	answer = { status: 403, body: "<Error><Code>SlowDown</Code>", endless: true };
	t.equal((await render(app)).status, 503, "an error that has no end");
});
