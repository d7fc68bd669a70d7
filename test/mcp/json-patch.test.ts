/** JSON Patch: the examples of RFC 6902, and whatever else may be sent. */
import fc from "fast-check";
import t from "tap";
import { ServiceError } from "../../src/base/errors.js";
import { PATCH_LIMITS, patchDocument } from "../../src/mcp/json-patch.js";
import { processorTime } from "../helpers/processor-time.js";

type Json = Record<string, unknown>;

const patched = (document: Json, patch: unknown): Json => {
	const copy = structuredClone(document);
	patchDocument(copy, patch, 1_000_000);
	return copy;
};
const fails = (document: Json, patch: unknown) => () => patched(document, patch);

t.test("the examples of the RFC's appendix", async (t) => {
	const cases: [string, Json, unknown, Json][] = [
		[
			"A.1",
			{ foo: "bar" },
			[{ op: "add", path: "/baz", value: "qux" }],
			{ foo: "bar", baz: "qux" },
		],
		[
			"A.2",
			{ foo: ["bar", "baz"] },
			[{ op: "add", path: "/foo/1", value: "qux" }],
			{ foo: ["bar", "qux", "baz"] },
		],
		["A.3", { baz: "qux", foo: "bar" }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
		[
			"A.4",
			{ foo: ["bar", "qux", "baz"] },
			[{ op: "remove", path: "/foo/1" }],
			{ foo: ["bar", "baz"] },
		],
		["A.5", { baz: "qux" }, [{ op: "replace", path: "/baz", value: "boo" }], { baz: "boo" }],
		[
			"A.6",
			{ foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
			[{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
			{ foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
		],
		[
			"A.7",
			{ foo: ["all", "grass", "cows", "eat"] },
			[{ op: "move", from: "/foo/1", path: "/foo/3" }],
			{ foo: ["all", "cows", "eat", "grass"] },
		],
		[
			"A.8",
			{ baz: "qux", foo: ["a", 2, "c"] },
			[
				{ op: "test", path: "/baz", value: "qux" },
				{ op: "test", path: "/foo/1", value: 2 },
			],
			{ baz: "qux", foo: ["a", 2, "c"] },
		],
		[
			"A.10",
			{ foo: "bar" },
			[{ op: "add", path: "/child", value: { grandchild: {} } }],
			{ foo: "bar", child: { grandchild: {} } },
		],
		[
			"A.11",
			{ foo: "bar" },
			[{ op: "add", path: "/baz", value: "qux", xyz: 123 }],
			{ foo: "bar", baz: "qux" },
		],
		["A.14", { "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: 10 }], { "/": 9, "~1": 10 }],
		[
			"A.16",
			{ foo: ["bar"] },
			[{ op: "add", path: "/foo/-", value: ["abc", "def"] }],
			{ foo: ["bar", ["abc", "def"]] },
		],
	];
	for (const [name, document, patch, expected] of cases)
		t.strictSame(patched(document, patch), expected, name);
	t.throws(
		fails({ baz: "qux" }, [{ op: "test", path: "/baz", value: "bar" }]),
		/test failed/,
		"A.9",
	);
	t.throws(
		fails({ foo: "bar" }, [{ op: "add", path: "/baz/bat", value: "qux" }]),
		/no "baz"/,
		"A.12",
	);
	t.throws(
		fails({ "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: "10" }]),
		/test failed/,
		"A.15",
	);
	const source = { a: { b: 1 } };
	const copied = patched(source, [
		{ op: "copy", from: "/a", path: "/c" },
		{ op: "add", path: "/c/b", value: 2 },
	]);
	t.strictSame(copied, { a: { b: 1 }, c: { b: 2 } }, "a copy is a value of its own");
});

t.test("what is wrong with a patch is named", async (t) => {
	const document = { mode: "carousel", slides: [{ background: "#102030" }] };
	const add = (path: string) => ({ op: "add", path, value: 1 });
	const cases: [unknown, RegExp][] = [
		["x", /^\/patch must be a list of operations/],
		[["x"], /^\/patch\/0 must be an object/],
		[Array(101).fill(add("/a")), /^\/patch has 101 operations; at most 100/],
		[[{ op: "set", path: "/a" }], /^\/patch\/0\/op must be one of add, remove/],
		[add("slides"), /^\/patch\/0\/path must be a JSON pointer that begins with a slash/],
		[add(`/${"a".repeat(500)}`), /path must have at most 500 characters/],
		[add("/a".repeat(65)), /path is nested too deeply/],
		[add(""), /path must name a field: to replace all of it, use render/],
		[add("/__proto__/a"), /__proto__ is not a field of a document/],
		[add("/mode/a"), /path \/mode is "carousel" and has no fields/],
		[add("/slides/2"), /there is no item "2": the list has items 0 to 0 \(- appends with add\)/],
		[{ op: "add", path: "/a" }, /^\/patch\/0\/value is required/],
		[{ op: "copy", path: "/a" }, /^\/patch\/0\/from must be a JSON pointer/],
		[{ op: "copy", from: "/modes", path: "/a" }, /from there is no "modes"; did you mean mode\?/],
		[
			{ op: "replace", path: "/slides/0/backgroud", value: 1 },
			/there is no "backgroud"; did you mean background\?; use op "add" to set a field/,
		],
		[{ op: "move", from: "/slides", path: "/slides/0" }, /cannot be moved into itself/],
	];
	for (const [patch, message] of cases)
		t.throws(fails(document, patch), { code: "invalid_request", message });
});

t.test("any patch is applied or refused, and soon", async (t) => {
	const token = fc.constantFrom(
		"slides",
		"0",
		"1",
		"-",
		"01",
		"length",
		"__proto__",
		"constructor",
		"prototype",
		"~01",
		"",
		"toString",
		"layers",
		"text",
		"push",
	);
	const pointer = fc.oneof(
		{
			weight: 9,
			arbitrary: fc
				.array(token, { maxLength: 6 })
				.map((all) => all.map((one) => `/${one}`).join("")),
		},
		{ weight: 1, arbitrary: fc.anything() },
	);
	const operation = fc.record(
		{
			op: fc.oneof(
				fc.constantFrom("add", "remove", "replace", "move", "copy", "test"),
				fc.anything(),
			),
			path: pointer,
			from: pointer,
			value: fc.oneof(fc.jsonValue(), fc.constant(JSON.parse('{"__proto__":{"polluted":1}}'))),
		},
		{ requiredKeys: ["op"] },
	);
	const document = {
		mode: "carousel",
		slides: [{ layers: [{ type: "text", text: "a" }] }, { layers: [] }],
	};
	let applied = 0;
	fc.assert(
		fc.property(fc.oneof(fc.array(operation, { maxLength: 30 }), fc.anything()), (patch) => {
			const copy = structuredClone(document);
			try {
				patchDocument(copy, patch, 10_000);
				applied++;
			} catch (error) {
				if (!(error instanceof ServiceError) || error.code !== "invalid_request") throw error;
			}
			if (!Array.isArray(copy.slides ?? [])) return;
			const text = JSON.stringify(copy);
			if (text.length > 400_000) throw new Error(`${text.length} characters`);
		}),
		{ numRuns: 3_000 },
	);
	t.ok(applied > 0);
	t.equal(({} as { polluted?: number }).polluted, undefined);
	t.equal(([] as unknown as { polluted?: number }).polluted, undefined);
	t.equal(Object.hasOwn(Object.prototype, "text"), false);
});

t.test("copies grow no document beyond its bounds", async (t) => {
	const doubling = Array.from({ length: 90 }, (_, i) => ({ op: "copy", from: "", path: `/a${i}` }));
	t.throws(fails({ x: [1, 2, 3] }, doubling), /copies or moves too much/);
	const moves = Array.from({ length: PATCH_LIMITS.operations }, (_, i) => ({
		op: "move",
		from: i % 2 === 0 ? "/x" : "/y",
		path: i % 2 === 0 ? "/y" : "/x",
	}));
	t.throws(fails({ x: Array(10_000).fill(1) }, moves), /copies or moves too much/);
	const spent = processorTime();
	const large = { x: Array.from({ length: 15_000 }, (_, i) => ({ i })) };
	const tests = Array.from({ length: 100 }, () => ({
		op: "test",
		path: "/x",
		value: structuredClone(large.x).slice(0, 900),
	}));
	t.throws(fails(large, tests), /test failed/);
	t.ok(spent() < 5_000);
});
