import { DOCUMENT_DEFAULTS } from "../../contract/defaults.js";
import type { Layer } from "../../contract/document/layers.js";
import type { Issue } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { CUSTOM, canvasSize, outputSize } from "../../contract/platforms.js";
import type {
	CommonLayers,
	ImageOverlay,
	RenderRequest,
	Slide,
	TextBlock,
} from "../../contract/render-request.js";
import { unboundedCommonTexts, unboundedSlideTexts } from "../../engine/layers/unbounded-texts.js";
import { layerPicturesOf, picturesOfCommon } from "../../engine/scene/layer-pictures.js";
import { isPlainText } from "../../engine/scene/plain.js";
import { imageFindings, paintFindings } from "./check-colors.js";
import { boxFindings, filterFindings, layerListFindings, textFindings } from "./check-layers.js";

/**
 * What a JSON Schema cannot say: colours that parse, image sources that name
 * an image, the depth of rich text. Looks at all slides, those that mode
 * single does not draw too; lists no more than a 400 shows.
 * @param request fits the schema
 * @param base JSON pointer of the document
 */
export function checkDocument(request: RenderRequest, base = ""): Issue[] {
	const issues: Issue[] = [];
	for (const issue of findings(request)) {
		issues.push({ ...issue, path: `${base}${issue.path}` });
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function* findings(request: RenderRequest): Generator<Issue> {
	yield* canvasFindings(request);
	yield* contentFindings(request);
	yield* unboundedTexts(request);
}

/** A custom canvas needs a size, and no other has one; the scaled image has bounds of its own. */
function* canvasFindings({ platform, size, scale = 1 }: RenderRequest): Generator<Issue> {
	const { minCanvasSide, maxCanvasSide, maxOutputSide, maxOutputPixels, minScale } = LIMITS;
	if (platform === CUSTOM && size === undefined) {
		yield {
			path: "/size",
			message: "is needed with platform custom",
			allowed: `width and height, each ${minCanvasSide} to ${maxCanvasSide} export pixels`,
		};
		return;
	}
	if (platform !== CUSTOM && size !== undefined) {
		yield { path: "/size", message: "is only for platform custom", allowed: "platform custom" };
		return;
	}
	const canvas = canvasSize({ platform: platform ?? DOCUMENT_DEFAULTS.platform, size });
	const { width, height } = outputSize(canvas, scale);
	if (Math.max(width, height) <= maxOutputSide && width * height <= maxOutputPixels) return;
	const most = Math.min(
		maxOutputSide / Math.max(canvas.width, canvas.height),
		Math.sqrt(maxOutputPixels / (canvas.width * canvas.height)),
	);
	const maximum = Math.max(minScale, Math.floor(most * 100) / 100);
	yield {
		path: "/scale",
		message: `makes an image of ${width} x ${height} pixels; at most ${maxOutputSide} per side and ${maxOutputPixels} in all are allowed`,
		allowed: `${minScale} to ${maximum} on this canvas`,
		maximum,
	};
}

function* contentFindings({ slides, common }: RenderRequest): Generator<Issue> {
	const shared = [...picturesOfCommon(common ?? {})].length;
	yield* layerListFindings(common?.behind ?? [], "/common/behind");
	yield* layerListFindings(common?.front ?? [], "/common/front");
	for (const [i, slide] of slides.entries()) {
		const path = `/slides/${i}`;
		if (typeof slide.image === "string") yield* imageFindings(`${path}/image`, slide.image);
		yield* filterFindings(slide.imageOptions?.filter, `${path}/imageOptions/filter`);
		yield* paintFindings(`${path}/background`, slide.background);
		for (const [j, overlay] of (slide.imageOverlays ?? []).entries())
			yield* overlayFindings(overlay, `${path}/imageOverlays/${j}`);
		for (const [j, block] of (slide.textBlocks ?? []).entries())
			yield* blockFindings(block, `${path}/textBlocks/${j}`);
		yield* layerListFindings(slide.layers ?? [], `${path}/layers`);
		yield* tooManyOnSlide(slide, common ?? {}, path, shared);
	}
}

/** Pictures and codes of layers are dear, so there are fewer of them than of layers. */
function* tooManyOnSlide(
	slide: Slide,
	common: CommonLayers,
	path: string,
	shared: number,
): Generator<Issue> {
	const pictures = layerPicturesOf(slide, path).length + shared;
	if (pictures > LIMITS.maxLayerPicturesPerSlide)
		yield {
			path: `${path}/layers`,
			message: `makes ${pictures} pictures in layers, paints and common layers; at most ${LIMITS.maxLayerPicturesPerSlide} are allowed`,
			maximum: LIMITS.maxLayerPicturesPerSlide,
		};
	const codes = barcodesIn([common.behind, slide.layers, common.front]);
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
				(inner, layer) =>
					inner +
					(layer.type === "barcode"
						? 1
						: layer.type === "stack"
							? barcodesIn([layer.children])
							: 0),
				sum,
			),
		0,
	);

/** What an overlay may have besides its source. */
function* overlayFindings(overlay: ImageOverlay, path: string): Generator<Issue> {
	yield* imageFindings(`${path}/src`, overlay.src);
	yield* boxFindings(overlay, path);
	yield* filterFindings(overlay.filter, `${path}/filter`);
}

function* blockFindings(block: TextBlock, path: string): Generator<Issue> {
	if (
		block.fit === "shrink" &&
		isPlainText(block) &&
		!(block.width != null && block.height != null)
	)
		yield {
			path: `${path}/fit`,
			message: "shrink needs width and height: the box that the text is to stay in",
			allowed: "shrink with width and height, or none",
		};
	yield* boxFindings(block, path);
	yield* textFindings(block, path);
}

/** Texts that are to fit and have nothing to fit into. */
function* unboundedTexts({ slides, common = {} }: RenderRequest): Generator<Issue> {
	const texts = [
		...unboundedCommonTexts(common),
		...slides.flatMap((slide, i) => unboundedSlideTexts(slide, `/slides/${i}`)),
	];
	for (const { path, axes } of texts)
		yield {
			path: `${path}/fit`,
			message: `shrink needs a bounded ${axes.join(" and ")}: by a size, by insets on both sides, or by a stack that is bounded`,
			allowed: "shrink in a bounded box, or none",
		};
}
