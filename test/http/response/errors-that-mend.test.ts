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
			"red",
			block({ textColor: "red" }),
			"/slides/0/textBlocks/0/textColor",
			/digits: write #FF0000$/,
		],
		[
			"#fff",
			block({ textColor: "#fff" }),
			"/slides/0/textBlocks/0/textColor",
			/digits: write #FFFFFF$/,
		],
		[
			"#RRGGBBAA",
			block({ textColor: "#11223380" }),
			"/slides/0/textBlocks/0/textColor",
			/digits: write #112233; transparency is not allowed here$/,
		],
		[
			"no colour",
			block({ textColor: "nope" }),
			"/slides/0/textBlocks/0/textColor",
			/for example #D4AF37$/,
		],
		[
			"an empty highlight",
			block({ highlightColor: "" }),
			"/slides/0/textBlocks/0/highlightColor",
			/at least 1 character$/,
		],
		["a misspelt field", block({ fontsize: 20 }), "/slides/0/textBlocks/0/fontsize", /fontSize\?$/],
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
	const nothing = {
		platform: null,
		slides: [{ image: null, textBlocks: [{ x: null, text: null }] }],
	};
	t.equal((await post("/api/render", nothing)).status, 200, "null counts as absent");
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
