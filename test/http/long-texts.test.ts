/** Texts that are longer than their boxes: cut, broken, shrunk or grown. */
import t from "tap";
import { startApp } from "../helpers/app.js";
import { linesOf, measureLayers } from "../helpers/measured.js";

const text = (name: string, content: string, more: Record<string, unknown> = {}) => ({
	type: "text",
	name,
	text: content,
	fontSize: 20,
	...more,
});
const stack = (more: Record<string, unknown>, ...children: unknown[]) => ({
	type: "stack",
	name: "stack",
	...more,
	children,
});

/** A long text in each script, and a word in it that is wider than 100 pixels. */
const LONG: Record<string, string> = {
	Latin: "Donaudampfschifffahrtsgesellschaft and everything after it",
	Cyrillic: "Достопримечательности города и его окрестностей",
	Arabic: "فسيكفيكهموالاستقلالياتهم ثم كل ما يأتي بعد ذلك",
	Hebrew: "וכשבהשתעשעויותיהםכשהתעוררנו ועוד דברים רבים",
	Japanese: "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
	Thai: "กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา",
	Devanagari: "अंतर्राष्ट्रीयकरणव्यवस्थापनम् और बहुत कुछ",
	emoji: "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
};

t.test("no text leaves its box because of one long word", async (t) => {
	const { app } = await startApp(t);
	for (const [script, content] of Object.entries(LONG)) {
		const fields = [
			{ maxLines: 1 },
			{ maxLines: 2 },
			{ textWrap: "nowrap" },
			{ maxHeight: 30, cutToHeight: true },
		];
		for (const field of fields) {
			const found = await measureLayers(app, [
				stack({ width: 100 }, text("in column", content, field)),
				stack(
					{ direction: "row", width: 140, gap: 10 },
					text("label", "Ab", { maxLines: 1 }),
					text("in row", content, field),
				),
			]);
			const about = `${script}, ${JSON.stringify(field)}`;
			t.ok(found.layers.get("in column")!.box.width <= 100.01, about);
			const { x, width } = found.layers.get("in row")!.box;
			t.ok(x + width <= 140.01, `${about}: in a row`);
			t.ok(
				found.layers.get("in row")!.lines!.every((line) => line.width <= width + 0.1),
				about,
			);
			t.strictSame(linesOf(found, "label"), ["Ab"], `${about}: the short text keeps its word`);
			t.notOk(
				found.warnings.some(({ code }) => code === "content_overflows_stack"),
				about,
			);
		}
	}
});

t.test("an ellipsis follows the last grapheme that fits", async (t) => {
	const { app } = await startApp(t);
	const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
	for (const [script, content] of Object.entries(LONG)) {
		for (const field of [{ textWrap: "nowrap" }, { maxLines: 1 }]) {
			const at = async (width: number) =>
				await measureLayers(app, [text("cut", content, { ...field, width })]);
			const found = await at(150);
			const { lines, truncated } = found.layers.get("cut")!;
			const [line] = lines!;
			t.ok(truncated && lines!.length === 1 && line!.width <= 150.01, script);
			t.ok(line!.text.endsWith("…"), `${script}: ${line!.text}`);
			const kept = [...segments.segment(line!.text.slice(0, -1))].length;
			const begin = [...segments.segment(content)].slice(0, kept).map(({ segment }) => segment);
			t.equal(begin.join(""), line!.text.slice(0, -1), `${script}: whole graphemes`);
			// The next grapheme and the ellipsis, on a line of their own width.
			const next = [...segments.segment(content)].slice(0, kept + 1).map(({ segment }) => segment);
			const longer = await measureLayers(app, [text("all", `${next.join("")}…`)]);
			t.ok(longer.layers.get("all")!.box.width > 149.5, `${script}: no more would fit`);
		}
	}
	const price = await measureLayers(app, [
		text("price", "from €1,249.00", { textWrap: "nowrap", width: 130 }),
		text("lines", "one long first line\nb\na third line that is long", {
			textWrap: "nowrap",
			width: 90,
		}),
	]);
	t.match(linesOf(price, "price")[0], /^from €\d.*…$/);
	t.match(linesOf(price, "lines"), [/…$/, /^b$/, /…$/], "each paragraph is cut");
});

t.test("cutToHeight cuts after the last line that fits", async (t) => {
	const { app } = await startApp(t);
	const content = "One two three four five six seven eight nine ten eleven twelve thirteen";
	const box = { width: 120, lineHeight: 1.2, cutToHeight: true };
	const found = await measureLayers(app, [
		text("height", content, { ...box, height: 75 }),
		text("maximum", content, { ...box, maxHeight: 75 }),
		text("low", content, { ...box, height: 5 }),
		text("short", "One two", { ...box, maxHeight: 75 }),
		stack(
			{ height: 100, width: 120 },
			text("shrinks", content, { cutToHeight: true }),
			text("stays", "Stays", {}),
		),
	]);
	const lines = (name: string) => linesOf(found, name).length;
	t.strictSame(["height", "maximum", "low", "short", "shrinks"].map(lines), [3, 3, 1, 1, 3]);
	t.equal(found.layers.get("maximum")!.box.height, 72, "the box hugs its lines");
	t.equal(found.layers.get("height")!.box.height, 75);
	t.match(linesOf(found, "height").at(-1), /…$/);
	t.equal(found.layers.get("short")!.truncated, false);
	t.equal(found.layers.get("stays")!.box.height, 24);
	const warned = found.warnings.filter(({ code }) => code === "text_truncated");
	t.equal(warned.length, 4);

	const refused = await measureLayers(app, [
		stack({ width: 100 }, text("open", content, { cutToHeight: true })),
	]);
	t.equal(refused.status, 400);
	t.match(refused.body, /layers\/0\/children\/0\/cutToHeight.*limited height/);
	const block = { text: content, cutToHeight: true };
	const plain = await measureLayers(app, [], { textBlocks: [block] });
	t.match(plain.body, /textBlocks\/0\/cutToHeight/);
	t.equal((await measureLayers(app, [], { textBlocks: [{ ...block, height: 40 }] })).status, 200);
});

t.test("overflowWrap decides about words that are too long", async (t) => {
	const { app } = await startApp(t);
	const content = "Ab Donaudampfschifffahrt yz";
	const found = await measureLayers(
		app,
		["break-word", "anywhere", "normal"].flatMap((overflowWrap) => [
			text(overflowWrap, content, { overflowWrap, width: 100 }),
			stack(
				{ direction: "row", width: 150 },
				{ type: "shape", shape: "rectangle", width: 100, height: 9 },
				text(`${overflowWrap} in row`, content, { overflowWrap }),
			),
		]),
	);
	t.equal(linesOf(found, "break-word").length, 4);
	t.strictSame(linesOf(found, "anywhere"), linesOf(found, "break-word"));
	t.strictSame(linesOf(found, "normal"), ["Ab", "Donaudampfschifffahrt", "yz"]);
	t.equal(found.layers.get("normal")!.box.width, 100);
	t.ok(found.warnings.some(({ code }) => code === "text_overflows_box"));
	const width = (name: string) => found.layers.get(`${name} in row`)!.box.width;
	t.ok(width("break-word") > 200, "its minimum is the whole word");
	t.equal(width("normal"), width("break-word"));
	t.equal(width("anywhere"), 50);
});

t.test("a fitting text hugs its lines below maxHeight", async (t) => {
	const { app } = await startApp(t);
	const content = "This sentence shrinks because it does not fit into a hundred pixels";
	const found = await measureLayers(app, [
		stack(
			{ x: 20, right: 20, align: "stretch" },
			text("fitted", content, { fit: "shrink", fontSize: 60, maxHeight: 100, lineHeight: 1 }),
			text("next", "next"),
		),
		stack(
			{ direction: "row", width: 200 },
			text("in row", content, { fit: "shrink", fontSize: 60, maxHeight: 100, width: 200 }),
		),
		text("grown", "Hi", { fit: "fill", width: 200, maxHeight: 500 }),
		text("free", content, { fit: "shrink", fontSize: 60, maxHeight: 100, width: 200, x: 20 }),
	]);
	for (const name of ["fitted", "in row", "grown", "free"]) {
		const { box, lines } = found.layers.get(name)!;
		const height = lines!.reduce((sum, line) => sum + line.height, 0);
		t.ok(Math.abs(box.height - height) < 0.1, `${name}: ${box.height}, ${height}`);
	}
	const { box } = found.layers.get("fitted")!;
	t.ok(Math.abs(found.layers.get("next")!.box.y - box.y - box.height) < 0.01);
});

t.test("fit: fill grows a text up to maxFontSize", async (t) => {
	const { app } = await startApp(t);
	const box = { fit: "fill", width: 300, height: 200, fontSize: 12 };
	const found = await measureLayers(app, [
		text("large", "Hi", box),
		text("limited", "Hi", { ...box, maxFontSize: 48 }),
		text("lines", "Several words that need a few lines", box),
		text("huge", "I", { fontSize: 600, lineHeight: 0.8 }),
		text("idle", "Hi", { maxFontSize: 40 }),
	]);
	const size = (name: string) => found.layers.get(name)!.fontSize!;
	t.ok(size("large") > 150, String(size("large")));
	t.equal(size("limited"), 48);
	t.ok(linesOf(found, "lines").length > 1 && size("lines") > 30);
	t.equal(size("huge"), 600);
	t.notOk(found.layers.get("large")!.shrunkFrom);
	t.match(
		found.warnings.filter(({ code }) => code === "field_ignored"),
		[{ path: "/slides/0/layers/4/maxFontSize" }],
	);
	// The next larger size does not fit.
	const steps = await measureLayers(app, [
		text("same", "Several words that need a few lines", { width: 300, fontSize: size("lines") }),
		text("next", "Several words that need a few lines", {
			width: 300,
			fontSize: size("lines") + 1 / 8,
		}),
	]);
	t.ok(steps.layers.get("same")!.box.height <= 200.1);
	t.ok(
		steps.layers.get("next")!.box.height > 200 ||
			steps.layers.get("next")!.lines!.some(({ broken, width }) => broken || width > 300),
	);
});

t.test("hostile values of these fields are a 400 that says where", async (t) => {
	const { app } = await startApp(t);
	const fill = { fit: "fill", width: 99, height: 99 };
	const cases: [Record<string, unknown>, RegExp][] = [
		[{ ...fill, minFontSize: 30, maxFontSize: 20 }, /maxFontSize.*smaller than minFontSize/],
		[{ ...fill, maxFontSize: 601 }, /maxFontSize/],
		[{ ...fill, maxFontSize: 7 }, /maxFontSize/],
		[{ fontSize: 601 }, /fontSize/],
		[{ overflowWrap: "always" }, /overflowWrap/],
		[{ textWrap: "no-wrap" }, /textWrap/],
		[{ cutToHeight: "yes", height: 20 }, /cutToHeight/],
		[{ fit: "fill" }, /fit.*limited width and height/],
	];
	for (const [fields, message] of cases) {
		const { status, body } = await measureLayers(app, [stack({}, text("bad", "x", fields))]);
		t.equal(status, 400, JSON.stringify(fields));
		t.match(body, message);
	}
});
