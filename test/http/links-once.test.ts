/** One link that many want at a time is drawn once: in one process and in all replicas. */
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";
import { parseExposition } from "../helpers/prometheus.js";
import { noRedis, startRedis } from "../helpers/redis-server.js";

const NO_WARNINGS = { warnings: [], warningCount: 0, alt: "" };
const documentOf = (text: string) => ({ slides: [{ textBlocks: [{ text }] }] });

/** A renderer whose drawings take a time, or are ended before. */
function slowRenderer(drawMs = 300) {
	const log = { begun: 0, ended: 0 };
	const renderer = fakeRenderer({
		drawSlide: async (_job, _images, { signal }) => {
			log.begun++;
			try {
				await sleep(drawMs, undefined, { signal });
			} catch {
				log.ended++;
				throw signal.reason;
			}
			return {
				mimeType: "image/png",
				width: 1080,
				height: 1350,
				bytes: FAKE_IMAGE,
				...NO_WARNINGS,
			};
		},
	});
	return { renderer, log };
}

const env = { LINK_KEYS: LINK_KEY };
const outcome = async (app: RunningApp, name: string) =>
	parseExposition(await (await app.get("/metrics")).text()).value("post_image_links_total", {
		outcome: name,
	});

async function statuses(t: Test, asks: readonly Promise<Response>[]): Promise<void> {
	const counts: Record<number, number> = {};
	for (const response of await Promise.all(asks)) {
		counts[response.status] = (counts[response.status] ?? 0) + 1;
		if (response.status === 200) {
			const bytes = Buffer.from(await response.arrayBuffer());
			if (!bytes.equals(FAKE_IMAGE)) t.fail("another picture");
		}
	}
	t.same(counts, { 200: asks.length });
}

t.test("a hundred clients of one new link: one drawing", async (t) => {
	const { renderer, log } = slowRenderer();
	const app = await startApp(t, env, { renderer });
	const path = linkOf(documentOf("one"));
	await statuses(
		t,
		Array.from({ length: 100 }, () => app.get(path)),
	);
	t.equal(log.begun, 1);
	t.equal(await outcome(app, "drawn"), 1);
	t.equal((await outcome(app, "joined")) + (await outcome(app, "memory")), 99);
});

t.test("who began the drawing may leave, and it ends when all have left", async (t) => {
	const { renderer, log } = slowRenderer(3_000);
	const app = await startApp(t, env, { renderer });
	const leave = new AbortController();
	const path = linkOf(documentOf("left"));
	const first = app.get(path, { signal: leave.signal }).catch(() => "left");
	while (log.begun === 0) await sleep(5);
	const second = app.get(path);
	await sleep(1_000);
	leave.abort();
	t.equal(await first, "left");
	t.equal((await second).status, 200);
	t.same(log, { begun: 1, ended: 0 });

	const all = new AbortController();
	const alone = app.get(linkOf(documentOf("alone")), { signal: all.signal }).catch(() => "left");
	while (log.begun === 1) await sleep(5);
	all.abort();
	t.equal(await alone, "left");
	while (log.ended === 0) await sleep(5);
	t.equal((await app.get(linkOf(documentOf("alone")))).status, 200, "and can be drawn again");
});

t.test("who waits is not refused for the one who began", async (t) => {
	const { renderer, log } = slowRenderer();
	const app = await startApp(t, { ...env, RATE_LIMIT_MAX: "1", TRUST_PROXY: "true" }, { renderer });
	const as = (client: string, text: string) =>
		app.get(linkOf(documentOf(text)), { headers: { "x-forwarded-for": client } });
	t.equal((await as("192.0.2.1", "his only one")).status, 200);
	const [own, others] = await Promise.all([
		as("192.0.2.1", "too many"),
		Promise.all(["192.0.2.2", "192.0.2.3"].map((client) => as(client, "too many"))),
	]);
	t.equal(others[0]?.status, 200);
	t.equal(others[1]?.status, 200);
	t.ok([200, 429].includes(own.status));
	t.equal(log.begun, 2);
});

t.test("a drawing that fails fails for all, and is tried again", async (t) => {
	let failing = true;
	const renderer = fakeRenderer();
	const app = await startApp(t, env, {
		renderer: {
			...renderer,
			drawSlide: async (...args) => {
				await sleep(100);
				if (failing) throw new Error("a bug");
				return renderer.drawSlide(...args);
			},
		},
	});
	const path = linkOf(documentOf("fails"));
	const all = await Promise.all(Array.from({ length: 10 }, () => app.get(path)));
	for (const response of all) t.equal(response.status, 500);
	failing = false;
	t.equal((await app.get(path)).status, 200);
});

t.test("without memory for pictures every request draws, but not at the same time", async (t) => {
	const { renderer, log } = slowRenderer(50);
	const app = await startApp(t, { ...env, LINK_CACHE_MB: "0" }, { renderer });
	const path = linkOf(documentOf("forgotten"));
	await statuses(t, [app.get(path), app.get(path), app.get(path)]);
	t.equal(log.begun, 1);
	t.equal((await app.get(path)).status, 200);
	t.equal(log.begun, 2);
});

t.test("replicas that share Redis draw a link once", { skip: noRedis }, async (t) => {
	const redis = await startRedis(t);
	const begin = async (drawMs?: number, more: Record<string, string> = {}) => {
		const { renderer, log } = slowRenderer(drawMs);
		const app = await startApp(t, { ...env, REDIS_URL: redis.url, ...more }, { renderer });
		return { app, log };
	};

	t.test("a thousand clients of one new link at two replicas: one drawing", async (t) => {
		const [a, b] = [await begin(), await begin()];
		const path = linkOf(documentOf("thousand"));
		await statuses(
			t,
			Array.from({ length: 1_000 }, (_, i) => (i % 2 === 0 ? a : b).app.get(path)),
		);
		t.equal(a.log.begun + b.log.begun, 1);
		t.equal((await outcome(a.app, "drawn")) + (await outcome(b.app, "drawn")), 1);
	});

	t.test("what one has drawn the other has, and one that starts later", async (t) => {
		const [a, b] = [await begin(), await begin()];
		const path = linkOf(documentOf("shared"));
		const first = await a.app.get(path);
		while ((await redis.ask((client) => client.dbsize())) === 0) await sleep(5);
		let second = await b.app.get(path);
		t.equal(second.headers.get("etag"), first.headers.get("etag"));
		t.equal(second.headers.get("x-render-warnings"), "0");
		t.ok(Buffer.from(await second.arrayBuffer()).equals(FAKE_IMAGE));
		const c = await begin();
		second = await c.app.get(path);
		t.equal(second.status, 200);
		t.equal(a.log.begun + b.log.begun + c.log.begun, 1);
		t.equal(await outcome(c.app, "store"), 1);
	});

	t.test("a replica that ends while it draws is followed by another", async (t) => {
		const [a, b] = [await begin(60_000), await begin(20)];
		const path = linkOf(documentOf("followed"));
		const leave = new AbortController();
		const given = a.app.get(path, { signal: leave.signal }).catch(() => undefined);
		while (a.log.begun === 0) await sleep(5);
		const waiting = b.app.get(path);
		await sleep(500);
		t.equal(b.log.begun, 0, "it waits for the other");
		leave.abort();
		await given;
		t.equal((await waiting).status, 200);
		t.equal(b.log.begun, 1);
	});

	t.test("while Redis is unreachable each draws for itself", async (t) => {
		const [a, b] = [await begin(), await begin()];
		await redis.kill();
		const path = linkOf(documentOf("away"));
		for (const { app, log } of [a, b]) {
			await statuses(t, [app.get(path), app.get(path)]);
			t.equal(log.begun, 1);
		}
		await redis.start();
	});
});
