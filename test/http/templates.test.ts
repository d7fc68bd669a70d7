/** Templates over HTTP: they go wherever a document goes. */
import t from "tap";
import { NO_DESIGNS } from "../../src/app/operator/operator-designs.js";
import type { Template } from "../../src/contract/templates.js";
import {
	libraryTemplate,
	TemplateLibrary,
} from "../../src/documents/templates/template-library.js";
import { startApp } from "../helpers/app.js";
import { LINK_KEY } from "../helpers/links.js";
import { samples } from "../helpers/samples.js";
import { CARD, withCard } from "../helpers/templates.js";

const BODY = { template: "test-card", variables: { title: "Hello" } };
const start = (t: Parameters<typeof startApp>[0], env: Record<string, string> = {}) =>
	startApp(t, env, { templates: withCard() });

interface Answer {
	readonly [member: string]: unknown;
	readonly templateVersion: string;
}
const json = async (response: Promise<Response>): Promise<Answer> =>
	(await (await response).json()) as Answer;

t.test("render, its files and measure take a template", async (t) => {
	const { post } = await start(t);
	const answer = await json(post("/api/render", { ...BODY, platform: "link-preview" }));
	t.match(answer, { ok: true, platform: "link-preview", images: [{ width: 1_200 }] });
	t.match(answer.templateVersion, /^[\w-]{16}$/);
	for (const [path, type] of [
		["/api/render.png", "image/png"],
		["/api/render.svg", "image/svg+xml"],
		["/api/render.pdf", "application/pdf"],
		["/api/render.zip", "application/zip"],
	] as const) {
		const file = await post(path, BODY);
		t.equal(file.status, 200, path);
		t.equal(file.headers.get("content-type"), type);
		await file.arrayBuffer();
	}
	const measured = await json(post("/api/measure", { ...BODY, brand: "brand-b" }));
	t.match(measured, { slides: [{ layers: [{ lines: [{ text: "Hello" }] }] }] });
	t.equal(measured.templateVersion, answer.templateVersion);
});

t.test("what a document with a template cannot have", async (t) => {
	const { post } = await start(t);
	const issues = async (body: unknown) => {
		const response = await post("/api/render", body);
		t.equal(response.status, 400);
		const { error } = (await response.json()) as {
			error: { details: { issues: { path: string; message: string }[] } };
		};
		return error.details.issues;
	};
	t.match(await issues({ ...BODY, slides: [] }), [{ path: "/slides" }]);
	t.match(await issues({ ...BODY, common: {} }), [{ path: "/common" }]);
	t.match(await issues({ variables: {} }), [{ path: "/slides" }]);
	t.match(await issues({ template: "test-cart" }), [
		{ path: "/template", message: /did you mean test-card/ },
	]);
	t.match(await issues({ template: 3 }), [{ path: "/template" }]);
	t.match(await issues({ ...BODY, platfrom: "x" }), [{ path: "/platfrom" }]);
	t.match(await issues({ ...BODY, brand: "nobody" }), [{ path: "/brand" }]);
	t.match(await issues({ template: "test-card", variables: { size: "a", b: 1 } }), [
		{ path: "/variables/b" },
		{ path: "/variables/title" },
		{ path: "/variables/size" },
	]);
});

t.test("the error for an unknown field beside a template lists the known ones", async (t) => {
	const { post } = await startApp(t, { LINK_KEYS: LINK_KEY }, { templates: withCard() });
	const issueOf = async (path: string, body: unknown) => {
		const answer = await post(path, body);
		t.equal(answer.status, 400);
		const { error } = (await answer.json()) as {
			error: { details: { issues: { path: string; message: string; allowed: string[] }[] } };
		};
		return error.details.issues[0]!;
	};
	for (const [path, body, at] of [
		["/api/render", { ...BODY, variabels: {} }, "/variabels"],
		["/api/measure", { ...BODY, variabels: {} }, "/variabels"],
		["/api/links", { document: { ...BODY, variabels: {} } }, "/document/variabels"],
	] as const) {
		const issue = await issueOf(path, body);
		t.equal(issue.path, at);
		t.match(issue.message, /did you mean variables/);
		t.ok(issue.allowed.includes("template"), path);
		t.notOk(issue.allowed.includes("slides"), "which a template has by itself");
	}
	const plain = await issueOf("/api/render", { slides: [{}], slidez: [] });
	t.ok(plain.allowed.includes("slides"));
});

t.test("brand values and numbers in documents that have variables", async (t) => {
	const { post } = await start(t);
	const slides = [
		{
			background: "{{brand.background}}",
			layers: [
				{ type: "text", text: "{{n}} {{flag}}", fontSize: "{{n}}", textColor: "{{brand.text}}" },
				{
					type: "text",
					y: 100,
					text: "x",
					textColor: "{{brand.background.on}}",
					hideIf: "{{flag}}",
				},
			],
		},
	];
	const variables = { n: 40, flag: true };
	const measured = await json(post("/api/measure", { slides, variables, brand: "brand-b" }));
	t.match(measured, { slides: [{ layers: [{ fontSize: 40, lines: [{ text: "40 true" }] }] }] });
	t.equal((measured.slides as { layers: unknown[] }[])[0]!.layers.length, 1);
	const plain = await post("/api/render.png", { slides: [{ background: "{{brand.color}}" }] });
	t.equal(plain.status, 400, "without variables nothing is a name");
});

t.test("GET /api/templates finds them", async (t) => {
	const { get } = await start(t);
	const found = await json(get("/api/templates?query=speakers%20title&tag=test"));
	t.match(found, { ok: true, page: 1, total: 1, totalPages: 1 });
	t.match(found.results, [{ id: "test-card", imageUrl: "/api/templates/test-card.png" }]);
	t.match(await json(get("/api/templates?query=test-card&platform=pinboard")), { error: {} });
	t.match(await json(get("/api/templates?tag=nobody-has-it")), { total: 0, results: [] });
	t.match(await json(get("/api/templates?per_page=1")), { perPage: 1 });
	const one = await get("/api/templates/test-card");
	const { template, templateVersion } = (await one.json()) as Answer;
	t.same(template, CARD);
	t.equal(one.headers.get("etag"), `"${templateVersion}"`);
	const again = await get("/api/templates/test-card", {
		headers: { "if-none-match": one.headers.get("etag")! },
	});
	t.equal(again.status, 304);
	const missing = await get("/api/templates/test-cart");
	t.equal(missing.status, 404);
	t.match(await missing.json(), { error: { details: { nearest: ["test-card"] } } });
	t.equal((await get("/api/templates/..%2f..%2fpackage")).status, 404);
});

t.test("a template's picture can be cached, needs a key and counts", async (t) => {
	const { get } = await start(t, { API_KEYS: "key-of-a-client", RATE_LIMIT_MAX: "4" });
	t.equal((await get("/api/templates/test-card.png")).status, 401);
	const headers = { "x-api-key": "key-of-a-client" };
	const picture = await get("/api/templates/test-card.png?platform=link-preview", { headers });
	t.equal(picture.status, 200);
	t.equal(picture.headers.get("content-type"), "image/png");
	t.equal(picture.headers.get("cache-control"), "private, max-age=3600");
	t.equal(new DataView(await picture.arrayBuffer()).getUint32(16), 1_200);
	const etag = picture.headers.get("etag")!;
	const same = await get("/api/templates/test-card.png?platform=link-preview", {
		headers: { ...headers, "if-none-match": etag },
	});
	t.equal(same.status, 304);
	const svg = await get("/api/templates/test-card.svg", { headers });
	t.match(await svg.text(), /^<svg/);
	const unlisted = await get("/api/templates/test-card.webp?platform=photo-feed-post", { headers });
	t.equal(unlisted.status, 400);
	t.equal((await get("/api/templates/test-card.webp?slide=2", { headers })).status, 429);
});

t.test("links of templates are short and may be kept for an hour", async (t) => {
	const { get, post, url } = await start(t, { LINK_KEYS: "a-key-that-is-long-enough" });
	const link = async (body: object) => (await json(post("/api/links", body))) as Answer;
	const fetched = async (answer: Answer) => {
		const path = (answer.urls as string[])[0]!.slice(url.length);
		const response = await get(path);
		const bytes = Buffer.from(await response.arrayBuffer());
		return { response, bytes, path, cache: response.headers.get("cache-control") };
	};
	const document = { ...BODY, platform: "link-preview", format: "webp" };
	const answer = await link({ document });
	t.match(answer.templateVersion, /^[\w-]{16}$/);
	t.ok((answer.urls as string[])[0]!.length < 250);
	const linked = await fetched(answer);
	t.equal(linked.response.status, 200);
	t.equal(linked.cache, "public, max-age=3600");
	t.ok(linked.response.headers.get("etag"));
	t.equal((await get(linked.path)).headers.get("cache-control"), "public, max-age=3600", "kept");
	const rendered = await post("/api/render.webp", document);
	t.ok(linked.bytes.equals(Buffer.from(await rendered.arrayBuffer())));
	const inline = await fetched(await link({ document, inline: true }));
	t.match(inline.cache, /max-age=31536000, immutable/);
	t.ok(inline.bytes.equals(linked.bytes));
	t.not(inline.path.length, linked.path.length);
	const branded = { variables: {}, slides: [{ background: "{{brand.color}}" }] };
	t.equal((await fetched(await link({ document: branded }))).cache, "public, max-age=3600");
	const plain = { variables: { a: "#123456" }, slides: [{ background: "{{a}}" }] };
	t.match((await fetched(await link({ document: plain }))).cache, /immutable/);
	t.match(await link({ document: { template: "test-card" } }), {
		error: { details: { issues: [{ path: "/document/variables/title" }] } },
	});
	t.match(await link({ document: { ...BODY, slides: [] } }), {
		error: { details: { issues: [{ path: "/document/slides" }] } },
	});
});

t.test("a batch draws a template with rows of JSON and of a table", async (t) => {
	const { post } = await start(t);
	const document = {
		template: "test-card",
		platform: "link-preview",
		variables: { kind: "panel" },
	};
	const lines = async (rows: unknown) => {
		const response = await post("/api/batch", { document, rows });
		t.equal(response.status, 200);
		return (await response.text())
			.trim()
			.split("\n")
			.map(
				(line) =>
					JSON.parse(line) as {
						images?: { alt: string }[];
						error?: object;
						templateVersion?: string;
					},
			);
	};
	const drawn = await lines([
		{ title: "One", badge: true, size: 20, speakers: [{ name: "Ada" }] },
		{ title: "" },
	]);
	t.match(drawn[0]!.images![0]!.alt, /One[\s\S]*New panel[\s\S]*1 Ada/);
	t.match(drawn[0]!.templateVersion, /^[\w-]{16}$/);
	t.match(drawn[1], { error: { details: { issues: [{ path: "/variables/title" }] } } });
	const table = "title,badge,speakers.1.name,speakers.2.name\nA,true,Ada,Grace\nB,false,,";
	const [first, second] = await lines(table);
	t.match(first!.images![0]!.alt, /A[\s\S]*New panel[\s\S]*1 Ada[\s\S]*2 Grace/);
	t.notMatch(second!.images![0]!.alt, /New|Ada/);
	const [number, flag] = await lines([
		{ title: 2027, badge: true, size: "24" },
		{ title: "B", badge: "false", size: 24 },
	]);
	t.match(number!.images![0]!.alt, /2027[\s\S]*New panel/);
	t.notMatch(flag!.images![0]!.alt, /New/);
	const wrong = await post("/api/batch", { document, rows: "title,sice\nA,1" });
	t.equal(wrong.status, 400);
	t.match(await wrong.json(), {
		error: { details: { issues: [{ path: "/rows", message: /"sice".*did you mean size/ }] } },
	});
	const unknown = await post("/api/batch", { document: { template: "x" }, rows: "a\n1" });
	t.match(await unknown.json(), {
		error: { details: { issues: [{ path: "/document/template" }] } },
	});
});

t.test("a table of many rows goes through one bundled template with a brand", async (t) => {
	const { post } = await startApp(t, { RENDER_PROCESSES: "2" });
	const quotes = Array.from(
		{ length: samples(500, 10) },
		(_, i) => `"Start small, day ${i + 1}",Ada`,
	);
	const rows = ["quote,author", ...quotes].join("\n");
	const document = {
		template: "bold-quote",
		platform: "link-preview",
		brand: "brand-b",
		scale: 0.25,
		delivery: "url",
	};
	const response = await post("/api/batch", { document, rows });
	const lines = (await response.text()).trim().split("\n");
	t.equal(lines.length, quotes.length);
	const drawn = lines.map(
		(line) => JSON.parse(line) as { row: number; templateVersion: string; images: object[] },
	);
	t.equal(new Set(drawn.map(({ row }) => row)).size, quotes.length, "each row once");
	t.equal(new Set(drawn.map(({ templateVersion }) => templateVersion)).size, 1);
	t.ok(
		drawn.every(({ images }) => images.length === 1),
		"each has its picture",
	);
});

t.test("a link of a bundled template with its texts has fewer than 250 characters", async (t) => {
	const { post } = await startApp(t, { LINK_KEYS: "a-key-that-is-long-enough" });
	const document = {
		template: "bold-quote",
		variables: { quote: "Done is the engine of more.", author: "Studio motto" },
		brand: "brand-b",
	};
	const { urls } = (await json(post("/api/links", { document }))) as unknown as { urls: string[] };
	t.comment(`${urls[0]!.length} characters`);
	t.ok(urls[0]!.length < 250, urls[0]!);
});

t.test(
	"a remote picture in a template's layers makes its picture one that may change",
	async (t) => {
		const { get, post, url } = await start(t, { LINK_KEYS: "a-key-that-is-long-enough" });
		const headers = async (photo: string) => {
			const document = { ...BODY, variables: { title: "x", photo } };
			const { urls } = (await json(post("/api/links", { document }))) as unknown as {
				urls: string[];
			};
			const response = await get(urls[0]!.slice(url.length), { method: "HEAD" });
			return response.headers;
		};
		const own = await headers("/api/assets/photos/builtin/studio-blush-squarish.svg");
		t.ok(own.get("etag"), "the service's own pictures stay as they are");
		const remote = await headers("https://pictures.example/photo.png");
		t.equal(remote.get("etag"), null, "nobody knows whether it changed");
	},
);

t.test("the ETag of a template's picture follows what draws it, not the package", async (t) => {
	const { get } = await start(t);
	const etag = async (path: string) => (await get(path)).headers.get("etag");
	const path = "/api/templates/test-card.svg?platform=link-preview";
	const first = await etag(path);
	t.match(first, /^"t\.[\w-]{22}"$/);
	t.equal(await etag(path), first);
	t.not(await etag(`${path}&brand=brand-b`), first);
	const changed = await startApp(
		t,
		{},
		{ templates: withCard(), operatorDesigns: { ...NO_DESIGNS, digest: "other" } },
	);
	t.not((await changed.get(path)).headers.get("etag"), first, "an operator's digest changes it");
});

t.test("the ETag of a template's picture tells its template and its renderer apart", async (t) => {
	const other: Template = { ...CARD, description: "The same design, described anew." };
	const tags = async (template: Template, digest = "") => {
		const { get } = await startApp(
			t,
			{},
			{
				templates: new TemplateLibrary([libraryTemplate(template)]),
				operatorDesigns: { ...NO_DESIGNS, digest },
			},
		);
		const tag = async (path: string) => (await get(path)).headers.get("etag");
		return {
			json: await tag("/api/templates/test-card"),
			picture: await tag("/api/templates/test-card.svg"),
		};
	};
	const first = await tags(CARD);
	const renderer = await tags(CARD, "another renderer");
	t.equal(renderer.json, first.json, "the template is the same");
	t.not(renderer.picture, first.picture, "what draws it is not");
	const template = await tags(other);
	t.not(template.json, first.json);
	t.not(template.picture, first.picture, "another template with the same renderer");
	t.same(await tags(CARD), first, "the same again");
});

t.test("errors are at what the client sent, not in the document that was made of it", async (t) => {
	const { post } = await start(t);
	const details = async (body: unknown) => {
		const response = await post("/api/render", body);
		const { error } = (await response.json()) as { error: { details: Record<string, unknown> } };
		return { status: response.status, ...error.details } as Record<string, unknown>;
	};
	const box = { type: "shape", shape: "rectangle", height: 5 };
	const small = { type: "text", text: "b", fontSize: -1 };
	t.match(
		await details({
			variables: { items: [{ w: 10 }, { w: 20 }, { w: "wide" }] },
			slides: [{ layers: [{ ...box, repeat: "items", width: "{{item.w}}" }, small] }],
		}),
		{
			status: 400,
			issues: [
				{ path: "/slides/0/layers/0/width", message: /row 3 of items/ },
				{ path: "/slides/0/layers/1/fontSize" },
			],
		},
	);
	t.match(
		await details({
			variables: { items: [1, 2, 3] },
			mode: "carousel",
			slides: [
				{ repeat: "items", layers: [{ type: "text", text: "{{item}}" }] },
				{ layers: [small] },
			],
		}),
		{ status: 400, issues: [{ path: "/slides/1/layers/0/fontSize" }] },
	);
	const photo = "data:image/png;base64,AAAA";
	const broken = await details({ ...BODY, variables: { title: "Hello", photo } });
	t.match(broken.path ?? broken.issues, /\/variables\/photo/);
	const template = {
		description: "A photo and a title",
		variables: { title: { type: "text", label: "Title", sample: "a" } },
		document: {
			slides: [
				{ layers: [{ type: "text", text: "{{title}}", fontSize: "{{size(title) * 1000}}" }] },
			],
		},
	};
	t.match(await details({ template, variables: { title: "abc" } }), {
		status: 400,
		issues: [{ path: "/template/document/slides/0/layers/0/fontSize" }],
	});
});
