/** What a template and its variables become. */
import t from "tap";
import type { Issue } from "../../../src/base/issue.js";
import { BRANDS } from "../../../src/contract/brands.js";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { checkTemplate } from "../../../src/documents/templates/check-template.js";
import { expandTemplate } from "../../../src/documents/templates/expand-template.js";
import {
	libraryTemplate,
	TemplateLibrary,
} from "../../../src/documents/templates/template-library.js";
import { templateValidator } from "../../../src/documents/validate-template.js";
import { CARD } from "../../helpers/templates.js";

const brand = BRANDS["brand-a"];
const made = (variables: unknown, options: object = {}, template = CARD) =>
	expandTemplate(libraryTemplate(template), variables, { brand, maxLength: 100_000, ...options });

type Json = Record<string, unknown>;

/** The layers of the only slide. */
function layersOf(variables: unknown, options: object = {}): Json[] {
	const result = made(variables, options);
	if ("issues" in result) throw new Error(JSON.stringify(result.issues));
	return (result.document.slides as { layers: Json[] }[])[0]!.layers;
}

function issuesOf(variables: unknown, options: object = {}): readonly Issue[] {
	const result = made(variables, options);
	return "issues" in result ? result.issues : [];
}

t.test("the template of these tests has no fault", async (t) => {
	t.same(checkTemplate(CARD), []);
});

t.test("values take the places of their names", async (t) => {
	const [title, rich, ...rest] = layersOf({ title: "A & B", note: "<i>x</i>", size: "42" });
	t.match(title, { text: "A & B", fontSize: 42, textColor: "#000000", font: "Inter" });
	t.match(rich, { richText: "<b>A &amp; B</b> <i>x</i>" }, "only richText is HTML");
	t.same(
		rest.map(({ type, name }) => name ?? type),
		["image", "handle"],
		"what showIf leaves out is gone",
	);
	t.equal(rest[0]!.src, "", "an image without a source is kept: the engine leaves it out");
	t.notOk("text" in rest[1]!, "an empty value takes its field away");
	t.match(layersOf({ title: "a", accent: "#123456" })[0], { textColor: "#FFFFFF" });
});

t.test("repeat makes a copy for each item", async (t) => {
	const speakers = [{ name: "Ada", tint: "gold" }, { name: "Grace" }];
	const stackOf = (layers: Json[]) => layers.find(({ type }) => type === "stack")?.children;
	const expected = [
		{ type: "text", text: "1 Ada", textColor: "gold" },
		{ type: "text", text: "2 Grace" },
	];
	t.same(stackOf(layersOf({ title: "a", speakers })), expected);
	const columns = {
		title: "a",
		"speakers.1.name": "Ada",
		"speakers.1.tint": "gold",
		"speakers.2.name": "Grace",
		"speakers.3.name": "",
	};
	t.same(stackOf(layersOf(columns)), expected, "columns of a table are the same list");
});

t.test("booleans are words in a table", async (t) => {
	for (const [badge, count] of [
		[true, 4],
		["true", 4],
		["false", 3],
		["", 3],
		[false, 3],
	] as const)
		t.equal(
			layersOf({ title: "a", badge }).filter(({ type }) => type === "text").length,
			count,
			String(badge),
		);
});

t.test("all mistakes are reported at once, with paths", async (t) => {
	const issues = issuesOf({
		titel: "x",
		accent: "nocolour",
		size: "wide",
		badge: 3,
		kind: "dinner",
		photo: "ftp://x",
		speakers: [{ name: "x".repeat(21) }, { nam: "y" }, 3],
	});
	t.same(issues.map(({ path }) => path).sort(), [
		"/variables/accent",
		"/variables/badge",
		"/variables/kind",
		"/variables/photo",
		"/variables/size",
		"/variables/speakers/0/name",
		"/variables/speakers/1/nam",
		"/variables/speakers/1/name",
		"/variables/speakers/2",
		"/variables/titel",
		"/variables/title",
	]);
	t.match(
		issues.find(({ path }) => path === "/variables/titel"),
		{ message: /did you mean title/ },
	);
	t.match(issuesOf({ title: "x".repeat(21) }), [{ maxLength: 20 }]);
	t.match(issuesOf({ title: "" }), [{ path: "/variables/title", message: "is required" }]);
	t.match(issuesOf({ title: "a", speakers: Array(4).fill({ name: "b" }) }), [{ maxItems: 3 }]);
	t.match(issuesOf("text"), [{ path: "/variables" }]);
	t.match(issuesOf({ title: "a", speakers: [], "speakers.1.name": "b" }), [
		{ path: "/variables/speakers.1.name" },
	]);
	t.match(issuesOf({ title: "a", __proto__: null, toString: "x" }), [
		{ path: "/variables/toString" },
	]);
});

t.test("a list, or columns for one, that cannot be", async (t) => {
	const given = (more: object) => issuesOf({ title: "a", ...more });
	t.match(given({ speakers: "Ada" }), [
		{
			path: "/variables/speakers",
			message: "must be a list of objects",
			allowed: ["name", "tint"],
		},
	]);
	t.same(given({ speakers: "" }), [], "an empty cell of a table is no item");
	t.match(given({ "speakers.501.name": "Ada" }), [
		{ path: "/variables/speakers.501.name", message: /at most 500 are allowed/, maximum: 500 },
	]);
	t.match(given({ "speakers.0.name": "Ada" }), [{ message: /^is not a variable/ }]);
	const required = { ...CARD.variables.speakers!, required: true };
	const template = { ...CARD, variables: { ...CARD.variables, speakers: required } };
	t.match(made({ title: "a", speakers: [] }, {}, template), {
		issues: [{ path: "/variables/speakers", message: "is required: at least one item" }],
	});
});

t.test("mistakes are listed up to a number", async (t) => {
	const names = (count: number, change: (i: number) => object) =>
		Object.assign({ title: "a" }, ...Array.from({ length: count }, (_, i) => change(i)));
	t.equal(issuesOf(names(30, (i) => ({ [`wrong${i}`]: "x" }))).length, 20);
	const speakers = Array(3).fill(names(30, (i) => ({ [`wrong${i}`]: "x" })));
	t.equal(issuesOf({ title: "a", speakers }).length, 20);
	t.match(issuesOf(names(1_000, (i) => ({ [`wrong${i}`]: "x" }))), [
		{ path: "/variables", message: "must have at most 1000 values", maximum: 1_000 },
	]);
});

t.test("the brand's values, and variables over them", async (t) => {
	const own = { ...brand, font: "Nunito", handle: "@acme" };
	const layers = layersOf({ title: "a" }, { brand: own });
	t.equal(layers[0]!.font, "Nunito");
	t.match(layers.at(-1), { text: "@acme" });
	const over = layersOf({ title: "a", "brand.handle": "@other" }, { brand: own });
	t.match(over.at(-1), { text: "@other" });
	t.match(issuesOf({ title: "a", "brand.color": "nocolour" }), [
		{ path: "/variables/brand.color" },
	]);
});

t.test("a request overrides the template's fields, and null does not", async (t) => {
	const fields = { format: "webp", platform: null };
	const result = made({ title: "a" }, { fields });
	t.match(result, { document: { format: "webp", platform: "photo-feed-square" } });
	t.match(result, {
		document: { common: { front: [{ text: "1/1" }] } },
		numbered: { front: [{ text: "{{slide}}/{{slides}}" }] },
	});
});

t.test("what a template becomes has bounds", async (t) => {
	t.match(issuesOf({ title: "a", note: "x".repeat(900) }, { maxLength: 500 }), [
		{ path: "/variables", message: /too long/ },
	]);
	let layer: object = { type: "text", text: "{{item.name}}" };
	for (let depth = 0; depth < 3; depth++)
		layer = { type: "stack", repeat: "speakers", children: Array(10).fill(layer) };
	const template = { ...CARD, document: { slides: [{ layers: [layer] }] } };
	const speakers = Array(3).fill({ name: "a" });
	t.match(made({ title: "a", speakers }, {}, template), {
		issues: [{ path: "/variables", message: /larger than/ }],
	});
});

t.test("checkTemplate finds what the schema does not", async (t) => {
	const faults = (changes: object, variables: object = {}) =>
		checkTemplate({
			...CARD,
			variables: { ...CARD.variables, ...variables },
			document: { ...CARD.document, ...changes },
		}).map(({ path, message }) => `${path} ${message}`);
	const layer = (value: object) =>
		faults({ common: { front: [{ type: "text", ...value }] } }).join();
	t.match(
		layer({ text: "{{titel}}" }),
		/\/document\/common\/front\/0\/text .*did you mean \{\{title/,
	);
	t.match(layer({ text: "{{item.name}}" }), /only exists inside repeat/);
	t.match(layer({ text: "{{title.on}}" }), /not a colour/);
	t.match(layer({ text: "{{note}}" }), /only richText can use it/);
	t.match(layer({ text: "{{title" }), /without a name/);
	t.match(layer({ repeat: "title" }), /must name a variable of type list/);
	t.match(layer({ text: "{{speakers.2.name}} {{speakers}} {{brand.color.on}}" }), /^$/);
	t.match(
		faults({}, { unused: { type: "text", label: "x" } }).join(),
		/is not used in the document: use \{\{unused\}\} somewhere/,
	);
	const list = { type: "list", label: "x", fields: { name: { type: "text", label: "x" } } };
	t.match(faults({}, { list }).join(), /use "repeat": "list" somewhere/);
	t.match(faults({}, { kind: { type: "choice", label: "x" } }).join(), /options is required/);
	t.match(faults({ variables: {} }).join(), /is not allowed in a template/);
	let deep: unknown = "x";
	for (let depth = 0; depth < 10_000; depth++) deep = { deep };
	t.match(faults({ deep }).join(), /levels deep/);
	t.match(faults({ many: Array(30).fill(Array(900).fill("x")) }).join(), /at most 20000 values/);
});

t.test("wrong fields, placeholders and colours of a template are found together", async (t) => {
	const validate = templateValidator(BUILT_IN_CONTRACT, 100_000);
	const pathsOf = async (template: object) => (await validate(template)).map(({ path }) => path);
	const variables = { title: { type: "text", label: "Title", sample: "a" } };
	const layers = [
		{ type: "text", text: "{{titel}}", fontSiz: 3 },
		{ type: "text", text: "{{title}} {{1 +}}", textColor: "blurple" },
	];
	const document = { slides: [{ layers }] };
	t.same(await pathsOf({ description: "d", variables, document }), [
		"/document/slides/0/layers/0/text",
		"/document/slides/0/layers/1/text",
		"/document/slides/0/layers/0/fontSiz",
		"/document/slides/0/layers/1/textColor",
	]);
	t.same(await pathsOf({ variables: { title: { type: "texxt" } }, document }), [
		"/description",
		"/variables/title/label",
		"/variables/title/type",
		"/document/slides/0/layers/0/text",
		"/document/slides/0/layers/1/text",
	]);
	for (const wrong of [
		{ document: 5, variables },
		{ document, variables: [] },
	])
		t.equal((await pathsOf({ description: "d", ...wrong })).length, 1);
});

t.test("an unknown id names those that it may have meant", async (t) => {
	const library = new TemplateLibrary();
	t.equal(library.nearest("bold-quot")[0], "bold-quote");
	t.equal(library.nearest("speaker-lineup").length, 2);
	t.ok(library.nearest("price-tables").includes("price-plans"));
	for (const id of ["qwertz", "", "-".repeat(100_000), "\u0000"])
		t.same(library.nearest(id), [], id.slice(0, 20));
});
