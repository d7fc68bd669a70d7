/** Small requests that ask for much: refused by their size, counted, and answered in few words. */
import t, { type Test } from "tap";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { budget } from "../helpers/in-flight.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";
import { longestTurn } from "../helpers/processor-time.js";

/** Processor time between two turns of the event loop. Milliseconds. */
const LOOP_MS = 1_000;

const start = (t: Test, env: Record<string, string> = {}) =>
	startApp(t, env, { renderer: fakeRenderer() });
const times = <T>(count: number, make: (i: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => make(i));

t.test("documents that cost more than they weigh", async (t) => {
	const { post } = await start(t, { LINK_KEYS: LINK_KEY });
	await post("/api/render", { slides: [{}] });
	let deep: unknown = times(95_000, () => "");
	for (let i = 0; i < 55; i++) deep = { a: deep };
	const slides = [{ textBlocks: [{ text: "a" }] }];
	const names = times(200_000, (i) => `{{${i}}}`).join("");
	const batch = (document: object, rows: unknown) => ({ document, rows });
	const cases: [path: string, body: object][] = [
		["/api/render", { variables: {}, slides, deep }],
		["/api/links", { document: { variables: {}, slides, deep } }],
		[
			"/api/batch",
			batch(
				{ slides, deep },
				times(1_000, () => ({})),
			),
		],
		[
			"/api/batch",
			batch({ slides: [{ image: names }] }, `${times(200, (i) => `c${i}`).join(",")}\n1`),
		],
		["/api/batch", batch({ slides: [{ image: `{{${"n".repeat(1_900_000)}}}` }] }, "a\nb")],
		["/api/batch", batch({ slides, variables: "v".repeat(1_900_000) }, "a\nb")],
		["/api/batch", batch({ slides }, [Object.fromEntries(times(90_000, (i) => [`v${i}`, ""]))])],
		["/api/measure", { variables: { a: "" }, slides: [{ image: "{".repeat(1_900_000) }] }],
		[
			"/api/measure",
			{ variables: { a: "x".repeat(100) }, slides: [{ image: "{{a}}".repeat(300_000) }] },
		],
		[
			"/api/measure",
			{ slides: times(20, () => ({ textBlocks: [{ richText: "<b>".repeat(600) }] })) },
		],
		[
			"/api/measure",
			{
				slides: times(20, () => ({
					layers: times(2, () => ({
						type: "shape",
						shape: "path",
						viewBox: [0, 0, 9, 9],
						path: `M0 0${"h1".repeat(1_900)}${" ".repeat(6_000)}`,
					})),
				})),
			},
		],
	];
	for (const [path, body] of cases) {
		const text = JSON.stringify(body);
		const turn = longestTurn();
		const answer = await post(path, text);
		const { length } = await answer.text();
		const longest = turn();
		const what = `${path} ${text.slice(0, 60)}`;
		t.ok(answer.status === 400 || path === "/api/batch", `${what}: ${answer.status}`);
		t.ok(length < text.length, `${what}: ${length} characters for ${text.length}`);
		t.ok(longest < LOOP_MS, `${what}: ${longest} ms`);
	}
});

t.test("a text is measured at the price that it is drawn for", async (t) => {
	const { post } = await startApp(t);
	const layers = times(30, () => ({ type: "text", text: "lorem ".repeat(1_600), fontSize: 8 }));
	const answer = await post("/api/measure", { slides: [{ layers }] });
	t.equal(answer.status, 422);
	t.match(await answer.json(), { error: { code: "too_complex" } });
});

t.test("a batch without room for its parsed body is refused before that is read", async (t) => {
	const inFlight = budget();
	const { post } = await startApp(t, {}, { renderer: fakeRenderer(), inFlight });
	inFlight.bodies.add("another", inFlight.bodies.max - 900_000);
	const document = { slides: [{ textBlocks: [{ text: "{{a}}" }] }] };
	const body = (length: number) => ({ document, rows: [{ a: "x".repeat(length) }] });
	t.equal((await post("/api/batch", body(300_000))).status, 503, "three times its size");
	const small = await post("/api/batch", body(100_000));
	t.equal(small.status, 200);
	await small.arrayBuffer();
	const render = await post("/api/measure", { slides: [{ image: "x".repeat(300_000) }] });
	t.equal(render.status, 400, "what is not kept takes its size");
});

t.test("what the checks parse is bounded for the whole document, and says where", async (t) => {
	const { post } = await start(t);
	const messageOf = async (document: object) => {
		const answer = await post("/api/measure", document);
		return `${answer.status} ${((await answer.json()) as { error?: { message: string } }).error?.message}`;
	};
	const tags = (count: number) => ({
		slides: times(20, () => ({ textBlocks: [{ richText: "<b>a</b>".repeat(count / 40) }] })),
	});
	t.match(await messageOf(tags(10_000)), /^200/);
	t.match(
		await messageOf(tags(10_040)),
		/^400 .*slides\/\d+\/textBlocks\/0\/richText .*more than 10000/,
	);
	const colors = (count: number) => ({
		slides: [
			{ layers: times(125, (i) => ({ type: "text", text: "a", background: `rgb(${i} 0 0)` })) },
			{
				layers: times(count - 125, (i) => ({
					type: "text",
					text: "a",
					background: `rgb(0 ${i} 1)`,
				})),
			},
			{ layers: times(125, (i) => ({ type: "text", text: "a", background: `rgb(${i} 0 0)` })) },
		],
	});
	t.match(await messageOf(colors(250)), /^200/, "one that is there twice counts once");
	t.match(await messageOf(colors(251)), /^400 .*background .*250 different colours/);
});

t.test("rows that fail have short errors, and count", async (t) => {
	const name = (i: number) => `${"\u0001".repeat(60)}${i}`;
	const document = {
		variables: Object.fromEntries(times(150, (i) => [name(i), ""])),
		slides: times(20, (i) => ({ textBlocks: [{ text: `{{u${i}}}{{w${i}}}` }] })),
	};
	const body = JSON.stringify({ document, rows: times(400, () => ({})) });
	const { post } = await start(t);
	for (const output of ["ndjson", "zip"]) {
		const answer = await post(`/api/batch?output=${output}`, body);
		t.equal(answer.status, 200);
		const { byteLength } = await answer.arrayBuffer();
		t.ok(byteLength < 500_000, `${output}: ${byteLength}`);
	}
	const counted = await start(t, { RATE_LIMIT_MAX: "5" });
	const hangUp = new AbortController();
	const waiting = fetch(`${counted.url}/api/batch`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body,
		signal: hangUp.signal,
	});
	const reader = (await waiting).body!.getReader();
	let lines = 0;
	while (lines < 400) {
		const piece = await Promise.race([
			reader.read(),
			new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500)),
		]);
		if (piece === undefined) break;
		lines +=
			Buffer.from(piece.value ?? [])
				.toString()
				.split("\n").length - 1;
	}
	hangUp.abort();
	await reader.read().catch(() => undefined);
	t.ok(lines <= 5, `${lines} rows of 5 that the client may have a minute`);
});

t.test("a HEAD of a link counts when its document is read", async (t) => {
	const { get } = await start(t, { LINK_KEYS: LINK_KEY, RATE_LIMIT_MAX: "2" });
	const link = (text: string) => linkOf({ slides: [{ textBlocks: [{ text }] }] });
	const head = async (text: string) => (await get(link(text), { method: "HEAD" })).status;
	t.same(
		[await head("1"), await head("1"), await head("1"), await head("2")],
		[200, 200, 200, 200],
	);
	t.equal(await head("3"), 429);
	t.equal(await head("1"), 200, "what is known already is free");
});

t.test("JSON-RPC batches are bounded, and their messages count", async (t) => {
	const { post } = await start(t, { RATE_LIMIT_MAX: "4" });
	const headers = { accept: "application/json, text/event-stream" };
	const call = (count: number) =>
		post(
			"/mcp",
			times(count, (id) => ({ jsonrpc: "2.0", id, method: "tools/list" })),
			headers,
		);
	t.equal((await call(100)).status, 400);
	t.equal((await call(0)).status, 400);
	const three = await call(3);
	t.equal(three.status, 200);
	t.equal((await three.text()).match(/"tools":/g)?.length, 3);
	t.equal((await call(4)).status, 429, "two were counted, three more are too many");
});

t.test("a form of another origin is refused", async (t) => {
	const { url, post } = await start(t);
	const form =
		'--b\r\ncontent-disposition: form-data; name="document"\r\n\r\n{"slides":[{"textBlocks":[{"text":"{{a}}"}]}]}\r\n--b\r\ncontent-disposition: form-data; name="rows"\r\n\r\na\n1\r\n--b--\r\n';
	const send = async (headers: Record<string, string>) => {
		const type = { "content-type": "multipart/form-data; boundary=b" };
		const answer = await post("/api/batch", form, { ...type, ...headers });
		await answer.arrayBuffer();
		return answer.status;
	};
	t.equal(await send({}), 200);
	t.equal(await send({ origin: url }), 200);
	t.equal(await send({ origin: "https://evil.example" }), 403);
	t.equal(await send({ origin: "null" }), 403);
});

t.test("unclosed brackets are no colour, and no 500", async (t) => {
	const { get, post } = await start(t);
	for (const color of ["({", "(%7B", "rgb((", "[{(", "rgb({[", "a(b(c("]) {
		t.equal(
			(await get(`/api/assets/icons/lucide/rocket.svg?color=${encodeURIComponent(color)}`)).status,
			400,
			color,
		);
		const document = { slides: [{ textBlocks: [{ text: "a", highlightColor: color }] }] };
		t.equal((await post("/api/render", document)).status, 400, color);
	}
});

t.test("pictures of one client do not fill the store for others", async (t) => {
	const { post } = await startApp(
		t,
		{ RENDER_DIR_MAX_MB: "1", TRUST_PROXY: "true" },
		{
			renderer: fakeRenderer({
				drawSlide: async () => ({
					mimeType: "image/png",
					width: 1,
					height: 1,
					bytes: Buffer.alloc(60_000),
					warnings: [],
					warningCount: 0,
					alt: "",
				}),
			}),
		},
	);
	const store = async (address: string) => {
		const headers = { "x-forwarded-for": address };
		const answer = await post("/api/render", { slides: [{}], delivery: "url" }, headers);
		await answer.arrayBuffer();
		return answer.status;
	};
	const statuses: number[] = [];
	for (let i = 0; i < 25; i++) statuses.push(await store("192.0.2.1"));
	t.equal(statuses.at(-1), 503);
	t.ok(statuses.filter((status) => status === 200).length > 8, "one has most of it");
	t.equal(await store("192.0.2.2"), 200, "another has room");
});

t.test("a name in a path that is longer than any is not found", async (t) => {
	// Over a connection Node refuses such a path: a program that embeds the service has no such bound.
	const { app } = await start(t);
	for (const path of ["/api/templates/", "/api/assets/icons/lucide/", "/api/renders/", "/x/"]) {
		const answer = await app.inject({ url: `${path}${"a".repeat(20_000)}.png` });
		t.equal(answer.statusCode, 404, path);
		t.match(answer.json(), { error: { code: "not_found" } }, path);
	}
});
