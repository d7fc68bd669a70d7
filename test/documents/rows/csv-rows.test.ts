import t from "tap";
import { readTable, TableError } from "../../../src/documents/rows/csv-rows.js";

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
		{ fault: "has 1 fields, but the header has 2" },
		{ fault: "has 3 fields, but the header has 2" },
		{ variables: { a: "1", b: "2" } },
	]);
	t.same(await rows("__proto__,b\n1,2"), [{ variables: JSON.parse('{"__proto__":"1","b":"2"}') }]);
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
