import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { forLog } from "../../src/http/log/log.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { until } from "../helpers/until.js";

/** With too much text to be drawn without a turn. */
const document = { slides: [{ textBlocks: [{ text: "x".repeat(2_000) }] }] };

/** A renderer that draws on command, and records what was requested and what was ended. */
function heldRenderer() {
	const held: (() => void)[] = [];
	const seen = { started: 0, aborted: 0 };
	const fake = fakeRenderer();
	const renderer = fakeRenderer({
		drawSlide: (job, images, options) => {
			seen.started++;
			return new Promise((resolve, reject) => {
				held.push(() => resolve(fake.drawSlide(job, images, options)));
				options.signal.addEventListener("abort", () => {
					seen.aborted++;
					reject(options.signal.reason);
				});
			});
		},
	});
	const release = () => {
		for (const resolve of held.splice(0)) resolve();
	};
	return { renderer, seen, release };
}

/** The statuses of the answers, while all that is drawn ends again and again. */
async function statusesOf(answers: readonly Promise<Response>[], release: () => void) {
	const timer = setInterval(release, 10);
	const statuses = (await Promise.all(answers)).map(({ status }) => status);
	clearInterval(timer);
	return statuses;
}

t.test("more renders than may wait are refused at once, and health answers", async (t) => {
	const { renderer, seen, release } = heldRenderer();
	const env = { RENDER_PROCESSES: "1", RENDER_QUEUE_LIMIT: "3" };
	const { post, get } = await startApp(t, env, { renderer });
	const answers = Array.from({ length: 5 }, () => post("/api/render", document));
	await until("two are drawn", () => seen.started === 2);
	await sleep(100);
	t.equal(seen.started, 2, "the others wait");
	const refused = await post("/api/render", document);
	t.equal(refused.status, 503);
	t.match(refused.headers.get("retry-after"), /^[1-9]$/);
	t.match(await refused.json(), { error: { code: "overloaded" } });
	t.equal((await get("/api/health")).status, 200);
	t.same(await statusesOf(answers, release), [200, 200, 200, 200, 200]);
});

t.test("a client that hangs up ends its work, waiting or drawn", async (t) => {
	const { renderer, seen, release } = heldRenderer();
	const { url, post } = await startApp(t, { RENDER_PROCESSES: "1" }, { renderer });
	const gone = Array.from({ length: 4 }, () => {
		const request = httpRequest(`${url}/api/render`, {
			method: "POST",
			headers: { "content-type": "application/json" },
		});
		request.on("error", () => undefined);
		request.end(JSON.stringify(document));
		return request;
	});
	await until("two are drawn", () => seen.started === 2);
	for (const request of gone) request.destroy();
	// One that waits may begin before its own end is known.
	await until("all that began are ended", () => seen.aborted >= 2 && seen.aborted === seen.started);
	const honest = post("/api/render", document);
	t.same(await statusesOf([honest], release), [200]);
	t.equal(seen.started, seen.aborted + 1);
});

t.test("with API_KEYS set, only documentation and health answer without a key", async (t) => {
	const env = { API_KEYS: "first-key-1, second-key-2" };
	const { post, get } = await startApp(t, env, { renderer: fakeRenderer() });
	for (const path of ["health", "render-schema", "openapi.json"]) {
		const response = await get(`/api/${path}`);
		t.equal(response.status, 200, `${path} is open`);
		await response.text();
	}
	for (const headers of [
		{},
		{ authorization: "Bearer wrong" },
		{ "x-api-key": "first-key-" },
		{ authorization: "Basic first-key-1" },
	]) {
		const response = await post("/api/render", document, headers as Record<string, string>);
		t.equal(response.status, 401);
		t.match(await response.json(), { error: { code: "unauthorized" } });
	}
	t.equal(
		(await post("/api/render", document, { authorization: "Bearer first-key-1" })).status,
		200,
	);
	t.equal((await post("/api/render", document, { "x-api-key": "second-key-2" })).status, 200);
});

t.test("the log has no data URLs and no long URLs", async (t) => {
	const long = `https://images.example/${"a".repeat(500)}`;
	const line = forLog(`failed: data:image/png;base64,${"A".repeat(9_000)} and ${long}`);
	t.notMatch(line, /AAAA|a{201}/);
	t.equal(
		forLog("GET https://user:word@images.example/a.png?sig=secret from redis://:word@redis:6379"),
		"GET https://[…]@images.example/a.png?[…] from redis://[…]@redis:6379",
	);
	t.match(line, /^failed: data:\[…\] and https:\/\/images\.example\/a+…$/);
});
