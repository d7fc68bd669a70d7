/** Expressions: values, names, functions, messages, and the bounds of hostile ones. */
import t from "tap";
import { type Expression, readExpression } from "../../../src/documents/expressions/expression.js";
import { FUNCTIONS } from "../../../src/documents/expressions/functions.js";
import {
	ExpressionError,
	isMap,
	OutOfSteps,
	Steps,
	type Value,
} from "../../../src/documents/expressions/value.js";

const asValue = (json: unknown): Value => {
	if (Array.isArray(json)) return json.map(asValue);
	if (typeof json !== "object" || json === null) return json as Value;
	return new Map(Object.entries(json).map(([name, value]) => [name, asValue(value)]));
};
const jsonOf = (value: Value): unknown => {
	if (Array.isArray(value)) return value.map(jsonOf);
	return isMap(value)
		? Object.fromEntries([...value].map(([name, one]) => [name, jsonOf(one)]))
		: value;
};

const DATA = {
	price: 5,
	text: "5",
	name: "Ann",
	none: null,
	items: [{ value: 1 }, { value: 4 }, {}],
	big: Array.from({ length: 500 }, (_, i) => i),
	long: "x".repeat(9_000),
	marks: "é👨‍👩‍👧".repeat(600),
	odd: { in: 7, "first-name": "Ada", constructor: 1 },
};
const VARIABLES = new Map(Object.entries(DATA).map(([name, value]) => [name, asValue(value)]));

function evaluated(source: string, lang = "en", steps = new Steps()): unknown {
	const expression: Expression = readExpression(source);
	const lookup = (name: string) => (name === "vars" ? VARIABLES : VARIABLES.get(name));
	return jsonOf(expression.evaluate({ steps, lang, lookup }));
}

const CASES: readonly (readonly [source: string, value: unknown])[] = [
	["7 / 2", 3.5],
	["-7 % 3", -1],
	["1 == 1.0", true],
	['"1" == 1', false],
	["price * 1.19 > 5.9 ? 'much' : 0", "much"],
	['"a" + 1.50 + true + null', "a1.5true"],
	["0.1 + 0.2 + ''", "0.3"],
	["1e21 + ''", "1000000000000000000000"],
	["none + 1", null],
	["none < 1", false],
	["none == null", true],
	["none.name[3]", null],
	["items[9]", null],
	["items[1].value", 4],
	["items[-1]", null],
	["0 ? 1 : 2", 1],
	["'' || none || [] || false", false],
	["!none && !''", true],
	["items.map(i, i.value)", [1, 4, null]],
	["items.filter(i, i.value > 1).map(x, x.value * price)", [20]],
	["items.all(i, i.value != null)", false],
	["items.exists(i, i.value == 4)", true],
	["none.map(i, i)", []],
	["max(items.map(i, i.value)) + min(3, none, 2) + sum([1, none, 2])", 9],
	["max([])", null],
	["round(1.005, 2)", 1.01],
	["round(-2.5)", -3],
	["[floor(-0.5), ceil(0.2), abs(-3)]", [-1, 1, 3]],
	["[size('é👨‍👩‍👧'), size(items), size(none), size(odd)]", [2, 3, 0, 3]],
	["upper('straße') + lower('ÀB')", "STRASSEàb"],
	["join(['a', none, 2], ', ')", "a, 2"],
	["range(3) + range(2, 4)", [0, 1, 2, 2, 3]],
	["slice([1, 2, 3, 4], 1, 3)", [2, 3]],
	["slice('a👨‍👩‍👧b', 1, 2)", "👨‍👩‍👧"],
	["chunk([1, 2, 3], 2)", [[1, 2], [3]]],
	["[number(' 1.5 '), number('1,5'), number(text), number(none)]", [1.5, null, 5, null]],
	["on('#fff')", "#000000"],
	["escape('<b>')", "&lt;b&gt;"],
	["weekday('2026-03-01')", 7],
	["addDays('2024-02-28T18:30', 2)", "2024-03-01T18:30"],
	["digits(2026, 'arab')", "٢٠٢٦"],
	["formatNumber(none)", null],
	["formatPercent(0.07)", "7%"],
	[
		"formatDate('2026-03-01T18:05', \"d. MMM ''yy, h:mm a 'o''clock'\")",
		"1. Mar '26, 6:05 PM o'clock",
	],
	["vars['first-name']", null],
	['odd["first-name"] + odd["in"]', "Ada7"],
	["odd.constructor", 1],
	["odd.toString", null],
	["odd.__proto__", null],
	["'value' in items[0]", true],
	["4 in [1, 4]", true],
	["[1, [2]] == [1, [2]]", true],
	["items[0] == items[1]", false],
];

t.test("values", async (t) => {
	for (const [source, value] of CASES) t.strictSame(evaluated(source), value, source);
	t.equal(
		evaluated("formatDate('2026-03-01', 'EEEE, d. MMMM y')", "de-DE"),
		"Sonntag, 1. März 2026",
	);
	t.equal(evaluated("formatDate('2026-03-01', 'MMMM y')", "ru"), "март 2026");
	t.equal(evaluated("formatDate('2026-03-01', 'EEEE')", "fi"), "sunnuntai");
	t.match(evaluated("formatDate('2026-03-01', 'EEEE d. MMMM')", "fi"), /^sunnuntaina 1\. /);
	t.equal(evaluated("formatCurrency(1234567.5, 'INR')", "hi"), "₹12,34,567.50");
	t.equal(evaluated("upper('iı')", "tr"), "İI");
});

t.test("what an expression reads is known before it runs", async (t) => {
	const read = (source: string) =>
		readExpression(source).references.map(({ path }) => path.join(" "));
	t.same(read("item.name + outer.item['in'] + vars['first-name'] + items.map(i, i.x + tax)"), [
		"item name",
		"outer item in",
		"first-name",
		"items",
		"tax",
	]);
	t.equal(readExpression("vars[name]").readsAll, true);
	t.equal(readExpression("vars.name").readsAll, false);
});

const MISTAKES: readonly (readonly [source: string, column: number, message: RegExp])[] = [
	["1 + text * 2", 5, /"5" \* 2: write number\(text\)/],
	["1 / (2 - 2)", 1, /divides by zero/],
	["name < 3", 1, /write number\(name\)/],
	["frmatNumber(1)", 1, /did you mean formatNumber\?/],
	["name.upper()", 1, /write upper\(name\)/],
	["name.matches('(a+)+$')", 1, /regular expressions/],
	["has(items[0].value)", 1, /!= null/],
	["{'a': 1}", 1, /object in braces/],
	["b'x'", 1, /bytes/],
	["timestamp('2026-01-01')", 1, /as a text/],
	["cel.bind(x, 1, x)", 1, /bind/],
	["items.map(x, y, z)", 1, /items\.map\(i, …\)/],
	["items.value", 1, /items\[0\]\.value or items\.map/],
	["name.on", 1, /write on\(name\)/],
	["speakers.1.name", 10, /speakers\[0\]/],
	["odd.in", 5, /x\["in"\]/],
	["a = 1", 3, /write ==/],
	["a?.b", 3, /a missing member is null/],
	["round(1", 8, /expects \) instead of the end/],
	["'open", 1, /not closed/],
	["1 + рrice", 5, /U\+0440/],
	["1 ＋ 2", 3, /U\+FF0B/],
	["join(items)", 1, /items\.map\(i, i\.name\)/],
	["'a' + items", 1, /join\(items, ", "\)/],
	["formatDate('1.3.2026', 'd')", 1, /2026-03-01/],
	["formatDate('2026-02-30', 'd')", 1, /2026-03-01/],
	["formatDate('2026-03-01', 'QQ')", 1, /"QQ" in a pattern/],
	["formatCurrency(1, 'euro')", 1, /"EUR"/],
	["digits(1, 'arb')", 1, /did you mean "arab"/],
	["range(2.5)", 1, /write floor\(2\.5\)/],
	["addDays('9999-12-31', 1)", 1, /years/],
	["max(1, 'a')", 1, /needs a number, not "a"/],
	["1e308 * 10", 1, /too large/],
	["9".repeat(400), 1, /too large/],
];

t.test("a mistake says where it is and what was probably meant", async (t) => {
	for (const [source, column, message] of MISTAKES)
		try {
			t.fail(`${source} gives ${JSON.stringify(evaluated(source))}`);
		} catch (error) {
			t.match(error, ExpressionError, source);
			t.match(error, { column, message }, source);
		}
});

t.test("what is written too large is refused before it runs", async (t) => {
	const refused: readonly (readonly [string, RegExp])[] = [
		["1".padEnd(1_001, " "), /at most 1000/],
		[Array(101).fill("1").join("+"), /200 nodes/],
		[`${"(".repeat(41)}1${")".repeat(41)}`, /40 levels/],
		[`${"!".repeat(41)}true`, /40 levels/],
		[`${"-".repeat(999)}1`, /200 nodes/],
		[`${"none ? 1 : ".repeat(41)}2`, /40 levels/],
		[`a${"[0]".repeat(41)}`, /40 levels/],
	];
	for (const [source, message] of refused)
		t.throws(() => evaluated(source), { message }, source.slice(0, 40));
	t.equal(evaluated(Array(90).fill("1").join(" + ")), 90, "a long sum is not deep");
});

t.test("an expression that makes too much is stopped before it is made", async (t) => {
	const refused: readonly (readonly [string, RegExp])[] = [
		["long + long", /18000 characters; at most 10000/],
		["join(big, long)", /characters; at most 10000/],
		["escape(long + '&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&') + long", /at most 10000/],
		["big + big", /1000 items; at most 500/],
		["range(501)", /501 items; at most 500/],
		["range(0, 1e15)", /whole number from/],
	];
	for (const [source, message] of refused) t.throws(() => evaluated(source), { message }, source);
});

t.test("the steps of a document bound everything that repeats", async (t) => {
	const hostile = [
		"big.map(a, big.map(b, big.map(c, a * b * c)))",
		"big.all(a, big.all(b, big.all(c, true)))",
		"big.exists(a, big.exists(b, false))",
		"big.filter(a, big.filter(b, big.filter(c, a < c)))",
		"big.map(a, sum(big))",
		"big.map(a, big + [])",
		"big.map(a, slice(big, 0))",
		"big.map(a, chunk(big, 1))",
		"big.map(a, join(big, ''))",
		"big.map(a, size(marks))",
		"big.map(a, upper(marks))",
		"big.map(a, big.map(b, lower('İİİİ')))",
		"big.map(a, big.map(b, escape('&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&')))",
		"big.map(a, slice(marks, 1))",
		"big.map(a, digits(long, 'arab'))",
		"big.map(a, long == long + '')",
		"big.map(a, big.map(b, size('\u0BA8\u0BBF\u0BA8\u0BBF')))",
		"big.map(a, big.map(b, weekday('2026-03-01')))",
		"big.map(a, big.map(b, round(1.7e308, 20)))",
		"big.map(a, big.map(b, 5e-324 + ''))",
		"big.map(a, big.map(b, formatPercent(1e300)))",
		"big.map(a, big.map(b, formatCurrency(b, 'EUR')))",
		"big.map(a, on('color-mix(in oklch, red, blue)'))",
		"big.map(a, big.map(b, formatNumber(b)))",
		"big.map(a, big.map(b, formatDate('2026-03-01', 'EEEE d MMMM y')))",
		"big.map(a, big) == big.map(a, big)",
		"big.map(a, big.map(b, big)).map(a, a).map(a, a)",
	];
	for (const source of hostile) {
		const steps = new Steps();
		t.throws(() => evaluated(source, "de", steps), new OutOfSteps(), source);
		// The largest single act visits a list of 500 or a text of 10,000 characters.
		t.ok(steps.taken < 200_000, source);
	}
	// What takes longer counts more, so that no document takes 20 ms.
	const stepsOf = (source: string) => {
		const steps = new Steps();
		evaluated(source, "en", steps);
		return steps.taken;
	};
	t.equal(stepsOf("size('سلام')"), stepsOf("size('abcd')"), "letters without marks are quick");
	t.ok(stepsOf("size('e\u0301e\u0301')") > 60, "clusters have to be searched");
	t.ok(stepsOf("'' + 1 / 3") > stepsOf("'' + 2 / 2"));
	t.ok(stepsOf("escape('&&&&&&&&')") >= stepsOf("escape('nnnnnnnn')") + 8);
	t.ok(stepsOf("lower('İ')") > stepsOf("lower('I')") + 20, "few letters take as long as many");
	const steps = new Steps();
	evaluated("big.map(i, i * 2)", "en", steps);
	t.ok(steps.taken > 1_500 && steps.taken < 5_000, "a node and an item are a step each");
});

t.test("every function refuses what it cannot use with a message of its own", async (t) => {
	const odd = ["none", "true", "-1", "1e300", "'x'", "[]", "[[1]]", "odd", "items", "long"];
	for (const [name, { least, most }] of FUNCTIONS)
		for (let count = least; count <= Math.min(most, 3); count++)
			for (let i = 0; i < odd.length ** Math.min(count, 2); i++) {
				const args = Array.from(
					{ length: count },
					(_, at) => odd[Math.floor(i / odd.length ** at) % odd.length],
				);
				const source = `${name}(${args.join(", ")})`;
				try {
					evaluated(source);
				} catch (error) {
					t.ok(
						error instanceof ExpressionError || error instanceof OutOfSteps,
						`${source}: ${error}`,
					);
				}
			}
});
