import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Health } from "../../../src/contract/health.js";
import type { RenderResponse } from "../../../src/contract/render-response.js";
import { NO_WARNINGS } from "../../../src/engine/report/warning-list.js";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, startApp } from "../../helpers/app.js";
import { noRedis, startRedis } from "../../helpers/redis-server.js";
import { freePort } from "../../helpers/service-process.js";

/** Longer than one piece of a read, and with every byte in it. */
const IMAGE = Buffer.concat([
	FAKE_IMAGE,
	Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
	randomBytes(1_400_000),
]);
/** What begins as an SVG, of the same length. */
const SVG = Buffer.concat([Buffer.from("<svg "), IMAGE.subarray(5)]);
const SMALL = IMAGE.subarray(0, 1_000);

const needsRedis = { skip: noRedis };

function start(t: Test, redisUrl: string, env: Record<string, string> = {}, image = IMAGE) {
	const renderer = fakeRenderer({
		drawSlide: async ({ format }) => ({
			mimeType: format === "svg" ? "image/svg+xml" : "image/png",
			width: 1080,
			height: 1350,
			bytes: format === "svg" ? SVG : image,
			alt: "",
			...NO_WARNINGS,
		}),
	});
	return startApp(t, { REDIS_URL: redisUrl, ...env }, { renderer });
}

const renderUrl = (app: RunningApp, document: object = {}) =>
	app.post("/api/render", { slides: [{}], delivery: "url", ...document });

/** Path of the image that a render stored. */
async function stored(app: RunningApp, document: object = {}): Promise<string> {
	const response = await renderUrl(app, document);
	const { images } = (await response.json()) as RenderResponse;
	return new URL(images[0]?.url ?? "").pathname;
}

/** While Redis does not work, requests that need it quickly get 503, and everything else works. */
async function claimsAway(t: Test, app: RunningApp, path: string): Promise<void> {
	for (const ask of [() => renderUrl(app), () => app.get(path)]) {
		const response = await ask();
		t.equal(response.status, 503);
		t.equal(response.headers.get("retry-after"), "5");
		t.match(await response.json(), { error: { code: "storage_unavailable", details: {} } });
	}
	const inline = await app.post("/api/render", { slides: [{}] });
	t.equal(inline.status, 200);
	t.equal(((await inline.json()) as RenderResponse).images.length, 1);
	const png = await app.post("/api/render.png", { slides: [{}] });
	t.same([png.status, Buffer.from(await png.arrayBuffer()).equals(IMAGE)], [200, true]);
	const health = await app.get("/api/health");
	t.equal(health.status, 503);
	t.match(await health.json(), {
		ok: false,
		checks: { storage: { ok: false, store: "redis" }, renderer: { ok: true } },
	});
}

/** Asks until it works again. */
async function healed(app: RunningApp): Promise<void> {
	while ((await renderUrl(app)).status !== 200) await sleep(50);
}

t.test("an URL of one replica is served by the other", needsRedis, async (t) => {
	const redis = await startRedis(t);
	const env = { RENDER_TTL_SECONDS: "60" };
	const [a, b] = [await start(t, redis.url, env), await start(t, redis.url, env)];
	for (const [format, type, image] of [
		["png", "image/png", IMAGE],
		["svg", "image/svg+xml", SVG],
	] as const) {
		const path = await stored(a, { format });
		for (const app of [b, a, b]) {
			const response = await app.get(path);
			t.equal(response.status, 200);
			const { headers } = response;
			t.equal(headers.get("content-type"), type);
			t.equal(headers.get("content-length"), String(IMAGE.length));
			t.match(headers.get("cache-control"), /^public, max-age=(?:5\d|60), immutable$/);
			t.equal(headers.get("x-content-type-options"), "nosniff");
			t.match(headers.get("content-security-policy"), /^default-src 'none'.*sandbox$/);
			t.equal(headers.get("access-control-allow-origin"), "*");
			t.ok(Buffer.from(await response.arrayBuffer()).equals(image), "byte for byte");
		}
		const head = await b.get(path, { method: "HEAD" });
		t.equal(head.headers.get("content-length"), String(IMAGE.length));
		const part = await b.get(path, { headers: { range: "bytes=500000-1300000" } });
		t.equal(part.status, 206);
		t.ok(Buffer.from(await part.arrayBuffer()).equals(image.subarray(500_000, 1_300_001)));
		const etag = head.headers.get("etag") ?? "";
		t.equal((await b.get(path, { headers: { "if-none-match": etag } })).status, 304);
	}
	const { images } = (await (
		await renderUrl(a, { mode: "carousel", slides: Array(20).fill({}) })
	).json()) as RenderResponse;
	for (const { url = "" } of images) {
		const response = await b.get(new URL(url).pathname);
		t.ok(Buffer.from(await response.arrayBuffer()).equals(IMAGE));
	}
	t.same(await readdir(a.directory), [], "no file is written");
	t.match(await (await a.get("/api/health")).json(), {
		ok: true,
		checks: { storage: { ok: true, store: "redis" } },
	});
});

t.test("an image ends, and the server forgets it", needsRedis, async (t) => {
	const redis = await startRedis(t);
	const app = await start(t, redis.url, { RENDER_TTL_SECONDS: "4" });
	const path = await stored(app);
	t.equal((await app.get(path, { method: "HEAD" })).status, 200);
	const reading = await app.get(path);
	await sleep(4_050);
	t.equal((await app.get(path)).status, 404);
	t.ok(Buffer.from(await reading.arrayBuffer()).equals(IMAGE), "a read begun in time goes on");
	const ends = await redis.ask(async (client) =>
		Promise.all((await client.keys("*")).map((key) => client.pttl(key))),
	);
	t.equal(ends.length, 1);
	t.ok(ends.every((ms) => ms > 0 && ms <= 30_000));
});

t.test("what others keep in the same Redis cannot be reached", needsRedis, async (t) => {
	const redis = await startRedis(t);
	const app = await start(t, redis.url);
	const [, name = ""] = /renders\/(.+)/.exec(await stored(app)) ?? [];
	const [key = ""] = await redis.ask((client) => client.keys("*"));
	t.ok(key.endsWith(`:image:${name}`));
	await redis.ask((client) => client.set("secret", "mine", "EX", 60));
	for (const other of ["secret", `*`, `${"?".repeat(22)}.png`, "..%2fsecret", `${name}%00`]) {
		t.equal((await app.get(`/api/renders/${other}`)).status, 404, other);
	}
	await redis.ask((client) => client.set(key, "without an end"));
	t.equal((await app.get(`/api/renders/${name}`)).status, 404);
	await redis.ask((client) => client.set(key, "", "EX", 60));
	t.equal((await app.get(`/api/renders/${name}`)).status, 404);
	await redis.ask(async (client) => [await client.del(key), await client.lpush(key, "a list")]);
	t.equal((await app.get(`/api/renders/${name}`)).status, 503);
});

t.test("Redis is killed and comes back", needsRedis, async (t) => {
	const redis = await startRedis(t);
	const app = await start(t, redis.url);
	const path = await stored(app);
	await redis.kill();
	await claimsAway(t, app, path);
	await redis.start();
	await healed(app);
	t.equal((await app.get(path)).status, 404, "what the old one held is gone");
	const again = await app.get(await stored(app));
	t.ok(Buffer.from(await again.arrayBuffer()).equals(IMAGE));
	await sleep(500);
	t.equal((await app.get("/api/health")).status, 200, "health forgets what it found soon");
});

t.test("Redis is not there when the service starts", needsRedis, async (t) => {
	const redis = await startRedis(t);
	await redis.kill();
	const app = await start(t, redis.url);
	await claimsAway(t, app, `/api/renders/${"A".repeat(22)}.png`);
	await redis.start();
	await healed(app);
});

t.test("Redis hangs", needsRedis, async (t) => {
	const redis = await startRedis(t);
	const app = await start(t, redis.url);
	const path = await stored(app);
	redis.pause();
	await claimsAway(t, app, path);
	t.equal((await renderUrl(app)).status, 503);
	const late = await start(t, redis.url);
	redis.resume();
	for (const one of [app, late]) await healed(one);
	t.equal((await app.get(path)).status, 200, "it has lost nothing");
});

t.test("Redis is full", needsRedis, async (t) => {
	const redis = await startRedis(t, ["--maxmemory", "8mb", "--maxmemory-policy", "noeviction"]);
	const app = await start(t, redis.url);
	const paths: string[] = [];
	let refused: Response | undefined;
	for (let i = 0; i < 10 && refused === undefined; i++) {
		const response = await renderUrl(app);
		if (response.status === 200) {
			const { images } = (await response.json()) as RenderResponse;
			paths.push(new URL(images[0]?.url ?? "").pathname);
		} else refused = response;
	}
	t.ok(paths.length > 0);
	t.equal(refused?.status, 503);
	t.match(await refused?.json(), { error: { code: "storage_unavailable" } });
	t.equal((await app.post("/api/render", { slides: [{}] })).status, 200);
	for (const path of paths) t.equal((await app.get(path, { method: "HEAD" })).status, 200);
	const before = await redis.ask((client) => client.dbsize());
	const carousel = await renderUrl(app, { mode: "carousel", slides: Array(8).fill({}) });
	t.equal(carousel.status, 503);
	t.equal(await redis.ask((client) => client.dbsize()), before, "nothing of a carousel is left");
});

t.test("Redis is a replica that cannot be written", needsRedis, async (t) => {
	const redis = await startRedis(t);
	const app = await start(t, redis.url);
	const path = await stored(app);
	const nobody = await freePort();
	await redis.ask((client) => client.replicaof("127.0.0.1", nobody));
	t.equal((await renderUrl(app)).status, 503);
	await redis.ask((client) => client.replicaof("NO", "ONE"));
	await healed(app);
	t.equal((await app.get(path)).status, 200);
});

t.test(
	"a wrong password counts as an unavailable Redis, and is not revealed",
	needsRedis,
	async (t) => {
		const redis = await startRedis(t, ["--requirepass", "right+password"]);
		const [, right] = [redis, redis.url.replace("//", "//:right%2Bpassword@")];
		const app = await start(t, redis.url.replace("//", "//:wrong-password@"));
		const answers = [await renderUrl(app), await app.get("/api/health")];
		for (const answer of answers) {
			t.equal(answer.status, 503);
			t.notMatch(await answer.text(), /password|127\.0\.0\.1/);
		}
		t.equal((await app.post("/api/render", { slides: [{}] })).status, 200);
		t.equal((await renderUrl(await start(t, right))).status, 200);
		await redis.ask((client) => client.config("SET", "requirepass", "wrong-password"));
		await healed(app);
	},
);

t.test("a host that does not answer at all", async (t) => {
	const app = await start(t, `redis://127.0.0.1:${await freePort()}/3`, {}, SMALL);
	const carousel = await renderUrl(app, { mode: "carousel", slides: Array(20).fill({}) });
	t.equal(carousel.status, 503);
	const { checks } = (await (await app.get("/api/health")).json()) as Health;
	t.match(checks, { storage: { ok: false, store: "redis" } });
});
