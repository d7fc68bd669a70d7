import { readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { createIcons } from "../../../src/catalog/icons/index.js";
import type { RenderedSlide } from "../../../src/engine/job.js";
import { NO_WARNINGS } from "../../../src/engine/report/warning-list.js";
import { Admission } from "../../../src/service/admission.js";
import { createRenderPool } from "../../../src/service/processes/pool.js";
import { fakeRenderer, startApp } from "../../helpers/app.js";
import { startHostileServer } from "../../helpers/hostile-server.js";
import { budget, heldBytes } from "../../helpers/in-flight.js";
import { until } from "../../helpers/until.js";
import { fixturePool, isAlive } from "../../service/processes/fixtures/pool-fixture.js";

/** Clients that hang up in each phase, so many at a time. */
const REPEATS = 60;
const AT_A_TIME = 15;
/** Clients that hang up while a process draws for them. */
const DRAWN = 20;

/** What a request holds on to while it lasts. */
function held() {
	const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
	return { descriptors: readdirSync("/proc/self/fd").length, timers };
}

function open(url: string, body: string, end = true) {
	const request = httpRequest(`${url}/api/render`, {
		method: "POST",
		agent: false,
		headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
	});
	request.on("error", () => undefined);
	if (end) request.end(body);
	else request.write(body.slice(0, -1));
	return request;
}

t.test("in whatever phase clients hang up, nothing of their work is left", async (t) => {
	const images = await startHostileServer();
	t.teardown(() => images.close());
	const admission = new Admission({ running: 2, waiting: 40 });
	const inFlight = budget();
	const drawing = new Set<unknown>();
	const large: RenderedSlide = {
		mimeType: "image/png",
		width: 1,
		height: 1,
		bytes: Buffer.alloc(20_000_000),
		alt: "",
		...NO_WARNINGS,
	};
	const renderer = fakeRenderer({
		drawSlide: ({ slide }, _images, { signal }) =>
			new Promise((resolve, reject) => {
				if (slide.backgroundColor === "#FFFFFF") return resolve(large);
				drawing.add(signal);
				signal.addEventListener("abort", () => {
					drawing.delete(signal);
					reject(signal.reason);
				});
			}),
	});
	const { url, get } = await startApp(
		t,
		{ ALLOW_PRIVATE_IMAGE_HOSTS: "true", LOG_LEVEL: "silent" },
		// With icons of its own it starts no thread for them meanwhile.
		{ renderer, admission, inFlight, icons: createIcons({ iconifyApiUrl: undefined }) },
	);
	const phases: Record<string, { slide: object; end?: boolean; reached(): boolean }> = {
		"while its body arrives": { slide: {}, end: false, reached: () => true },
		"while its images are fetched": {
			slide: { image: images.url("/silent") },
			reached: () => images.open() >= AT_A_TIME,
		},
		"while it waits and is drawn": {
			// Too much text to be drawn without a turn.
			slide: { textBlocks: [{ text: "x".repeat(2_000) }] },
			reached: () => drawing.size === 2 && admission.waiting === AT_A_TIME - 2,
		},
		"while its answer is sent": {
			slide: { backgroundColor: "#FFFFFF" },
			reached: () => true,
		},
	};
	await (await get("/api/health")).text();
	const before = held();
	for (const [phase, { slide, end = true, reached }] of Object.entries(phases)) {
		for (let i = 0; i < REPEATS; i += AT_A_TIME) {
			const body = JSON.stringify({ slides: [slide] });
			const requests = Array.from({ length: AT_A_TIME }, () => open(url, body, end));
			if (slide === phases["while its answer is sent"]?.slide) {
				await Promise.all(
					requests.map((request) => new Promise((resolve) => request.once("response", resolve))),
				);
			}
			await until(phase, reached);
			await sleep(10);
			for (const request of requests) request.destroy();
			await until(`${phase}: its place is free`, () => {
				return admission.accepted === 0 && heldBytes(inFlight) === 0;
			});
		}
		await until(`${phase}: images`, () => images.open() === 0);
		t.match(admission, { accepted: 0, running: 0, waiting: 0 }, phase);
		t.equal(drawing.size, 0, `${phase}: no slide is drawn`);
		await until(`${phase}: descriptors`, () => held().descriptors <= before.descriptors);
		// Timers of the server that run once in a while come and go.
		await until(`${phase}: timers`, () => held().timers <= before.timers + 2);
	}
});

t.test("a render process is freed when its client hangs up, or replaced if it hangs", async (t) => {
	const renderer = createRenderPool(fixturePool({ size: 2, spare: true, abortGraceMs: 1_000 }));
	const admission = new Admission({ running: 2, waiting: 40 });
	const { url, post } = await startApp(t, {}, { renderer, admission });
	await until("all are ready", () => renderer.health().processes === 3);
	const document = (command: string) =>
		JSON.stringify({ slides: [{ textBlocks: [{ text: command }] }] });
	const first = renderer.pids();
	for (let i = 0; i < DRAWN; i++) {
		const request = open(url, document("sleep 150"));
		await until("it is drawn", () => renderer.health().busy > 0);
		request.destroy();
		await until("it is free", () => renderer.health().busy === 0);
	}
	t.same(renderer.pids(), first, "slides that end by themselves cost no process");

	const hanging = Array.from({ length: 2 }, () => open(url, document("hang")));
	await until("both hang", () => renderer.health().busy === 2);
	for (const request of hanging) request.destroy();
	await until("they are replaced", () => {
		const { processes, busy } = renderer.health();
		return processes === 3 && busy === 0;
	});
	t.equal(first.filter(isAlive).length, 1);
	t.match(admission, { accepted: 0, running: 0, waiting: 0 });
	t.equal((await post("/api/render", document("pid"))).status, 200);
});
