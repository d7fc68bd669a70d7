/**
 * The reference: a slide's texts as HTML and CSS, written from the contract's documentation. It
 * uses the service's font files and emoji images, but none of its layout or rendering code.
 */

import { requirePackage } from "../../src/base/on-demand.js";
import type { Slide } from "../../src/contract/render-request.js";
import { isPlainText, type PlainText } from "../../src/engine/scene/plain.js";
import { readEmojiArt } from "../../src/engine/text/emoji/emoji-art.js";
import { fontFaceRules } from "../../src/engine/text/fonts/css.js";
import { cssFontFamilies, type Preference } from "../../src/engine/text/fonts/fallback-order.js";
import { unicodeRanges } from "../../src/engine/text/fonts/manifest.js";
import type { OperatorFontFile } from "../../src/engine/text/fonts/operator-fonts.js";
import type { FidelityDocument } from "./cases/document.js";
import { ORIGIN } from "./chromium.js";
import { emojiRange } from "./emoji-font.js";
import { emojiIn } from "./emoji-pattern.js";
import { languageOf, withHanPunctuation } from "./reference-language.js";

const PREVIEW_SCALE = 0.375;
const SIZES = { S: 20, M: 28, L: 36, XL: 52 } as const;
const WEIGHTS = { bold: 800, shadow: 600, outline: 800, highlight: 600 } as const;

/** The page in which the slides are shown one after the other. */
export function referencePage(emoji: readonly string[], own: readonly OperatorFontFile[]): string {
	return `<!doctype html><meta charset="utf-8"><style>
${operatorFaceRules(own)}
${fontFaceRules((file) => `${ORIGIN}/fonts/${file}`)}
@font-face { font-family: "Emoji"; src: url(${ORIGIN}/emoji.ttf); unicode-range: ${emojiRange(emoji)} }
html, body { margin: 0; background: #000 }
#slide { position: relative; overflow: hidden; contain: strict }
.block {
	position: absolute; font-family: var(--fonts);
	overflow-wrap: break-word; text-rendering: geometricPrecision; font-kerning: normal;
	box-sizing: border-box; display: flex; flex-direction: column;
}
.layer { position: relative; unicode-bidi: plaintext; white-space: var(--space, normal); padding-inline-start: var(--rest, 0) }
.layer ~ .layer { position: absolute; left: 0; right: 0 }
.plain { white-space: var(--space, pre-wrap) }
.directed { unicode-bidi: normal }
.han { font-family: var(--han-fonts); line-height: 0 }
.half { font-feature-settings: "halt" }
.preferred { font-family: var(--preferred-fonts); line-height: 0 }
.emoji { font-family: Emoji, var(--fonts) }
.layers * { box-sizing: border-box }
.layers .plain, .layers { overflow-wrap: break-word; text-rendering: geometricPrecision }
p, ul, ol, li { display: block; margin: 0; padding: 0 }
.hanging :is(ul, ol) { padding-inline-start: var(--indent) }
.hanging li { display: list-item; list-style: var(--marker) outside }
.hanging ol { --marker: var(--number-marker) }
.hanging li::marker { color: var(--marker-color) }
b, strong { font-weight: var(--bold) }
sup, sub { line-height: 0 }
code { font-family: "JetBrains Mono", var(--fonts) }
.own-line { line-height: normal }
mark { color: inherit; background: var(--highlight) }
svg { position: absolute; overflow: visible }
.ground { position: absolute; background: var(--highlight) }
.shadow { text-shadow: 0 .04em .12em rgb(0 0 0 / .6) }
.shadow ~ svg { filter: drop-shadow(0 .04em .06em rgb(0 0 0 / .6)) }
.stroke, .stroke * { -webkit-text-fill-color: transparent; text-decoration-color: transparent }
.stroke + .layer * { background: none !important }
.stroke { paint-order: stroke fill; -webkit-text-stroke: .08em var(--stroke) }
</style><div id="slide"></div>`;
}

/** The inner HTML of #slide. */
export function slideHtml({ slide }: FidelityDocument, width: number): string {
	return (slide.textBlocks ?? [])
		.filter(isPlainText)
		.map((block) => blockHtml(block, slide, width))
		.join("");
}

const HIGHLIGHT = "#D4AF37";
const VERTICAL = { top: "flex-start", middle: "center", bottom: "flex-end" } as const;

function blockHtml(block: PlainText, slide: Slide, slideWidth: number): string {
	const slideColor = slide.backgroundColor ?? "#000000";
	const style = block.style ?? "bold";
	const fontSize = (block.fontSize ?? SIZES[block.size ?? "L"]) / PREVIEW_SCALE;
	const x = (block.x ?? 50) / PREVIEW_SCALE;
	const y = (block.y ?? 300) / PREVIEW_SCALE;
	const room = slideWidth - 20 / PREVIEW_SCALE - x;
	const limit = block.width ?? block.maxWidth ?? null;
	const wrap = limit === null ? (room > 0 ? room : null) : limit / PREVIEW_SCALE;
	const color = block.textColor ?? "#ffffff";
	const { tag, han, family } = languageOf(block, slide.textBlocks ?? []);
	const fonts = (preference?: Preference) =>
		[...(block.font ? [block.font] : []), ...cssFontFamilies(han, preference)]
			.map((name) => JSON.stringify(name))
			.join(",");
	const css = {
		left: `${x}px`,
		top: `${y}px`,
		width: wrap === null ? "max-content" : `${wrap}px`,
		"min-height": `${(block.height ?? 0) / PREVIEW_SCALE}px`,
		"justify-content": VERTICAL[block.verticalAlign ?? "top"],
		"text-align": block.align ?? "start",
		"line-height": String(block.lineHeight ?? 1.2),
		...typography(block, fontSize),
		"--fonts": fonts(),
		"--preferred-fonts": fonts(family),
		"--han-fonts": fonts("han"),
		"font-size": `${fontSize}px`,
		"font-weight": String(block.weight ?? WEIGHTS[style]),
		color,
		"--highlight": block.highlightColor ?? HIGHLIGHT,
		"--stroke": contrasting(color),
	};
	const declarations = Object.entries(css)
		.map(([name, value]) => `${name}:${value}`)
		.join(";");
	const language = tag === undefined ? "" : ` lang="${tag}"`;
	const hyphenated =
		block.hyphens === "auto" && block.lang ? softHyphens(block.lang) : (html: string) => html;
	const hanging = block.list == null ? "" : " hanging";
	const direction = block.textDirection ?? "auto";
	const prefix = block.emoji ? `${block.emoji}${block.richText || block.text ? " " : ""}` : "";
	const rich = block.richText
		? hyphenated(
				hanging === ""
					? withMarkers(withStrokeColors(block.richText))
					: withStrokeColors(block.richText),
			)
		: hyphenated(escapeHtml(block.text ?? ""));
	const ground = style === "highlight" ? (block.highlightColor ?? HIGHLIGHT) : slideColor;
	const content = withEmoji(withHanPunctuation(prefix + rich, han), contrasting(ground) === "#fff");
	const preferred = family === undefined ? "" : " preferred";
	const kind = `${block.richText ? "" : " plain"}${hanging}${direction === "auto" ? "" : " directed"}`;
	// An outline needs two layers, so that no character's stroke covers another character's fill.
	const layers =
		style === "outline"
			? `<div class="layer stroke${kind}"><span class="content${preferred}">${content}</span></div><div class="layer${kind}"><span class="${preferred}">${content}</span></div>`
			: `<div class="layer ${style}${kind}"><span class="content${preferred}">${content}</span></div>`;
	return (
		`<div class="block" dir="${direction}"${language} style="${escapeHtml(declarations)}" ` +
		`data-fit="${block.width == null && (block.maxWidth == null || (block.align ?? "start") === "start")}" ` +
		`data-turn="${block.rotation ?? 0}" data-highlight="${style === "highlight"}" data-uneven="${block.lineHeight === "normal" || /font-size|<code/.test(block.richText ?? "")}">${layers}</div>`
	);
}

/** CSS for the typography fields. */
function typography(block: PlainText, fontSize: number): Record<string, string> {
	const { list } = block;
	const marker = list?.marker;
	const text = (shown: string) => JSON.stringify(`${shown}\u00a0`);
	const named: Readonly<Record<string, string>> = {
		disc: text("•"),
		check: text("✓"),
		none: "none",
		number: "decimal",
	};
	const bullet = marker == null ? named.disc! : (named[marker] ?? text(marker));
	return {
		"--bold": String(block.boldWeight ?? 900),
		...(block.letterSpacing != null && { "letter-spacing": `${block.letterSpacing}em` }),
		...(block.textTransform != null && { "text-transform": block.textTransform }),
		...(block.tabularNumbers && { "font-variant-numeric": "tabular-nums" }),
		...(block.textWrap != null && {
			"text-wrap-style": block.textWrap === "normal" ? "auto" : block.textWrap,
		}),
		...(block.wordBreak === "keep-all" && {
			"word-break": block.lang?.startsWith("ja") ? "auto-phrase" : "keep-all",
		}),
		"tab-size": String(block.tabSize ?? 4),
		...(block.whiteSpace != null && { "--space": block.whiteSpace }),
		...(block.indent != null && {
			"text-indent": `${((block.indent.first ?? 0) - (block.indent.rest ?? 0)) / PREVIEW_SCALE}px`,
			"--rest": `${(block.indent.rest ?? 0) / PREVIEW_SCALE}px`,
		}),
		...(list != null && {
			"--indent": `${list.indent == null ? 1.2 * fontSize : list.indent / PREVIEW_SCALE}px`,
			"--marker": bullet,
			"--number-marker": marker == null ? "decimal" : bullet,
			"--marker-color": list.color ?? block.textColor ?? "#ffffff",
		}),
	};
}

/** Inserts soft hyphens into the words of markup, using the hyphenation package directly. */
function softHyphens(lang: string): (html: string) => string {
	const names: Readonly<Record<string, string>> = { en: "en-us", de: "de-1996", el: "el-monoton" };
	const patterns = requirePackage(`hyphen/patterns/${names[lang] ?? lang}.js`);
	const createHyphenator = requirePackage("hyphen") as (
		patterns: unknown,
		options: object,
	) => (text: string) => string;
	return createHyphenator(patterns, { html: true, minWordLength: 5 });
}

/**
 * CSS font faces for an operator's fonts. If a style (upright or italic) has one static weight,
 * that weight is declared for all weights, so that the browser does not synthesize bold.
 */
function operatorFaceRules(files: readonly OperatorFontFile[]): string {
	return files
		.map(({ family, name, weight, italic, coverage }) => {
			const weights = new Set(
				files
					.filter((other) => other.family === family && other.italic === italic)
					.map((other) => other.weight.join(" ")),
			);
			const [least, greatest] = weights.size > 1 || weight[0] !== weight[1] ? weight : [1, 1000];
			return `@font-face{font-family:${JSON.stringify(family)};font-style:${italic ? "italic" : "normal"};font-weight:${least} ${greatest};src:url(${JSON.stringify(`${ORIGIN}/own/${encodeURIComponent(name)}`)});unicode-range:${unicodeRanges(coverage)}}`;
		})
		.join("\n");
}

const escapeHtml = (text: string) =>
	text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll("\r", "&#13;");

/** Bullets and numbers as text: the browser's own markers are outside the lines. */
const withMarkers = (html: string) =>
	html.replace(/<(ul|ol)>(.*?)<\/\1>/gs, (list, kind: string) => {
		let number = 0;
		return list.replaceAll("<li>", () => (kind === "ul" ? "<li>• " : `<li>${++number}. `));
	});

/** Keys of dark emoji in the documents: they get a light outline on dark backgrounds. */
const DARK = new Set(["2714", "2795", "2716", "2122", "1f5a4", "2b1b"]);
const RIM = " rim";

/** Replaces each emoji by a character of the reference's own font; the image is overlaid later. */
function withEmoji(html: string, onDark: boolean): string {
	let marked = "";
	let at = 0;
	for (const { start, emoji } of emojiIn(html)) {
		const key = artKey(emoji);
		const picture = onDark && DARK.has(key) ? key + RIM : key;
		marked += `${html.slice(at, start)}<span class="emoji" data-emoji="${picture}">${emoji}</span>`;
		at = start + emoji.length;
	}
	return marked + html.slice(at);
}

const artKey = (emoji: string) =>
	[...emoji]
		.map((char) => char.codePointAt(0)!.toString(16))
		.filter((code) => code !== "fe0f")
		.join("-");

/** The emoji images by `data-emoji` name, as inner SVG on a canvas of 36. */
export function emojiPictures(emoji: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		emoji.flatMap((sequence) => {
			const key = artKey(sequence);
			const art = readEmojiArt(key);
			if (art === undefined) throw new Error(`no picture of ${key}`);
			const rim = `<g stroke="#fff" stroke-width="3" stroke-linejoin="round">${art}</g>`;
			return [
				[key, art],
				[key + RIM, rim + art],
			];
		}),
	);
}

/** A run with another colour gets a matching outline. */
function withStrokeColors(html: string): string {
	return html.replace(
		/(style="[^"]*?)\bcolor:\s*(#[0-9a-f]{6})/gi,
		(all, before: string, color: string) =>
			before.endsWith("-")
				? all
				: `${before}--stroke:${contrasting(color)};-webkit-text-stroke-color:var(--stroke);color:${color}`,
	);
}

/** Black or white: the one with the higher WCAG contrast ratio to a #rrggbb colour. */
function contrasting(color: string): string {
	const [r, g, b] = [1, 3, 5].map((at) => {
		const c = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
	return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000" : "#fff";
}
