import t from "tap";
import type { Layer } from "../../../../src/contract/document/layers.js";
import type { TextBlock } from "../../../../src/contract/render-request.js";
import { measureSlide } from "../../../../src/engine/report/measure-slide.js";
import { Extent } from "../../../../src/engine/scene/geometry.js";
import type { PlainText } from "../../../../src/engine/scene/plain.js";
import { resolveScene, resolveText, type SceneInput } from "../../../../src/engine/scene/scene.js";
import { fitGroupSizes } from "../../../../src/engine/svg/text/fit-group.js";
import { highlightPath } from "../../../../src/engine/svg/text/highlight.js";
import { layOutText } from "../../../../src/engine/svg/text/layout.js";
import { textPaints } from "../../../../src/engine/svg/text/text.js";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import { slideLanguages } from "../../../../src/engine/text/language/language.js";

const fonts = await openFontLibrary();
const input = (...textBlocks: TextBlock[]): SceneInput => ({
	slide: { textBlocks },
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-square",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "none",
});
const layouts = (...blocks: TextBlock[]) =>
	resolveScene(input(...blocks)).texts.map((text) => layOutText(text, fonts)!);
const warned = async (block: TextBlock) =>
	(await measureSlide(input(block), fonts)).warnings.map(({ code }) => code);
const drawn = (block: TextBlock) =>
	JSON.stringify(
		layouts(block).flatMap((layout) =>
			textPaints(layout, { x: 0, y: 0, width: 1080, height: 1080 }),
		),
	);
const LIST = "<ul><li>One item that goes on to the next line</li><li>Two</li></ul>";

t.test("items hang: their lines begin where the first does, behind the marker", async (t) => {
	const [plain, hanging] = layouts(
		{ richText: LIST, width: 200, x: 20, y: 20, fontSize: 20 },
		{ richText: LIST, width: 200, x: 20, y: 20, fontSize: 20, list: { indent: 30, marker: "→" } },
	);
	t.match(plain!.lines[0]!.line.text, /^• One/);
	t.match(hanging!.lines[0]!.line.text, /^One/);
	for (const { x } of hanging!.lines) t.equal(x, (20 + 30) / 0.375);
	t.ok(hanging!.lines[0]!.line.marker!.fragments[0]!.x < 0);
	t.equal(hanging!.lines[1]!.line.marker, undefined);
});

t.test("white space is kept or collapsed", async (t) => {
	const said = (block: TextBlock) => layouts(block)[0]!.lines.map(({ line }) => line.text);
	t.same(said({ text: " a  b\nc " }), [" a  b", "c"]);
	t.same(said({ text: " a  b\nc ", whiteSpace: "normal" }), ["a b c"]);
	t.same(said({ richText: " a  <b>b</b>\nc " }), ["a b c"]);
	t.same(said({ richText: "a  <b>b</b>\nc", whiteSpace: "pre-wrap" }), ["a  b", "c"]);
	t.equal(layouts({ text: " \n ", whiteSpace: "normal" })[0], undefined);
	const tabbed = (tabSize?: number) => {
		const [layout] = layouts({ text: "a\tb", ...(tabSize && { tabSize }) });
		return layout!.lines[0]!.line.fragments.at(-1)!.x;
	};
	t.equal(tabbed(8), 2 * tabbed(4));
	t.equal(tabbed(), tabbed(4));
});

t.test("indents of the first line and of the others", async (t) => {
	const text = "One line that goes on to the next line\nand a second paragraph of two lines";
	const block = { text, x: 20, width: 200, fontSize: 20 };
	const [layout] = layouts({ ...block, indent: { first: 30, rest: 10 } });
	const starts = new Set<number>();
	for (const { line, x } of layout!.lines) {
		const first = !starts.has(line.source.offset);
		starts.add(line.source.offset);
		t.equal(x, (20 + (first ? 30 : 10)) / 0.375);
		t.ok(line.indent + line.width <= 200 / 0.375);
	}
	t.equal(starts.size, 2);
	const [rtl] = layouts({ ...block, textDirection: "rtl", indent: { first: 30 } });
	const { line, x } = rtl!.lines[0]!;
	t.equal(Math.round(x + line.width), Math.round((220 - 30) / 0.375));
});

t.test("justified lines fill their box, except for the last of a paragraph", async (t) => {
	for (const text of [
		"Small habits make a lasting difference when they are kept up every day\nof the week",
		"春の新作が、全店で発売中です。ぜひご覧ください。よろしくお願いします。",
		"العادات الصغيرة تصنع فرقا كبيرا إذا حافظت عليها كل يوم",
	]) {
		const [layout] = layouts({ text, align: "justify", width: 150, fontSize: 18 });
		t.ok(layout!.lines.length > 2);
		for (const { line } of layout!.lines) {
			const last = line.source.end === line.source.text.length;
			t.equal(Math.abs(line.width - 400) < 0.01, !last, line.text);
			const right = Math.max(...line.fragments.map(({ x, width }) => x + width));
			t.ok(Math.abs(right - line.width) < 0.01);
		}
	}
});

t.test("a feature that no font of the text has is reported", async (t) => {
	const block = { text: "Est. 1974", font: "Playfair Display", fontSize: 30, width: 300 };
	t.not(drawn({ ...block, fontFeatures: { smcp: 1 } }), drawn(block));
	t.equal(drawn({ ...block, fontFeatures: { zzzz: 1 } }), drawn(block));
	const { warnings } = await measureSlide(
		input({ ...block, fontFeatures: { smcp: 1, zzzz: 1 } }),
		fonts,
	);
	t.match(
		warnings.filter(({ code }) => code === "field_ignored"),
		[{ severity: "info", path: "/slides/0/textBlocks/0/fontFeatures/zzzz" }],
	);
	t.equal(warnings.filter(({ code }) => code === "field_ignored").length, 1);
});

const measured = async (...layers: Layer[]) =>
	measureSlide({ ...input(), slide: { layers } }, fonts);

t.test("a text on an arc is as large as its letters need", async (t) => {
	const text = { type: "text", text: "Fresh coffee every morning", fontSize: 20 } as const;
	const { measured: straight } = await measured(text);
	for (const arc of [-360, -90, 0, 60, 180, 360]) {
		const { measured: bent, warnings } = await measured({ ...text, onPath: { arc }, x: 90, y: 90 });
		t.same(warnings, []);
		const { box, ink, lines } = bent.layers[0]!;
		t.equal(lines!.length, 1);
		t.equal(lines![0]!.width, straight.layers[0]!.lines![0]!.width, "the length of the line");
		t.ok(ink!.x > box.x - 2 && ink!.x + ink!.width < box.x + box.width + 2, `${arc}`);
		t.ok(ink!.y > box.y - 2 && ink!.y + ink!.height < box.y + box.height + 2, `${arc}`);
	}
});

t.test("letters are evenly spaced along a path, joined words stay whole", async (t) => {
	const CIRCLE = "M50 0A50 50 0 0 1 50 100A50 50 0 0 1 50 0Z";
	const piecesOf = (text: string, path = CIRCLE) => {
		const fields = { text, fontSize: 20, x: 0, y: 0, width: 40, height: 40 };
		const onPath = { path, viewBox: [0, 0, 100, 100] as [number, number, number, number] };
		const plain = { ...fields, onPath } as PlainText;
		const [scene] = slideLanguages([{ text, lang: undefined }]);
		return layOutText(resolveText(plain, "", 405, scene!, false), fonts)!.bend!;
	};
	const { pieces, beyond } = piecesOf("oooooooo");
	t.equal(beyond, 0);
	t.equal(pieces.length, 8);
	const centre = 20 / 0.375;
	const steps = pieces.map(({ turn: { centerX, centerY, rotation } }, i) => {
		t.ok(Math.abs(Math.hypot(centerX - centre, centerY - centre) - centre) < 0.05, "on the circle");
		const next = pieces[i + 1]?.turn;
		return next === undefined ? 0 : (((next.rotation - rotation) % 360) + 360) % 360;
	});
	for (const step of steps.slice(1, -1)) t.ok(Math.abs(step - steps[0]!) < 0.2, `${step}`);
	t.equal(piecesOf("مرحبا بكم").pieces.length, 3, "two words and a space");
	t.equal(piecesOf("春の新作").pieces.length, 4);
	t.ok(piecesOf("oooo oooo oooo oooo oooo", "M0 50L100 50").beyond > 0);
});

t.test("a text that is longer than its path is reported, and fits if it may", async (t) => {
	const path = {
		path: "M0 50L100 50",
		viewBox: [0, 0, 100, 100] as [number, number, number, number],
	};
	const text = "Much longer than a path of a hundred pixels";
	const layer = { type: "text", text, fontSize: 20, x: 9, y: 9, onPath: path } as const;
	const { warnings, measured: long } = await measured(layer);
	t.match(warnings, [{ code: "text_overflows_box", pathLength: 100 }]);
	t.match(long.layers[0]!.box, { width: 100, height: 100 });
	const { warnings: none, measured: fitted } = await measured({
		...layer,
		width: 300,
		height: 20,
		fit: "shrink",
	});
	t.same(none, []);
	t.ok(fitted.layers[0]!.fontSize! < 20);
	t.ok(fitted.layers[0]!.lines![0]!.width <= 300);
});

t.test("a stroke lies on, inside or outside of the letters", async (t) => {
	const inkOf = async (position: "center" | "inside" | "outside") => {
		const textStroke = { color: "#000000", width: 6, position };
		const { measured: slide } = await measured({ type: "text", text: "حروف H", textStroke });
		return slide.layers[0]!.ink!.width;
	};
	const [inside, center, outside] = [
		await inkOf("inside"),
		await inkOf("center"),
		await inkOf("outside"),
	];
	t.ok(Math.abs(center - inside - 6) < 0.1, `${inside} ${center}`);
	t.ok(Math.abs(outside - inside - 12) < 0.1, `${outside}`);
	const paint = (position: "center" | "outside", textFill: string) =>
		drawn({ text: "H", textFill, textStroke: { color: "#000000", width: 6, position } });
	t.notMatch(paint("outside", "#FF0000"), /luminance/, "an opaque fill covers the inner half");
	t.match(paint("outside", "transparent"), /luminance/);
});

t.test("larger letters make their line higher, sup and sub do not", async (t) => {
	const height = (richText: string) =>
		layouts({ richText, fontSize: 20, x: 0, y: 0 })[0]!.lines[0]!.height;
	const own = height("a");
	t.equal(height("a<sup>2</sup><sub>i</sub><small>b</small>"), own);
	t.ok(Math.abs(height("a<span style='font-size:2em'>b</span>") - 2 * own) < 2);
});

t.test("sizes of spans keep within those of texts", async (t) => {
	const sizeOf = (css: string) =>
		layouts({ richText: `<span style="font-size:${css}">b</span>`, fontSize: 20 })[0]!.lines[0]!
			.line.fragments[0]!.size;
	const size = (css: string) => Math.round(sizeOf(css) * 0.375 * 100) / 100;
	t.equal(size("1em"), 20);
	t.equal(size("150%"), 30);
	t.equal(size("12px"), 12);
	t.equal(size("1000px"), 600);
	t.equal(size("0.01em"), 8);
});

t.test("a span has its weight and family, and b that of boldWeight", async (t) => {
	const [layout] = layouts({
		richText:
			"a<b>b</b><span style=\"font-family:'Caveat';font-weight:700\">c</span><code>d</code>",
		weight: 400,
		boldWeight: 600,
	});
	const fonts = layout!.lines[0]!.line.fragments.map((f) =>
		f.kind === "glyphs" ? f.font.file : "",
	);
	t.same(
		fonts.map((file) => file.split("/")[1]),
		[
			"Inter-Regular.woff2",
			"Inter-SemiBold.woff2",
			"Caveat_700Bold.woff2",
			"JetBrainsMono_400Regular.woff2",
		],
	);
});

t.test("texts of a group have the size of the one that needs the smallest", async (t) => {
	const block = { fit: "shrink", fitGroup: "a", width: 150, height: 60, fontSize: 60 } as const;
	const scene = resolveScene(
		input({ ...block, text: "Hi" }, { ...block, text: "A longer headline" }),
	);
	const size = fitGroupSizes(scene.texts, fonts).get("text/a")!;
	const alone = layouts({ ...block, fitGroup: "b", text: "A longer headline" })[0]!.block.fontSize;
	t.equal(size, alone);
	const shared = resolveScene({ ...input({ ...block, text: "Hi" }), fitSizes: { "text/a": 40 } });
	t.equal(layOutText(shared.texts[0]!, fonts)!.block.fontSize, 40);
});

t.test("a highlight inside begins at x and y", async (t) => {
	const block = {
		text: "Inside",
		style: "highlight",
		x: 40,
		y: 40,
		width: 200,
		highlightPadding: [12, 6],
	} satisfies TextBlock;
	const [inside] = layouts({ ...block, highlightInside: true });
	t.equal(Math.round(inside!.lines[0]!.x * 0.375), 40 + 12);
	t.equal(Math.round(inside!.box.x * 0.375), 40);
	t.equal(Math.round(inside!.box.width * 0.375), 200);
});

t.test("fills and strokes are painted with the letters", async (t) => {
	const stops = [{ color: "#ff0000" }, { color: "#0000ff" }];
	t.match(drawn({ text: "Fill", textFill: { type: "linear", stops } }), '"kind":"linear"');
	t.match(drawn({ text: "Fill", textFill: { type: "radial", stops } }), '"kind":"radial"');
	t.match(drawn({ text: "Line", textStroke: { color: "#ff0000", width: 3 } }), '"width":8');
	t.notMatch(drawn({ text: "Line" }), '"stroke"');
});

t.test("lines of normal height are as high as their fonts need", async (t) => {
	const height = (text: string) =>
		layouts({ text, lineHeight: "normal", fontSize: 20 })[0]!.lines[0]!.height;
	t.ok(height("བོད་ཡིག") > height("Latin"));
});

t.test("warnings say what is not supported, and where lines collide", async (t) => {
	t.ok(
		(await warned({ richText: "<span style='background:red'>a</span>" })).includes("style_ignored"),
	);
	t.ok((await warned({ richText: "<p style='color:red'>a</p>" })).includes("style_ignored"));
	t.ok((await warned({ text: "long words", hyphens: "auto" })).includes("field_ignored"));
	t.notOk(
		(await warned({ text: "long words", hyphens: "auto", lang: "en" })).includes("field_ignored"),
	);
	t.ok(
		(await warned({ text: "بہترین معیار کی\nچیزیں یہاں دستیاب", lang: "ur", width: 200 })).includes(
			"lines_collide",
		),
	);
	// Boxes of glyphs overlap, the letters do not.
	const arabic = { text: "مرحبا بالعالم الجميل يا أصدقاء الكرام في كل مكان", fontSize: 60 };
	const fitting = { ...arabic, fit: "shrink", width: 170, height: 90 } as const;
	t.notOk((await warned(fitting)).includes("lines_collide"));
	for (const text of ["ཕྱི་ལོ་གསར་པའི་བཀྲ་ཤིས་བདེ་ལེགས།", "ꦱꦸꦒꦼꦁꦫꦮꦸꦃꦱꦸꦒꦼꦁꦫꦮꦸꦃ", "ខ្ញុំស្រឡាញ់ភាសាខ្មែរ្ត្រ"])
		t.ok((await warned({ text: `${text}\n${text}`, width: 390 })).includes("lines_collide"), text);
	t.notOk((await warned({ text: "Ågrepyj\nÅgrepyj\nÉÂÜ" })).includes("lines_collide"));
});

t.test("characters that cannot be seen are named by their code points", async (t) => {
	const { warnings } = await measureSlide(
		input({ text: "a\ue0b0 \u{10fffd} \u{1f1ff}\u0378", width: 300 }, { text: "𛀀\u{1b127}" }),
		fonts,
	);
	const messages = warnings.flatMap(({ code, message }) =>
		code === "missing_characters" ? [message] : [],
	);
	t.match(messages[0], /^No font has U\+E0B0 U\+10FFFD .*U\+0378; each is drawn as a box/);
	for (const message of messages) t.notMatch(message, /[\p{Co}\p{Cn}]/u);
});

t.test("a text that is cut says after how many lines", async (t) => {
	const cut = async (maxLines: number) => {
		const { warnings } = await measureSlide(
			input({ text: "one two three four five", width: 60, fontSize: 20, maxLines }),
			fonts,
		);
		return warnings.find(({ code }) => code === "text_truncated")?.message;
	};
	t.equal(await cut(1), "The text is cut after 1 line.");
	t.equal(await cut(2), "The text is cut after 2 lines.");
});

t.test("items have the marker that the list asks for", async (t) => {
	const ten = `<ol start="9"><li>a</li><li>b</li></ol>`;
	const markers = (richText: string, list: NonNullable<TextBlock["list"]>) =>
		layouts({ richText, list, x: 100 })[0]!.lines.map(({ line }) => line.marker);
	const right = ({ fragments }: NonNullable<ReturnType<typeof markers>[0]>) => {
		const last = fragments.at(-1)!;
		return last.x + last.width;
	};
	for (const marker of ["disc", "number", "check", "→", "🔥", "Step"])
		for (const found of markers("<ul><li>a</li><li>b</li></ul>", { marker })) {
			t.ok(found && found.fragments.length > 0, marker);
			t.ok(Math.abs(right(found!)) < 0.01, `${marker} ends where its item begins`);
		}
	t.same(markers("<ul><li>a</li></ul>", { marker: "none" }), [undefined]);
	const [nine, tenth] = markers(ten, {});
	t.ok(tenth!.width > nine!.width);
	t.equal(right(nine!), right(tenth!));
	const [, same] = markers(ten.replace("9", "10"), {});
	t.equal(same!.width, tenth!.width, "11. is as wide as 10.");
	const arabic = layouts({ richText: "<ul><li>مرحبا</li></ul>", list: {}, width: 200 })[0]!;
	const { line } = arabic.lines[0]!;
	t.ok(line.marker!.fragments[0]!.x > line.width - 0.01, "on the right of right-to-left lines");
});

t.test("bdi sets a part apart from the direction of its text", async (t) => {
	const direction = (richText: string) => layouts({ richText })[0]!.lines[0]!.line.direction;
	t.equal(direction("תפוח 5"), "rtl");
	t.equal(direction("<bdi>תפוח</bdi> five"), "ltr");
	const order = (richText: string) =>
		layouts({ richText })[0]!
			.lines[0]!.line.fragments.flatMap((f) => (f.kind === "glyphs" ? f.glyphs : []))
			.map(({ cluster }) => cluster);
	const apart = order("a <bdi>תפוח</bdi> 5");
	t.equal(apart.at(-1), Math.max(...apart), "a number behind it stays behind it");
	const together = order("a תפוח 5");
	t.not(together.at(-1), Math.max(...together));
});

t.test("the highlight has the room and the corners that a text asks for", async (t) => {
	const block = { text: "Save", style: "highlight", x: 100, y: 100, width: 200 } as const;
	const ground = (more: TextBlock) => {
		const [layout] = layouts({ ...block, ...more });
		const extent = new Extent();
		const slide = { x: 0, y: 0, width: 1080, height: 1080 };
		const path = highlightPath(layout!.lines, layout!.block, slide, extent);
		const { x, y } = extent.box;
		return { path, left: layout!.lines[0]!.x - x, above: layout!.lines[0]!.top - y };
	};
	const { left, above } = ground({ highlightPadding: [15, 6] });
	t.ok(Math.abs(left - 15 / 0.375) < 0.01);
	t.ok(Math.abs(above - 6 / 0.375) < 0.01);
	t.match(ground({ highlightRadius: 6 }).path, /A16 16/);
	t.match(ground({ highlightRadius: 0 }).path, /A0 0/);
});

t.test("styles that are not supported are named in the warning", async (t) => {
	const { warnings } = await measureSlide(
		input({
			richText:
				"<p style='color:red'>a</p><span style='background:linear-gradient(red,blue)'>b</span><span style='background-image:url(x)'>c</span>",
		}),
		fonts,
	);
	const [warning] = warnings.filter(({ code }) => code === "style_ignored");
	t.match(JSON.stringify(warning), /background/);
	t.match(JSON.stringify(warning), /background-image/);
});
