import t from "tap";

import { beyondBounds } from "../../src/json/bounds.js";

const check = (text: string) => beyondBounds(Buffer.from(text));

t.test("64 levels and brackets inside strings are accepted", async (t) => {
	t.equal(check(`{"a":${"[".repeat(63)}${"]".repeat(63)}}`), undefined);
	t.equal(check(JSON.stringify({ text: '[[["\\"[[['.repeat(10_000) })), undefined);
	t.equal(check(JSON.stringify("\\".repeat(1_001))), undefined);
	t.equal(check(JSON.stringify(Array.from({ length: 99_000 }, () => ",{}"))), undefined);
});

t.test("JSON nested over 64 levels or with over 100,000 values is refused", async (t) => {
	t.match(check("[".repeat(2_000_000)), /levels deep/);
	t.match(check('{"a":'.repeat(65)), /levels deep/);
	t.match(check(`"${"\\\\"}"${"[".repeat(65)}`), /levels deep/, "a string has ended");
	t.match(check(`[${"0,".repeat(100_000)}0]`), /values/);
	t.match(check(`[${"[],".repeat(50_000)}0]`), /values/);
});

t.test("strings that do not end, and what is no JSON, are left to the parser", async (t) => {
	for (const text of ["", '"', '"\\', '"\\"', "]]]]", '"'.repeat(3), "\\".repeat(100)]) {
		t.equal(check(text), undefined, JSON.stringify(text));
	}
});
