/** Variables in the documents of every endpoint that takes one. */
import t from "tap";
import type { Issue } from "../../../src/base/issue.js";
import { BRANDS } from "../../../src/contract/brands.js";
import type { MeasureResponse } from "../../../src/contract/measure-response.js";
import { expandVariables } from "../../../src/documents/variables/expand.js";
import { DocumentPlan } from "../../../src/documents/variables/plan.js";
import { fakeRenderer, startApp } from "../../helpers/app.js";

/** The document with its variables put in. */
function expanded(document: object, maxLength = 1_000): unknown {
	const made = expandVariables(document, { base: "", maxLength, brand: BRANDS["brand-a"] });
	return "issues" in made ? made.issues : made.document;
}

t.test("{{name}} becomes the value of that variable", async (t) => {
	const cases: [text: string, expected: string][] = [
		["{{a}}", "1"],
		["x{{a}}y{{ b }}z", "x1y{{a}}z"],
		["{{{{a}} is {{a}}", "{{a}} is 1"],
		["{{{{", "{{"],
		["{{{a}}}", "{1}"],
		["{a} }} {", "{a} }} {"],
		["{{Größe in cm}}", "5"],
	];
	for (const [text, expected] of cases) {
		const given = { a: "1", b: "{{a}}", "Größe in cm": "5" };
		const document = { text, all: "{{a}}{{b}}{{Größe in cm}}", variables: given };
		t.match(expanded(document), { text: expected }, text);
	}
	t.same(expanded({ text: "{{a}}" }), { text: "{{a}}" }, "without variables nothing is a name");
	t.same(expanded({ text: "{{a}}", variables: null }), { text: "{{a}}", variables: null });
	t.same(expanded({ list: [{ deep: "{{a}}" }], variables: { a: "1" } }), { list: [{ deep: "1" }] });
	const plan = DocumentPlan.of({ a: "{{x}} {{{{y}}", b: ["{{ z }}"] }, { base: "" });
	t.same([...(plan as DocumentPlan).asked], ["x", "z"]);
});

t.test("a hostile document changes nothing else", async (t) => {
	const document = JSON.parse('{"__proto__":"{{a}}","variables":{"a":"1"}}') as object;
	t.equal(JSON.stringify(expanded(document)), '{"__proto__":"1"}');
	t.equal(({} as { a?: unknown }).a, undefined);
	const issues = expanded({ a: "{{toString}}", variables: { b: "" } }) as Issue[];
	t.match(issues[0], { path: "/a", missing: ["toString"], allowed: ["b"] });
	const bomb = { text: "{{a}}".repeat(1_000), variables: { a: "x".repeat(1_000) } };
	t.match(expanded(bomb, 10_000), [{ path: "/text", message: /too long/ }]);
});

t.test("what is unknown or missing is listed", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const issues = async (path: string, body: object) => {
		const answer = await post(path, body);
		t.equal(answer.status, 400, path);
		return ((await answer.json()) as { error: { details: { issues: Issue[] } } }).error.details
			.issues;
	};
	const document = {
		variables: { city: "Lisbon", colour: "#112233" },
		slides: [{ textBlocks: [{ text: "{{town}} {{price}}" }, { text: "{{city}}" }] }],
	};
	for (const path of ["/api/render", "/api/render.png", "/api/render.pdf", "/api/measure"]) {
		t.same(await issues(path, document), [
			{
				path: "/slides/0/textBlocks/0/text",
				message: "uses variables that are not given: town, price",
				missing: ["town", "price"],
				allowed: ["city", "colour"],
			},
			{
				path: "/variables/colour",
				message: "is not used in any string of the document",
				allowed: ["town", "price", "city"],
			},
		]);
	}
	t.match(await issues("/api/render", { variables: { a: [[[[[5]]]]] }, slides: [{}] }), [
		{ path: "/variables/a/0/0/0/0", message: /more than 4 levels deep/ },
	]);
	t.match(await issues("/api/render", { variables: [], slides: [{}] }), [{ path: "/variables" }]);
	t.match(
		await issues("/api/render", {
			variables: { a: "" },
			slides: [{ image: "{{a" }, { image: "{{a}}" }],
		}),
		[{ path: "/slides/0/image", message: /\{\{\{\{ for two literal braces/ }],
	);
	t.match(
		await issues("/api/render", {
			variables: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`v${i}`, ""])),
			slides: [{}],
		}),
		[{ path: "/variables" }],
	);
	t.match(
		await issues("/api/render", {
			variables: { p: "reddish" },
			slides: [{ backgroundColor: "{{p}}" }],
		}),
		[{ path: "/slides/0/backgroundColor", message: /CSS colour/ }],
	);
});

t.test("every string takes them, enumerations and colours too", async (t) => {
	const { get, post } = await startApp(t, {
		RENDER_PROCESSES: "1",
		LINK_KEYS: "a-key-for-this-test-alone",
	});
	const template = {
		variables: { who: "Ada", background: "#0C513F", platform: "link-preview", align: "center" },
		platform: "{{platform}}",
		slides: [
			{
				backgroundColor: "{{background}}",
				textBlocks: [{ richText: "<b>{{who}}</b>", align: "{{align}}", width: 300 }],
			},
		],
	};
	const plain = {
		platform: "link-preview",
		slides: [
			{
				backgroundColor: "#0C513F",
				textBlocks: [{ richText: "<b>Ada</b>", align: "center", width: 300 }],
			},
		],
	};
	const bytes = async (document: object) =>
		Buffer.from(await (await post("/api/render.png", document)).arrayBuffer());
	t.same(await bytes(template), await bytes(plain));
	const measured = (await (await post("/api/measure", template)).json()) as MeasureResponse;
	t.equal(measured.slides[0]!.textBlocks[0]!.lines[0]!.text, "Ada");
	const links = async (document: object) =>
		((await (await post("/api/links", { document })).json()) as { urls: string[] }).urls;
	t.same(await links(template), await links(plain), "a link carries the document as it is drawn");
	const [url = ""] = await links(template);
	t.equal((await get(new URL(url).pathname)).status, 200);
});
