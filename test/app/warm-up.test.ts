/** The warm-up after a start: health waits for it, clients do not. */
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { until } from "../helpers/until.js";

const HOUR_MS = 3_600_000;
const BODY = { slides: [{ textBlocks: [{ text: "A client's text" }] }] };

/**
 * A service whose pictures take some time, and what its renderer was asked to draw.
 * @param whenReady when a render process is ready
 * @param held pictures are not finished before it resolves
 */
async function start(t: Test, whenReady = Promise.resolve(), held = Promise.resolve()) {
	const { drawSlide } = fakeRenderer();
	const texts: (string | undefined)[] = [];
	const renderer = fakeRenderer({
		whenReady: () => whenReady,
		drawSlide: async (job, images, options) => {
			texts.push(job.slide.textBlocks?.[0]?.text);
			await sleep(20);
			await held;
			return drawSlide(job, images, options);
		},
	});
	return { texts, ...(await startApp(t, {}, { renderer })) };
}

function withResolve() {
	let resolve: () => void = () => {};
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}

t.test("health waits until the service is warm; it can render before", async (t) => {
	const ready = withResolve();
	const held = withResolve();
	const { app, get, texts } = await start(t, ready.promise, held.promise);
	t.equal((await get("/api/health")).status, 200, "nothing to wait for");
	let listens = false;
	const warming = app.warm(400, HOUR_MS).then(() => {
		listens = true;
	});
	let healthy = false;
	const health = get("/api/health").then(({ status }) => {
		healthy = status === 200;
	});
	await sleep(100);
	t.notOk(listens || healthy || texts.length > 0, "no process is ready");
	ready.resolve();
	await warming;
	await until("it draws", () => texts.length > 0);
	t.notOk(healthy);
	held.resolve();
	await health;
	t.ok(healthy);
	t.ok(texts.length >= 4, `${texts.length} documents`);
	const drawn = texts.length;
	await sleep(100);
	t.equal(texts.length, drawn, "and then it is over");
});

t.test("it ends when a client renders", async (t) => {
	const { app, get, post, texts } = await start(t);
	await app.warm(HOUR_MS, HOUR_MS);
	const health = get("/api/health");
	await until("it draws", () => texts.length >= 4);
	t.equal((await post("/api/render.png", BODY)).status, 200);
	t.equal((await health).status, 200);
	const at = texts.indexOf("A client's text");
	t.ok(at >= 4);
	t.ok(texts.length - at <= 5, "at most what had begun");
});

t.test("it does not wait for processes that are never ready", async (t) => {
	const { app, get } = await start(t, new Promise(() => {}));
	await app.warm(HOUR_MS, 50);
	t.equal((await get("/api/health")).status, 200);
});

t.test("it ends after a number of documents, whatever the time", async (t) => {
	const { app, get, texts } = await start(t);
	await app.warm(HOUR_MS, HOUR_MS);
	t.equal((await get("/api/health")).status, 200);
	t.equal(texts.length, 100);
});
