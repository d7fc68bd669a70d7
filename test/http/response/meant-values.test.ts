/** Values and names of CSS, of design tools and of other services: the error says what to write here. */
import t from "tap";
import { fakeRenderer, startApp } from "../../helpers/app.js";

const layer = (type: string, fields: object) => ({ slides: [{ layers: [{ type, ...fields }] }] });
const text = (fields: object) => layer("text", { text: "Hi", ...fields });
const stack = (fields: object) => layer("stack", { children: [], ...fields });
const shape = (fields: object) => layer("shape", { width: 20, height: 20, ...fields });
const image = (src: string) => layer("image", { src });

/** What is sent, and what the message says about it. */
const MISTAKES: readonly (readonly [sent: unknown, says: string])[] = [
	[text({ rotation: "45deg" }), "/rotation must be a finite number: write 45"],
	[text({ opacity: 50 }), "must be at most 1: write 0.5"],
	[text({ opacity: "50%" }), "write 0.5"],
	[text({ lineHeight: "120%" }), "write 1.2"],
	[text({ lineHeight: 24 }), "must be at most 3; it is a factor of the font size, such as 1.2"],
	[text({ letterSpacing: "0.1em" }), "write 0.1"],
	[text({ letterSpacing: 2 }), "it is in em, such as 0.02"],
	[text({ weight: "bold" }), "write 700"],
	[text({ weight: "semi-bold" }), "write 600"],
	[text({ weight: 350 }), "write 400"],
	[text({ fontSize: "20px" }), "write 20, because lengths are preview pixels"],
	[stack({ padding: "8px 16px" }), "write [8,16,8,16]"],
	[stack({ padding: [8, 16] }), "must be a list of 4 numbers: write [8,16,8,16]"],
	[stack({ padding: "12px" }), "write 12"],
	[stack({ borderRadius: "50%" }), "write 999"],
	[stack({ border: "1px solid red" }), 'write {"width":1,"color":"red"}'],
	[stack({ border: "2px dashed #FF0000" }), 'write {"width":2,"color":"#FF0000","dash":[6,4]}'],
	[
		stack({ shadow: "0 2px 4px rgba(0, 0, 0, .5)" }),
		'write {"x":0,"y":2,"blur":4,"color":"rgba(0, 0, 0, .5)"}',
	],
	[stack({ shadow: true }), 'write {"y":4,"blur":16,"opacity":0.25}'],
	[stack({ justify: "flex-start" }), "did you mean start?"],
	[stack({ align: "flex-end" }), "did you mean end?"],
	[stack({ direction: "horizontal" }), "did you mean row?"],
	[shape({ shape: "circle" }), "did you mean ellipse?"],
	[shape({ shape: "rect" }), "did you mean rectangle?"],
	[layer("image", { src: "lucide:rocket", fit: "scale-down" }), "did you mean contain?"],
	[layer("box", {}), "did you mean stack?"],
	[layer("rect", {}), 'did you mean {"type":"shape","shape":"rectangle"}?'],
	[layer("circle", {}), 'did you mean {"type":"shape","shape":"ellipse"}?'],
	[layer("qr", {}), "did you mean barcode?"],
	[layer("img", {}), "did you mean image?"],
	[layer("heading", {}), "did you mean text?"],
	[layer("table", {}), "did you mean grid?"],
	[layer("grid", { columns: "1fr 2fr auto" }), 'write ["1fr","2fr","auto"]'],
	[layer("grid", { columns: "repeat(3, 1fr)" }), "write 3"],
	[layer("grid", { gridTemplateColumns: "1fr 1fr" }), "did you mean columns?"],
	[layer("barcode", { symbology: "qr", data: "a" }), "did you mean kind?"],
	[image("file:///etc/passwd"), "cannot read files of yours"],
	[image("./logo.png"), "send the content as a data:image URL"],
	[image("C:\\logo.png"), "cannot read files of yours"],
	[image("example.com/logo.png"), "write https://example.com/logo.png"],
	[image("mdi:home"), "icons are lucide:NAME or tabler:NAME"],
	[
		{ slides: [{ background: "url(https://example.com/a.png)" }] },
		'write it as an object: {"type":"image","src":"https://example.com/a.png"}',
	],
	[
		{ slides: [{ background: "https://example.com/a.png" }] },
		'{"type":"image","src":"https://example.com/a.png"}',
	],
	[{ slides: [{ backgroundImage: "https://example.com/a.png" }] }, "did you mean image?"],
	[{ slides: [{ title: "Hi" }] }, 'belongs to a layer: "layers": [{ "type": "text", "text": … }]'],
	[{ slides: ["Hello"] }, 'write {"layers":[{"type":"text","text":"Hello"}]}'],
	[{ pages: [{}] }, "/pages is not a known property; did you mean slides?"],
	[{ layers: [] }, "did you mean slides?"],
	[{ width: 1080, height: 1080, slides: [{}] }, '"platform": "custom" and "size"'],
	[{ platform: "custom", size: "1080x1350", slides: [{}] }, 'write {"width":1080,"height":1350}'],
	[{ format: "pdf", slides: [{}] }, "all slides as one PDF are POST /api/render.pdf"],
	[{ format: "gif", slides: [{}] }, "pictures do not move"],
	[{ format: "jpeg", quality: 0.8, slides: [{}] }, "must be an integer: write 80"],
	[JSON.stringify(JSON.stringify({ slides: [{}] })), "send the object itself"],
];

t.test("the message says what to write instead", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	for (const [sent, says] of MISTAKES) {
		const answer = await post("/api/render", sent);
		const name = JSON.stringify(sent).slice(0, 90);
		t.equal(answer.status, 400, name);
		const { error } = (await answer.json()) as {
			error: { details: { issues: { path: string; message: string }[] } };
		};
		const all = error.details.issues.map(({ path, message }) => `${path} ${message}`).join("\n");
		t.ok(all.includes(says), `${name}: ${all}`);
	}
});

t.test("hostile values give a message too, in a short time", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const long = "1px ".repeat(20_000);
	for (const value of [
		long,
		"(".repeat(50_000),
		`rgba(${"(".repeat(5_000)}`,
		[],
		{},
		[[1], {}],
		"1e999px",
		"__proto__",
		-1e300,
	])
		for (const sent of [
			stack({ padding: value, shadow: value, border: value, borderRadius: value }),
			text({ weight: value, opacity: value, lineHeight: value, rotation: value }),
			layer("grid", { columns: value, children: [] }),
			layer(String(value).slice(0, 1_000), { shape: value }),
			{ size: value, quality: value, format: value, slides: [value] },
			image(String(value)),
		]) {
			const answer = await post("/api/render", sent);
			t.ok(
				[200, 400].includes(answer.status),
				`${answer.status} ${JSON.stringify(sent).slice(0, 60)}`,
			);
			t.ok((await answer.text()).length < 40_000);
		}
});

t.test("marks of other languages in texts are warned of", async (t) => {
	const { post } = await startApp(t, {}, { renderer: fakeRenderer() });
	const warnings = async (sent: object) => {
		const { warnings } = (await (await post("/api/measure", sent)).json()) as {
			warnings: { code: string; path: string; message: string }[];
		};
		return warnings.filter(({ code }) => code === "markup_kept");
	};
	const at = "/slides/0/layers/0/text";
	for (const [fields, path, says] of [
		[{ text: "A <b>bold</b> word" }, at, "<b> is drawn as it is written. Tags belong in richText."],
		[{ text: "One<br/>two" }, at, "Tags belong in richText"],
		[{ text: "A **bold** word" }, at, "Bold is <b>…</b> in richText"],
		[{ text: "# Title" }, at, "A heading is a text of its own"],
		[{ text: "One\\nTwo" }, at, "A line break is one character"],
		[{ text: undefined, richText: "A **bold** word" }, "/slides/0/layers/0/richText", "**"],
	] as const) {
		const found = await warnings(text(fields));
		t.equal(found.length, 1, JSON.stringify(fields));
		t.equal(found[0]?.path, path);
		t.match(found[0]?.message, says);
	}
	for (const kept of [
		"3 < 4 and b > a",
		"2 ** 3 ** 4",
		"#hashtag",
		"No. #1",
		"a * b",
		"C:\\new\\photos",
		"<3",
	])
		t.strictSame(await warnings(text({ text: kept })), [], kept);
	t.strictSame(await warnings(text({ text: "<b>x</b>", font: "JetBrains Mono" })), [], "code");
	t.strictSame(await warnings(text({ text: "<b>x</b>", ignoreWarnings: ["markup_kept"] })), []);
	t.strictSame(await warnings(text({ richText: "<b>x</b>", text: undefined })), []);
	const inTemplate = await warnings({
		template: "bold-quote",
		variables: { quote: "Be **bold**" },
	});
	t.equal(inTemplate[0]?.path, "/variables/quote");
	const code = { title: "A list", code: "<ul>\\n</ul>", file: "a.html" };
	t.strictSame(await warnings({ template: "code-card", variables: code }), []);
});
