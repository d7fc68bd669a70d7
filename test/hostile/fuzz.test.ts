/** Whatever a client writes into a string, a number or a query, the answer is never a 500. */
import t from "tap";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { fuzzer } from "../helpers/fuzzer.js";
import { LINK_KEY, payloadOf, signedLink } from "../helpers/links.js";
import { samples } from "../helpers/samples.js";

/** Cases; FUZZ_CASES asks for more of them, FUZZ_SEED for others. */
const CASES = Number(process.env.FUZZ_CASES ?? samples(5_000, 5));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);

const { below, pick, nasty, mutate, text, query } = fuzzer(SEED);

const DOCUMENT = {
	platform: "photo-feed-post",
	mode: "carousel",
	format: "png",
	delivery: "dataUrl",
	brand: "custom",
	stepperStyle: "dots",
	variables: { a: "value", b: "<b>x</b>" },
	slides: [
		{
			backgroundColor: "#112233",
			image: "data:image/png;base64,iVBORw0KGgo=",
			scrim: { color: "#000000", opacity: 0.4, from: "bottom" },
			counterPosition: { x: 10, y: 10 },
			textBlocks: [
				{ text: "{{a}} and text", size: "L", style: "shadow", lang: "de", align: "center" },
				{
					richText: '{{b}} <span style="color: rgb(1 2 3 / 50%); background-color: gold">y</span>',
					highlightColor: "rgb(212 175 55 / 80%)",
					textColor: "#FFFFFF",
					style: "highlight",
					width: 200,
					height: 80,
					fit: "shrink",
					minFontSize: 10,
					font: "Inter",
				},
			],
			imageOverlays: [
				{
					src: "/api/assets/icons/lucide/rocket.svg?color=1d4ed8",
					x: 1,
					y: 2,
					width: 30,
					height: 30,
				},
				{
					src: "/api/assets/icons/tabler/x.svg",
					x: 1,
					y: 2,
					width: 30,
					height: 30,
					color: "#FF0000",
					name: "n",
				},
			],
		},
	],
};

/** A request, made of a case. */
type Case = () => { path: string; body?: unknown; type?: string };
const CSV_FORM = (document: string, rows: string) =>
	["document", "rows"]
		.map(
			(name, i) =>
				`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${[document, rows][i]}\r\n`,
		)
		.join("")
		.concat("--b--\r\n");

const CASE_KINDS: readonly Case[] = [
	...[
		"/api/render",
		"/api/render.png",
		"/api/render.svg",
		"/api/render.jpeg",
		"/api/measure",
		"/api/render.zip",
	].map(
		(path): Case =>
			() => ({ path: below(4) === 0 ? `${path}?${query("slide")}` : path, body: mutate(DOCUMENT) }),
	),
	() => ({
		path: "/api/links",
		body: mutate({ document: DOCUMENT, slide: 1, expiresIn: 60, format: "png" }),
	}),
	() => ({
		path: `/api/batch?${query("output")}`,
		body: mutate({ document: DOCUMENT, rows: below(2) ? "a,b\n1,2\n3,4" : [{ a: "1", b: "2" }] }),
	}),
	() => ({
		path: "/api/batch",
		type: "multipart/form-data; boundary=b",
		body: CSV_FORM(JSON.stringify(mutate(DOCUMENT)), `${nasty()}\n${nasty()}`),
	}),
	() => ({ path: `/api/assets/icons/lucide/${text()}.svg?${query("color")}` }),
	() => ({ path: `/api/assets/icons/lucide/rocket.svg?color=${text()}` }),
	() => ({ path: `/api/assets/icons/search?${query("query", "limit", "q", "set")}` }),
	() => ({ path: `/api/assets/photos/search?${query("query", "page", "perPage", "target")}` }),
	() => ({
		path: "/api/assets/photos/track-download",
		body: mutate({ downloadLocation: "https://a.example/x" }),
	}),
	() => ({ path: `/api/assets/builtin/${text()}.jpg?${query("w", "h")}` }),
	() => ({ path: `/api/renders/${text()}` }),
	() => ({ path: `/i/${text()}/${text()}/1.png` }),
	() => ({
		path: signedLink(`/${payloadOf(mutate(DOCUMENT))}/${pick(["1.png", "2.svg", "x", "1.jpeg"])}`),
	}),
	() => ({
		path: "/mcp",
		body: mutate({
			jsonrpc: "2.0",
			id: 1,
			method: "tools/list",
			params: { name: "measure", arguments: { document: DOCUMENT } },
		}),
	}),
	() => ({ path: "/api/render", body: JSON.stringify(DOCUMENT).slice(0, below(500)) + nasty() }),
];

t.test(`${CASES} cases`, async (t) => {
	const env = { LINK_KEYS: LINK_KEY, MAX_BODY_BYTES: "200000", PHOTO_PROVIDER: "builtin" };
	const { app } = await startApp(t, env, { renderer: fakeRenderer() });
	const failures: string[] = [];
	const statuses = new Map<number, number>();
	const one = async () => {
		const { path, body, type = "application/json" } = pick(CASE_KINDS)();
		const url = `/${path.slice(1).replace(/[^\x21-\x7e]/g, "")}`;
		const answer = await app.inject({
			method: body === undefined ? "GET" : "POST",
			url,
			headers: {
				accept: "application/json, text/event-stream",
				host: "127.0.0.1",
				...(body !== undefined && { "content-type": type }),
			},
			...(body !== undefined && {
				payload: typeof body === "string" ? body : JSON.stringify(body),
			}),
		});
		const { statusCode } = answer;
		statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
		const broken = statusCode >= 500 && statusCode !== 503 && statusCode !== 502;
		const inside = answer.body.includes('"internal_error"');
		if (broken || inside)
			failures.push(`${statusCode} ${url.slice(0, 500)} ${JSON.stringify(body)?.slice(0, 2_000)}`);
		if (statusCode >= 400 && path.startsWith("/api/") && !answer.body.includes('"code"'))
			failures.push(`${statusCode} without a code: ${url.slice(0, 500)}`);
	};
	for (let i = 0; i < CASES; i++) await one();
	t.comment(JSON.stringify([...statuses]));
	t.same(failures.slice(0, 5), [], `seed ${SEED}`);
	t.ok((statuses.get(200) ?? 0) > CASES / 50, "some are valid");
});

t.test("documents that are laid out and drawn", async (t) => {
	const { post } = await startApp(t, { RENDER_PROCESSES: "2" });
	const failures: string[] = [];
	for (let i = 0; i < CASES / 20; i++) {
		const [slide] = DOCUMENT.slides;
		const { image: _, ...drawn } = slide!;
		const { variables: __, ...fixed } = DOCUMENT;
		const style = `<span style="color: ${nasty()}; background-color: ${nasty()}">${nasty()}</span>`;
		const document = {
			...fixed,
			slides: [{ ...drawn, textBlocks: [{ text: nasty(), lang: "de" }, { richText: style }] }],
		};
		const path = pick(["/api/measure", "/api/render.svg", "/api/render.png"]);
		const { status } = await post(path, document);
		if (status >= 500) failures.push(`${status} ${path} ${JSON.stringify(document)}`);
	}
	t.same(failures.slice(0, 5), [], `seed ${SEED}`);
});
