/**
 * Layers as HTML and CSS, written from the contract's documentation; shares no layout or rendering
 * code with the service.
 */
import type { Layer } from "../../../src/contract/document/layers.js";
import type { PictureFilter } from "../../../src/contract/document/picture.js";
import type { Slide } from "../../../src/contract/render-request.js";
import { paintCss, shadowCss } from "./paint-css.js";
import { shapeHtml } from "./shape-html.js";
import { textCss, textHtml } from "./text-html.js";
import { px, type Style } from "./units.js";

type Size = number | string | undefined;

const size = (value: Size) => (typeof value === "number" ? px(value) : value);

/** The data of a slide that a page needs. */
export interface ReferenceSlide {
	readonly slide: Slide;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	readonly safeArea: { x: number; y: number; width: number; height: number };
}

/** The inner HTML of the page's slide; each layer has its depth-first index as `data-box`. */
export function layersHtml({ slide, width, height, safeArea }: ReferenceSlide): string {
	const counter = { count: 0 };
	const layers = slide.layers ?? [];
	const html = layers.map((layer) => {
		const content = layerHtml(layer, undefined, slide, counter);
		const { x, y, width, height } = safeArea;
		return layer.within === "safeArea"
			? `<div style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px">${content}</div>`
			: content;
	});
	const ground = paintCss(slide.background ?? slide.backgroundColor ?? "#000000");
	return `<div class="layers" style="position:absolute;overflow:hidden;isolation:isolate;direction:${slide.dir ?? "ltr"};width:${width}px;height:${height}px;background:${ground.replaceAll('"', "&quot;")}">${html.join("")}</div>`;
}

type Stack = Extract<Layer, { type: "stack" }>;

function layerHtml(
	layer: Layer,
	parent: Stack | undefined,
	slide: Slide,
	counter: { count: number },
): string {
	const index = counter.count++;
	const inFlow = parent !== undefined && layer.position !== "absolute";
	const style = styleText({
		...boxStyle(layer, parent),
		...(inFlow ? flowStyle(layer) : insetStyle(layer)),
		...lookStyle(layer),
		...contentStyle(layer, slide),
	});
	const content =
		layer.type === "stack"
			? (layer.children ?? []).map((child) => layerHtml(child, layer, slide, counter)).join("")
			: layer.type === "text"
				? textHtml(layer, slide)
				: layer.type === "shape"
					? shapeHtml(layer, slide.dir === "rtl")
					: "";
	return layer.type === "image"
		? `<img data-box="${index}" src="${layer.src}" style="${style}">`
		: `<div data-box="${index}" style="${style}">${content}</div>`;
}

export const styleText = (style: Style) =>
	Object.entries(style)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}:${value}`)
		.join(";")
		.replaceAll('"', "&quot;");

/** Corner or side values in CSS order, mirrored by logical properties. */
const four = (value: number | readonly number[] = 0) =>
	(typeof value === "number" ? [value, value, value, value] : value).map(px) as [
		string,
		string,
		string,
		string,
	];

function boxStyle(layer: Layer, parent: Stack | undefined): Style {
	const isText = layer.type === "text";
	const row = parent?.direction?.startsWith("row") && layer.position !== "absolute";
	const padding = isText || layer.type === "stack" ? layer.padding : 0;
	const [top, right, bottom, left] = four(padding as number);
	const both = layer.width != null && layer.height != null;
	const defaultSide = (own: Size, other: Size) =>
		layer.type === "image" && own === undefined && other === undefined ? px(180) : size(own);
	return {
		width: defaultSide(layer.width, layer.aspectRatio && layer.height),
		height: isText ? undefined : defaultSide(layer.height, layer.aspectRatio && layer.width),
		"min-width": size(layer.minWidth) ?? (isText && row ? "auto" : "0"),
		"min-height": isText
			? `calc-size(min-content, max(size, ${size(layer.height) ?? "0px"}, ${size(layer.minHeight) ?? "0px"}))`
			: (size(layer.minHeight) ?? "0"),
		"max-width": size(layer.maxWidth),
		"max-height": size(layer.maxHeight),
		"aspect-ratio": both ? undefined : layer.aspectRatio,
		"padding-block": `${top} ${bottom}`,
		"padding-inline": `${left} ${right}`,
	};
}

function flowStyle(layer: Layer): Style {
	const shrink = layer.shrink ?? (layer.type === "text" || layer.type === "stack" ? 1 : 0);
	return {
		position: "relative",
		flex: `${layer.grow ?? 0} ${shrink} ${size(layer.basis) ?? "auto"}`,
		"align-self": layer.alignSelf && keyword(layer.alignSelf),
	};
}

function insetStyle(layer: Layer): Style {
	return {
		position: "absolute",
		"inset-inline-start": size(layer.x) ?? (layer.right == null ? "0" : undefined),
		"inset-inline-end": size(layer.right),
		top: size(layer.y) ?? (layer.bottom == null ? "0" : undefined),
		bottom: size(layer.bottom),
	};
}

function lookStyle(layer: Layer): Style {
	const look = layer as Partial<Stack>;
	const [topLeft, topRight, bottomRight, bottomLeft] = four(look.borderRadius as number);
	const boxed =
		layer.type === "stack" || (layer.type === "text" && !!(look.background || look.border));
	return {
		opacity: layer.opacity,
		transform: transformCss(layer),
		"mix-blend-mode": layer.blendMode,
		background: look.background && paintCss(look.background),
		...(look.border && borderCss(look.border)),
		"border-start-start-radius": topLeft,
		"border-start-end-radius": topRight,
		"border-end-end-radius": bottomRight,
		"border-end-start-radius": bottomLeft,
		...(look.shadow &&
			shadowCss(look.shadow, boxed ? "box" : layer.type === "text" ? "text" : "drop")),
		...(look.shadows && {
			"box-shadow": look.shadows.map((one) => shadowCss(one, "box")["box-shadow"]).join(", "),
		}),
		...(layer.type !== "barcode" && layer.filter && { filter: filterCss(layer.filter) }),
		...(look.mask && { "mask-image": paintCss(look.mask) }),
		...(look.backdropBlur && { "backdrop-filter": `blur(${px(look.backdropBlur)})` }),
	};
}

/** Sides follow the direction. */
function borderCss({ width, color }: NonNullable<Stack["border"]>): Style {
	if (typeof width === "number" && typeof color === "string")
		return { border: `${px(width)} solid ${color}` };
	const colors = typeof color === "string" ? [color, color, color, color] : color;
	const sides = ["block-start", "inline-end", "block-end", "inline-start"];
	return Object.fromEntries(
		sides.map((side, i) => [
			`border-${side}`,
			`${px(typeof width === "number" ? width : width[i]!)} solid ${colors[i]}`,
		]),
	);
}

function transformCss(layer: Layer): string | undefined {
	const { rotation = 0 } = layer;
	const { skewX = 0, skewY = 0 } = layer.type === "barcode" ? {} : layer;
	return rotation || skewX || skewY
		? `rotate(${rotation}deg) skewX(${skewX}deg) skewY(${skewY}deg)`
		: undefined;
}

/** The functions in the order of the contract. */
function filterCss(filter: PictureFilter): string {
	const { blur, brightness, contrast, saturate, hueRotate, grayscale, sepia, invert } = filter;
	const functions = { brightness, contrast, saturate, grayscale, sepia, invert };
	const written = Object.entries(functions).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, `${name}(${value})`]],
	);
	if (hueRotate !== undefined) {
		const after = written.findIndex(([name]) => ["grayscale", "sepia", "invert"].includes(name));
		written.splice(after < 0 ? written.length : after, 0, ["hue", `hue-rotate(${hueRotate}deg)`]);
	}
	if (blur !== undefined) written.unshift(["blur", `blur(${px(blur)})`]);
	return written.map(([, one]) => one).join(" ");
}

function contentStyle(layer: Layer, slide: Slide): Style {
	switch (layer.type) {
		case "stack":
			return {
				display: "flex",
				"flex-direction": layer.direction ?? "column",
				"flex-wrap": layer.wrap ? "wrap" : undefined,
				gap: layer.gap && px(layer.gap),
				"align-items": keyword(layer.align ?? "start"),
				"justify-content": keyword(layer.justify ?? "start"),
				overflow: layer.clip ? "hidden" : undefined,
			};
		case "text":
			return textCss(layer, slide);
		case "image":
			return {
				"object-fit": layer.fit ?? "cover",
				"object-position": `${layer.cropX ?? 50}% ${layer.cropY ?? 50}%`,
			};
		default:
			return {};
	}
}

const keyword = (value: string) => (value === "start" || value === "end" ? `flex-${value}` : value);
