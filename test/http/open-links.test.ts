/** Links whose query sets values of a template, through the production app. */
import fc from "fast-check";
import t, { type Test } from "tap";
import type { LinkResponse } from "../../src/contract/links.js";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";

const HOUR = "public, max-age=3600";

/** A service with open templates whose renderer keeps what it is given. */
async function start(t: Test, env: Record<string, string> = {}) {
	const drawn: string[] = [];
	const renderer = fakeRenderer({
		drawSlide: async (job) => {
			drawn.push(JSON.stringify(job));
			const mimeType = job.format === "svg" ? "image/svg+xml" : "image/png";
			const warnings = { warnings: [], warningCount: 0, alt: "" };
			return { mimeType, width: 1080, height: 1350, bytes: FAKE_IMAGE, ...warnings };
		},
	});
	const settings = { LINK_KEYS: LINK_KEY, OPEN_TEMPLATES: "*", ...env };
	const app = await startApp(t, settings, { renderer });
	const at = (path: string, headers: Record<string, string> = {}, method = "GET") =>
		fetch(`${app.url}${path}`, { redirect: "manual", headers, method });
	return { app, at, drawn };
}

const QUOTE = "/t/bold-quote.png";
const text = (value: string) => `${QUOTE}?quote=${encodeURIComponent(value)}`;

/** Where a request is redirected to. */
async function redirected(t: Test, answer: Response, location: string, message = location) {
	t.equal(answer.status, 308, message);
	t.equal(answer.headers.get("location"), location, message);
	t.equal(answer.headers.get("cache-control"), HOUR);
	t.equal(answer.headers.get("access-control-allow-origin"), "*");
}

t.test("only listed templates are open, without a key", async (t) => {
	const { at } = await start(t, {
		OPEN_TEMPLATES: "bold-quote",
		API_KEYS: "a-key-of-the-operator",
	});
	const answer = await at(text("Start small"));
	t.equal(answer.status, 200);
	t.equal(answer.headers.get("content-type"), "image/png");
	t.equal(answer.headers.get("cache-control"), HOUR);
	t.ok(Buffer.from(await answer.arrayBuffer()).equals(FAKE_IMAGE));
	for (const path of [
		"/t/sale-price.png",
		"/t/no-such.png",
		"/t/bold-quote.gif",
		"/t/bold-quote",
		"/t/",
		"/t/a/b.png",
	]) {
		const refused = await at(path);
		t.equal(refused.status, 404, path);
		t.equal(refused.headers.get("cache-control"), "no-store");
	}
	const { at: closed } = await start(t, { OPEN_TEMPLATES: "" });
	t.equal((await closed(text("Start small"))).status, 404);
});

t.test("values reach the picture; each has its own", async (t) => {
	const { at, drawn } = await start(t);
	const tags = new Set<string | null>();
	for (const value of ["Start small", "Grüße, 東京 & 100 % <b>", "a=b&c", "{{not a tag", "😀"]) {
		const answer = await at(text(value).replace(/[!'()*]/g, escape));
		t.equal(answer.status, 200, value);
		tags.add(answer.headers.get("etag"));
		t.match(drawn.at(-1)!.normalize(), JSON.stringify(value).slice(1, -1), value);
	}
	t.equal(tags.size, 5);
	const before = drawn.length;
	const first = await at(text("Start small"));
	t.equal(first.status, 200);
	t.equal(drawn.length, before, "from memory");
	const etag = first.headers.get("etag")!;
	t.equal((await at(text("Start small"), { "if-none-match": etag })).status, 304);
	t.equal((await at(text("Other"), { "if-none-match": etag })).status, 200);
	const head = await at(text("Start small"), {}, "HEAD");
	t.equal(head.status, 200);
	t.equal(head.headers.get("content-length"), String(FAKE_IMAGE.length));
	t.equal(drawn.length, before + 1);
});

t.test("every other spelling leads to the one URL", async (t) => {
	const { at, drawn } = await start(t);
	const one = "bold-quote.png?quote=A%20B%2BC";
	for (const query of [
		"quote=A+B%2BC",
		"quote=A%20B%2bC",
		"quote=%41%20B%2BC",
		"utm_source=mail&quote=A%20B%2BC&fbclid=x",
		"&quote=A%20B%2BC&",
		"quote=A%20B%2BC&author=",
		"quote=A%20B%2BC&author=*|FNAME|*",
		"quote=A%20B%2BC&unknown.1.name=x",
		"%71uote=A%20B%2BC",
	])
		await redirected(t, await at(`${QUOTE}?${query}`), one, query);
	await redirected(t, await at("/t/bold-quote.jpg?quote=A"), "bold-quote.jpeg?quote=A");
	await redirected(
		t,
		await at(`${QUOTE}?quote=A&author=B&_platform=link-preview&_brand=brand-a`),
		"bold-quote.png?_brand=brand-a&_platform=link-preview&author=B&quote=A",
	);
	await redirected(t, await at(`${QUOTE}?quote='(*)!~`), "bold-quote.png?quote=%27%28%2A%29%21~");
	t.equal(drawn.length, 0, "nothing is rendered for a redirect");
	// Only the extension of the path counts, also when the picture is in memory.
	t.equal((await at("/t/bold-quote.jpeg?quote=photo.jpg")).status, 200);
	for (const extension of ["jpg", "JPG"])
		await redirected(
			t,
			await at(`/t/bold-quote.${extension}?quote=photo.jpg`),
			"bold-quote.jpeg?quote=photo.jpg",
		);
	const followed = await fetch(new URL(one, `${(await start(t)).app.url}/t/`));
	t.equal(followed.status, 200);
});

t.test("merge tags that were not filled in count as missing", async (t) => {
	const { at } = await start(t);
	for (const tag of [
		"*|FNAME|*",
		"{{first_name}}",
		"{{ first_name | default: 'x' }}",
		"{% if a %}b{% endif %}",
		"%%FIRSTNAME%%",
		"%%FACE%%",
		"[[name]]",
		"$\u007bname}",
		" {{name}} ",
		"  ",
	])
		for (const spelled of [
			encodeURIComponent(tag),
			tag.replaceAll(" ", "%20").replaceAll("#", "%23"),
		]) {
			const answer = await at(`${QUOTE}?quote=A&author=${spelled}`);
			await redirected(t, answer, "bold-quote.png?quote=A", spelled);
		}
	t.equal((await at(text("Hi {{name}}, 50 %"))).status, 200, "only a whole value is one");
});

t.test(
	"a text that is too long is cut; a wrong value is a 400 that names the parameter",
	async (t) => {
		const { app, at, drawn } = await start(t, {
			OPEN_IMAGE_HOSTS: "cdn.example.com,img.test:8080",
		});
		const { variables } = await template(app, "bold-quote");
		const longest = variables.quote!.maxLength!;
		const answer = await at(text("👍🏽 word ".repeat(60)));
		t.equal(answer.status, 308);
		const cut = new URL(answer.headers.get("location")!, app.url).searchParams.get("quote")!;
		t.ok(cut.length <= longest, `${cut.length}`);
		t.match(cut, /^(?:👍🏽 word )+.*…$/u, "between characters");
		t.equal((await at(text(cut))).status, 200);
		const refused = async (path: string, name: string, value: string) => {
			const json = await at(path);
			t.equal(json.status, 400, path);
			t.equal(json.headers.get("cache-control"), "no-store");
			const { error } = (await json.json()) as { error: { message: string } };
			t.match(error.message, name);
			t.notMatch(JSON.stringify(error), value);
			const count = drawn.length;
			const picture = await at(path, { accept: "image/avif,image/webp,image/*,*/*;q=0.8" });
			t.equal(picture.status, 400);
			t.equal(picture.headers.get("content-type"), "image/png");
			t.equal(picture.headers.get("cache-control"), "no-store");
			t.equal(picture.headers.get("etag"), null);
			t.ok(drawn.length <= count + 1);
			t.match(drawn.at(-1), name);
			t.notMatch(drawn.at(-1), value);
			const text = await at(path, { accept: "text/html,image/webp,*/*" });
			t.match(text.headers.get("content-type"), /json/);
		};
		await refused(QUOTE, "quote", "zzz");
		await refused(`${QUOTE}?_platform=zzzz&quote=a`, "_platform", "zzzz");
		await refused(`${QUOTE}?_brand=zzzz&quote=a`, "_brand", "zzzz");
		await refused(`${QUOTE}?_slide=0099&quote=a`, "_slide", "0099");
		await refused(`${QUOTE}?_slide=99&quote=a`, "_slide", '99"');
		const twice = await at(`${QUOTE}?quote=a&quote=b`);
		t.equal(twice.status, 400);
		t.equal((await at(`${QUOTE}?quote=%FF`)).status, 400);
		t.equal((await at(`${QUOTE}?quote=${"a".repeat(8_000)}`)).status, 400);
	},
);

t.test("images come from this service or from listed hosts", async (t) => {
	const { at, drawn } = await start(t, { OPEN_IMAGE_HOSTS: "cdn.example.com,img.test:8080" });
	const image = (src: string) =>
		`/t/article-preview.png?headline=A&image=${encodeURIComponent(src)}`;
	for (const src of ["lucide:rocket", "/api/assets/icons/lucide/rocket.svg"])
		t.equal((await at(image(src))).status, 200, src);
	for (const src of [
		"data:image/png;base64,iVBORw0KGgo=",
		"https://example.com/a.png",
		"https://cdn.example.com.evil.test/a.png",
		"https://sub.cdn.example.com/a.png",
		"https://cdn.example.com:8443/a.png",
		"https://cdn.example.com@evil.test/a.png",
		"http://img.test/a.png",
		"http://127.0.0.1/a.png",
		"file:///etc/passwd",
		"//cdn.example.com/a.png",
		"https:/\\cdn.example.com/a.png",
	]) {
		const answer = await at(image(src));
		t.equal(answer.status, 400, src);
		t.match(((await answer.json()) as { error: { message: string } }).error.message, /image must/);
	}
	const before = drawn.length;
	// The host is allowed, but does not exist here.
	for (const src of ["https://CDN.example.com/a.png", "http://img.test:8080/a.png"])
		t.equal((await at(image(src))).status, 422, src);
	t.equal(drawn.length, before);
});

t.test("items of a list, and numbers in one spelling", async (t) => {
	const { at, drawn } = await start(t);
	const answer = await at(
		"/t/menu.png?dishes.1.name=Soup&dishes.1.price=6&dishes.2.name=Quiche&dishes.2.price=9&title=Lunch",
	);
	t.equal(answer.status, 200);
	for (const part of ["Soup", "Quiche", "Lunch"]) t.match(drawn.at(-1), part);
	const refused = await at("/t/menu.png?dishes.999.name=Soup&title=Lunch");
	t.equal(refused.status, 400);
});

t.test("a flood of new values is limited for each template, and fills no cache", async (t) => {
	const { app, at, drawn } = await start(t, {
		OPEN_RENDERS_PER_MINUTE: "5",
		// A quarter of a megabyte for open links.
		LINK_CACHE_MB: "1",
	});
	const fixed = linkOf({ slides: [{ textBlocks: [{ text: "Fixed" }] }] });
	t.equal((await at(fixed)).status, 200);
	const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => at(text(`Value ${i}`))));
	const limited = answers.filter(({ status }) => status === 429);
	t.equal(answers.filter(({ status }) => status === 200).length, 5);
	t.equal(limited.length, 15);
	t.match(limited[0]!.headers.get("retry-after"), /^\d+$/);
	t.equal(limited[0]!.headers.get("cache-control"), "no-store");
	t.equal((await at("/t/question.png?question=Why")).status, 200, "another template");
	const count = drawn.length;
	const known = answers.findIndex(({ status }) => status === 200);
	t.equal((await at(text(`Value ${known}`))).status, 200, "what was rendered is free");
	t.equal((await at(fixed)).status, 200);
	t.equal(drawn.length, count);
	const heads = await Promise.all(
		Array.from({ length: 5 }, (_, i) => at(text(`Head ${i}`), {}, "HEAD")),
	);
	t.ok(
		heads.every(({ status }) => status === 429),
		"HEAD reads documents too",
	);
	t.equal((await app.get("/api/health")).status, 200);
});

/** Signs a link with open variables. */
async function signed(app: RunningApp, request: object): Promise<string> {
	const answer = await app.post("/api/links", request);
	t.equal(answer.status, 200, await answer.clone().text());
	return new URL(((await answer.json()) as LinkResponse).urls[0]!).pathname;
}

t.test("a signed link whose query sets open variables only", async (t) => {
	const { app, at, drawn } = await start(t, { OPEN_TEMPLATES: "" });
	const path = await signed(app, {
		document: {
			template: "bold-quote",
			brand: "brand-b",
			variables: { quote: "The fallback", author: "Fixed author" },
		},
		open: ["quote"],
	});
	const file = path.slice(path.lastIndexOf("/") + 1);
	t.equal((await at(path)).status, 200);
	t.match(drawn.at(-1), "The fallback");
	const answer = await at(`${path}?quote=From%20the%20query`);
	t.equal(answer.status, 200);
	t.equal(answer.headers.get("cache-control"), HOUR);
	t.match(drawn.at(-1), "From the query");
	t.match(drawn.at(-1), "Fixed author");
	const count = drawn.length;
	await redirected(t, await at(`${path}?author=Mallory&quote=A&_brand=x`), `${file}?quote=A`);
	await redirected(t, await at(`${path}?quote=*|QUOTE|*&utm_source=x`), file);
	t.equal(drawn.length, count);
	// The extension jpg is another spelling of what was signed as jpeg.
	const jpeg = await signed(app, {
		document: { template: "bold-quote", format: "jpeg" },
		open: ["quote"],
	});
	await redirected(t, await at(jpeg.replace(/jpeg$/, "jpg")), "1.jpeg");
	t.equal((await at(path.replace(/png$/, "jpg"))).status, 403);
	const forged = path.replace(/^\/i\/./, (start) => (start.endsWith("A") ? "/i/B" : "/i/A"));
	t.equal((await at(`${forged}?utm_source=x`)).status, 403, "before anything else");
	t.equal((await at(`${path}?quote=${"a".repeat(8_001)}`)).status, 400);
});

t.test("a fixed link drops what its query must not set", async (t) => {
	const { at, drawn } = await start(t);
	const path = linkOf({ slides: [{ textBlocks: [{ text: "Fixed" }] }] });
	for (const query of ["?utm_source=x", "?text=Mallory", "?fbclid=a&gclid=b", "?platform="])
		await redirected(t, await at(`${path}${query}`), "1.png", query);
	const both = linkOf({
		platforms: ["link-preview", "pin"],
		slides: [{ textBlocks: [{ text: "Fixed" }] }],
	});
	await redirected(t, await at(`${both}?utm=1&platform=pin`), "1.png?platform=pin");
	t.equal((await at(`${both}?platform=pin`)).status, 200);
	t.equal((await at(`${both}?platform=no-such`)).status, 400);
	t.equal((await at(`${both}?platform=pin&platform=pin`)).status, 400);
	t.equal(drawn.length, 1);
	const soon = Math.floor(Date.now() / 1_000) + 600;
	const expiring = await at(`${linkOf({ slides: [{}] }, { expires: soon })}?x=1`);
	t.match(expiring.headers.get("cache-control"), /max-age=(?:59\d|600)$/);
});

const FIELD = { type: "richText", label: "A", sample: "a", default: "a" };
const RICH_NOTE = {
	id: "rich-note",
	name: "Note",
	description: "A note with formatted text.",
	tags: [],
	platforms: ["photo-feed-square"],
	variables: {
		body: FIELD,
		points: { type: "list", label: "Points", required: false, sample: [], fields: { text: FIELD } },
	},
	examples: [],
	document: {
		slides: [
			{
				layers: [
					{ type: "text", x: 20, y: 20, width: 300, richText: "{{body}}" },
					{ type: "text", x: 20, y: 90, width: 300, repeat: "points", richText: "{{item.text}}" },
				],
			},
		],
	},
};

t.test("what cannot be open is a 400 when it is signed, and when it is read", async (t) => {
	const folder = t.testdir({ "rich-note.json": JSON.stringify(RICH_NOTE) });
	const { app, at } = await start(t, { TEMPLATES_DIR: folder });
	const template = { template: "bold-quote", variables: { quote: "A" } };
	const rich = { template: "rich-note", variables: { body: "A" } };
	t.equal((await at("/t/rich-note.png?body=%3Cb%3Ea%3C%2Fb%3E")).status, 400);
	t.equal((await at("/t/rich-note.png")).status, 200, "with its default");
	const plain = { slides: [{ textBlocks: [{ text: "A" }] }] };
	for (const request of [
		{ document: template, open: ["headline"] },
		{ document: template, open: [] },
		{ document: template, open: ["quote", "quote"] },
		{ document: template, open: "quote" },
		{ document: template, open: ["__proto__"] },
		{ document: template, open: ["quote"], inline: true },
		{ document: plain, open: ["quote"] },
		{ document: rich, open: ["body"] },
		{ document: rich, open: ["points"] },
	]) {
		const answer = await app.post("/api/links", request);
		t.equal(answer.status, 400, JSON.stringify(request));
		t.match(((await answer.json()) as { error: { message: string } }).error.message, /open/);
	}
	for (const payload of [
		{ ...template, open: "quote" },
		{ ...template, open: [1] },
		{ ...template, open: ["headline"] },
		{ ...template, open: Array.from({ length: 300 }, (_, i) => `n${i}`) },
		{ ...plain, open: ["quote"] },
		{ template: "no-such", open: ["quote"] },
		{ ...template, open: {} },
	])
		t.equal((await at(linkOf(payload))).status, 400, JSON.stringify(payload).slice(0, 100));
});

t.test("a redirect leads to a URL that is not redirected again", async (t) => {
	const { app, at } = await start(t, { OPEN_RENDERS_PER_MINUTE: "1000000" });
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: "binary", maxLength: 30 }), async (value) => {
			if (/[\ud800-\udfff]/u.test(value)) return;
			const query = new URLSearchParams({ author: value, quote: `a${value}` });
			const first = await at(`${QUOTE}?${query}`);
			if (first.status !== 308) return;
			const next = await fetch(new URL(first.headers.get("location")!, `${app.url}/t/`), {
				redirect: "manual",
			});
			t.ok([200, 400].includes(next.status), `${next.status} ${JSON.stringify(value)}`);
		}),
		{ numRuns: 100 },
	);
});

interface Listed {
	readonly variables: Readonly<
		Record<string, { readonly type: string; readonly maxLength?: number }>
	>;
}

const template = async (app: RunningApp, id: string) =>
	((await (await app.get(`/api/templates/${id}`)).json()) as { template: Listed }).template;
