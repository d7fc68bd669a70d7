import fc from "fast-check";
import t from "tap";
import { ImageDataError, parseDataUrl } from "../../src/documents/data-url.js";
import { processorTime } from "../helpers/processor-time.js";

const decode = (src: string): string => {
	const source = parseDataUrl(src);
	if (source.kind !== "data") return `invalid: ${source.problem}`;
	return Buffer.from(source.decode()).toString("utf8");
};

t.test("base64 and percent-encoded payloads decode", async (t) => {
	for (const [src, text] of [
		["data:image/png;base64,aGVsbG8=", "hello"],
		["DATA:IMAGE/PNG;BASE64,aGVsbG8=", "hello"],
		["data:image/png;base64,aGVsbG8", "hello"],
		["data:image/png;base64, aGVs\r\nbG8=\t", "hello"],
		["data:image/png;base64,aGVsbG8%3D", "hello"],
		["data:image/png;base64,aGVsbG8=#fragment", "hello"],
		["data:image/png;base64,Pz8%2B", "??>"],
		["data:image/png;charset=x;base64,aGVsbG8=", "hello"],
		["data:image/png ; base64,aGVsbG8=", "hello"],
		["data:image/svg+xml,%3Csvg/%3E", "<svg/>"],
		["data:image/svg+xml;utf8,<svg/>", "<svg/>"],
		['data:image/svg+xml;charset=utf-8,<text a="1,2">ไทย 😀</text>', '<text a="1,2">ไทย 😀</text>'],
		["data:image/svg+xml,%F0%9F%98%80", "😀"],
		["data:image/svg+xml,100%", "100%"],
		["data:image/svg+xml,%zz%4%41", "%zz%4A"],
		["data:image/svg+xml,%", "%"],
		["data:image/bmp,BM", "BM"],
	] as const) {
		t.equal(decode(src), text, src);
	}
});

t.test("the media type is reported in lower case", async (t) => {
	t.match(parseDataUrl("data:image/SVG+xml;utf8,<svg/>"), { mediaType: "image/svg+xml" });
});

t.test("malformed data URLs and those of other media types are invalid", async (t) => {
	for (const src of [
		"data:",
		"data:,",
		"data:,x",
		"data:;base64,",
		"data:;base64,aGVsbG8=",
		"data:image/png",
		"data:image/png;base64",
		"data:image/png,",
		"data:image/png;base64,",
		"data:image/png;base64,#x",
		"data:image/,x",
		"data:image,x",
		"data:text/html,<b>",
		"data:text/html;image/png,<b>",
		"data:application/pdf;base64,aGVsbG8=",
		"data:image/png;base64;base64,aGVsbG8=",
		"data:image/png;base64;charset=x,aGVsbG8=",
		`data:image/png${";a=b".repeat(100_000)},x`,
		`data:image/png${";".repeat(1_000_000)}`,
	]) {
		t.match(parseDataUrl(src), { kind: "invalid", allowed: /^data:image/ }, src.slice(0, 60));
	}
});

t.test("payloads that are not base64 do not decode", async (t) => {
	for (const payload of [
		"a",
		"aGVsbG8=====",
		"aGVs=bG8=",
		"=",
		"aGV$bG8=",
		"_-_-",
		"aGVsbG\u00e9",
		"aGVs%00bG8",
	]) {
		const source = parseDataUrl(`data:image/png;base64,${payload}`);
		if (source.kind !== "data") return t.fail(payload);
		t.throws(() => source.decode(), ImageDataError, payload);
	}
});

t.test("any bytes come back, whichever way they are encoded", async () => {
	fc.assert(
		fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.boolean(), (bytes, base64) => {
			const encoded = base64
				? `;base64,${Buffer.from(bytes).toString("base64")}`
				: `,${Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}`;
			const source = parseDataUrl(`data:image/png${encoded}`);
			return source.kind === "data" && Buffer.from(source.decode()).equals(bytes);
		}),
	);
});

t.test("a data URL is read in linear time", async (t) => {
	const sixteenMb = 16 * 1024 * 1024;
	for (const src of [
		`data:image/png;base64,${"A".repeat(sixteenMb)}`,
		`data:image/png;base64,${"%41".repeat(4_000_000)}`,
		`data:image/png;base64,${"A ".repeat(sixteenMb / 2)}`,
		`data:image/svg+xml,${"%".repeat(sixteenMb)}`,
		`data:image/svg+xml,${"<svg ".repeat(64_000)}`,
		`data:${" ".repeat(sixteenMb)},`,
	]) {
		const spent = processorTime();
		const source = parseDataUrl(src);
		if (source.kind === "data") source.decode();
		t.ok(spent() < 15_000, src.slice(0, 30));
	}
});
