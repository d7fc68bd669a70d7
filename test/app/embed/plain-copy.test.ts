import t from "tap";
import { plainCopy } from "../../../src/app/embed/plain-copy.js";

t.test("a copy is what JSON would carry", async (t) => {
	const values = [
		null,
		7,
		Number.NaN,
		"text",
		true,
		[1, undefined, () => 1],
		{ a: undefined, b: null, c: { d: [{ e: 1 }] }, f: () => 1 },
		{ at: new Date(0) },
		JSON.parse('{"__proto__":{"a":1}}'),
	];
	for (const value of values) {
		const copy = plainCopy(value);
		t.same(copy, JSON.parse(JSON.stringify(value)), JSON.stringify(value));
		t.equal(JSON.stringify(copy), JSON.stringify(value));
	}
});

t.test("the caller's own objects are not shared", async (t) => {
	const document = { slides: [{ textBlocks: [{ text: "a" }] }] };
	const copy = plainCopy(document) as typeof document;
	copy.slides[0]!.textBlocks[0]!.text = "b";
	t.equal(document.slides[0]!.textBlocks[0]!.text, "a");
});

t.test("a circle is refused", async (t) => {
	const circle: Record<string, unknown> = {};
	circle.self = circle;
	t.throws(() => plainCopy(circle), { code: "invalid_render_request" });
});
