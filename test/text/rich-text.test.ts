import t from "tap";
import {
	cleanText,
	parseRichText,
	richTextDepth,
	type StyledRun,
} from "../../src/text/rich-text.js";

/** "text[flags]" of each run: b i u s, c:colour, bg:backgrounds. */
function shown(html: string): string {
	const color = (c: StyledRun["style"]["color"] | "highlight"): string =>
		c === null || c === "highlight" ? String(c) : [c.r, c.g, c.b, c.a].join(",");
	return parseRichText(html)
		.map(({ text, style }) => {
			const flags = [
				(style.bold ? "b" : "") +
					(style.italic ? "i" : "") +
					(style.underline ? "u" : "") +
					(style.strike ? "s" : ""),
				style.color === null ? "" : `c:${color(style.color)}`,
				style.backgrounds.length === 0 ? "" : `bg:${style.backgrounds.map(color).join("+")}`,
			].filter((flag) => flag !== "");
			return `${text}[${flags.join(" ")}]`;
		})
		.join("");
}
const words = (html: string): string =>
	parseRichText(html)
		.map(({ text }) => text)
		.join("");
const red = "c:255,0,0,1";

t.test("tags", async (t) => {
	t.equal(shown("<b>a</b><strong>b</strong>"), "ab[b]");
	t.equal(shown("<i>a</i><EM>b</EM> <u>c</u>"), "ab[i] []c[u]");
	t.equal(shown("<s>a</s><strike>b</strike><del>c</del>"), "abc[s]");
	t.equal(shown("<mark>a<mark>b</mark></mark>"), "a[bg:highlight]b[bg:highlight+highlight]");
	t.equal(shown("a<br>b<br/>c</br>d"), "a\nb\nc\nd[]");
	t.equal(shown("<p>a <a href='x>y'>b</a></p><x-y>c</x-y><img>"), "a bc[]");
	t.same(parseRichText(""), []);
	t.same(parseRichText(" <b> </b> \n"), []);
});

t.test("markup is repaired as an HTML parser does", async (t) => {
	t.equal(shown("<b>1<i>2</b>3</i>4"), "1[b]2[bi]3[i]4[]");
	t.equal(shown("<b>1<i>2"), "1[b]2[bi]");
	t.equal(shown("</i>1</b>"), "1[]");
	t.equal(shown("<span style='color:red'>1<b>2</span>3</b>4"), `1[${red}]2[b ${red}]3[b]4[]`);
	t.equal(shown("<b><span style='color:red'>1</b>2</span>3"), `1[b ${red}]23[]`);
	t.equal(shown("<b/>1</b>2"), "1[b]2[]");
	t.equal(shown("<del>1<b>2</del>3"), "1[s]2[bs]3[b]");
	t.equal(words("a < b <3 <"), "a < b <3 <");
	t.equal(words("a<b"), "a");
});

t.test("what a browser does not show is dropped", async (t) => {
	t.equal(words("x<script>a<b></script >y<style>p{}</style>z"), "xyz");
	t.equal(words("x<SCRIPT>a"), "x");
	t.equal(words("x<!-- <b> -->y<!-->z<!doctype a>1<?php b ?>2<![CDATA[c]]>3</ d>4"), "xyz1234");
	t.equal(
		words("x<template>a<template>b</template>c</template>y<iframe>d</iframe><title>e</title>"),
		"xy",
	);
	t.equal(words("<textarea><b>a</textarea>b"), "<b>ab");
});

t.test("character references", async (t) => {
	t.equal(
		words("&lt;b&gt; &amp; &amp &copy2 &notit; &nope; &#65;&#x42;"),
		"<b> & & ©2 ¬it; &nope; AB",
	);
	t.equal(words("&#0;&#xD800;&#x110000;&#128;"), "\ufffd\ufffd\ufffd€");
	t.equal(words("&am<x>p;&am<!-- -->p;&am<b>p;</b>"), "&amp;&amp;&amp;");
	t.equal(words("a&nbsp; b&shy;c"), "a\u00a0 b\u00adc");
	t.equal(shown('<span style="color:&#114;ed">a</span>'), `a[${red}]`);
});

t.test("white space collapses", async (t) => {
	t.equal(words("  a \t\r\n\f b  "), "a b");
	t.equal(shown("a <b> b </b> c"), "a []b [b]c[]");
	t.equal(words(" a <br> <i> b</i> "), "a\nb");
	t.equal(words("a<!-- --> <b></b> b"), "a b");
	t.equal(words("a\u00a0 \u00a0b"), "a\u00a0 \u00a0b");
	t.equal(words("a<br><br>b<br>"), "a\n\nb\n");
	t.equal(words("あ\u200b\nx"), "あ\u200bx");
});

t.test("style attributes", async (t) => {
	const style = (value: string): string =>
		shown(`<span style="${value.replaceAll('"', "&quot;")}">x</span>`);
	for (const value of [
		"color:red",
		"COLOR : RED ;",
		"color:red!important;color:blue",
		"color:red ! IMPORTANT",
		"color:red;color:foo;color:rgb(1 2);color:url(http://c)",
		"color:/**/red/* ; */",
		"c\\6flor:r\\65 d",
		'content:";color:blue";color:red',
		"x:{;color:blue};color:red",
		"--x:1;color:red;color:expression(alert(1))",
		"color:blue;;color:red",
	]) {
		t.equal(style(value), `x[${red}]`, value);
	}
	for (const value of [
		"color:red}body{x",
		"color:red!ie",
		"font-size:90px",
		"color",
		":",
		"color:currentcolor",
	]) {
		t.equal(style(value), "x[]", value);
	}
	t.equal(style("background-color:#00ff0080"), "x[bg:0,255,0,0.5019607843137255]");
	t.equal(style("background-color:transparent"), "x[]");
	t.equal(shown("<span style=color:red>a<span style=color:inherit>b</span></span>"), `ab[${red}]`);
	t.equal(shown("<b style=color:red>a</b>"), "a[b]", "span alone has styles");
	t.equal(shown('<span style="color:red" style="color:blue">a</span>'), `a[${red}]`);
});

t.test("backgrounds are painted over each other, the outer first", async (t) => {
	t.equal(
		shown("<mark>a<span style='background-color:rgba(0,0,0,.5)'>b"),
		"a[bg:highlight]b[bg:highlight+0,0,0,0.5]",
	);
	const [run] = parseRichText("<u>x</u>");
	t.equal(run?.style.underlineColor, null);
	const [, inner] = parseRichText("<u>a<span style='color:red'>b</span></u>");
	t.equal(inner?.style.underlineColor, null, "the line keeps the colour of its own element");
});

t.test("text-transform", async (t) => {
	const as = (transform: string, html: string): string =>
		words(`<span style="text-transform:${transform}">${html}</span>`);
	t.equal(as("uppercase", "straße ﬁ ὀδός"), "STRASSE FI ὈΔΌΣ");
	t.equal(as("lowercase", "ΟΔΟΣ ΑΣΑ"), "οδος ασα");
	t.equal(as("uppercase", "ნინო"), "ნინო");
	t.equal(
		as("capitalize", "hello (world) don't-stop 3d éa ßa ǆ x.y"),
		"Hello (World) Don't-Stop 3d Éa ßa ǅ X.Y",
	);
	t.equal(as("capitalize", "he<b>llo</b> w<i>or</i>ld <u>x</u>"), "Hello World X");
	t.equal(as("uppercase", "a<span style='text-transform:none'>b</span>c"), "AbC");
	t.equal(as("uppercase", "a<span style='text-transform:foo'>b</span>"), "AB");
});

t.test("cleanText", async (t) => {
	t.equal(cleanText("a\r\nb\rc\nd\te"), "a\nb\nc\nd\te");
	t.equal(cleanText("a\u0000b\u0007\u009f\u007fc"), "abc");
	t.equal(cleanText("\ud800x\udc00 😀 \ufffe\uffff"), "\ufffdx\ufffd 😀 \ufffd\ufffd");
	t.equal(words("\ud800&#1;a\u0000"), "\ufffda");
});

t.test("depth", async (t) => {
	t.equal(richTextDepth("a<b>b<i>c</i></b><u>d</u>"), 2);
	t.equal(richTextDepth("<br>".repeat(500)), 0);
	t.equal(richTextDepth("<b>".repeat(101)), 101);
	t.equal(richTextDepth("<div>".repeat(7)), 7);
	t.equal(richTextDepth("<b></b>".repeat(500)), 1);
	t.equal(richTextDepth("<!-- <b><b> --><script><b></script>"), 0);
});

t.test("10,000 characters of anything, quickly", async (t) => {
	const pieces = [
		"<",
		"<b>",
		"</b>",
		"<br>",
		"&amp;",
		"<!--",
		"<!-- --!>",
		"<b ",
		'<b a="',
		"<script>",
		"a ",
		"</",
		"<span style='color:",
	];
	pieces.push(
		"<span>x</span>",
		"<b><i>x</b>",
		"<span><b><i><u><s>x</span>",
		"<template>",
		"<b><span>",
		"\ud800",
		"&#",
		"<textarea>",
	);
	parseRichText("<b>warm</b>");
	for (const piece of pieces) {
		for (const prefix of ["", "<span style='text-transform:capitalize'>", "<b><i><u><s><em>"]) {
			const html = (prefix + piece.repeat(10_000)).slice(0, 10_000);
			const start = performance.now();
			richTextDepth(html);
			parseRichText(html);
			const took = performance.now() - start;
			t.ok(took < 500, `${JSON.stringify(prefix + piece)}: ${took.toFixed(0)} ms`);
		}
	}
	t.equal(richTextDepth("<b>".repeat(100_000)), 100_000);
});
