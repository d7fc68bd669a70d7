/** edit: a JSON Patch on an earlier result, by its id or by a signed link. */
import t from "tap";
import { startApp } from "../helpers/app.js";
import { bytesOf, call, connect, idOf, textOf } from "../helpers/mcp.js";
import { processorTime } from "../helpers/processor-time.js";

const LINK_KEY = "a-key-of-the-test-0123456789";
const DOCUMENT = {
	platform: "photo-feed-square",
	mode: "carousel",
	slides: [
		{ layers: [{ type: "text", text: "One", x: 30, y: 30 }] },
		{ layers: [{ type: "text", text: "Two", x: 30, y: 30 }] },
	],
};

t.test("a correction costs a few hundred bytes", async (t) => {
	const client = await connect(t, await startApp(t));
	const first = await call(client, "render", { document: DOCUMENT });
	const args = {
		id: idOf(first),
		patch: [{ op: "add", path: "/slides/1/layers/0/text", value: "Three" }],
	};
	t.ok(JSON.stringify(args).length < 200);
	const second = await call(client, "edit", args);
	t.match(textOf(second), 'alt: "One"');
	t.match(textOf(second), 'alt: "Three"');
	const third = await call(client, "edit", {
		id: idOf(second),
		slide: 2,
		patch: [
			{ op: "remove", path: "/slides/0" },
			{ op: "copy", from: "/slides/0", path: "/slides/-" },
		],
	});
	t.match(textOf(third), "Slide 2 of 2");
	t.notMatch(textOf(third), "Slide 1 of 2", "that slide alone");
	t.equal(third.content.filter(({ type }) => type === "resource_link").length, 1);
	const same = await call(client, "edit", { id: idOf(first) });
	t.match(textOf(same), 'alt: "Two"', "the first result is what it was");
	const text = await call(client, "edit", { id: idOf(first), patch: JSON.stringify(args.patch) });
	t.match(textOf(text), 'alt: "Three"', "a patch as JSON text");
	const single = await call(client, "edit", { id: idOf(first), patch: args.patch[0] });
	t.match(textOf(single), 'alt: "Three"', "one operation");
});

t.test("of a template, its variables and its layers can be changed", async (t) => {
	const client = await connect(t, await startApp(t));
	const variables = { quote: "Start small" };
	const first = await call(client, "render", { template: "bold-quote", variables });
	t.notOk(first.isError, textOf(first));
	const patch = [{ op: "replace", path: "/variables/quote", value: "Start now" }];
	const second = await call(client, "edit", { id: idOf(first), patch });
	t.match(textOf(second), "Start now");
	const layers = [{ op: "add", path: "/slides/0/background", value: "#102030" }];
	const third = await call(client, "edit", { id: idOf(second), patch: layers });
	t.notOk(third.isError, textOf(third));
	t.match(textOf(third), "Start now");
	const late = await call(client, "edit", { id: idOf(third), patch });
	t.match(textOf(late), '/patch/0/path there is no "variables"', "it is a document by then");
	const wrong = await call(client, "edit", {
		id: idOf(first),
		patch: [{ op: "remove", path: "/variables/quote" }],
	});
	t.match(textOf(wrong), "/variables/quote is required");
});

t.test("a signed link can be edited, and only one of this service", async (t) => {
	const service = await startApp(t, { LINK_KEYS: LINK_KEY });
	const client = await connect(t, service);
	const first = await call(client, "render", { document: DOCUMENT });
	const links = first.content.filter(({ type }) => type === "resource_link");
	t.match(links[1]!.uri, /\/i\/[\w-]{22}\//);
	t.equal((await fetch(links[1]!.uri!)).status, 200);
	const patch = [{ op: "add", path: "/slides/1/layers/0/text", value: "Three" }];
	const second = await call(client, "edit", { id: links[1]!.uri, patch });
	t.match(textOf(second), 'alt: "Three"');
	t.notMatch(textOf(second), "Slide 1 of 2", "a link has one slide");
	const forged = links[1]!.uri!.replace(/\/i\/.{22}/, `/i/${"A".repeat(22)}`);
	t.match(textOf(await call(client, "edit", { id: forged, patch })), /^invalid_signature/);
	const unsigned = await connect(t, await startApp(t));
	const refused = await call(unsigned, "edit", { id: links[1]!.uri, patch });
	t.match(textOf(refused), "is a link, and this service signs none");
	const text = Array.from({ length: 200 }, (_, i) => Math.sin(i).toFixed(6)).join(" ");
	const document = { slides: [{ textBlocks: [{ text, fontSize: 8 }] }] };
	const temporary = await call(client, "render", { document });
	const url = temporary.content.find(({ type }) => type === "resource_link")!.uri;
	t.match(url, "/api/renders/", "nobody copies a link of kilobytes");
});

t.test("what an id is not", async (t) => {
	const service = await startApp(t);
	const client = await connect(t, service);
	const first = await call(client, "render", { document: DOCUMENT });
	const id = idOf(first);
	t.match(id, /^[\w-]{22}$/);
	t.equal((await service.get(`/api/renders/${id}.json`)).status, 404, "it is not an address");
	const picture = first.content.find(({ type }) => type === "resource_link")!.uri!;
	const name = /([\w-]{22})\.png$/.exec(picture)![1];
	t.match(textOf(await call(client, "edit", { id: name })), /^not_found: Result not found/);
	for (const one of [undefined, "", 7, "../../etc/passwd", `${picture}`, "x", `${id}.json`]) {
		const result = await call(client, "edit", { id: one });
		t.equal(result.isError, true, String(one));
		t.match(textOf(result), /^(invalid_request|not_found): /, String(one));
	}
	const extra = await call(client, "edit", { id, document: DOCUMENT });
	t.match(textOf(extra), "/document is not an argument of edit");
});

t.test("mistakes in a patch say what there is", async (t) => {
	const client = await connect(t, await startApp(t));
	const id = idOf(await call(client, "render", { document: DOCUMENT }));
	const cases: [unknown, string | RegExp][] = [
		["no", "/patch is a text and not valid JSON"],
		[7, "/patch must be a list of operations"],
		[[7], "/patch/0 must be an object"],
		[[{ op: "set", path: "/mode", value: 1 }], "/patch/0/op must be one of add, remove"],
		[[{ op: "add", path: "mode", value: 1 }], "/patch/0/path must be a JSON pointer"],
		[[{ op: "add", path: "/mode" }], "/patch/0/value is required"],
		[[{ op: "copy", path: "/mode" }], "/patch/0/from must be a JSON pointer"],
		[[{ op: "add", path: "", value: {} }], "/patch/0/path must name a field"],
		[
			[{ op: "replace", path: "/slides/0/layers/0/fontSize", value: 20 }],
			'there is no "fontSize"; use op "add" to set a field that is not there yet. Fields here: type, text, x, y',
		],
		[[{ op: "remove", path: "/slides/0/layers/0/txt" }], 'there is no "txt"; did you mean text?'],
		[[{ op: "remove", path: "/slides/2" }], "the list has items 0 to 1"],
		[[{ op: "add", path: "/slides/9/x", value: 1 }], "the list has items 0 to 1"],
		[[{ op: "replace", path: "/slides/length", value: 1e9 }], "there is no item"],
		[[{ op: "add", path: "/slides/01", value: {} }], "there is no item"],
		[[{ op: "add", path: "/slides/-/x", value: {} }], "there is no item"],
		[[{ op: "add", path: "/mode/length", value: 1 }], '/mode is "carousel" and has no fields'],
		[[{ op: "test", path: "/mode", value: "single" }], 'the test failed: the value is "carousel"'],
		[[{ op: "move", from: "/slides", path: "/slides/0" }], "cannot be moved into itself"],
		[
			[{ op: "add", path: "/slides/0/layers/0/fontSize", value: 999 }],
			"fontSize must be at most 600",
		],
	];
	for (const [patch, message] of cases) {
		const result = await call(client, "edit", { id, patch });
		t.equal(result.isError, true, JSON.stringify(patch));
		t.match(textOf(result), message);
	}
	const half = [
		{ op: "add", path: "/slides/0/layers/0/text", value: "Changed" },
		{ op: "remove", path: "/nothing" },
	];
	t.equal((await call(client, "edit", { id, patch: half })).isError, true);
	t.match(textOf(await call(client, "edit", { id })), 'alt: "One"', "all of a patch or nothing");
});

t.test("hostile patches are refused soon", async (t) => {
	const service = await startApp(t, { MAX_BODY_BYTES: "400000" });
	const client = await connect(t, service);
	const id = idOf(await call(client, "render", { document: DOCUMENT }));
	const copies = Array.from({ length: 60 }, () => ({
		op: "copy",
		from: "/slides",
		path: "/slides/0/layers/0/copy",
	}));
	const long = "x".repeat(200_000);
	const strings = [
		{ op: "add", path: "/long", value: long },
		...Array.from({ length: 50 }, (_, i) => ({ op: "copy", from: "/long", path: `/long${i}` })),
	];
	const deeper = Array.from({ length: 90 }, () => ({
		op: "copy",
		from: "/slides/0/layers/0",
		path: "/slides/0/layers/0/in",
	}));
	const wide = Array.from({ length: 4_000 }, (_, i) => i);
	const test = { op: "test", path: "/wide", value: [...wide].reverse() };
	const patches: [string, unknown][] = [
		["copies of copies", copies],
		["copies of long strings", strings],
		["copies ever deeper", deeper],
		["many operations", Array.from({ length: 101 }, () => ({ op: "test", path: "/mode" }))],
		["a long path", [{ op: "add", path: `/${"a".repeat(1_000)}`, value: 1 }]],
		["a deep path", [{ op: "add", path: "/a".repeat(100), value: 1 }]],
		["a comparison of long lists", [{ op: "add", path: "/wide", value: wide }, test]],
		["the prototype", [{ op: "add", path: "/__proto__/polluted", value: 1 }]],
		["the prototype of all", [{ op: "add", path: "/constructor/prototype/polluted", value: 1 }]],
		["the prototype as a source", [{ op: "copy", from: "/__proto__", path: "/brand" }]],
		[
			"a prototype as a value",
			JSON.parse('[{"op":"add","path":"/brand","value":{"__proto__":{"polluted":1}}}]'),
		],
	];
	for (const [name, patch] of patches) {
		const spent = processorTime();
		const result = await call(client, "edit", { id, patch });
		t.equal(result.isError, true, name);
		t.match(textOf(result), /^(invalid_request|invalid_render_request): /, name);
		t.ok(bytesOf(result) < 10_000, name);
		t.ok(spent() < 5_000, name);
	}
	t.equal(({} as { polluted?: number }).polluted, undefined);
});
