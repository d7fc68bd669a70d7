/** What layers say about warnings: decorative, ignoreWarnings, and one warning for copies. */
import t from "tap";
import { startApp } from "../helpers/app.js";
import { measureLayers } from "../helpers/measured.js";

const words = (text: string, more: Record<string, unknown> = {}) => ({
	...{ type: "text", text, fontSize: 20, textColor: "#220C52" },
	...more,
});
const WHITE = { backgroundColor: "#FFFFFF" };
const codes = ({ warnings }: Awaited<ReturnType<typeof measureLayers>>) =>
	warnings.map(({ code }) => code);

t.test("decorative texts may overlap, be small, pale and cut off", async (t) => {
	const { app } = await startApp(t);
	const band = (more: Record<string, unknown>) => ({
		...{ type: "stack", direction: "row", gap: 10, x: -40, y: 60, width: 485, height: 34 },
		...{ clip: true, ignoreWarnings: ["content_overflows_stack"], ...more },
		children: ["ONE", "TWO", "THREE", "FOUR", "FIVE"].map((text) =>
			words(`${text} ON REPEAT`, { shrink: 0 }),
		),
	});
	const texts = [
		words("Small and pale", { fontSize: 9, textColor: "#EEEEEE", x: 20, y: 200 }),
		words("Over it", { x: 20, y: 202 }),
	];
	const plain = codes(await measureLayers(app, [band({}), ...texts], WHITE));
	for (const code of [
		"text_overflows_slide",
		"off_slide",
		"text_small",
		"low_contrast",
		"texts_overlap",
	])
		t.ok(plain.includes(code as never), code);
	const decorative = texts.map((text) => ({ ...text, decorative: true }));
	const stack = [band({ decorative: true }), ...decorative];
	t.strictSame(codes(await measureLayers(app, stack, WHITE)), []);
	const one = await measureLayers(app, [decorative[0]!, texts[1]!], WHITE);
	t.strictSame(codes(one), [], "a text over a decorative one does not count either");
	const broken = await measureLayers(app, [words("\u{10ffff}", { decorative: true })], WHITE);
	t.strictSame(codes(broken), ["missing_characters"], "other problems are reported");
});

t.test("decorative texts are no part of the alternative text, nor of a PDF's", async (t) => {
	const { app } = await startApp(t);
	const layers = [
		words("Heard", { x: 20, y: 20 }),
		{ type: "stack", decorative: true, x: 20, y: 80, children: [words("Unheard")] },
	];
	const payload = { slides: [{ ...WHITE, layers }] };
	const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
	t.equal(answer.json().slides[0].alt, "Heard");
	const pdf = await app.inject({ method: "POST", url: "/api/render.pdf", payload });
	const both = {
		slides: [{ ...WHITE, layers: layers.map((layer) => ({ ...layer, decorative: false })) }],
	};
	const whole = await app.inject({ method: "POST", url: "/api/render.pdf", payload: both });
	t.ok(pdf.rawPayload.length < whole.rawPayload.length, "its letters are drawn, but not said");
});

t.test("ignoreWarnings of a layer covers what is inside", async (t) => {
	const { app } = await startApp(t);
	const small = words("Fine print", { fontSize: 9 });
	const pale = words("Pale", { textColor: "#EEEEEE" });
	const stack = (more: Record<string, unknown>) => ({
		type: "stack",
		children: [small, pale],
		...more,
	});
	const codesOf = async (...layers: unknown[]) => codes(await measureLayers(app, layers, WHITE));
	t.strictSame(await codesOf(stack({ ignoreWarnings: ["text_small"] })), ["low_contrast"]);
	t.strictSame(await codesOf(stack({ ignoreWarnings: ["text_small", "low_contrast"] })), []);
	t.strictSame(
		await codesOf(stack({ ignoreWarnings: ["text_small", "low_contrast"] }), { ...small, y: 200 }),
		["text_small"],
		"not beside it",
	);
	const empty = { type: "text", text: "", ignoreWarnings: ["empty_box"] };
	t.strictSame(await codesOf(empty), [], "warnings about the document, too");
	const common = { front: [{ ...small, x: 20, y: 20, ignoreWarnings: ["text_small"] }] };
	const found = await measureLayers(app, [], WHITE, { common });
	t.strictSame(codes(found), []);
	const wrong = await measureLayers(app, [{ ...small, ignoreWarnings: ["text_tiny"] }]);
	t.equal(wrong.status, 400);
	t.match(wrong.body, /\/slides\/0\/layers\/0\/ignoreWarnings\/0/);
});

t.test("the same problem in repeated layers is one warning", async (t) => {
	const { app } = await startApp(t);
	const variables = { rows: Array.from({ length: 7 }, (_, i) => ({ n: `Row ${i}`, w: 10 + i })) };
	const list = {
		...{ type: "stack", name: "list", x: 20, y: 20, gap: 4 },
		children: [
			{
				...{ type: "stack", direction: "row", gap: 5, repeat: "rows" },
				children: [words("{{item.n}}", { fontSize: 9 }), words("big", { fontSize: 14 })],
			},
		],
	};
	const found = await measureLayers(app, [list], WHITE, { variables });
	t.equal(found.warnings.length, 1);
	const [warning] = found.warnings;
	const path = (i: number) => `/slides/0/layers/0/children/${i}/children/0`;
	t.match(warning, { code: "text_small", path: path(0), count: 7 });
	t.strictSame(warning?.paths, [0, 1, 2, 3, 4].map(path));
	t.match(warning?.message, /The same is true of 6 more layers like it\.$/);

	const different = await measureLayers(
		app,
		[{ type: "stack", children: [words("a", { fontSize: 9 }), words("b", { fontSize: 8 })] }],
		WHITE,
	);
	t.equal(different.warnings.length, 2, "layers of another style are other problems");
	t.equal(different.warnings[0]?.count, undefined);
});
