/** Text layers as HTML. */
import type { Layer } from "../../../src/contract/document/layers.js";
import type { Slide } from "../../../src/contract/render-request.js";
import { cssFontFamilies } from "../../../src/engine/text/fonts/fallback-order.js";
import { languageOf, withHanPunctuation } from "../reference-language.js";
import { paintCss, svgPaint } from "./paint-css.js";
import { px, type Style } from "./units.js";

type Text = Extract<Layer, { type: "text" }>;
const SIZES = { S: 20, M: 28, L: 36, XL: 52 } as const;
const WEIGHTS = { bold: 800, shadow: 600, outline: 800, highlight: 600 } as const;

export function textCss(layer: Text, slide: Slide): Style {
	const { han } = languageOf(layer, textsOf(slide.layers ?? []));
	const families = [...(layer.font ? [layer.font] : []), ...cssFontFamilies(han)];
	return {
		"font-family": families.map((name) => JSON.stringify(name)).join(","),
		"font-size": px(layer.fontSize ?? SIZES[layer.size ?? "L"]),
		"font-weight": layer.weight ?? WEIGHTS[layer.style ?? "bold"],
		"line-height": layer.lineHeight ?? 1.2,
		"text-align": layer.align ?? "start",
		color: layer.textFill ? "transparent" : (layer.textColor ?? "#ffffff"),
		...(layer.textFill && {
			background: paintCss(layer.textFill),
			"background-clip": "text",
		}),
	};
}

export function textHtml(layer: Text, slide: Slide): string {
	if (layer.onPath?.path !== undefined) return onPathHtml(layer);
	const { tag, han } = languageOf(layer, textsOf(slide.layers ?? []));
	const language = tag === undefined ? "" : ` lang="${tag}"`;
	const content = layer.richText || escapeHtml(layer.text ?? "");
	const plain = layer.richText ? "" : ' class="plain"';
	return `<div dir="auto"${language}${plain} style="unicode-bidi:plaintext">${withHanPunctuation(content, han)}</div>`;
}

/** A text on a path as an SVG of the size of its box, whose letters SVG places. */
function onPathHtml({
	text = "",
	onPath,
	width,
	height,
	textStroke,
	textFill,
	textColor,
	align,
}: Text): string {
	const [x, y, across, down] = onPath!.viewBox as [number, number, number, number];
	const [w, h] = [width, height].map((side) => Number(side) / 0.375) as [number, number];
	const ink = svgPaint(textFill ?? textColor ?? "#fff", w, h);
	const line = svgPaint(textStroke?.paint ?? textStroke?.color ?? "none", w, h);
	const stroke = textStroke
		? ` stroke="${line.value}" stroke-width="${textStroke.width / 0.375}" stroke-linejoin="round"`
		: "";
	const [start, anchor] = align === "center" ? ["50%", "middle"] : ["0", "start"];
	return `<svg width="${w}" height="${h}" style="overflow:visible;display:block"><defs>${ink.markup}${line.markup}<path id="path${w}" d="${onPath!.path}" transform="scale(${w / across} ${h / down}) translate(${-x} ${-y})"/></defs><text fill="${ink.value}"${stroke} text-anchor="${anchor}" style="white-space:pre"><textPath href="#path${w}" startOffset="${start}">${escapeHtml(text)}</textPath></text></svg>`;
}

function textsOf(layers: readonly Layer[]): Text[] {
	return layers.flatMap((layer) =>
		layer.type === "text" ? [layer] : layer.type === "stack" ? textsOf(layer.children ?? []) : [],
	);
}

const escapeHtml = (text: string) =>
	text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll("\r", "&#13;");
