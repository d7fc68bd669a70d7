/** The MCP server over HTTP, asked by the official client, in both eras of the protocol. */
import { request as httpRequest } from "node:http";
import sharp from "sharp";
import t from "tap";
import { EXAMPLES } from "../../src/contract/examples.js";
import { guide } from "../../src/contract/guide.js";
import { fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { finished } from "../helpers/jobs.js";
import { bytesOf, call, connect, idOf, textOf } from "../helpers/mcp.js";

for (const mode of ["auto", "legacy"] as const) {
	t.test(`an agent draws, reads a warning, corrects it and draws again (${mode})`, async (t) => {
		const service = await startApp(t);
		const client = await connect(t, service, {}, mode);
		const document = {
			platform: "photo-feed-square",
			slides: [{ textBlocks: [{ text: "Far too low", x: 40, y: 390, width: 300, fontSize: 60 }] }],
		};
		const first = await call(client, "render", { document });
		t.notOk(first.isError, textOf(first));
		t.equal(first.structuredContent, undefined, "nothing comes twice");
		t.match(textOf(first), "- error text_overflows_slide /slides/0/textBlocks/0: ");
		t.match(textOf(first), 'alt: "Far too low"');
		t.match(textOf(first), "/textBlocks/0 text 40,390 300x144");
		const [, picture, link] = first.content;
		t.match(picture, { type: "image", mimeType: "image/jpeg" });
		const sheet = await sharp(Buffer.from(picture!.data!, "base64")).metadata();
		t.equal(sheet.width, sheet.height, "one square slide is the whole picture");
		t.match(link, { type: "resource_link", name: "slide-1.png", mimeType: "image/png" });
		t.match(textOf(first), link!.uri!, "clients that hide links from models have it in the text");
		const file = await fetch(link!.uri!);
		t.equal(file.headers.get("content-type"), "image/png");
		t.equal((await sharp(await file.arrayBuffer()).metadata()).width, 1080);

		const measured = await call(client, "measure", { document });
		t.match(textOf(measured), '| 40,390 205x72 "Far too"');
		const patch = [{ op: "add", path: "/slides/0/textBlocks/0/y", value: 100 }];
		const second = await call(client, "edit", { id: idOf(first), patch });
		t.match(textOf(second), "No warnings.");
		t.match(textOf(second), "/textBlocks/0 text 40,100 300x144");
		t.not(idOf(second), idOf(first));
		const again = await call(client, "measure", { id: idOf(second) });
		t.match(textOf(again), "/textBlocks/0 text 40,100 300x144");
	});
}

t.test("mistakes come back as text that names the field", async (t) => {
	const client = await connect(t, await startApp(t));
	const wrong = await call(client, "render", {
		document: { slides: [{ textBlocks: [{ text: "a", fontSize: 999, textColor: 7 }] }] },
	});
	t.equal(wrong.isError, true);
	t.match(textOf(wrong), /\/slides\/0\/textBlocks\/0\/fontSize must be at most 600/);
	t.match(textOf(wrong), /textColor/);
	for (const document of [undefined, null, 7, "{", [], {}]) {
		const result = await call(client, "render", { document });
		t.equal(result.isError, true, JSON.stringify(document));
		t.match(textOf(result), /^invalid_render_request: /);
	}
	t.match(textOf(await call(client, "render")), 'The call needs a design: {"template"');
	const document = { slides: [{}] };
	const beyond = await call(client, "render", { document, slide: 2 });
	t.match(textOf(beyond), /\/slide must be at most 1/);
	for (const slide of [0, -1, 1.5, "x", {}, 1e99]) {
		const result = await call(client, "render", { document, slide });
		t.match(textOf(result), /\/slide must be the number of a slide/, String(slide));
	}
	const unknown = await call(client, "render", { template: "no-such" });
	t.match(textOf(unknown), /\/template is not a template of this service; see find_templates/);
	t.notMatch(textOf(unknown), "GET /api");
	const misnamed = await call(client, "render", { document, previewSlide: 1 });
	t.match(textOf(misnamed), /\/previewSlide is not a known property/);
	const fields = await call(client, "render", {
		slides: [{ layers: [{ type: "text", text: "a", fontWeight: 800 }] }],
	});
	t.match(textOf(fields), /fontWeight is not a known property; did you mean weight\?/);
	const values = await call(client, "render", {
		slides: [{ layers: [{ type: "text", text: "a", textAlign: "middle" }] }],
	});
	t.match(
		textOf(values),
		/textAlign is not a known property; did you mean align\? Its values: start, .*center/,
	);
	const colour = await call(client, "render", { slides: [{ backgroundColor: "#ff" }] });
	t.match(textOf(colour), /\/slides\/0\/backgroundColor is not a CSS colour/);
});

t.test(
	"a design may come as JSON text, without its wrapper, or with fields beside it",
	async (t) => {
		const client = await connect(t, await startApp(t));
		const slides = [{ textBlocks: [{ text: "{{name}}" }] }];
		const variables = { name: "Ada" };
		for (const args of [
			{ document: { slides, variables } },
			{ document: JSON.stringify({ slides, variables }) },
			{ document: { slides }, variables },
			{ document: { slides }, variables: JSON.stringify(variables) },
			{ slides, variables, slide: "1" },
		]) {
			const result = await call(client, "render", args);
			t.match(textOf(result), 'alt: "Ada"', JSON.stringify(args));
		}
		const other = await call(client, "render", { document: { slides: [{}] }, platform: "pin" });
		t.match(textOf(other), "pin, 1000 x 1500 png");
	},
);

t.test("the list of tools is short, and says what each takes", async (t) => {
	const client = await connect(t, await startApp(t));
	const list = await client.listTools();
	const size = Buffer.byteLength(JSON.stringify(list));
	t.ok(size < 16_000, `tools/list has ${size} bytes`);
	t.same(list.tools.map(({ name }) => name).sort(), [
		"edit",
		"find_templates",
		"get_schema",
		"job_status",
		"measure",
		"render",
		"search_icons",
		"search_photos",
		"start_job",
	]);
	for (const { name, annotations, inputSchema, outputSchema, description } of list.tools) {
		t.equal(annotations?.readOnlyHint, name !== "start_job", name);
		t.equal(inputSchema.type, "object", name);
		t.equal(outputSchema, undefined, `${name}: structured content would come twice`);
		t.ok(description!.length > 80, name);
	}
	t.match(client.getInstructions(), "find_templates");
});

t.test("a job is started, and says how far it is", async (t) => {
	const service = await startApp(t, {}, { renderer: fakeRenderer() });
	const client = await connect(t, service);
	const document = { slides: [{ textBlocks: [{ text: "{{city}}" }] }] };
	const told = async (name: string, args: object) => textOf(await call(client, name, args));
	for (const rows of [[{ city: "Lisbon" }, {}], '[{"city":"Lisbon"},{}]', "city\nLisbon"]) {
		const text = await told("start_job", { document, rows, fileName: "{{city}}" });
		const id = /^Job ([\w-]{22}): /.exec(text)![1]!;
		const { rows: counts } = await finished(service, id);
		const total = rows === "city\nLisbon" ? 1 : 2;
		t.equal(counts.drawn, 1);
		const status = await told("job_status", { id });
		t.match(status, `done. 1 of ${total} rows drawn, ${total - 1} failed.`);
		t.match(status, `/api/jobs/${id}/manifest`);
	}
	t.match(await told("start_job", { document, rows: 7 }), "/rows");
	t.match(await told("job_status", { id: "none" }), "not_found");
});

t.test("resources: the guide in parts, the examples", async (t) => {
	const service = await startApp(t);
	const client = await connect(t, service);
	const { resources } = await client.listResources();
	t.equal(resources.length, 15 + Object.keys(EXAMPLES).length);
	for (const { uri } of resources) {
		const { contents } = await client.readResource({ uri });
		const { text = "" } = contents[0] as { text?: string };
		t.ok(text.length > 100 && text.length < 8_000, `${uri}: ${text.length}`);
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
			drawSlide: (_job, _images, { signal }) =>
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
		const drawn = client.callTool(
			{ name: "render", arguments: { document: { slides: [{}] } } },
			{ signal: giveUp.signal },
		);
		const refused = t.rejects(drawn);
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

t.test("every answer is below 25,000 tokens, of the largest documents too", async (t) => {
	const client = await connect(t, await startApp(t));
	const busy = (text: (slide: number, block: number) => string, blocks: number) => ({
		mode: "carousel",
		slides: Array.from({ length: 20 }, (_, slide) => ({
			background: {
				type: "linear",
				stops: [{ color: `hsl(${slide * 18} 90% 40%)` }, { color: "#FFE000" }],
			},
			textBlocks: Array.from({ length: blocks }, (_, block) => ({
				text: text(slide, block),
				fontSize: 8,
				x: (block % 3) * 130,
				y: block * 16,
				width: 125,
			})),
		})),
	});
	const long = busy((slide, block) => `Slide ${slide}, ${block}: ${"words and ".repeat(20)}`, 30);
	const arabic = busy(() => "كلمات كثيرة ".repeat(12), 30);
	const quotes = busy(() => '"\\"\n'.repeat(9), 30);
	const layers = {
		mode: "carousel",
		slides: Array.from({ length: 12 }, () => ({
			layers: Array.from({ length: 30 }, (_, i) => ({
				type: "stack",
				name: `name ${"x".repeat(900)}`,
				x: i * 8,
				children: Array.from({ length: 4 }, () => ({ type: "text", text: "over", fontSize: 9 })),
			})),
		})),
	};
	const calls: [string, object][] = [
		["find_templates", {}],
		["find_templates", { query: "sale product price story quote event hiring recipe photo" }],
		["search_icons", { limit: 80 }],
		["search_photos", { limit: 30 }],
		...[long, arabic, quotes, layers].flatMap((document): [string, object][] => [
			["measure", { document }],
			["measure", { document, slide: 3 }],
			["render", { document }],
		]),
		...Object.values(EXAMPLES).map((document): [string, object] => ["render", { document }]),
	];
	for (const [name, args] of calls) {
		const result = await call(client, name, args);
		t.notOk(result.isError, `${name}: ${textOf(result).slice(0, 300)}`);
		const size = bytesOf(result);
		t.ok(size < 100_000, `${name}: ${size}`);
	}
});
