/** The MCP server over HTTP, asked by the official client, in both eras of the protocol. */
import { request as httpRequest } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import sharp from "sharp";
import t, { type Test } from "tap";
import { EXAMPLES } from "../../src/contract/examples.js";
import { guide } from "../../src/contract/guide.js";
import { fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";

type Content = { type: string; text?: string; data?: string; mimeType?: string };
interface Result {
	readonly isError?: boolean;
	readonly content: Content[];
	readonly structuredContent?: Record<string, never>;
}

/** A client of a running service. */
async function connect(
	t: Test,
	service: RunningApp,
	headers: Record<string, string> = {},
	mode: "auto" | "legacy" = "auto",
): Promise<Client> {
	const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
	const url = new URL(`${service.url}/mcp`);
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	t.teardown(() => client.close());
	return client;
}

const call = async (client: Client, name: string, args: object = {}): Promise<Result> =>
	(await client.callTool({ name, arguments: args as Record<string, unknown> })) as Result;

const textOf = ({ content }: Result): string => content[0]?.text ?? "";

for (const mode of ["auto", "legacy"] as const) {
	t.test(`an agent draws, reads a warning, mends and draws again (${mode})`, async (t) => {
		const service = await startApp(t);
		const client = await connect(t, service, {}, mode);
		const document = {
			platform: "photo-feed-square",
			slides: [{ textBlocks: [{ text: "Far too low", x: 40, y: 390, width: 300, fontSize: 60 }] }],
		};
		const first = await call(client, "render", { document });
		t.notOk(first.isError, textOf(first));
		const { images, warnings } = JSON.parse(textOf(first));
		t.same(first.structuredContent, JSON.parse(textOf(first)));
		t.equal(warnings[0].code, "text_overflows_slide");
		t.equal(warnings[0].path, "/slides/0/textBlocks/0");
		const stored = await fetch(images[0].url);
		t.equal(stored.headers.get("content-type"), "image/png");
		const preview = first.content[1]!;
		t.equal(preview.mimeType, "image/jpeg");
		const picture = await sharp(Buffer.from(preview.data!, "base64")).metadata();
		t.equal(picture.width, 540);

		const measured = await call(client, "measure", { document });
		const [slide] = JSON.parse(textOf(measured)).slides;
		t.ok(slide.textBlocks[0].ink.y > 300);
		document.slides[0]!.textBlocks[0]!.y = 100;
		const second = await call(client, "render", { document });
		t.same(JSON.parse(textOf(second)).warnings, []);
	});
}

t.test("mistakes come back as text that names the field", async (t) => {
	const client = await connect(t, await startApp(t));
	const wrong = await call(client, "render", {
		document: { slides: [{ textBlocks: [{ text: "a", fontSize: 999, textColor: "red" }] }] },
	});
	t.equal(wrong.isError, true);
	t.match(textOf(wrong), /\/slides\/0\/textBlocks\/0\/fontSize must be at most 240/);
	t.match(textOf(wrong), /textColor/);
	for (const document of [undefined, null, 7, "{", [], {}])
		t.equal((await call(client, "render", { document })).isError, true, JSON.stringify(document));
	const beyond = await call(client, "render", {
		document: { slides: [{}] },
		previewSlide: 2,
	});
	t.match(textOf(beyond), /\/slide must be at most 1/);
	t.notOk((await call(client, "render", { document: '{"slides":[{}]}' })).isError, "JSON text");
});

t.test("every tool has its schemas, and answers below 100 kB", async (t) => {
	const client = await connect(t, await startApp(t));
	const { tools } = await client.listTools();
	t.same(tools.map(({ name }) => name).sort(), [
		"get_schema",
		"get_template",
		"list_templates",
		"measure",
		"render",
		"search_icons",
		"search_photos",
	]);
	for (const { name, annotations, inputSchema } of tools) {
		t.equal(annotations?.readOnlyHint, true, name);
		t.equal(inputSchema.type, "object", name);
	}
	for (const name of ["render", "measure", "search_icons", "search_photos"])
		t.ok(tools.find((tool) => tool.name === name)?.outputSchema, name);
	const long = {
		mode: "carousel",
		slides: Array.from({ length: 20 }, (_, i) => ({
			textBlocks: Array.from({ length: 8 }, (_, j) => ({
				text: `Slide ${i}, block ${j}: ${"words and words ".repeat(30)}`,
				fontSize: 8,
				y: j * 50,
			})),
		})),
	};
	const calls: [string, object][] = [
		["get_schema", {}],
		["get_schema", { part: "layers" }],
		["get_schema", { part: "examples" }],
		["search_icons", { limit: 80 }],
		["search_photos", { per_page: 30 }],
		["measure", { document: long }],
		["measure", { document: long, slide: 3 }],
		...Object.values(EXAMPLES).map((document): [string, object] => ["render", { document }]),
	];
	for (const [name, args] of calls) {
		const result = await call(client, name, args);
		t.notOk(result.isError, `${name}: ${textOf(result).slice(0, 300)}`);
		const size = Buffer.byteLength(JSON.stringify(result));
		t.ok(size < 100_000, `${name}: ${size}`);
	}
});

t.test("an agent finds a template, reads its variables and renders it", async (t) => {
	const client = await connect(t, await startApp(t));
	const list = await call(client, "list_templates");
	const size = Buffer.byteLength(textOf(list));
	t.ok(size < 6_000, `all templates are ${size} bytes`);
	const { total, results } = JSON.parse(textOf(list));
	t.equal(results.length, total, "all come at once");
	t.same(Object.keys(results[0]), ["id", "description"]);
	const sales = JSON.parse(textOf(await call(client, "list_templates", { query: "sale price" })));
	t.match(sales.results, [{ id: "sale-price" }]);
	const read = await call(client, "get_template", { id: "bold-quote" });
	t.match(JSON.parse(textOf(read)), {
		templateVersion: /^[\w-]{16}$/,
		template: { id: "bold-quote", variables: { quote: { maxLength: Number } } },
	});
	t.ok(Buffer.byteLength(textOf(read)) < 3_000);
	const missing = await call(client, "get_template", { id: "bold-quotes" });
	t.equal(missing.isError, true);
	t.match(textOf(missing), /bold-quote/);
	const variables = { quote: "Start small" };
	const drawn = await call(client, "render", { document: { template: "bold-quote", variables } });
	t.notOk(drawn.isError, textOf(drawn));
	t.match(JSON.parse(textOf(drawn)), { templateVersion: /^[\w-]{16}$/, warnings: [] });
	const wrong = await call(client, "measure", { document: { template: "bold-quote" } });
	t.match(textOf(wrong), /\/variables\/quote is required/);
});

t.test("resources: the guide, the schema, the examples", async (t) => {
	const service = await startApp(t);
	const client = await connect(t, service);
	const { resources } = await client.listResources();
	t.equal(resources.length, 2 + Object.keys(EXAMPLES).length);
	for (const { uri } of resources) {
		const { contents } = await client.readResource({ uri });
		const { text = "" } = contents[0] as { text?: string };
		t.ok(text.length > 100 && text.length < 100_000, `${uri}: ${text.length}`);
	}
	const page = await service.get("/llms.txt");
	t.equal(page.headers.get("content-type"), "text/plain; charset=utf-8");
	t.equal(await page.text(), guide());
});

t.test("keys, limits and metrics are those of the API", async (t) => {
	const service = await startApp(t, { API_KEYS: "secret-key", RATE_LIMIT_MAX: "3" });
	await t.rejects(connect(t, service));
	const client = await connect(t, service, { "x-api-key": "secret-key" });
	const document = { slides: [{}] };
	t.notOk((await call(client, "measure", { document })).isError);
	t.notOk((await call(client, "measure", { document })).isError);
	t.notOk((await call(client, "measure", { document })).isError);
	t.match(textOf(await call(client, "measure", { document })), /rate_limited/);
	const metrics = await service.get("/metrics", { headers: { "x-api-key": "secret-key" } });
	t.match(await metrics.text(), /measure/);
});

for (const mode of ["auto", "legacy"] as const) {
	t.test(`a client that gives up ends what is drawn for it (${mode})`, async (t) => {
		let begun = () => {};
		const drawing = new Promise<void>((resolve) => {
			begun = resolve;
		});
		let noteEnd = (_reason: Error) => {};
		const ended = new Promise<Error>((resolve) => {
			noteEnd = resolve;
		});
		const renderer = fakeRenderer({
			renderSlide: (_job, _images, { signal }) =>
				new Promise((_resolve, reject) => {
					signal.addEventListener("abort", () => {
						noteEnd(signal.reason);
						reject(signal.reason);
					});
					begun();
				}),
		});
		const client = await connect(t, await startApp(t, {}, { renderer }), {}, mode);
		const giveUp = new AbortController();
		const call = client.callTool(
			{ name: "render", arguments: { document: { slides: [{}] } } },
			{ signal: giveUp.signal },
		);
		const refused = t.rejects(call);
		await drawing;
		// In the older era a call without a session can only be left.
		if (mode === "auto") giveUp.abort();
		else await client.close();
		t.equal((await ended).name, "ClientGoneError");
		await refused;
	});
}

/** POSTs with headers that fetch would not send. */
const postAs = ({ port }: RunningApp, headers: Record<string, string>) =>
	new Promise<number | undefined>((resolve, reject) => {
		const request = httpRequest(
			{ port, host: "127.0.0.1", path: "/mcp", method: "POST", headers },
			(answer) => {
				answer.resume();
				resolve(answer.statusCode);
			},
		);
		request.on("error", reject);
		request.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }));
	});

t.test("pages of others and names that only lead here are refused", async (t) => {
	const service = await startApp(t);
	const json = {
		"content-type": "application/json",
		accept: "application/json, text/event-stream",
	};
	const own = `localhost:${service.port}`;
	t.equal(await postAs(service, { ...json, host: own }), 200);
	t.equal(await postAs(service, { ...json, host: own, origin: `http://${own}` }), 200);
	t.equal(await postAs(service, { ...json, host: own, origin: "https://evil.example" }), 403);
	t.equal(await postAs(service, { ...json, host: own, origin: "null" }), 403);
	t.equal(await postAs(service, { ...json, host: "rebound.example" }), 403);
	t.equal((await service.get("/mcp")).status, 405);
	const open = await startApp(t, { CORS_ORIGIN: "https://app.example" });
	t.equal(
		await postAs(open, { ...json, host: `127.0.0.1:${open.port}`, origin: "https://app.example" }),
		200,
	);
	for (const body of [
		"",
		"[]",
		"{",
		'{"jsonrpc":"2.0"}',
		'{"jsonrpc":"2.0","id":1,"method":"x"}',
	]) {
		const answer = await service.post("/mcp", body, json);
		t.ok(answer.status < 500, `${body}: ${answer.status}`);
	}
});
