import t from "tap";

import { beyondBounds } from "../../src/base/json-bounds.js";

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

t.test(
	"an object with over 2,000 members is refused, however many objects there are",
	async (t) => {
		const object = (members: number) =>
			Object.fromEntries(Array.from({ length: members }, (_, i) => [`k:${i}`, ":"]));
		t.equal(check(JSON.stringify(object(2_000))), undefined);
		t.match(check(JSON.stringify(object(2_001))), /more than 2000 members/);
		t.equal(check(JSON.stringify(Array.from({ length: 20 }, () => object(1_500)))), undefined);
		t.match(check(JSON.stringify({ a: [object(3), { b: object(2_001) }] })), /members/);
		t.match(check(`]]]${":".repeat(3_000)}`), /members/);
	},
);

t.test("unterminated strings and invalid JSON are left to the parser", async (t) => {
	for (const text of ["", '"', '"\\', '"\\"', "]]]]", '"'.repeat(3), "\\".repeat(100)]) {
		t.equal(check(text), undefined, JSON.stringify(text));
	}
});
