import t from "tap";
import { fakeRenderer, startApp } from "../../helpers/app.js";
import { startHostileServer, TINY_PNG } from "../../helpers/hostile-server.js";

interface Answer {
	error: {
		code: string;
		message: string;
		details: {
			issues?: { path: string; message: string; [more: string]: unknown }[];
			[more: string]: unknown;
		};
	};
}
const block = (fields: object) => ({ slides: [{ textBlocks: [fields] }] });

t.test("a faulty request says what to write instead", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const fault = async (body: unknown): Promise<Answer["error"]> =>
		((await (await post("/api/render", body)).json()) as Answer).error;
	const rows: [name: string, body: unknown, path: string, message: RegExp][] = [
		["a trailing comma", '{"slides":[{},]}', "", /line 1, column 15: trailing comma before \]/],
		["NaN", '{"slides":[{"textBlocks":[{"x":NaN}]}]}', "", /line 1, column 32: NaN/],
		["None", '{"slides":\n[{"image":None}]}', "", /line 2, column 11: .*null/],
		["XML", "<xml/>", "", /line 1, column 1: .*XML/],
		[
			"no colour",
			block({ textColor: "nope" }),
			"/slides/0/textBlocks/0/textColor",
			/is not a CSS colour$/,
		],
		[
			"an empty highlight",
			block({ highlightColor: "" }),
			"/slides/0/textBlocks/0/highlightColor",
			/at least 1 character$/,
		],
		["a misspelt field", block({ fontsize: 20 }), "/slides/0/textBlocks/0/fontsize", /fontSize\?$/],
		[
			"px",
			block({ fontSize: "20px" }),
			"/slides/0/textBlocks/0/fontSize",
			/write 20, because .* no unit$/,
		],
		["em", block({ fontSize: "2em" }), "/slides/0/textBlocks/0/fontSize", /number without a unit/],
		["quotes", block({ x: "40" }), "/slides/0/textBlocks/0/x", /write 40 without quotes$/],
		[
			"a quoted boolean",
			{ slides: [{ layers: [{ type: "stack", clip: "true", children: [] }] }] },
			"/slides/0/layers/0/clip",
			/must be a boolean: write true without quotes$/,
		],
		["a misspelt word", { format: "pngg", slides: [{}] }, "/format", /did you mean png\?$/],
		[
			"one platform",
			{ platforms: ["pin"], slides: [{}] },
			"/platforms",
			/for one, write platform$/,
		],
		...(
			[
				["instagram-story", "photo-feed-story"],
				["linkedin", "professional-post"],
				["og-image", "link-preview"],
				["YouTube thumbnail", "video-thumbnail"],
				["1080x1920", "short-video-story"],
				["link-previw", "link-preview"],
			] as const
		).map(([platform, meant]): (typeof rows)[number] => [
			platform,
			{ platform, slides: [{}] },
			"/platform",
			new RegExp(`must be one of .*; did you mean ${meant}\\?$`),
		]),
		["no slide", { slides: [] }, "/slides", /at least 1 item$/],
		["21 slides", { slides: Array(21).fill({}) }, "/slides", /at most 20 items$/],
		["a foreign scheme", { slides: [{ image: "ftp://a/b" }] }, "/slides/0/image", /http\(s\)/],
	];
	for (const [name, body, path, message] of rows) {
		const { code, details, message: sentence } = await fault(body);
		t.equal(code, "invalid_render_request", name);
		t.equal(details.issues?.length, 1, `${name}: told once`);
		t.equal(details.issues?.[0]?.path, path, name);
		t.match(details.issues?.[0]?.message, message, name);
		t.match(sentence, new RegExp(message.source.replace(/\$$/, "")), name);
	}
	const both = await fault({ slids: [{}] });
	t.same(
		both.details.issues?.map(({ path }) => path),
		["/slides", "/slids"],
		"a missing field and an unknown one, each once",
	);
	const nested = await fault(block({ x: "1", y: "2" }));
	t.equal(nested.details.issues?.length, 2);
	t.match(nested.message, /\(and 1 more\)/);
	t.match(await fault({ platform: "q", slides: [{}] }), { message: /custom\.$/ });
	const nothing = {
		platform: null,
		slides: [{ image: null, textBlocks: [{ x: null, text: null }] }],
	};
	t.equal((await post("/api/render", nothing)).status, 200, "null counts as absent");
});

t.test("a request that is made in another way says how to make it", async (t) => {
	const env = { LINK_KEYS: "a-link-key-of-32-characters-or-so", MAX_BODY_BYTES: "4000" };
	const { url, post } = await startApp(t, env, { renderer: fakeRenderer() });
	const errorOf = async (response: Response): Promise<Answer["error"]> =>
		((await response.json()) as Answer).error;
	const slides = [{}];
	const json = { "content-type": "application/json" };

	const width = await errorOf(await post("/api/render?width=500", { slides }));
	t.match(
		width.message,
		/^\/width is not a query parameter .* takes none; use "scale" .* "size"\.$/,
	);
	t.match(width.details.issues, [{ path: "/width", in: "query" }]);
	const file = await errorOf(await post("/api/render.png?brand=brand-b", { slides }));
	t.match(file.message, /takes only slide, platform; the fields of a document belong in the body/);
	const word = await errorOf(await post("/api/render.png?slide=two", { slides }));
	t.match(word.message, /^\/slide in the query must be an integer/);
	const fifth = await errorOf(await post("/api/render.png?slide=5", { slides }));
	t.match(fifth.message, /\/slide must be at most 1, not 5: the document has 1 slide/);
	const network = await errorOf(await post("/api/render.png?platform=og:image", { slides }));
	t.match(network.message, /did you mean link-preview\?$/);

	const got = await fetch(`${url}/api/render.png`);
	t.equal(got.headers.get("allow"), "POST");
	t.match(await errorOf(got), {
		message: "This path does not allow GET: send POST with a JSON body.",
		details: { allowed: ["POST"] },
	});
	const body = JSON.stringify({ slides });
	const form = { "content-type": "application/x-www-form-urlencoded" };
	for (const [headers, given] of [
		[form, /it is application\/x-www-form-urlencoded.*curl: -H "Content-Type: application\/json"/],
		[{ "content-type": "<b>" }, /must be application\/json\. Send JSON/],
		[{ "content-type": "text/plain; charset=utf-8" }, /it is text\/plain\. Send JSON/],
	] as const) {
		const typed = await fetch(`${url}/api/render`, { method: "POST", headers, body });
		t.equal(typed.status, 415);
		t.match((await errorOf(typed)).message, given);
	}
	const untyped = await fetch(`${url}/api/render`, { method: "POST", body: Buffer.from(body) });
	t.equal(untyped.status, 415);
	t.match((await errorOf(untyped)).message, /it has no Content-Type.*curl: -H/);

	const large = await errorOf(await post("/api/render", { slides, pad: "x".repeat(4_000) }));
	t.match(large.message, /larger than 4000 bytes.*by URL.*MAX_BODY_BYTES/);

	for (const path of ["/api/links", "/api/batch", "/api/jobs"]) {
		const beside = await errorOf(await post(path, { template: "sale-price", variables: {} }));
		t.match(beside, {
			message:
				/^\/template belongs in document: write "document": \{ "template": …, "variables": … \}/,
			details: { issues: [{ path: "/template" }] },
		});
		t.notOk(beside.details.issues?.some((issue) => issue.path === "/document"));
	}
	const webhook = { url: "https://example.com/", secret: "secret" };
	const job = await errorOf(await post("/api/jobs", { document: { slides }, rows: [{}], webhook }));
	t.match(
		job.message,
		/^\/webhook\/secret must be whsec_.*: echo "whsec_\$\(openssl rand -base64 32\)"/,
	);
	t.notMatch(job.message, "secret secret");

	const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`x${i}`, "1"]));
	const headers = { ...many, ...json };
	const sent = await fetch(`${url}/api/render`, { method: "POST", headers, body });
	t.equal(sent.status, 200, "1,500 short headers are fine");
	const long = { ...json, x: "x".repeat(17_000) };
	const refused = await fetch(`${url}/api/render`, { method: "POST", headers: long, body });
	t.match((await errorOf(refused)).message, /headers of the request have more than 16384 bytes/);
});

t.test("an image that fails says what was found and what is allowed", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const { post } = await startApp(t, {
		ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1",
		RENDER_PROCESSES: "1",
	});
	const fault = async (image: string): Promise<Answer["error"]> => {
		const response = await post("/api/render", { slides: [{ image }] });
		t.equal(response.status, 422, image.slice(0, 60));
		const { error } = (await response.json()) as Answer;
		t.match(error, { code: "remote_image_failed", details: { path: "/slides/0/image" } });
		t.match(error.details.issues?.[0], { path: "/slides/0/image", reason: error.details.reason });
		return error;
	};
	const data = (bytes: Buffer | string) =>
		`data:image/png;base64,${Buffer.from(bytes as string, "latin1").toString("base64")}`;
	for (const [bytes, found] of [
		["\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"],
		["II*\0\x08\0\0\0", "TIFF"],
		["BM6\0\0\0", "BMP"],
		["%PDF-1.7", "PDF"],
		["\0\0\x01\0\x01\0", "ICO"],
		["<!doctype html><p>", "HTML"],
		["\xff\x0a\0\0", "JPEG XL"],
		["\x1f\x8b\x08", "gzip"],
	] as const) {
		const { message, details } = await fault(data(bytes));
		t.match(message, new RegExp(`it is ${found}.*Allowed are PNG, JPEG, WebP, AVIF, GIF, SVG`));
		t.match(details, { reason: "not_an_image", found: new RegExp(found), allowed: ["PNG"] });
	}
	for (const [payload, message] of [
		["iVBOR%%%", /% at position 6; base64 has only A to Z, a to z, 0 to 9, \+ and \//],
		["iVBO_-", /_ at position 5; write \+ for - and \/ for _/],
		["iVBOR", /has 5 characters, so its last character is missing or extra/],
	] as const)
		t.match(await fault(`data:image/png;base64,${payload}`), { message });
	t.match(await fault(server.url("/empty.png")), { message: /it is nothing \(it is empty\)/ });
	t.match(await fault(server.url("/status?status=404+Gone")), {
		message: /answered 404/,
		details: { status: 404 },
	});
	const cut = await fault(data(TINY_PNG.subarray(0, TINY_PNG.length - 20).toString("latin1")));
	t.match(cut, { message: /incomplete/, details: { reason: "not_an_image", cutOff: true } });
	const large = Buffer.from(TINY_PNG);
	large.writeUInt32BE(30_000, 16);
	large.writeUInt32BE(30_000, 20);
	const tooMany = await fault(data(large.toString("latin1")));
	if (tooMany.details.reason === "too_many_pixels") {
		t.match(
			tooMany.message,
			/900,000,000 pixels \(30000 x 30000\); at most 50,000,000 are allowed/,
		);
		t.match(tooMany.details, { pixels: 900_000_000, maxPixels: 50_000_000 });
	} else t.equal(tooMany.details.reason, "not_an_image", "its checksum is wrong");
	for (const src of ["lucide:rockett", "/api/assets/icons/lucide/rockett.svg"]) {
		const { message, details } = await fault(src);
		t.match(message, /Icon not found.*lucide:rocket/);
		t.equal((details.nearest as string[]).length, 3);
	}
	const hints = new Set<unknown>();
	for (const src of ["http://10.0.0.1/a.png", "http://no-such.invalid/a", "http://localhost:1/a"]) {
		const { message, details } = await fault(src);
		hints.add(JSON.stringify([message, details]));
		t.match(details.hint, /ALLOW_PRIVATE_IMAGE_HOSTS/);
	}
	t.equal(hints.size, 1, "one answer for every address");
});

t.test("keys, paths and temporary images", async (t) => {
	const { get, url } = await startApp(t, { API_KEYS: "a-good-key" }, { renderer: fakeRenderer() });
	const search = "/api/assets/icons/search";
	const none = await get(search);
	t.equal(none.status, 401);
	t.equal(none.headers.get("www-authenticate"), 'Bearer realm="post-image-render-service"');
	t.match(await none.json(), { error: { message: /Authorization: Bearer <key>.*X-API-Key/ } });
	const wrong = await get(search, { headers: { "x-api-key": "wrong" } });
	t.match(wrong.headers.get("www-authenticate"), /error="invalid_token"/);
	t.match(await wrong.json(), { error: { message: /not valid/ } });
	const document = (await (await get("/api/openapi.json")).json()) as { security: object[] };
	t.same(document.security, [{ bearer: [] }, { apiKey: [] }], "the document requires the key");

	const missing = (await (await get("/api/nothing")).json()) as Answer;
	for (const place of ["/api/openapi.json"]) {
		t.ok(missing.error.message.includes(place), place);
		t.equal((await get(place)).status, 200);
	}
	const names = [`${"A".repeat(22)}.png`, "other.png"];
	const gone = await Promise.all(
		names.map(async (name) => (await fetch(`${url}/api/renders/${name}`)).text()),
	);
	t.match(gone[0], /not found or expired/);
	t.equal(gone[0], gone[1], "a name that never was and one that may have been read alike");
	const icon = (await (await get("/api/assets/icons/lucide/rockett.svg")).json()) as Answer;
	t.match(icon.error, { code: "not_found", message: /lucide:rocket/ });
	const color = (await (await get("/api/assets/icons/lucide/rocket.svg?color=")).json()) as Answer;
	t.match(color.error.details.issues, [{ path: "/color" }]);
});
