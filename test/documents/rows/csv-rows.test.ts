import t from "tap";
import { TableError } from "../../../src/base/table-error.js";
import { readTable, streamTable } from "../../../src/documents/rows/csv-rows.js";

async function* pieces(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

t.test("rows by the names in the first one", async (t) => {
	const rows = async (csv: string) => (await readTable(csv)).rows;
	t.same(await rows("a,b\n1,2\r\n3,4"), [
		{ variables: { a: "1", b: "2" } },
		{ variables: { a: "3", b: "4" } },
	]);
	t.same(await rows('a,b\n"x, ""y""\nz",\n'), [{ variables: { a: 'x, "y"\nz', b: "" } }]);
	t.same(await rows("\ufeffa;b\n1,5;2"), [{ variables: { a: "1,5", b: "2" } }]);
	t.same(await rows("a\tb\n1\t2"), [{ variables: { a: "1", b: "2" } }]);
	t.same(await rows("a,b\n1\n\n1,2,3\n1,2"), [
		{ fault: "has only 1 of the 2 columns that the header names" },
		{
			fault:
				"has 3 columns, but the header names only 2; put quotes around a value that contains the separator",
		},
		{ variables: { a: "1", b: "2" } },
	]);
	t.same(await rows("__proto__,b\n1,2"), [{ variables: JSON.parse('{"__proto__":"1","b":"2"}') }]);
});

t.test("what spreadsheets add is not data", async (t) => {
	const cases: [csv: string, rows: Record<string, string>[]][] = [
		["sep=;\r\na;b\r\n1,5;2\r\n", [{ a: "1,5", b: "2" }]],
		["\ufeffSEP=|\na|b\n1|2", [{ a: "1", b: "2" }]],
		["sep=\t\ra\tb\r1\t2\r", [{ a: "1", b: "2" }]],
		// Rows of separators, as many as the table once had columns.
		[
			"a,b\n,\n1,2\n ,\t\n,,,,\n3,4\n,\n",
			[
				{ a: "1", b: "2" },
				{ a: "3", b: "4" },
			],
		],
		[
			"a;b;\n1;2;\n3;4;\n",
			[
				{ a: "1", b: "2" },
				{ a: "3", b: "4" },
			],
		],
		[
			"a,b,,\n1,2\n3,4,,,\n",
			[
				{ a: "1", b: "2" },
				{ a: "3", b: "4" },
			],
		],
		['"a, b";c\n1;2', [{ "a, b": "1", c: "2" }]],
		['"a\nb";"c,d,e"\n1;2', [{ "a\nb": "1", "c,d,e": "2" }]],
		['a,b\r\n"x\r\ny",2\r\n', [{ a: "x\r\ny", b: "2" }]],
	];
	for (const [csv, rows] of cases) {
		const wanted = rows.map((variables) => ({ variables }));
		t.same((await readTable(csv)).rows, wanted, JSON.stringify(csv));
		for (const size of [1, 5, 10_000]) {
			const streamed: unknown[] = [];
			for await (const row of streamTable(pieces(Buffer.from(csv), size), () => {}))
				streamed.push(row);
			t.same(streamed, wanted, `${JSON.stringify(csv)} in pieces of ${size}`);
		}
	}
	const [first, second] = (await readTable("a,b,\n1,2,x\n1,2,\n")).rows;
	t.match(first, { fault: /has 3 columns, but the header names only 2/ });
	t.same(second, { variables: { a: "1", b: "2" } });
	const many = `a,b\n${"1,2\n".repeat(1_000)}${",\n".repeat(2_000)}`;
	t.equal((await readTable(many)).rows.length, 1_000);
});

t.test("what is no table says why", async (t) => {
	const cases: [csv: string, message: RegExp][] = [
		["", /no first row/],
		["\n\n", /no first row/],
		["a,b", /has no rows after the header/],
		["a,,c\n1,2,3", /has no name in column 2/],
		["a,a\n1,2", /uses the name of column 2 twice/],
		["a,{{b}}\n1,2", /has an invalid name in column 2/],
		['a,b\n"1,2\n3,4', /is not valid CSV at line \d+: a quoted field is not closed/],
		['a,b\n"1"x,2', /is not valid CSV at line 2: there is text after a closing quote/],
		['a,b\n1"x,2', /is not valid CSV at line 2: there is a quote in the middle/],
		[`a\n${"1\n".repeat(1_001)}`, /must have at most 1000 rows/],
		[`${"a,".repeat(300_000)}a\n1`, /has more than 200 columns/],
		[`a\n${"x".repeat(1_100_000)}`, /a row has more than/],
		["\u0000", /has no row/],
		["sep=\na\n1", /names no separator/],
		["sep=;;\na\n1", /names no separator/],
		['sep=;\na;b\n"1"x;2', /at line 3: there is text after a closing quote/],
		["PK\u0003\u0004xl/workbook.xml", /such as \.xlsx or \.numbers, not CSV: in Excel choose/],
	];
	for (const [csv, message] of cases) {
		try {
			await readTable(csv);
			t.fail(String(message));
		} catch (error) {
			t.ok(error instanceof TableError, String(error));
			t.match((error as Error).message, message);
		}
	}
	t.equal((await readTable(`a\n${"1\n".repeat(1_000)}`)).rows.length, 1_000);
});
