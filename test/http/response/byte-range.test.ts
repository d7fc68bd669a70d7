import t from "tap";
import type { RenderResponse } from "../../../src/contract/render-response.js";
import { byteRange } from "../../../src/http/response/byte-range.js";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../../helpers/app.js";

t.test("what a Range header asks for", async (t) => {
	const rows: [string | undefined, ReturnType<typeof byteRange>][] = [
		[undefined, undefined],
		["", undefined],
		["bytes=0-0", { start: 0, end: 0 }],
		["bytes=0-", { start: 0, end: 99 }],
		["Bytes=10-19", { start: 10, end: 19 }],
		["bytes= 98-200 ", { start: 98, end: 99 }],
		["bytes=-5", { start: 95, end: 99 }],
		["bytes=-500", { start: 0, end: 99 }],
		["bytes=-0", "unsatisfiable"],
		["bytes=100-", "unsatisfiable"],
		[`bytes=${"9".repeat(400)}-`, "unsatisfiable"],
		[`bytes=0-${"9".repeat(400)}`, { start: 0, end: 99 }],
		["bytes=5-2", undefined],
		["bytes=-", undefined],
		["bytes=x", undefined],
		["bytes=1-2,4-5", undefined],
		["lines=1-2", undefined],
		["bytes=1.5-2", undefined],
	];
	for (const [header, expected] of rows) t.same(byteRange(header, 100), expected, String(header));
});

t.test("ranges and conditions of a temporary image", async (t) => {
	const { post, get, url } = await startApp(t, {}, { renderer: fakeRenderer() });
	const rendered = await post("/api/render", { slides: [{}], delivery: "url" });
	const path = ((await rendered.json()) as RenderResponse).images[0]?.url?.slice(url.length) ?? "";
	const size = FAKE_IMAGE.length;
	const whole = await get(path);
	const etag = whole.headers.get("etag") ?? "";
	t.match(etag, /^"[^"]+"$/);
	t.equal(whole.headers.get("accept-ranges"), "bytes");
	t.same(Buffer.from(await whole.arrayBuffer()), FAKE_IMAGE);

	const rows: [Record<string, string>, number, string | null, Buffer | undefined][] = [
		[{ range: "bytes=2-4" }, 206, `bytes 2-4/${size}`, FAKE_IMAGE.subarray(2, 5)],
		[{ range: "bytes=-3" }, 206, `bytes ${size - 3}-${size - 1}/${size}`, FAKE_IMAGE.subarray(-3)],
		[{ range: "bytes=2-4", "if-range": etag }, 206, `bytes 2-4/${size}`, FAKE_IMAGE.subarray(2, 5)],
		[{ range: "bytes=2-4", "if-range": '"other"' }, 200, null, FAKE_IMAGE],
		[{ range: "bytes=2-4,6-7" }, 200, null, FAKE_IMAGE],
		[{ range: "bytes=x" }, 200, null, FAKE_IMAGE],
		[{ range: "bytes=999-" }, 416, `bytes */${size}`, undefined],
		[{ "if-none-match": etag }, 304, null, Buffer.alloc(0)],
		[{ "if-none-match": `"a", W/${etag}` }, 304, null, Buffer.alloc(0)],
		[{ "if-none-match": "*" }, 304, null, Buffer.alloc(0)],
		[{ "if-none-match": '"other"' }, 200, null, FAKE_IMAGE],
		[{ "if-match": '"other"' }, 200, null, FAKE_IMAGE],
	];
	for (const [headers, status, contentRange, body] of rows) {
		const response = await fetch(`${url}${path}`, { headers });
		const what = JSON.stringify(headers);
		t.equal(response.status, status, what);
		t.equal(response.headers.get("content-range"), contentRange, what);
		const bytes = Buffer.from(await response.arrayBuffer());
		if (body) t.same(bytes, body, what);
		else t.match(JSON.parse(bytes.toString()), { error: { code: "range_not_satisfiable" } });
	}
	const head = await get(path, { method: "HEAD", headers: { range: "bytes=2-4" } });
	t.equal(head.status, 200);
	t.equal(head.headers.get("content-length"), String(size));
	t.equal(head.headers.get("content-type"), "image/png");
	t.equal(head.headers.get("etag"), etag);
});
