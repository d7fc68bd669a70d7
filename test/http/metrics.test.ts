/** GET /metrics: what happened, counted exactly, in few series. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { TINY_PNG } from "../helpers/hostile-server.js";
import { captureLog } from "../helpers/log.js";
import { type Exposition, parseExposition } from "../helpers/prometheus.js";

async function read(
	{ get }: RunningApp,
	headers: Record<string, string> = {},
): Promise<Exposition> {
	const response = await get("/metrics", { headers });
	if (response.status !== 200) throw new Error(`status ${response.status}`);
	return parseExposition(await response.text());
}

/** Asks until the metrics say so: a request is counted just after its answer has left. */
async function readUntil(
	app: RunningApp,
	fits: (metrics: Exposition) => boolean,
): Promise<Exposition> {
	for (let i = 0; i < 3_000; i++) {
		const metrics = await read(app);
		if (fits(metrics)) return metrics;
		await sleep(20);
	}
	return read(app);
}

/** Sends a document, and reads the whole answer. */
async function render(app: RunningApp, body: unknown, path = "/api/render"): Promise<number> {
	const response = await app.post(path, body);
	await response.arrayBuffer();
	return response.status;
}

/** Processes that this one started. */
function childPids(): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => {
			try {
				const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
				return stat.slice(stat.lastIndexOf(")")).split(" ")[2] === String(process.pid);
			} catch {
				return false;
			}
		})
		.map(Number);
}

async function imageServer(t: Test): Promise<string> {
	const server = createServer((request, response) => {
		if (request.url === "/ok.png") response.end(TINY_PNG);
		else if (request.url === "/text") response.end("no image");
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test("renders, fetches, failures and a killed process, counted", async (t) => {
	const origin = await imageServer(t);
	const log = captureLog();
	const env = {
		ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1",
		RENDER_PROCESSES: "1",
		LOG_LEVEL: "info",
	};
	const app = await startApp(t, env, log);
	const image = `${origin}/ok.png`;
	const textBlocks = [{ text: "Hello" }];
	const overlay = (src: string) => ({ slides: [{ imageOverlays: [{ src }] }] });

	t.equal(await render(app, { slides: [{ textBlocks }] }), 200);
	const carousel = { mode: "carousel", slides: [{ image }, { image }, { textBlocks }] };
	t.equal(await render(app, { ...carousel, delivery: "url" }), 200);
	t.equal(await render(app, { slides: [{ textBlocks }], format: "svg", delivery: "both" }), 200);
	t.equal(await render(app, { slides: [{ image }] }, "/api/render.png"), 200);
	t.equal(await render(app, overlay(`${origin}/none`)), 422);
	t.equal(await render(app, overlay(`${origin}/text`)), 422);
	t.equal(await render(app, overlay("http://10.0.0.1/a.png")), 422);
	t.equal(await render(app, "{"), 400);
	t.equal((await app.get("/nothing")).status, 404);

	const ready = await readUntil(
		app,
		(metrics) => metrics.value("post_image_render_processes", { state: "idle" }) === 2,
	);
	t.equal(ready.value("post_image_render_processes", { state: "idle" }), 2, "one and the spare");
	for (const pid of childPids()) process.kill(pid, "SIGKILL");
	const died = (metrics: Exposition) =>
		metrics.value("post_image_render_process_restarts_total", { reason: "died" });
	t.equal(died(await readUntil(app, (metrics) => died(metrics) === 2)), 2);
	t.equal(await render(app, { slides: [{ textBlocks }] }), 200);

	const metrics = await readUntil(
		app,
		(metrics) =>
			metrics.value("http_request_duration_seconds_count", {
				method: "POST",
				route: "/api/render",
			}) === 8,
	);
	const requests = (method: string, route: string, status: string) =>
		metrics.value("http_requests_total", { method, route, status });
	t.equal(requests("POST", "/api/render", "200"), 4);
	t.equal(requests("POST", "/api/render", "422"), 3);
	t.equal(requests("POST", "/api/render", "400"), 1);
	t.equal(requests("POST", "/api/render.png", "200"), 1);
	t.equal(requests("GET", "unmatched", "404"), 1);
	t.ok(requests("GET", "/metrics", "200") > 0);
	const errors = (code: string) => metrics.value("post_image_errors_total", { code });
	t.same(
		["remote_image_failed", "invalid_render_request", "not_found", "internal_error"].map(errors),
		[3, 1, 1, 0],
	);
	const fetches = (outcome: string) => metrics.value("post_image_fetches_total", { outcome });
	t.same(["ok", "status", "not_an_image", "unreachable", "timeout"].map(fetches), [2, 1, 1, 1, 0]);
	t.equal(metrics.value("post_image_fetch_duration_seconds_count"), 5);
	t.equal(metrics.value("post_image_fetched_bytes_total"), 2 * TINY_PNG.length);
	t.equal(metrics.value("post_image_slides_rendered_total", { format: "png" }), 6);
	t.equal(metrics.value("post_image_slides_rendered_total", { format: "svg" }), 1);
	const stores = (operation: string, outcome: string) =>
		metrics.value("post_image_store_operations_total", { operation, outcome });
	const steps = (step: string) => metrics.value("post_image_render_step_seconds_count", { step });
	const time = (step: string) => metrics.value("post_image_render_step_seconds_sum", { step });
	// 7 slides, and the picture that two of them share.
	t.same(["fetch", "wait", "queue", "layout", "encode", "store"].map(steps), [2, 5, 8, 7, 7, 2]);
	t.equal(steps("decode"), 8);
	t.equal(steps("raster"), 6, "an SVG has no pixels");
	for (const step of ["fetch", "queue", "layout", "decode", "raster", "encode", "store"])
		t.ok(time(step) > 0 && time(step) < 300, step);
	t.equal(metrics.value("post_image_renders", { state: "running" }), 0);
	t.equal(metrics.value("post_image_render_load_ratio"), 0);
	t.equal(metrics.value("post_image_renderer_up"), 1);
	for (const kind of ["bodies", "images", "slides"])
		t.equal(metrics.value("post_image_bytes_in_flight", { kind }), 0, `${kind} were given back`);

	t.equal(stores("put", "ok"), 4);
	t.equal(stores("get", "ok"), 0);
	t.ok(metrics.value("post_image_store_written_bytes_total") > 1_000);
	t.equal(metrics.value("post_image_store_images", { store: "file" }), 4);
	t.equal(
		metrics.value("post_image_store_bytes", { store: "file" }),
		metrics.value("post_image_store_written_bytes_total"),
	);

	const line = await log.find(({ delivery }) => delivery === "url");
	t.match(line, {
		route: "/api/render",
		status: 200,
		platform: "short-video-carousel",
		mode: "carousel",
		format: "png",
		slides: 3,
		stepMs: { fetch: Number, wait: Number, queue: Number, layout: Number, store: Number },
	});
	t.match(await log.find(({ renderPid }) => renderPid !== undefined), {
		level: 40,
		reason: "died",
		output: "ended with SIGKILL",
	});
});

t.test("gauges count the work in progress", async (t) => {
	const held: (() => void)[] = [];
	// Too much text to be drawn without a turn.
	const turn = { textBlocks: [{ text: "x".repeat(2_000) }] };
	const fake = fakeRenderer();
	const renderer = fakeRenderer({
		drawSlide: (...job) =>
			new Promise((resolve) => held.push(() => resolve(fake.drawSlide(...job)))),
		health: () => ({ ok: true, processes: 3, busy: 2, queued: 5, degraded: false }),
	});
	const app = await startApp(t, { RENDER_PROCESSES: "2", RENDER_QUEUE_LIMIT: "60" }, { renderer });
	const answers = Array.from({ length: 10 }, () => render(app, { slides: [turn] }));
	const waiting = (metrics: Exposition) =>
		metrics.value("post_image_renders", { state: "waiting" });
	const metrics = await readUntil(app, (metrics) => waiting(metrics) === 6);
	t.equal(waiting(metrics), 6);
	t.equal(metrics.value("post_image_renders", { state: "running" }), 4);
	t.equal(metrics.value("post_image_renders", { state: "fetching" }), 0);
	t.equal(metrics.value("post_image_render_load_ratio"), 5);
	t.equal(metrics.value("post_image_render_places"), 64);
	t.equal(metrics.value("post_image_slides_queued"), 5);
	t.equal(metrics.value("post_image_render_processes", { state: "busy" }), 2);
	t.equal(metrics.value("post_image_render_processes", { state: "idle" }), 1);
	for (let i = 0; i < 200 && held.length + i > 0; i++) {
		for (const end of held.splice(0)) end();
		await sleep(5);
	}
	t.same(new Set(await Promise.all(answers)), new Set([200]));
});

t.test("requests make no series of their own", async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	const series = async () =>
		(await read(app)).samples.map(({ name, labels }) => name + JSON.stringify(labels));
	const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "MKCOL"];
	const send = async (i: number) => {
		const word = `zqxj${Math.random().toString(36).slice(2)}`;
		const paths = [`/${word}`, `/api/renders/${word}.png`, `/api/assets/icons/${word}/${word}.svg`];
		const path = paths[i % 3]!;
		const method = methods[i % methods.length]!;
		const headers = { "x-request-id": word, host: word, "user-agent": word, origin: word };
		const response = await app.get(`${path}?${word}=${word}`, { method, headers });
		await response.arrayBuffer();
	};
	for (let i = 0; i < 60; i++) await send(i);
	await series();
	await sleep(50);
	const before = await series();
	for (let i = 0; i < 300; i++) await send(i);
	await sleep(50);
	const after = await series();
	t.same(
		after.filter((name) => !before.includes(name) && !/^(nodejs|process)_/.test(name)),
		[],
	);
	t.notMatch(after.join("\n"), /zqxj/);
	t.ok(after.length < 600, `${after.length} series`);
	t.match(after.join("\n"), /"method":"other","route":"unmatched","status":"405"/);
});

t.test("it needs a key where there are keys, and counts against no limit", async (t) => {
	const env = { API_KEYS: "first-key-1", RATE_LIMIT_MAX: "2" };
	const app = await startApp(t, env, { renderer: fakeRenderer() });
	const refused = await app.get("/metrics");
	t.equal(refused.status, 401);
	t.notMatch(await refused.text(), /post_image/);
	for (let i = 0; i < 5; i++) await read(app, { authorization: "Bearer first-key-1" });
	const response = await app.get("/metrics", { headers: { "x-api-key": "first-key-1" } });
	t.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
	t.equal(response.headers.get("cache-control"), "no-store");
	t.match(await response.text(), /^http_requests_total\{.*status="401"\} 1$/m);
	t.equal((await app.get("/metrics", { method: "POST" })).status, 405);
});

t.test("names follow the conventions, and each service counts for itself", async (t) => {
	const [one, two] = [
		await startApp(t, {}, { renderer: fakeRenderer() }),
		await startApp(t, {}, { renderer: fakeRenderer() }),
	];
	t.equal(await render(one, { slides: [{}] }), 200);
	const first = await readUntil(one, ({ samples }) =>
		samples.some(({ labels }) => labels.route === "/api/render"),
	);
	t.equal(first.value("post_image_slides_rendered_total", { format: "png" }), 1);
	const second = await read(two);
	t.equal(second.value("post_image_slides_rendered_total", { format: "png" }), 0);
	t.ok(second.value("process_resident_memory_bytes") > 1e7);
	t.ok(second.value("nodejs_eventloop_lag_seconds") >= 0);
	t.ok(second.value("process_open_fds") > 0);
	for (const [name, type] of first.types) {
		if (!/^(post_image|http)_/.test(name)) continue;
		t.equal(name.endsWith("_total"), type === "counter", name);
		t.notMatch(name, /_(ms|milliseconds|mb|kb|percent)(_|$)/);
	}
});
