import t from "tap";
import { htmlDepth } from "../../../../src/engine/text/rich/html.js";
import {
	cleanText,
	isTooDeep,
	parseRichText,
	type StyledRun,
} from "../../../../src/engine/text/rich/rich-text.js";

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
/** Processor time of a call, which other processes do not lengthen. Milliseconds. */
function cpuMs(call: () => void): number {
	const before = process.cpuUsage();
	call();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
function read(html: string): void {
	isTooDeep(html);
	htmlDepth(html);
	parseRichText(html);
}
const red = "c:255,0,0,1";

t.test("known tags set styles and unknown tags leave their text", async (t) => {
	t.equal(shown("<b>a</b><strong>b</strong>"), "ab[b]");
	t.equal(shown("<i>a</i><EM>b</EM> <u>c</u>"), "ab[i] []c[u]");
	t.equal(shown("<s>a</s><strike>b</strike><del>c</del>"), "abc[s]");
	t.equal(shown("<mark>a<mark>b</mark></mark>"), "a[bg:highlight]b[bg:highlight+highlight]");
	t.equal(shown("a<br>b<br/>c</br>d"), "a\nb\nc\nd[]");
	t.equal(shown("<p>a <a href='x>y'>b</a></p><x-y>c</x-y><img>"), "a b\nc[]");
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

t.test("character references are resolved as an HTML parser does", async (t) => {
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

t.test(
	"a style attribute sets colour, background and capitals, and the rest is ignored",
	async (t) => {
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
		const deep = `${"(".repeat(600)}${")".repeat(600)}`;
		t.equal(style(`color:red;x:${deep}`), "x[]", "deeper than the parser goes");
		t.equal(style(`x:${deep.slice(200, 1000)};color:red`), `x[${red}]`);
		t.equal(style(`color:${"calc(".repeat(9)}`), "x[]");
		t.equal(style("background-color:#00ff0080"), "x[bg:0,255,0,0.5019607843137255]");
		t.equal(style("background-color:transparent"), "x[]");
		t.equal(
			shown("<span style=color:red>a<span style=color:inherit>b</span></span>"),
			`ab[${red}]`,
		);
		t.equal(shown("<b style=color:red>a</b>"), "a[b]", "span alone has styles");
		t.equal(shown('<span style="color:red" style="color:blue">a</span>'), `a[${red}]`);
	},
);

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

t.test("text-transform follows Unicode's case mappings", async (t) => {
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

t.test(
	"line ends become newlines, control characters go, lone surrogates are replaced",
	async (t) => {
		t.equal(cleanText("a\r\nb\rc\nd\te"), "a\nb\nc\nd\te");
		t.equal(cleanText("a\u0000b\u0007\u009f\u007fc"), "abc");
		t.equal(cleanText("\ud800x\udc00 😀 \ufffe\uffff"), "\ufffdx\ufffd 😀 \ufffd\ufffd");
		t.equal(words("\ud800&#1;a\u0000"), "\ufffda");
	},
);

t.test("depth counts open elements, not breaks, comments or scripts", async (t) => {
	t.equal(htmlDepth("a<b>b<i>c</i></b><u>d</u>"), 2);
	t.equal(htmlDepth("<br>".repeat(500)), 0);
	t.equal(htmlDepth("<b>".repeat(101)), 101);
	t.equal(htmlDepth("<div>".repeat(7)), 7);
	t.equal(htmlDepth("<b></b>".repeat(500)), 1);
	t.equal(htmlDepth("<!-- <b><b> --><script><b></script>"), 1);
	t.equal(isTooDeep("<b>".repeat(100)), false);
	t.equal(isTooDeep("<b>".repeat(101)), true);
	t.equal(isTooDeep("<p>".repeat(500)), false);
	t.equal(isTooDeep(`<svg>${"<path/>".repeat(500)}`), false);
	t.equal(isTooDeep("<table><td>".repeat(26)), true, "with the rows that the parser puts in");
	t.equal(isTooDeep("<table><td>".repeat(25)), false);
});

t.test("dropped and ignored parts are reported", async (t) => {
	const told: string[] = [];
	const notes = {
		tagDropped: (name: string) => void told.push(`<${name}>`),
		colorIgnored: (value: string) => void told.push(value),
	};
	parseRichText(
		"<p>a <FONT color=red>b</font></p></i><b>c</b><img><script>d</script><!-- <i> --><template><td>",
		notes,
	);
	t.same(told, ["<font>", "<img>", "<script>", "<template>", "<td>"]);
	told.length = 0;
	parseRichText(
		"<span style='color:rde; background-color: rgb( 1 2 );color:red;text-transform:x'>a</span>",
		notes,
	);
	t.same(told, ["rde", "rgb( 1 2 )"]);
});

t.test("every element of HTML keeps its text or hides it", async (t) => {
	const names =
		"a abbr area audio base blockquote body button canvas caption col colgroup dd details dialog dl embed fieldset form frameset h1 head hr html iframe img input isindex keygen label li link listing main map marquee math menu meta nobr object ol optgroup option p param picture pre progress ruby rt select source summary svg table tbody td tfoot th thead tr track ul var video wbr x-y foreignObject annotation-xml".split(
			" ",
		);
	for (const name of names) {
		t.equal(
			words(`x<${name}>y</${name}>z`).replace(/[\s•]/g, ""),
			name === "iframe" ? "xz" : "xyz",
			name,
		);
	}
	t.equal(words("<table><tr><td>b</td></tr>a</table>"), "a\nb", "text between cells goes before");
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
	parseRichText("<b>warm<span style='color:rgb(1 2 3)'>er</span></b>");
	for (const piece of pieces) {
		for (const prefix of ["", "<span style='text-transform:capitalize'>", "<b><i><u><s><em>"]) {
			const html = (prefix + piece.repeat(10_000)).slice(0, 10_000);
			t.ok(cpuMs(() => read(html)) < 1000, JSON.stringify(prefix + piece));
		}
	}
	t.equal(htmlDepth("<b>".repeat(100_000)), 100_000);
});

t.test("what parsers take long for", async (t) => {
	const style = (color: string) => `<span style="color:${color}">x</span>`;
	const numbered = (make: (i: number) => string) =>
		Array.from({ length: 2000 }, (_, i) => make(i)).join("");
	const hostile = {
		"distinct attributes of formatting elements": numbered((i) => `<b a${i}>`),
		"distinct attributes, reopened":
			numbered((i) => `<b a${i}>`).slice(0, 5000) + "<p>x".repeat(1200),
		"attributes of one element": `<b ${numbered((i) => `a${i} `)}>`,
		"elements that are adopted": "<b><p>".repeat(1000) + "</b>".repeat(1000),
		"fostered text": `<table>${"a<b>".repeat(2400)}`,
		"mathematics in mathematics": style(`rgb(${"min(1,".repeat(300)}1${")".repeat(300)} 2 3)`),
		"brackets in brackets": style("(".repeat(9000)),
		"mixes in mixes": style(`${"color-mix(in lab,red,".repeat(230)}red${")".repeat(230)}`),
		"a long sum": style(`rgb(calc(${"1 + ".repeat(2400)}1) 2 3)`),
		"many spaces": style(`rgb(${" ".repeat(9000)}1`),
		"many short colours": style("hypot(1,2)").repeat(240),
	};
	for (const [name, html] of Object.entries(hostile)) {
		t.ok(cpuMs(() => read(html.slice(0, 10_000))) < 1000, name);
	}
});

t.test("blocks begin and end a line", async (t) => {
	for (const [html, text] of [
		["<p>para one</p><p>para two</p>", "para one\npara two"],
		["a<p>b</p>c", "a\nb\nc"],
		["<p>a</p> <p> b </p> c", "a\nb\nc"],
		["<p>a<br></p><p>b</p>", "a\nb"],
		["<p>a</p><br><p>b</p>", "a\n\nb"],
		["<div><div>a</div></div><div></div><div>b</div>", "a\nb"],
		["<h1>T</h1>text<blockquote>q</blockquote>", "T\ntext\nq"],
		["<section><article>a</article>b</section>", "a\nb"],
		["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
		["<pre>a  b\n  c</pre>d", "a  b\n  c\nd"],
		["<p></p>", ""],
	] as const)
		t.equal(words(html), text, html);
});

t.test("list items have bullets and numbers", async (t) => {
	for (const [html, text] of [
		["<ul>\n <li>one</li>\n <li> two </li>\n</ul>", "• one\n• two"],
		["<ol><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ol>e", "1. a\n2. b\n• c\n3. d\ne"],
		["<ol start=3><li>a<li value=9>b<li>c</ol>", "3. a\n9. b\n10. c"],
		["<ol start=x><li><p>a</p></ol>", "1. a"],
		["<ul><li></li><li></li></ul>", "• \n• "],
		["<li>a", "• a"],
	] as const)
		t.equal(words(html), text, html);
	t.equal(shown("<ul><b><li>a</li></b></ul>"), "• a[b]", "in the style of the item");
});
