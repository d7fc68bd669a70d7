import type { Issue } from "../base/issue.js";
import { childrenOf, commonLayersOf, commonLists } from "../contract/document/children.js";
import type { Layer } from "../contract/document/layers.js";
import { LIMITS } from "../contract/limits.js";
import { type CanvasSize, CUSTOM, canvasSize, outputSize } from "../contract/platforms.js";
import type {
	CommonLayers,
	ImageOverlay,
	RenderRequest,
	Slide,
	TextBlock,
} from "../contract/render-request.js";
import { unboundedCommonTexts, unboundedSlideTexts } from "../engine/layers/unbounded-texts.js";
import { layerPicturesOf, picturesOfCommon } from "../engine/scene/layer-pictures.js";
import { isLeftOut } from "../engine/scene/omitted.js";
import { isPlainText } from "../engine/scene/plain.js";
import { colorFindings, fallbackFindings, imageFindings, paintFindings } from "./check-colors.js";
import {
	boxFindings,
	filterFindings,
	layerListFindings,
	repeatFindings,
	textFindings,
} from "./check-layers.js";
import { platformsOf } from "./platforms-of.js";
import type { Commons } from "./resolved-document.js";

/**
 * Checks what a JSON Schema cannot express: colours that parse, image sources that name an image,
 * the depth of rich text. Checks all slides, including those that mode single does not render, and
 * lists no more than a 400 shows.
 * @param request already matches the schema
 * @param options JSON pointer of the document; common layers by the index of a slide, if they are
 * different on each
 */
export function checkDocument(
	request: RenderRequest,
	{ base, commons }: { readonly base: string; readonly commons: Commons },
): Issue[] {
	const issues: Issue[] = [];
	for (const issue of findings(request, commons)) {
		issues.push({ ...issue, path: `${base}${issue.path}` });
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function* findings(request: RenderRequest, commons: Commons): Generator<Issue> {
	const shared = commons ?? request.slides.map(() => request.common);
	yield* canvasFindings(request);
	yield* contentFindings(request, shared);
	yield* unboundedTexts(request, shared);
}

/** Common layers by the index of a slide. */
type Shared = readonly (CommonLayers | undefined)[];
const differentOnes = (shared: Shared): Set<CommonLayers> =>
	new Set(shared.filter((common) => common !== undefined));

/**
 * A custom canvas needs a size, and no other canvas has one; the scaled image has its own limits.
 */
function* canvasFindings(request: RenderRequest): Generator<Issue> {
	const { platform, platforms, size, scale = 1 } = request;
	const { minCanvasSide, maxCanvasSide } = LIMITS;
	if (platform !== undefined && platforms !== undefined) {
		yield {
			path: "/platforms",
			message: "cannot be combined with platform: use one of them",
			allowed: "platform or platforms",
		};
		return;
	}
	const all = platformsOf(request);
	const isCustom = all.includes(CUSTOM);
	if (isCustom && size === undefined) {
		yield {
			path: "/size",
			message: "is required with platform custom",
			allowed: `width and height, each ${minCanvasSide} to ${maxCanvasSide} export pixels`,
		};
		return;
	}
	if (!isCustom && size !== undefined) {
		yield {
			path: "/size",
			message: "is only allowed with platform custom",
			allowed: "platform custom",
		};
		return;
	}
	yield* scaleFindings(
		all.map((id) => canvasSize({ platform: id, size })),
		scale,
	);
	yield* pictureFindings(request, all.length);
}

/** The image that `scale` makes too large, for the canvas that allows the smallest scale. */
function* scaleFindings(canvases: readonly CanvasSize[], scale: number): Generator<Issue> {
	const { maxOutputSide, maxOutputPixels, minScale } = LIMITS;
	const most = ({ width, height }: CanvasSize) =>
		Math.min(
			maxOutputSide / Math.max(width, height),
			Math.sqrt(maxOutputPixels / (width * height)),
		);
	const tooLarge = canvases
		.map((canvas) => ({ ...outputSize(canvas, scale), most: most(canvas) }))
		.filter(
			({ width, height }) =>
				Math.max(width, height) > maxOutputSide || width * height > maxOutputPixels,
		)
		.sort((a, b) => a.most - b.most)[0];
	if (tooLarge === undefined) return;
	const maximum = Math.max(minScale, Math.floor(tooLarge.most * 100) / 100);
	yield {
		path: "/scale",
		message: `makes an image of ${tooLarge.width} x ${tooLarge.height} pixels; at most ${maxOutputSide} per side and ${maxOutputPixels} in all are allowed`,
		allowed: `${minScale} to ${maximum} on ${canvases.length === 1 ? "this canvas" : "these canvases"}`,
		maximum,
	};
}

/**
 * Every endpoint accepts the same documents, so slides count even if only some endpoints render
 * them.
 */
function* pictureFindings(
	{ platforms, slides }: RenderRequest,
	canvases: number,
): Generator<Issue> {
	const shown = slides.filter((slide) => !isLeftOut(slide)).length;
	const { maxPlatformPictures: maximum } = LIMITS;
	if (platforms === undefined || shown * canvases <= maximum) return;
	yield {
		path: "/platforms",
		message: `makes ${shown * canvases} pictures, ${shown} slides for each of ${canvases} platforms; at most ${maximum} are allowed`,
		allowed: `${Math.floor(maximum / shown)} platforms with as many slides, or ${Math.floor(maximum / canvases)} slides`,
		maximum,
	};
}

function* contentFindings({ slides }: RenderRequest, shared: Shared): Generator<Issue> {
	for (const common of differentOnes(shared))
		for (const [path, layers] of commonLists(common)) yield* layerListFindings(layers, path);
	for (const [i, slide] of slides.entries()) {
		const path = `/slides/${i}`;
		yield* repeatFindings(slide, path);
		if (typeof slide.image === "string") yield* imageFindings(`${path}/image`, slide.image);
		yield* fallbackFindings(`${path}/imageOptions`, slide.imageOptions ?? undefined);
		yield* filterFindings(slide.imageOptions?.filter, `${path}/imageOptions/filter`);
		yield* colorFindings(`${path}/backgroundColor`, slide.backgroundColor);
		yield* colorFindings(`${path}/scrim/color`, slide.scrim?.color);
		yield* paintFindings(`${path}/background`, slide.background);
		for (const [j, overlay] of (slide.imageOverlays ?? []).entries())
			yield* overlayFindings(overlay, `${path}/imageOverlays/${j}`);
		for (const [j, block] of (slide.textBlocks ?? []).entries())
			yield* blockFindings(block, `${path}/textBlocks/${j}`);
		yield* layerListFindings(slide.layers ?? [], `${path}/layers`);
		yield* tooManyOnSlide(slide, shared[i] ?? {}, path);
	}
}

/** Pictures and barcodes in layers are expensive, so fewer of them are allowed than layers. */
function* tooManyOnSlide(slide: Slide, common: CommonLayers, path: string): Generator<Issue> {
	const pictures = layerPicturesOf(slide, path).length + [...picturesOfCommon(common)].length;
	if (pictures > LIMITS.maxLayerPicturesPerSlide)
		yield {
			path: `${path}/layers`,
			message: `makes ${pictures} pictures in layers, paints and common layers; at most ${LIMITS.maxLayerPicturesPerSlide} are allowed`,
			maximum: LIMITS.maxLayerPicturesPerSlide,
		};
	const codes = barcodesIn([commonLayersOf(common), slide.layers]);
	if (codes > LIMITS.maxBarcodesPerSlide)
		yield {
			path: `${path}/layers`,
			message: `has ${codes} barcodes; at most ${LIMITS.maxBarcodesPerSlide} are allowed on a slide`,
			maximum: LIMITS.maxBarcodesPerSlide,
		};
}

const barcodesIn = (lists: readonly (readonly Layer[] | undefined)[]): number =>
	lists.reduce(
		(sum, layers = []) =>
			layers.reduce(
				(inner, layer) => inner + (layer.type === "barcode" ? 1 : barcodesIn([childrenOf(layer)])),
				sum,
			),
		0,
	);

/** Checks the fields of an overlay other than its source. */
function* overlayFindings(overlay: ImageOverlay, path: string): Generator<Issue> {
	yield* imageFindings(`${path}/src`, overlay.src);
	yield* fallbackFindings(path, overlay);
	yield* colorFindings(`${path}/color`, overlay.color ?? undefined);
	yield* boxFindings(overlay, path);
	yield* filterFindings(overlay.filter, `${path}/filter`);
}

function* blockFindings(block: TextBlock, path: string): Generator<Issue> {
	const { fit = "none", cutToHeight = false } = block;
	const plain = isPlainText(block);
	if (fit !== "none" && plain && !(block.width != null && block.height != null))
		yield {
			path: `${path}/fit`,
			message: `${fit} needs width and height: the box that the text must fit`,
			allowed: `${fit} with width and height, or none`,
		};
	else if (cutToHeight && plain && block.height == null)
		yield {
			path: `${path}/cutToHeight`,
			message: "needs height: the box that the text is cut to",
			allowed: "true with height or maxHeight, or false",
		};
	yield* boxFindings(block, path);
	yield* textFindings(block, path);
}

/** Texts with `fit` or `cutToHeight` that have no size to fit into. */
function* unboundedTexts({ slides }: RenderRequest, shared: Shared): Generator<Issue> {
	const texts = [
		...[...differentOnes(shared)].flatMap((common) => unboundedCommonTexts(common)),
		...slides.flatMap((slide, i) => unboundedSlideTexts(slide, `/slides/${i}`)),
	];
	for (const { path, axes } of texts)
		yield {
			path,
			message: `needs a limited ${axes.join(" and ")}: set a size, set insets on both sides, or put it in a stack that has one`,
			allowed: path.endsWith("/fit")
				? "shrink or fill in a box of limited size, or none"
				: "true in a box of limited height, or false",
		};
}
