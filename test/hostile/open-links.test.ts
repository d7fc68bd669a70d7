/** Attacks through the query of links, at the production service. */
import fc from "fast-check";
import t from "tap";
import { sendRaw } from "../helpers/app.js";
import { startVictim } from "../helpers/hostile-rows.js";
import { startHostileServer } from "../helpers/hostile-server.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";
import { nastyText } from "../helpers/nasty-text.js";
import { sampleOf } from "../helpers/samples.js";

const SETTINGS = {
	LINK_KEYS: LINK_KEY,
	OPEN_TEMPLATES: "*",
	OPEN_RENDERS_PER_MINUTE: "100000",
	OPEN_IMAGE_HOSTS: "cdn.example.com",
	RATE_LIMIT_MAX: "1000000",
};
const QUOTE = "/t/bold-quote.png";

/** A path that this service may redirect to: relative, and nothing but unreserved characters. */
const WITHIN = /^[\w-]+\.(?:png|jpeg|webp|svg)(?:\?[\w.~%&=-]+)?$/;

const start = async () => {
	const victim = await startVictim(SETTINGS);
	const at = (path: string, headers: Record<string, string> = {}) =>
		victim.get(path, { redirect: "manual", headers });
	/** Follows the one redirect that a URL may have. */
	const followed = async (path: string) => {
		const first = await at(path);
		if (first.status !== 308) return first;
		const location = first.headers.get("location")!;
		if (!WITHIN.test(location)) throw new Error(`redirected to ${location}`);
		const next = await at(new URL(location, `http://x${path}`).href.slice("http://x".length));
		if (next.status === 308) throw new Error(`redirected twice: ${path}, ${location}`);
		return next;
	};
	return { victim, at, followed };
};

t.test("paths that are none", async (t) => {
	const { victim, at } = await start();
	for (const path of [
		"/t/..%2fapi%2fhealth.png",
		"/t/../../etc/passwd.png",
		"/t/%62old-quote.png?quote=a",
		"/t//bold-quote.png?quote=a",
		"/t/bold-quote.png/?quote=a",
		"/t/bold-quote.png;x?quote=a",
		"/t/bold-quote.png%00.svg?quote=a",
		"/t/__proto__.png",
		"/t/constructor.png",
		"/t/bold-quote.pdf?quote=a",
		"/t/bold-quote.PNG?quote=a",
		`/t/${"a".repeat(7_000)}.png`,
	])
		t.equal((await at(path)).status, 404, path.slice(0, 60));
	const port = Number(new URL(victim.url).port);
	// Clients that do not normalise, and proxies that send absolute targets.
	for (const target of [
		"//evil.test/t/bold-quote.png?utm=1&quote=a",
		"http://evil.test/t/bold-quote.png?utm=1&quote=a",
		"/t/../t/bold-quote.png?quote=a",
		"/t/bold-quote.png?quote=a\u00e9",
		"/t/bold-quote.png?quote=a?quote=b",
	]) {
		const reply = await sendRaw(
			{ port },
			`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
		);
		t.match(reply, /^HTTP\/1\.1 (?:200|308|400|404) /, target);
		t.notMatch(reply, /location: (?!bold-quote\.png)/i, target);
	}
	await victim.expectUnharmed(t, "after paths");
});

t.test("parts of queries in any order", async (t) => {
	const { victim, at } = await start();
	const parts = fc.constantFrom(
		...["quote", "author", "=", "&", "%", "%2", "%00", "%0d%0aset-cookie:x", "%C3", "\u00e9"],
		...["_slide", "_brand", "_platform", "constructor", "__proto__", "quote.1.x", "toString"],
		...["//evil.test", "..%2f", "*|A|*", "\\", "?", ";", "a", "+", ".jpg", "%ED%A0%80"],
	);
	await fc.assert(
		fc.asyncProperty(fc.array(parts, { maxLength: 12 }), async (pieces) => {
			const answer = await at(`${QUOTE}?quote=a&${pieces.join("")}`);
			if (answer.status === 308) return WITHIN.test(answer.headers.get("location")!);
			return [200, 400].includes(answer.status);
		}),
		{ numRuns: 300 },
	);
	const most = 8_000;
	for (const query of [
		"&".repeat(most),
		Array.from({ length: 1_300 }, (_, i) => `a${i}=`).join("&"),
		`quote=${"%F0%9F%98%80".repeat(660)}`,
		`quote=${"%CC%81".repeat(1_300)}`,
		`quote=a&author=*|${"|*".repeat(3_900)}`,
		`quote=a&author=%7B%7B${"%7D".repeat(2_600)}x`,
	]) {
		const started = performance.now();
		const answer = await at(`${QUOTE}?${query}`);
		t.ok([200, 308, 400].includes(answer.status), `${query.slice(0, 20)}: ${answer.status}`);
		t.ok(performance.now() - started < 3_000, query.slice(0, 20));
	}
	await victim.expectUnharmed(t, "after queries");
});

interface Field {
	readonly type: string;
	readonly sample?: unknown;
	readonly fields?: Readonly<Record<string, Field>>;
}

const isText = (type: string) => !["list", "image", "richText"].includes(type);

t.test("every variable of templates takes any text, or names itself", async (t) => {
	const { victim, at, followed } = await start();
	const { results } = (await (await at("/api/templates")).json()) as {
		results: { id: string; variables: Readonly<Record<string, Field>> }[];
	};
	const values = [
		...fc.sample(nastyText(300), { numRuns: 4, seed: 7 }),
		...[
			"-1e309",
			"0x10",
			"NaN",
			"{{slide}}",
			"{{range(500)}} x",
			"<b>&amp;",
			"javascript:alert(1)",
		],
	].filter((value) => !/[\ud800-\udfff]/u.test(value));
	for (const { id, variables } of sampleOf(results, 12)) {
		const names = Object.entries(variables).flatMap(([name, { type, fields = {} }]) =>
			type === "list" ? Object.keys(fields).map((field) => `${name}.1.${field}`) : [name],
		);
		const samples = Object.entries(variables).flatMap(([name, { type, sample, fields = {} }]) => {
			const first = Array.isArray(sample) ? Object.entries(sample[0] ?? {}) : [];
			const texts = type === "list" ? first.filter(([field]) => isText(fields[field]!.type)) : [];
			const columns = texts.map(([field, value]) => [`${name}.1.${field}`, value]);
			return isText(type) && sample !== undefined ? [[name, sample]] : columns;
		}) as [string, string][];
		for (const [i, name] of names.entries()) {
			const value = values[i % values.length]!;
			const query = new URLSearchParams([
				...samples.filter(([one]) => one !== name),
				[name, value],
			]);
			const answer = await followed(`/t/${id}.svg?${query}`);
			if (answer.status === 200) continue;
			const place = `${id} ${name}=${JSON.stringify(value)}`;
			t.equal(answer.status, 400, place);
			const { error } = (await answer.json()) as { error: { message: string } };
			t.match(error.message, name.split(".")[0]!, place);
		}
	}
	await victim.expectUnharmed(t, "after values");
});

t.test("a value never leads to an address of the network", async (t) => {
	const canary = await startHostileServer();
	t.teardown(() => canary.close());
	const { at } = await start();
	for (const src of [
		canary.url("/image.png"),
		`http://cdn.example.com@127.0.0.1:${canary.port}/image.png`,
		`http://127.0.0.1:${canary.port}/image.png#.cdn.example.com`,
		`http://127.0.0.1:${canary.port}\\@cdn.example.com/image.png`,
		` \n${canary.url("/image.png")}`,
		`//127.0.0.1:${canary.port}/image.png`,
		"file:///etc/passwd",
		"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
		"/api/../t/bold-quote.png?quote=a",
		"/api/assets/../../etc/passwd",
		QUOTE,
	]) {
		const query = `headline=A&image=${encodeURIComponent(src)}`;
		t.equal((await at(`/t/article-preview.png?${query}`)).status, 400, src);
	}
	t.equal(canary.connections(), 0);
});

t.test("a value has its own picture in every cache", async (t) => {
	const { at } = await start();
	const bytes = async (path: string, headers = {}) => {
		const answer = await at(path, headers);
		return { answer, text: Buffer.from(await answer.arrayBuffer()).toString("latin1") };
	};
	const file = "/t/bold-quote.svg?quote=";
	const [first, second] = [await bytes(`${file}Ada`), await bytes(`${file}Grace`)];
	t.not(first.text, second.text);
	const etag = first.answer.headers.get("etag")!;
	t.equal((await bytes(`${file}Grace`, { "if-none-match": etag })).answer.status, 200);
	t.equal((await bytes(`${file}Ada`, { "if-none-match": etag })).answer.status, 304);
	// Headers that no cache has in its key change nothing.
	for (const headers of [
		{ "x-forwarded-host": "evil.test" },
		{ "x-original-url": `${file}Grace` },
		{ "accept-language": "ar" },
		{ cookie: "quote=Mallory" },
	])
		t.equal((await bytes(`${file}Ada`, headers)).text, first.text);
	// A fragment of another URL in a value is only text.
	const odd = await bytes(`${file}Ada%26author%3DMallory`);
	t.not(odd.text, (await bytes("/t/bold-quote.svg?author=Mallory&quote=Ada")).text);
});

t.test("a signed link in any other spelling is refused, or is the same picture", async (t) => {
	const { victim, at } = await start();
	const link = linkOf(
		{ template: "bold-quote", variables: { quote: "Fixed" }, open: ["author"] },
		{ file: "1.svg" },
	);
	const picture = await (await at(link)).text();
	for (let i = 1; i < link.length; i += 3) {
		const changed = `${link.slice(0, i)}${link[i] === "A" ? "B" : "A"}${link.slice(i + 1)}`;
		const answer = await at(`${changed}?author=Mallory`);
		t.ok([400, 403, 404].includes(answer.status), `${i}: ${answer.status}`);
	}
	for (const query of ["open=quote&quote=x", "variables.quote=x", "quote=x&template=menu"])
		t.equal((await at(`${link}?${query}`)).headers.get("location"), "1.svg", query);
	t.equal((await at(link)).status, 200);
	t.equal(await (await at(link)).text(), picture);
	await victim.expectUnharmed(t, "after signed links");
});
