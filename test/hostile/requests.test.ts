import t from "tap";
import {
	failureOf,
	type Row,
	slideBody,
	startVictim,
	summary,
	tryRows,
} from "../helpers/hostile-rows.js";

const DRAWN = "200";
const INVALID = "400 invalid_render_request";
const TOO_LARGE = "413 payload_too_large";
const UNSUPPORTED = "415 unsupported_media_type";
const MAX_BODY = 2_097_152;

const PICTURE =
	"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><circle r='4'/></svg>";
const json = (body: string, expected: string | readonly string[]): Row => ({
	name: body.slice(0, 60),
	body,
	expected,
});
const block = (member: string, expected: string) =>
	json(`{"slides":[{"textBlocks":[{${member}}]}]}`, expected);
const overlay = (member: string, expected: string) =>
	json(`{"slides":[{"imageOverlays":[{"src":"${PICTURE}",${member}}]}]}`, expected);

t.test("hostile JSON and numbers out of range are refused", async (t) => {
	const victim = await startVictim();
	const rows: Row[] = [
		// 86, 87
		...["__proto__", "constructor", "prototype", "unknown", ""].flatMap((key) => [
			json(`{"slides":[{}],"${key}":{"prototype":{"polluted":1}}}`, INVALID),
			json(`{"slides":[{"${key}":{"polluted":1}}]}`, INVALID),
			block(`"${key}":{"polluted":1}`, INVALID),
			overlay(`"${key}":{"polluted":1}`, INVALID),
			json(`{"slides":[{"counterPosition":{"${key}":1}}]}`, INVALID),
		]),
		// 88
		...['"36"', "true", "[36]", "{}"].flatMap((value) => [
			block(`"x":${value}`, INVALID),
			block(`"fontSize":${value}`, INVALID),
			overlay(`"opacity":${value}`, INVALID),
		]),
		...["36", "true", '["a"]', "{}"].flatMap((value) => [
			block(`"text":${value}`, INVALID),
			block(`"style":${value}`, INVALID),
			json(`{"platform":${value},"slides":[{}]}`, INVALID),
		]),
		json('{"slides":null}', INVALID),
		json('{"slides":[null]}', INVALID),
		json('{"platform":null,"slides":[{"textBlocks":null,"image":null}]}', DRAWN),
		// 89: the last one counts, and is looked at
		json('{"slides":[{"unknown":1}],"slides":[{}]}', DRAWN),
		json('{"slides":[{}],"slides":[{"unknown":1}]}', INVALID),
		// 90
		...[
			"NaN",
			"Infinity",
			"-Infinity",
			"1e999",
			"-1e999",
			"01",
			"+1",
			".5",
			"0x10",
			"1.",
			"1n",
		].map((value) => block(`"x":${value}`, INVALID)),
		...[
			"// a\n{}",
			"/**/",
			'{"slides":[{}],}',
			"{'slides':[{}]}",
			"",
			"null",
			"[]",
			"1",
			'"a"',
		].map((body) => json(body, INVALID)),
		// 92
		...[8, 240].map((size) => block(`"text":"a","fontSize":${size}`, DRAWN)),
		...[7.999, 600.0001, -1, 1e308].map((size) => block(`"fontSize":${size}`, INVALID)),
		...[-180, 180].map((degrees) => block(`"text":"a","rotation":${degrees}`, DRAWN)),
		...[-180.0001, 180.0001].map((degrees) => overlay(`"rotation":${degrees}`, INVALID)),
		overlay('"opacity":1.0000001', INVALID),
		overlay('"opacity":-0.1', INVALID),
		overlay('"cropX":100.1', INVALID),
		overlay('"cropY":-0.1', INVALID),
		overlay('"borderRadius":-1', INVALID),
		// 93
		overlay('"width":1e9,"height":1e-9', DRAWN),
		overlay('"width":1e-9,"height":1e9,"rotation":45', DRAWN),
		overlay('"width":0.01,"height":0.01', DRAWN),
		overlay('"width":0,"height":100', DRAWN),
		overlay('"width":-100,"height":100,"borderRadius":1e308', DRAWN),
		// 94
		json('{"slides":[]}', INVALID),
		json(JSON.stringify({ slides: Array(20).fill({}) }), DRAWN),
		json(JSON.stringify({ slides: Array(21).fill({}) }), INVALID),
		...["textBlocks", "imageOverlays"].flatMap((list) =>
			[30, 31].map((count) => ({
				name: `${count} ${list}`,
				body: slideBody({
					[list]: Array(count).fill(list === "textBlocks" ? {} : { src: PICTURE }),
				}),
				expected: count === 30 ? DRAWN : INVALID,
			})),
		),
		// 95
		{ ...json('{"slides":[{}]}'.padEnd(MAX_BODY), DRAWN), name: "a body of 2,097,152 bytes" },
		{ ...json('{"slides":[{}]}'.padEnd(MAX_BODY + 1), TOO_LARGE), name: "one byte more" },
		// 96
		json(`{"slides":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`, INVALID),
		json(`{"slides":${'{"a":'.repeat(300_000)}1${"}".repeat(300_000)}}`, INVALID),
		json(
			`{"slides":[{}],${Array.from({ length: 180_000 }, (_, i) => `"${i}":1`).join(",")}}`,
			INVALID,
		),
		json(`{"slides":[${"1,".repeat(1_000_000)}1]}`, INVALID),
		json(`{"slides":[{"textBlocks":[{"text":"${"\\u0000".repeat(340_000)}"}]}]}`, INVALID),
		// 99
		...["＃000000", "#00000", "#0000000", "#00000g", `#${"0".repeat(1_000_000)}`].map((colour) => ({
			...block(`"textColor":${JSON.stringify(colour)}`, INVALID),
			name: colour.slice(0, 20),
		})),
		// White space around a value is not a part of it, as in CSS.
		...["#000000\n", "\n#000000"].map((colour) => ({
			...block(`"textColor":${JSON.stringify(colour)}`, DRAWN),
			name: JSON.stringify(colour),
		})),
	];
	await tryRows(t, victim, rows, 4);
	t.equal(({} as { polluted?: unknown }).polluted, undefined);
});

t.test("valid numbers that make no sense are drawn", async (t) => {
	const victim = await startVictim();
	const values = [1e308, -1e308, 1e30, 1e9, -1e9, 1e6, 5_000, 1_300, 1e-320, -0, 0, -5];
	const rows = values.flatMap((value) => [
		...["bold", "shadow", "outline", "highlight"].flatMap((style) =>
			["x", "y", "width", "height", "maxWidth"].map((field) => ({
				name: `${style} ${field} ${value}`,
				body: slideBody({
					textBlocks: [{ text: "Far away", style, [field]: value, rotation: 30 }],
				}),
				expected: DRAWN,
			})),
		),
		...["x", "y", "width", "height", "borderRadius"]
			.filter((field) => field !== "borderRadius" || value >= 0)
			.map((field) => ({
				name: `overlay ${field} ${value}`,
				body: slideBody({
					imageOverlays: [
						{ src: PICTURE, [field]: value, rotation: 30, opacity: 0.5, color: "#ff0000" },
					],
				}),
				expected: DRAWN,
			})),
		{
			name: `counter ${value}`,
			body: slideBody(
				{ counterPosition: { x: value, y: value } },
				{ mode: "carousel", stepperStyle: "pills" },
			),
			expected: DRAWN,
		},
	]);
	await tryRows(t, victim, rows, 4);
});

t.test("other media types and malformed queries are refused", async (t) => {
	const victim = await startVictim();
	const body = JSON.stringify({ slides: [{}, {}] });
	const post = (
		headers: Record<string, string>,
		payload: string | Buffer<ArrayBuffer> = body,
		path = "/api/render",
	) => failureOf(fetch(`${victim.url}${path}`, { method: "POST", headers, body: payload }));
	const type = "content-type";
	for (const value of [
		...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "a"],
		...[
			"application/json; charset=utf-16",
			"application/jsonp",
			"text/json",
			"application/json, text/plain",
		],
	]) {
		t.equal(summary(await post({ [type]: value })), UNSUPPORTED, value);
	}
	t.equal(
		summary(await post({ [type]: "application/json", "content-encoding": "gzip" })),
		UNSUPPORTED,
	);
	t.match(summary(await post({}, Buffer.from(body))), /^4(?:00|15) /, "no media type");
	t.equal(summary(await post({ [type]: "application/json; charset=UTF-8" })), DRAWN);
	const damaged = [
		Buffer.from(`\ufeff${body}`),
		Buffer.from([0x7b, 0xff, 0x7d]),
		Buffer.from(body, "utf16le"),
	];
	for (const payload of damaged) {
		t.equal(summary(await post({ [type]: "application/json" }, payload)), INVALID);
	}
	for (const query of [
		...["slide=abc", "slide=0", "slide=1.5", "slide=1e2", "slide=1&slide=2", "slide=3", "slide=-1"],
		...[
			"slide=99999999999999999999",
			"__proto__[x]=1",
			"slide=%00",
			"slide=",
			"slide=%F0%9F",
			"slide[]=1",
		],
	]) {
		const answer = await post({ [type]: "application/json" }, body, `/api/render.png?${query}`);
		t.equal(summary(answer), INVALID, query);
	}
	t.equal(
		summary(await post({ [type]: "application/json" }, body, "/api/render.png?slide=2")),
		DRAWN,
	);
	await victim.expectUnharmed(t, "after the headers and queries");
});
