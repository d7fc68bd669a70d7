/** Expressions and lists in documents: repeat, numbers of slides, types of fields, messages. */
import t from "tap";
import type { ServiceError } from "../../../src/base/errors.js";
import type { Issue } from "../../../src/base/issue.js";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { documentResolver } from "../../../src/documents/resolve-document.js";

const resolve = documentResolver(BUILT_IN_CONTRACT, 1_000_000);

interface Drawn {
	readonly slides: readonly {
		readonly slide: { readonly layers?: readonly object[] };
		readonly common: unknown;
	}[];
}
const drawn = (document: object): Drawn => resolve(structuredClone(document)) as unknown as Drawn;
const layersOf = (layers: object[], variables: object): readonly object[] =>
	drawn({ variables, slides: [{ layers }] }).slides[0]!.slide.layers ?? [];

function issuesOf(document: object): readonly Issue[] {
	try {
		resolve(structuredClone(document));
		return [];
	} catch (error) {
		return ((error as ServiceError).details as { issues: readonly Issue[] }).issues;
	}
}
const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });

t.test("a layer is repeated for a list, a path, an expression or a number", async (t) => {
	const rows = [
		{ n: "a", v: 1 },
		{ n: "b", v: 2.5 },
		{ n: null, v: 3, sub: ["x", "y"] },
	];
	const line = text("{{index}}/{{count}} {{item.n}} {{item.v * 2}}{{last ? '!' : ''}}", {
		repeat: "rows",
		fontSize: "{{10 + item.v}}",
	});
	t.match(layersOf([line], { rows }), [
		{ text: "1/3 a 2", fontSize: 11 },
		{ text: "2/3 b 5", fontSize: 12.5 },
		{ text: "3/3  6!", fontSize: 13 },
	]);
	const inner = text("{{item}} of {{outer.item.v}}, {{outer.index}}", { repeat: "item.sub" });
	const stack = { type: "stack", repeat: "rows", showIf: "{{item.sub}}", children: [inner] };
	t.match(layersOf([stack], { rows }), [
		{ children: [{ text: "x of 3, 3" }, { text: "y of 3, 3" }] },
	]);
	t.equal(layersOf([stack], { rows }).length, 1, "copies that are left out are gone");
	const few = text("{{item.n}}", { repeat: "{{rows.filter(r, r.v > 2)}}" });
	t.match(layersOf([few], { rows }), [{ text: "b" }, {}]);
	const star = { type: "shape", shape: "star", repeat: "{{n}}", x: "{{20 * item}}" };
	t.match(layersOf([star], { n: 3 }), [{ x: 0 }, { x: 20 }, { x: 40 }]);
	t.same(layersOf([star], { n: null }), []);
	const slides = [{ repeat: "names", layers: [text("{{item}} {{first}}")] }];
	t.match(drawn({ variables: { names: ["a", "b"] }, slides }).slides, [
		{ slide: { layers: [{ text: "a true" }] } },
		{ slide: { layers: [{ text: "b false" }] } },
	]);
});

t.test("columns of a table become the list that something repeats over", async (t) => {
	const columns = { "s.1.name": "A", "s.2.name": "", "s.3.name": "C", "s.3.tags.1": "x" };
	t.match(layersOf([text("{{item.name}} {{join(item.tags)}}", { repeat: "s" })], columns), [
		{ text: "A " },
		{ text: "C x" },
	]);
	t.match(layersOf([text("{{s.1.name}}")], { "s.1.name": "A" }), [{ text: "A" }], "also by name");
	t.match(issuesOf({ variables: columns, slides: [{ layers: [text("{{s.1.name}}")] }] }), [
		{ path: "/variables/s.2.name" },
		{ path: "/variables/s.3.name" },
		{ path: "/variables/s.3.tags.1" },
	]);
});

t.test("a placeholder alone takes the type of its field", async (t) => {
	const values = { list: [1, null, 3], yes: true, none: null, size: 4, half: "50%" };
	const used = text("{{list}}{{yes}}{{none}}{{size}}{{half}}");
	const series = {
		type: "shape",
		shape: "series",
		values: "{{list}}",
		smooth: "{{yes && size > 3}}",
	};
	t.match(layersOf([series, used], values), [{ values: [1, null, 3], smooth: true }]);
	const single = { ...series, smooth: false, values: ["{{size / 8}}", "{{none}}"] };
	t.match(
		layersOf([single, used], values),
		[{ values: [0.5, null] }],
		"in a list nothing is removed",
	);
	const box = {
		...text("{{list}} {{size / 3}}"),
		width: "{{half}}",
		x: "{{none}}",
		y: "{{none + 1}}",
	};
	t.same(layersOf([box, used], values).slice(0, 1), [
		{ type: "text", text: "3 1.333333", width: "50%" },
	]);
	t.match(
		issuesOf({
			variables: { a: [[1]] },
			slides: [{ layers: [{ ...series, values: "{{a}}", smooth: false }] }],
		}),
		[{ path: "/slides/0/layers/0/values", message: /item 0 is a list/ }],
	);
});

t.test("names keep their meaning, and values are never read again", async (t) => {
	const values = { "first-name": "A", size: 5, "it's": "B", item: "C", t: "{{size}}", on: "#000" };
	const line =
		"{{first-name}} {{size}} {{size([1])}} {{it's}} {{item}} {{t}} {{on.on}} {{vars['first-name']}}";
	t.match(layersOf([text(line)], values), [{ text: "A 5 1 B C {{size}} #FFFFFF A" }]);
	t.match(layersOf([text("{{p == '}}' ? 1 : \"}}\"}} {{{{p}} {{{p}}}")], { p: "x" }), [
		{ text: "}} {{p}} {x}" },
	]);
	const common = { front: [text("{{slide}}/{{slides}} {{t}}", { fontSize: "{{10 + slide}}" })] };
	const slides = [{}, { hideIf: "x" }, {}];
	t.match(
		drawn({ variables: { t: "{{slide}}" }, slides, common }).slides.map((slide) => slide.common),
		[
			{ front: [{ text: "1/2 {{slide}}", fontSize: 11 }] },
			{ front: [{ text: "2/2 {{slide}}", fontSize: 12 }] },
		],
	);
	const plain = { front: [text("{{slide}}/{{slides}} {{t}}")] };
	t.match(
		drawn({ slides, common: plain }).slides.map((slide) => slide.common),
		[{ front: [{ text: "1/2 {{t}}" }] }, { front: [{ text: "2/2 {{t}}" }] }],
		"without variables only the numbers are placeholders",
	);
});

t.test("formatting follows the nearest language", async (t) => {
	const number = "{{formatNumber(p)}}";
	t.match(layersOf([text(number, { lang: "de" }), text(number)], { p: 1234.5 }), [
		{ text: "1.234,5" },
		{ text: "1,234.5" },
	]);
});

t.test("everything that is wrong is reported, also in lists", async (t) => {
	const layers = [
		text("{{1 / item.v}}", { repeat: "rows", fontSize: "{{itm.v}}" }),
		text("{{size(}} {{frmatNumber(1)}} {{index}}"),
		text("x", { repeat: "row" }),
	];
	t.match(
		issuesOf({ variables: { rows: [{ v: 1 }, { v: "x" }, { v: 0 }] }, slides: [{ layers }] }),
		[
			{ path: "/slides/0/layers/0/fontSize", missing: ["itm.v"] },
			{
				path: "/slides/0/layers/0/text",
				message: /write number\(item\.v\) \(row 2 of rows\)/,
				column: 1,
			},
			{ path: "/slides/0/layers/0/text", message: /divides by zero.*\(row 3 of rows\)/ },
			{ path: "/slides/0/layers/1/text", message: /index, which only exists inside repeat/ },
			{ path: "/slides/0/layers/1/text", message: /expects a value/ },
			{ path: "/slides/0/layers/1/text", message: /did you mean formatNumber\?/ },
			{ path: "/slides/0/layers/2/repeat", message: /did you mean rows\?/ },
		],
	);
	t.match(issuesOf({ slides: [{ layers: [text("x", { repeat: "rows" })] }] }), [
		{ path: "/slides/0/layers/0/repeat", message: /needs variables/ },
	]);
	t.match(
		issuesOf({
			variables: { a: [1], b: "x" },
			slides: [{ layers: [text("{{a + [2]}}", { repeat: "{{b}}" })] }],
		}),
		[{ path: "/slides/0/layers/0/repeat", message: /must be a list or a whole number/ }],
	);
	t.match(
		issuesOf({
			variables: { n: "3", titel: "x" },
			slides: [{ layers: [text("{{vars.title}} {{ {'a': 1}.a }}{{titel}}", { repeat: "{{n}}" })] }],
		}),
		[{ path: "/slides/0/layers/0/repeat", message: /is "3"; write \{\{number\(n\)\}\}/ }],
	);
	t.match(
		issuesOf({
			variables: { titel: "x" },
			slides: [{ layers: [text("{{titel + upper(title)}}")] }],
		}),
		[{ path: "/slides/0/layers/0/text", missing: ["title"], column: 15 }],
	);
	const more = [text("{{vars.title}}"), text("{{titel}} {{ {'a': 1}.a }}")];
	t.match(issuesOf({ variables: { titel: "x" }, slides: [{ layers: more }] }), [
		{ path: "/slides/0/layers/0/text", message: /did you mean titel\?/ },
		{ path: "/slides/0/layers/1/text", message: /an object in braces/ },
	]);
});

t.test("wrong placeholders, fields and colours are reported together", async (t) => {
	const wrong = [
		text("{{rows[0].v * 2}}", { fontSize: "{{1 / 0}}" }),
		text("{{item.v}}", { repeat: "rows", fontSize: 2, textColor: "{{item.v}}" }),
		{ type: "shape", shape: "ellipse", widht: 5, fill: "linear-gradient(red, blue)" },
	];
	const found = issuesOf({
		variables: { rows: [{ v: "red" }, { v: "blurple" }] },
		slides: [{ backgroundColor: "{{rowz}}", layers: wrong }],
	});
	t.same(
		found.map(({ path }) => path),
		[
			"/slides/0/backgroundColor",
			"/slides/0/layers/0/text",
			"/slides/0/layers/0/fontSize",
			"/slides/0/layers/1/fontSize",
			"/slides/0/layers/1/fontSize",
			"/slides/0/layers/2/widht",
			"/slides/0/layers/1/textColor",
			"/slides/0/layers/2/fill",
		],
	);
	t.match(found[6], { message: /not a CSS colour \(row 2 of rows\)/ });
	t.match(issuesOf({ slides: [{ layers: [{ type: "text", text: 5, textColor: "blurple" }] }] }), [
		{ path: "/slides/0/layers/0/text" },
		{ path: "/slides/0/layers/0/textColor", message: "is not a CSS colour" },
	]);
});

t.test("data and expressions have bounds", async (t) => {
	const big = Array.from({ length: 500 }, (_, i) => i);
	const layers = [text("{{size(b.map(i, b.map(j, i * j)))}}")];
	t.match(issuesOf({ variables: { b: big }, slides: [{ layers }] }), [
		{ path: "/slides/0/layers/0/text", message: /more than 100000 steps/ },
	]);
	t.match(issuesOf({ variables: { b: [...big, 1] }, slides: [{}] }), [
		{ path: "/variables/b", maxItems: 500 },
	]);
	t.match(issuesOf({ variables: { b: [[[[[]]]]] }, slides: [{}] }), [{ maxDepth: 4 }]);
	const many = Array.from({ length: 150 }, (_, i) => text(`{{${"b + ".repeat(60)}${i}}}`));
	t.match(issuesOf({ variables: { b: 1 }, slides: [{ layers: many }] }), [
		{ message: /more than 30000 characters/ },
	]);
	const deep = { type: "stack", repeat: "b", children: [text("{{item}}", { repeat: "b" })] };
	t.match(issuesOf({ variables: { b: big }, slides: [{ layers: [deep] }] }), [{ message: /./ }]);
	const odd = JSON.parse(
		'{"variables":{"__proto__":[1],"constructor":{"x":1}},"slides":[{"layers":[]}]}',
	) as { slides: { layers: object[] }[] };
	odd.slides[0]!.layers.push(
		text("{{constructor.x}} {{vars['__proto__'][0]}} {{size(vars['toString'])}}"),
	);
	t.match(issuesOf(odd), [{ missing: ["toString"] }]);
});

t.test("a template in a request is used as one of the library", async (t) => {
	const template = {
		description: "A name on a slide.",
		variables: {
			days: {
				type: "list",
				label: "Days",
				fields: {
					name: { type: "text", label: "Name" },
					talks: {
						type: "list",
						label: "Talks",
						required: false,
						fields: { title: { type: "richText", label: "Title" } },
					},
				},
			},
		},
		document: {
			slides: [
				{
					layers: [
						{
							type: "stack",
							repeat: "days",
							children: [
								text("{{upper(item.name)}} {{size(item.talks)}}"),
								{
									type: "text",
									repeat: "item.talks",
									richText: "{{item.title}} {{outer.item.name}}",
								},
							],
						},
					],
				},
			],
		},
	};
	const variables = { "days.1.name": "A&B", "days.1.talks.1.title": "<b>x</b>" };
	t.match(drawn({ template, variables }).slides[0]!.slide.layers, [
		{ children: [{ text: "A&B 1" }, { richText: "<b>x</b> A&amp;B" }] },
	]);
	t.match(issuesOf({ template, variables: { days: [{ nam: "x" }] } }), [
		{ path: "/variables/days/0/nam", message: /did you mean name/ },
		{ path: "/variables/days/0/name", message: "is required" },
	]);
	const wrong = {
		...template,
		document: { slides: [{ layers: [text("{{uper(days)}} {{dayz}}")] }] },
	};
	t.match(issuesOf({ template: wrong, variables }), [
		{ path: "/template/document/slides/0/layers/0/text", message: /did you mean upper/, column: 1 },
		{ path: "/template/document/slides/0/layers/0/text", message: /did you mean \{\{days\}\}/ },
	]);
	t.match(issuesOf({ template: { ...template, tag: 1 }, variables }), [{ path: "/template/tag" }]);
	const long = { ...template, description: "x".repeat(600_000) };
	t.match(issuesOf({ template: long, variables }), [{ path: "/template", maxLength: 524_288 }]);
});
