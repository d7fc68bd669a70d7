/**
 * The reference: a slide's texts as HTML and CSS, made from the request by the
 * words of the contract. It shares with the service the font files and the art
 * of the emoji, and no code that lays out or draws.
 */
import type { TextBlock } from "../../src/contract/render-request.js";
import { readEmojiArt } from "../../src/text/emoji/emoji-art.js";
import { fontFaceRules } from "../../src/text/fonts/css.js";
import { cssFontFamilies } from "../../src/text/fonts/fallback-order.js";
import { type HanForm, unicodeRanges } from "../../src/text/fonts/manifest.js";
import type { OwnFontFile } from "../../src/text/fonts/own-fonts.js";
import { ORIGIN } from "./chromium.js";
import type { FidelityDocument } from "./documents.js";
import { EMOJI } from "./emoji-pattern.js";

const PREVIEW_SCALE = 0.375;
const SIZES = { S: 20, M: 28, L: 36, XL: 52 } as const;
const WEIGHTS = { bold: 800, shadow: 600, outline: 800, highlight: 600 } as const;
const LANGUAGES: Record<HanForm, string> = { sc: "zh-Hans", tc: "zh-Hant", jp: "ja", kr: "ko" };

/** The page that the slides are put into, one after the other. */
export function referencePage(own: readonly OwnFontFile[]): string {
	return `<!doctype html><meta charset="utf-8"><style>
${ownFaceRules(own)}
${fontFaceRules((file) => `${ORIGIN}/fonts/${file}`)}
html, body { margin: 0; background: #000 }
#slide { position: relative; overflow: hidden; contain: strict }
.block {
	position: absolute; line-height: 1.2; text-align: start;
	overflow-wrap: break-word; text-rendering: geometricPrecision; font-kerning: normal;
	box-sizing: border-box;
}
.layer { position: relative; unicode-bidi: plaintext }
.layer ~ .layer { position: absolute; inset: 0 }
.plain { white-space: pre-wrap }
b, strong { font-weight: 900 }
mark { color: inherit; background: var(--highlight) }
svg { width: 1em; height: 1em; vertical-align: -.137em; margin: 0 .08em; overflow: visible }
.ground { position: absolute; background: var(--highlight) }
.shadow { text-shadow: 0 .04em .12em rgb(0 0 0 / .6) }
.shadow svg { filter: drop-shadow(0 .04em .06em rgb(0 0 0 / .6)) }
.stroke, .stroke * { -webkit-text-fill-color: transparent; text-decoration-color: transparent }
.stroke + .layer * { background: none !important }
.stroke { paint-order: stroke fill; -webkit-text-stroke: .08em var(--stroke) }
.stroke svg { visibility: hidden }
</style><div id="slide"></div>`;
}

/** The inner HTML of #slide. */
export function slideHtml({ slide }: FidelityDocument, width: number): string {
	return (slide.textBlocks ?? []).map((block) => blockHtml(block, width)).join("");
}

function blockHtml(block: TextBlock, slideWidth: number): string {
	const style = block.style ?? "bold";
	const fontSize = (block.fontSize ?? SIZES[block.size ?? "L"]) / PREVIEW_SCALE;
	const x = (block.x ?? 50) / PREVIEW_SCALE;
	const y = (block.y ?? 300) / PREVIEW_SCALE;
	const room = slideWidth - 20 / PREVIEW_SCALE - x;
	const limit = block.width ?? block.maxWidth ?? null;
	const wrap = limit === null ? (room > 0 ? room : null) : limit / PREVIEW_SCALE;
	const color = block.textColor ?? "#ffffff";
	const said = `${block.emoji ?? ""}${block.richText || block.text || ""}`;
	const han = hanForm(said);
	const css = {
		left: `${x}px`,
		top: `${y}px`,
		width: wrap === null ? "max-content" : `${wrap}px`,
		"min-height": `${(block.height ?? 0) / PREVIEW_SCALE}px`,
		"font-family": [...(block.font ? [block.font] : []), ...cssFontFamilies(han)]
			.map((family) => JSON.stringify(family))
			.join(","),
		"font-size": `${fontSize}px`,
		"font-weight": block.weight ?? WEIGHTS[style],
		color,
		"--highlight": block.highlightColor ?? "#D4AF37",
		"--stroke": contrasting(color),
	};
	const declarations = Object.entries(css)
		.map(([name, value]) => `${name}:${value}`)
		.join(";");
	const language = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(said)
		? ` lang="${LANGUAGES[han]}"`
		: "";
	const prefix = block.emoji ? `${block.emoji}${block.richText || block.text ? " " : ""}` : "";
	const rich = block.richText ? withStrokeColors(block.richText) : escapeHtml(block.text ?? "");
	const content = withEmoji(prefix + rich);
	const kind = block.richText ? "" : " plain";
	// Two layers for an outline: no letter's stroke lies over another letter's fill.
	const layers =
		style === "outline"
			? `<div class="layer stroke${kind}"><span class="content">${content}</span></div><div class="layer${kind}">${content}</div>`
			: `<div class="layer ${style}${kind}"><span class="content">${content}</span></div>`;
	return (
		`<div class="block" dir="auto"${language} style="${escapeHtml(declarations)}" ` +
		`data-fit="${block.width == null}" data-turn="${block.rotation ?? 0}" ` +
		`data-highlight="${style === "highlight"}">${layers}</div>`
	);
}

/**
 * The fonts of an operator as a page would name them. A slant with one static weight claims them
 * all: the browser is not to embolden it.
 */
function ownFaceRules(files: readonly OwnFontFile[]): string {
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

/** Characters of the documents that only Traditional Chinese uses. */
const TRADITIONAL = /[漢語國學體灣廣東們這個會來時說過對還樣給點開關見習慣讓變續鐘錯記養堅]/;

function hanForm(text: string): HanForm {
	if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return "jp";
	if (/\p{sc=Hang}/u.test(text)) return "kr";
	return TRADITIONAL.test(text) ? "tc" : "sc";
}

/** Every emoji becomes an inline picture; those in text presentation stay text. */
function withEmoji(html: string): string {
	return html.replace(EMOJI, (emoji, offset: number) => {
		if (html[offset + emoji.length] === "\ufe0e") return emoji;
		const key = [...emoji]
			.map((char) => char.codePointAt(0)!.toString(16))
			.filter((code) => code !== "fe0f")
			.join("-");
		const art = readEmojiArt(key);
		if (art === undefined) throw new Error(`no picture of ${key}`);
		return `<svg viewBox="0 0 36 36" data-emoji>${art}</svg>`;
	});
}

/** A run of another colour has an outline that suits it. */
function withStrokeColors(html: string): string {
	return html.replace(
		/(style="[^"]*?)\bcolor:\s*(#[0-9a-f]{6})/gi,
		(all, before: string, color: string) =>
			before.endsWith("-")
				? all
				: `${before}--stroke:${contrasting(color)};-webkit-text-stroke-color:var(--stroke);color:${color}`,
	);
}

/** Black or white, the one with the greater WCAG contrast ratio to a #rrggbb colour. */
function contrasting(color: string): string {
	const [r, g, b] = [1, 3, 5].map((at) => {
		const c = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
	return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000" : "#fff";
}
