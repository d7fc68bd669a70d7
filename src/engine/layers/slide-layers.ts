/** All layers of a slide: the common ones behind, its own, the common ones in front. */

import { canvasShape } from "../../base/canvas-shape.js";
import { commonLayersOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { CanvasShape } from "../../contract/enums.js";
import { PREVIEW_SCALE } from "../../contract/platforms.js";
import type {
	CommonLayers,
	ImageOverlay,
	Slide,
	TextBlock,
} from "../../contract/render-request.js";
import { isLeftOut } from "../scene/omitted.js";
import { isPlainOverlay, isPlainText } from "../scene/plain.js";
import type { GroupSizes } from "../scene/scene.js";
import { type Language, slideLanguages } from "../text/language/language.js";
import { isRtl, type TextAt, textsOf } from "./direction.js";
import type { LayerItem } from "./layer.js";
import { type LayerContext, resolveLayer, resolveLayers } from "./resolve.js";

export interface LayersInput {
	readonly slide: Slide;
	readonly common: CommonLayers | undefined;
	/** 0-based position among all slides of the request. */
	readonly slideIndex: number;
	/** Number of slides that share `common.across`. */
	readonly slideCount: number;
	/** `common.across` begins on the right. */
	readonly acrossRtl: boolean;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	/** Font family of the brand, for texts without one; undefined: the built-in one. */
	readonly font: string | undefined;
	/** Sizes of the groups of texts that fit together, pixels. */
	readonly fitSizes: GroupSizes;
	/** The background of the layers is dark, or may be. */
	readonly dark: boolean;
}

/** The layers of a slide, grouped by where they are painted, in painting order. */
export interface SlideLayers {
	readonly rtl: boolean;
	readonly behind: readonly LayerItem[];
	readonly across: readonly LayerItem[];
	/** Entries of the old lists that need layout, by their index. */
	readonly overlays: ReadonlyMap<number, LayerItem>;
	readonly texts: ReadonlyMap<number, LayerItem>;
	readonly layers: readonly LayerItem[];
	readonly front: readonly LayerItem[];
}

/** Space at the right edge of an entry of `textBlocks` without a width, preview pixels. */
const TEXT_MARGIN = 20;

export function slideLayers(input: LayersInput): SlideLayers {
	const { slide, common, slideIndex, width, height, font, fitSizes, dark } = input;
	const shape = canvasShape(width, height);
	const base = `/slides/${slideIndex}`;
	const previewWidth = width * PREVIEW_SCALE;
	const laidOutTexts = (slide.textBlocks ?? []).flatMap((block, i) =>
		isPlainText(block) || isLeftOut(block, shape)
			? []
			: [[i, textLayer(block, previewWidth)] as const],
	);
	const laidOutOverlays = (slide.imageOverlays ?? []).flatMap((overlay, i) =>
		isPlainOverlay(overlay) || isLeftOut(overlay, shape) ? [] : [[i, imageLayer(overlay)] as const],
	);
	const lists: readonly (readonly [string, readonly Layer[]])[] = [
		["/common/behind", common?.behind ?? []],
		[`${base}/layers`, slide.layers ?? []],
		["/common/front", common?.front ?? []],
	];
	const ofBlocks = laidOutTexts.map(
		([i, layer]): TextAt => ({
			path: `${base}/textBlocks/${i}`,
			layer,
			lang: layer.lang ?? slide.lang,
		}),
	);
	const ofLayers = lists.flatMap(([path, layers]) => textsOf(layers, path, shape, slide.lang));
	const context: LayerContext = {
		shape,
		rtl: isSlideRtl(slide, common, shape),
		previewWidth,
		languageOf: languages(slide, [...ofBlocks, ...ofLayers]),
		font,
		fitSizes,
	};
	const [behind, layers, front] = lists.map(([path, list]) =>
		resolveLayers(list, path, context, dark),
	) as [LayerItem[], LayerItem[], LayerItem[]];
	const acrossPath = "/common/across";
	const acrossTexts = textsOf(common?.across ?? [], acrossPath, shape, slide.lang);
	// The same on every slide, whatever else is on it.
	const acrossContext = {
		...context,
		rtl: input.acrossRtl,
		previewWidth: previewWidth * input.slideCount,
		languageOf: languages({}, acrossTexts),
	};
	// The old lists do not follow the direction of the slide.
	const upright = { ...context, rtl: false };
	const at = (list: string, entries: readonly (readonly [number, Layer])[]) =>
		new Map(
			entries.map(([i, layer]) => [i, resolveLayer(layer, `${base}/${list}/${i}`, upright, dark)]),
		);
	return {
		rtl: context.rtl,
		behind,
		across: resolveLayers(common?.across ?? [], acrossPath, acrossContext, dark),
		overlays: at("imageOverlays", laidOutOverlays),
		texts: at("textBlocks", laidOutTexts),
		layers,
		front,
	};
}

/** Whether the layers of a slide run from right to left. */
export function isSlideRtl(
	slide: Slide,
	common: CommonLayers | null | undefined,
	shape: CanvasShape,
): boolean {
	return isRtl(slide.dir ?? "ltr", () => {
		const own = textsOf(slide.layers ?? [], "", shape);
		// Page numbers and handles that are on every slide do not tell the direction of this one.
		const shared = own.length > 0 ? [] : textsOf(commonLayersOf(common), "", shape);
		return [...(slide.textBlocks ?? []), ...[...own, ...shared].map(({ layer }) => layer)];
	});
}

/** Counted together, so that the texts of both lists have the same direction. */
function languages(slide: Slide, texts: readonly TextAt[]): LayerContext["languageOf"] {
	const own = texts.map(({ layer, lang }) => ({ ...layer, lang }));
	const others = (slide.textBlocks ?? []).filter(isPlainText);
	const all = [...own, ...others].map(({ richText, text, lang = slide.lang }) => ({
		text: richText || (text ?? ""),
		lang,
	}));
	const found = all.length === 0 ? [] : slideLanguages(all);
	const byPath = new Map<string, Language>(texts.map(({ path }, i) => [path, found[i]!]));
	return (path) => byPath.get(path)!;
}

/** An entry of `textBlocks` as a layer, with the same position and margin. */
export function textLayer(
	block: TextBlock,
	previewWidth: number,
): Extract<Layer, { type: "text" }> {
	const { width, height, maxWidth, ...rest } = block;
	const x = block.x ?? (block.right === undefined ? 50 : undefined);
	const y = block.y ?? (block.bottom === undefined ? 300 : undefined);
	const open = width == null && maxWidth == null && block.right === undefined;
	const room = typeof x === "number" ? previewWidth - TEXT_MARGIN - x : 0;
	const limit = maxWidth ?? (open && room > 0 ? room : undefined);
	return {
		...rest,
		type: "text",
		...(x !== undefined && { x }),
		...(y !== undefined && { y }),
		...(width != null && { width }),
		...(height != null && { height }),
		...(limit !== undefined && { maxWidth: limit }),
	};
}

/** An overlay as a layer. Its defaults apply if nothing else determines the size. */
function imageLayer(overlay: ImageOverlay): Extract<Layer, { type: "image" }> {
	const { x, y, right, bottom } = overlay;
	return {
		...overlay,
		type: "image",
		...(x === undefined && right === undefined && { x: 50 }),
		...(y === undefined && bottom === undefined && { y: 50 }),
	};
}
