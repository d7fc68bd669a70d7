import fc from "fast-check";
import t from "tap";
import { findJsonFault, findJsonFaultInTurns } from "../../src/base/json-fault.js";

t.test("where a text is not JSON, and why", async (t) => {
	const rows: [text: string, line: number, column: number, problem: RegExp][] = [
		['{"slides":[{},]}', 1, 15, /trailing comma before \]/],
		['{"a":1,\n}', 2, 1, /trailing comma before \}/],
		["NaN", 1, 1, /NaN is not a number/],
		['{"a":-Infinity}', 1, 6, /no Infinity/],
		['{\n  "a": None}', 2, 8, /JSON uses null/],
		['{"a":True}', 1, 6, /JSON uses true/],
		['{"a":undefined}', 1, 6, /JSON uses null/],
		["<xml/>", 1, 1, /XML or HTML/],
		["", 1, 1, /empty/],
		[" \n ", 2, 2, /empty/],
		['{\n"a":[1', 2, 7, /\[ at line 2, column 5 is not closed/],
		["{'a':1}", 1, 2, /double quotes/],
		["{\"a\":'b'}", 1, 6, /double quotes/],
		["{a:1}", 1, 2, /double quotes/],
		['{"a" 1}', 1, 6, /colon/],
		['{"a":1 "b":2}', 1, 8, /comma or \}/],
		["[1 2]", 1, 4, /comma or \]/],
		['{"a":"b\nc"}', 1, 8, /line break/],
		['"\\q"', 1, 2, /backslash/],
		['"\\u12"', 1, 2, /hexadecimal/],
		['"abc', 1, 5, /inside a string/],
		["01", 1, 2, /number/],
		["+1", 1, 1, /number/],
		[".5", 1, 1, /number/],
		["1.", 1, 2, /number/],
		["0x10", 1, 2, /number/],
		["// a\n{}", 1, 1, /comments/],
		["{} x", 1, 4, /unexpected text after/],
		["\ufeff{}", 1, 1, /byte order mark/],
		["[".repeat(2_000), 1, 1_001, /levels deep/],
	];
	for (const [text, line, column, problem] of rows) {
		t.match(findJsonFault(text), { line, column, problem }, text.slice(0, 40));
	}
});

t.test("finds a fault where JSON.parse does, and nowhere else", async (t) => {
	const pieces = fc.constantFrom(
		..."{ } [ ] , : \" ' \\ / - + . 0 1 12 e E \n \t a b null true false NaN".split(" "),
		'"a"',
		'"\\u00e9"',
		" ",
	);
	const almost = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(""));
	fc.assert(
		fc.property(fc.oneof(almost, fc.json(), fc.string()), (text) => {
			let parses = true;
			try {
				JSON.parse(text);
			} catch {
				parses = false;
			}
			return (findJsonFault(text) === undefined) === parses;
		}),
		{ numRuns: 5_000 },
	);
	t.pass();
});

t.test("2 MB of anything cost about as much as reading them", async (t) => {
	const texts = ["[", "1,", '"a",', "\n", "[1,", "{", '{"a":', "\\", '["\\u0000', "nan"].map(
		(piece) => `[${piece.repeat(2_000_000 / piece.length)}`,
	);
	const spent = process.cpuUsage();
	for (const text of texts) t.ok(findJsonFault(text));
	t.ok(process.cpuUsage(spent).user < 3_000_000, "microseconds of processor time, all of them");
});

t.test("in turns it finds the same, and others get theirs", async (t) => {
	const text = `[${"1,".repeat(300_000)}]`;
	let turns = 0;
	const found = await findJsonFaultInTurns(text, async () => turns++);
	t.strictSame(found, findJsonFault(text));
	t.ok(found, "a fault at its end");
	t.ok(turns >= 10, `${turns} turns`);
	t.equal(await findJsonFaultInTurns(text.replace(",]", "]"), async () => turns++), undefined);
});
