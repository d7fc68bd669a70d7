/** Each API key is a client with limits, jobs and documents of its own. */
import t, { type Test } from "tap";
import type { Job } from "../../src/contract/jobs.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { finished } from "../helpers/jobs.js";
import { call, connect, idOf, textOf } from "../helpers/mcp.js";

const KEYS = "acme:acme-key-1, acme:acme-key-2, unnamed-key-3, other:key:with:colons";
const DOCUMENT = { slides: [{}] };
const start = (t: Test, env: Record<string, string> = {}) =>
	startApp(t, { API_KEYS: KEYS, ...env }, { renderer: fakeRenderer() });
const as = (key: string, more: Record<string, string> = {}) => ({ "x-api-key": key, ...more });

t.test("requests count by key, wherever they come from", async (t) => {
	const { post } = await start(t, { RATE_LIMIT_MAX: "2", TRUST_PROXY: "true" });
	const ask = async (headers: Record<string, string>) =>
		(await post("/api/render.png", DOCUMENT, headers)).status;
	const from = (address: string) => ({ "x-forwarded-for": address });
	t.equal(await ask(as("acme-key-1", from("192.0.2.1"))), 200);
	t.equal(await ask(as("acme-key-2", from("192.0.2.2"))), 200, "a key of the same tenant");
	t.equal(await ask(as("acme-key-1", from("192.0.2.3"))), 429);
	t.equal(await ask(as("acme-key-2", from("192.0.2.4"))), 429);
	t.equal(await ask(as("unnamed-key-3", from("192.0.2.1"))), 200, "another tenant");
	t.equal(await ask(as("key:with:colons", from("192.0.2.1"))), 200);
	for (const key of ["acme", "acme:acme-key-1", "other:key:with:colons", "colons"])
		t.equal(await ask(as(key, from(`192.0.2.${key.length + 100}`))), 401, key);
});

t.test("wrong keys are counted apart, on every path", async (t) => {
	for (const path of ["/api/render.png", "/mcp", "/metrics"]) {
		const env = { RATE_LIMIT_MAX: "2", METRICS_KEY: "key-of-metrics" };
		const { get, post } = await start(t, env);
		const wrong = async (headers: Record<string, string>) =>
			(path === "/metrics" ? await get(path, { headers }) : await post(path, DOCUMENT, headers))
				.status;
		t.strictSame(
			[await wrong(as("wrong-key-1")), await wrong({}), await wrong(as("wrong-key-2"))],
			[401, 401, 429],
			path,
		);
		const right = async () => (await post("/api/render.png", DOCUMENT, as("acme-key-1"))).status;
		t.strictSame([await right(), await right(), await right()], [200, 200, 429], path);
	}
});

t.test("an empty X-API-Key beside a valid Bearer is not a refusal", async (t) => {
	const { post } = await start(t);
	for (const empty of ["", " ", "\t"]) {
		const headers = { "x-api-key": empty, authorization: "Bearer acme-key-1" };
		t.equal((await post("/api/render.png", DOCUMENT, headers)).status, 200);
	}
	const wrong = { "x-api-key": "wrong-key", authorization: "Bearer acme-key-1" };
	t.equal((await post("/api/render.png", DOCUMENT, wrong)).status, 401);
});

t.test("a job belongs to the tenant of its key", async (t) => {
	const app = await start(t);
	const body = { document: DOCUMENT, rows: [{}], output: "both", idempotencyKey: "the same" };
	const made = await app.post("/api/jobs", body, as("acme-key-1"));
	t.equal(made.status, 202);
	const { id } = (await made.json()) as Job;
	await finished(app, id, as("acme-key-2"));
	const paths = ["", "/events", "/manifest", "/results.zip"].map((end) => `/api/jobs/${id}${end}`);
	for (const path of paths) {
		const status = async (key: string) => {
			const answer = await app.get(path, { headers: as(key) });
			await answer.text();
			return answer.status;
		};
		t.equal(await status("acme-key-2"), 200, path);
		for (const key of ["unnamed-key-3", "key:with:colons"]) t.equal(await status(key), 404, path);
	}
	const remove = (key: string) =>
		app.get(`/api/jobs/${id}`, { method: "DELETE", headers: as(key) });
	t.equal((await remove("unnamed-key-3")).status, 404);
	t.equal((await app.get(paths[0]!, { headers: as("acme-key-1") })).status, 200);
	const again = await app.post("/api/jobs", body, as("acme-key-2"));
	t.equal(((await again.json()) as Job).id, id, "keys of a tenant share idempotency keys");
	const others = await app.post("/api/jobs", body, as("unnamed-key-3"));
	t.equal(others.status, 202, "other tenants do not");
	t.equal((await remove("acme-key-2")).status, 200);
	t.equal((await app.get(paths[0]!, { headers: as("acme-key-1") })).status, 404);
});

t.test("open jobs and stored bytes count by key", async (t) => {
	const renderer = fakeRenderer({
		drawSlide: (_job, _images, { signal }) =>
			new Promise((_resolve, reject) => {
				signal.addEventListener("abort", () => reject(signal.reason), { once: true });
			}),
	});
	const app = await startApp(t, { API_KEYS: KEYS, JOB_MAX_OPEN: "1" }, { renderer });
	const make = async (to: typeof app, key: string) =>
		(await to.post("/api/jobs", { document: DOCUMENT, rows: [{}] }, as(key))).status;
	t.equal(await make(app, "acme-key-1"), 202);
	t.equal(await make(app, "acme-key-2"), 429);
	t.equal(await make(app, "unnamed-key-3"), 202);
	const small = await start(t, { JOB_CLIENT_MAX_MB: "1" });
	const statuses: number[] = [];
	for (let i = 0; i < 5; i++) statuses.push(await make(small, `acme-key-${(i % 2) + 1}`));
	t.strictSame(statuses, [202, 202, 202, 409, 409]);
	t.equal(await make(small, "unnamed-key-3"), 202);
});

t.test("what MCP keeps belongs to the tenant of its key", async (t) => {
	const app = await startApp(t, { API_KEYS: KEYS });
	const client = (key: string) => connect(t, app, as(key));
	const [mine, same, other] = [
		await client("acme-key-1"),
		await client("acme-key-2"),
		await client("unnamed-key-3"),
	];
	const id = idOf(await call(mine, "render", { document: DOCUMENT }));
	t.notOk((await call(same, "edit", { id })).isError);
	t.match(textOf(await call(other, "edit", { id })), /not_found/);
	t.match(textOf(await call(other, "measure", { id })), /not_found/);
	const job = textOf(await call(mine, "start_job", { document: DOCUMENT, rows: [{}] }));
	const [, jobId] = /^Job (\S+):/.exec(job) ?? [];
	t.notOk((await call(same, "job_status", { id: jobId })).isError);
	t.match(textOf(await call(other, "job_status", { id: jobId })), /not_found/);
});

t.test("metrics have a key of their own, or are open as configured", async (t) => {
	const status = async (env: Record<string, string>, key?: string) => {
		const { get } = await startApp(t, env, { renderer: fakeRenderer() });
		return (await get("/metrics", { headers: key ? as(key) : {} })).status;
	};
	const own = { API_KEYS: KEYS, METRICS_KEY: "key-of-metrics" };
	t.equal(await status(own, "key-of-metrics"), 200);
	for (const key of [undefined, "acme-key-1", "unnamed-key-3", "open"])
		t.equal(await status(own, key), 401, `${key}`);
	for (const key of [undefined, "acme-key-1", "unnamed-key-3"])
		t.equal(await status({ API_KEYS: KEYS }, key), 401, `${key}`);
	t.equal(await status({ API_KEYS: KEYS, METRICS_KEY: "open" }), 200);
	t.equal(await status({ API_KEYS: "one:first-key-1,one:second-key-2" }, "second-key-2"), 200);
	t.equal(await status({ METRICS_KEY: "key-of-metrics" }), 401);
	t.equal(await status({}), 200);
	const { post } = await startApp(t, own, { renderer: fakeRenderer() });
	t.equal((await post("/api/render.png", DOCUMENT, as("key-of-metrics"))).status, 401);
});
