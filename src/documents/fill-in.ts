import { canvasShape } from "../base/canvas-shape.js";
import { invalid } from "../base/invalid.js";
import type { Brand } from "../contract/brands.js";
import { brandOf, type Contract } from "../contract/contract.js";
import { DOCUMENT_DEFAULTS } from "../contract/defaults.js";
import { canvasSize } from "../contract/platforms.js";
import type { RenderRequest, Slide } from "../contract/render-request.js";
import { asWarning, type Warning } from "../contract/warning.js";
import { isSlideRtl } from "../engine/layers/slide-layers.js";
import { LayerSettings, layerListsOf } from "../engine/report/layer-settings.js";
import { isLeftOut } from "../engine/scene/omitted.js";
import { type DocumentUse, ignoredFields } from "./ignored-fields.js";
import { platformsOf } from "./platforms-of.js";
import type { Canvas, Commons, ResolvedDocument, ResolvedSlide } from "./resolved-document.js";

/** What is known about a document besides its fields. */
export interface FillInOptions {
	/** What it is rendered to, if the endpoint decides that. */
	readonly use?: DocumentUse | undefined;
	readonly commons?: Commons;
	/** Warnings about how it was made. */
	readonly warnings?: readonly Warning[];
}

/**
 * Fills in the defaults of the top-level fields of a document. Slides, texts and overlays get their
 * defaults when they become a scene (engine/scene), in export pixels.
 * @param source valid, with its variables filled in
 * @throws ServiceError invalid_render_request if every slide is left out
 */
export function fillIn(
	source: RenderRequest,
	contract: Contract,
	{ use, commons, warnings = [] }: FillInOptions = {},
): Omit<ResolvedDocument, "templateVersion" | "mayChange" | "steps"> {
	const { slides, maxBytes = null, common = null, ignoreWarnings = [], lang, ...written } = source;
	const { brand: brandId, ...rest } = { ...DOCUMENT_DEFAULTS, ...written };
	const { mode, format, quality, delivery, stepperStyle } = rest;
	const { size, scale = 1 } = rest;
	const [canvas, ...more] = platformsOf(source).map((platform) => {
		const { width, height } = canvasSize({ platform, size });
		return { platform, width, height, scale };
	});
	if (canvas === undefined) throw new Error("a document without a platform");
	const canvases = [canvas, ...more];
	const brand = brandOf(contract, brandId);
	const shown = slides
		.map((slide, index) => ({ slide, index }))
		.filter(({ slide }) => !isLeftOut(slide));
	const settings = new LayerSettings(
		slides.flatMap((slide, i) => layerListsOf(slide, commons?.[i] ?? common, `/slides/${i}`)),
	);
	if (shown.length === 0) throw invalid("invalid_render_request", [NO_SLIDE]);
	return {
		source,
		canvases,
		canvas,
		mode,
		format,
		quality,
		maxBytes,
		delivery,
		brand,
		stepperStyle,
		ignoreWarnings,
		slides: canvases.flatMap((canvas) => {
			const commonOf = (index: number) => (commons === undefined ? common : commons[index]) ?? null;
			const acrossRtl = isAcrossRtl(
				shown.map(({ slide, index }) => ({ slide, common: commonOf(index) })),
				canvas,
			);
			return shown.map(({ slide, index }, position) => ({
				slide: inLanguage(lang, inFontOf(brand, slide)),
				common: commonOf(index),
				index,
				position,
				acrossRtl,
				canvas,
			}));
		}),
		slideCount: shown.length,
		ignored: [...ignoredFields(source, use), ...warnings].filter(
			(warning) => !ignoreWarnings.includes(warning.code) && settings.reports(warning),
		),
		warnings: (mode === "single" ? slidesNotDrawn(shown.length) : []).filter(
			({ code }) => !ignoreWarnings.includes(code),
		),
	};
}

/** Whether most slides run from right to left, if they have layers across all. */
function isAcrossRtl(
	slides: readonly Pick<ResolvedSlide, "slide" | "common">[],
	{ width, height }: Canvas,
): boolean {
	if (!slides.some(({ common }) => common?.across?.length)) return false;
	const shape = canvasShape(width, height);
	const rtl = slides.filter(({ slide, common }) => isSlideRtl(slide, common, shape));
	return rtl.length * 2 > slides.length;
}

const NO_SLIDE = {
	path: "/slides",
	message: "has no slide left: showIf and hideIf remove all of them",
};

/** The slide with the brand's font for texts that name none. */
function inFontOf({ font }: Brand, slide: Slide): Slide {
	if (font === undefined || slide.textBlocks === undefined) return slide;
	return { ...slide, textBlocks: slide.textBlocks.map((block) => ({ font, ...block })) };
}

/** The slide with the document's language for texts that name none. */
const inLanguage = (lang: string | undefined, slide: Slide): Slide =>
	lang === undefined || slide.lang !== undefined ? slide : { ...slide, lang };

function slidesNotDrawn(slideCount: number): Warning[] {
	if (slideCount === 1) return [];
	return [
		asWarning({
			code: "slides_not_drawn",
			path: "/slides",
			message: `Only the first of ${slideCount} slides is rendered. Set mode to carousel to render all.`,
			slideCount,
		}),
	];
}
