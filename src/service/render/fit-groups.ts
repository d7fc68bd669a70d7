/** Texts that fit in one size together, wherever in their document they are. */

import type { Layer } from "../../contract/document/layers.js";
import type { CommonLayers, Slide, TextBlock } from "../../contract/render-request.js";
import type { GroupSizes } from "../../engine/scene/scene.js";
import type { ResolvedDocument, ResolvedSlide } from "../resolve/resolved-document.js";
import type { Renderer, RenderOptions } from "./renderer.js";
import { type Names, slideJob } from "./slide-job.js";

/** Sizes by slide: the groups of each canvas are its own. */
export type SizesOf = (slide: ResolvedSlide) => { readonly fitSizes?: GroupSizes };

/**
 * Asks the render processes which size each group of texts needs on each slide, and takes the
 * smallest; slides that are not drawn count too. A document without groups costs nothing.
 * @throws ServiceError too_complex, overloaded, render_timeout, internal_error
 */
export async function fitGroups(
	document: ResolvedDocument,
	renderer: Pick<Renderer, "groupSizes">,
	names: Names,
	options: RenderOptions,
): Promise<SizesOf> {
	const inCommon = document.common !== null && commonHasGroup(document.common);
	const grouped = document.slides.filter(({ slide }) => inCommon || hasGroup(slide));
	if (grouped.length === 0) return () => ({});
	const all = await Promise.all(
		grouped.map((slide) =>
			renderer.groupSizes(slideJob(document, slide, { format: "png" }, names), options),
		),
	);
	const byCanvas = new Map<string, Map<string, number>>();
	for (const [i, { canvas }] of grouped.entries()) {
		const least = byCanvas.get(canvas.platform) ?? new Map<string, number>();
		byCanvas.set(canvas.platform, least);
		for (const [group, size] of Object.entries(all[i]!))
			least.set(group, Math.min(size, least.get(group) ?? size));
	}
	const sizes = new Map(
		[...byCanvas].map(([canvas, least]) => [canvas, Object.fromEntries(least)]),
	);
	return ({ canvas }) => {
		const fitSizes = sizes.get(canvas.platform);
		return fitSizes === undefined ? {} : { fitSizes };
	};
}

const isGrouped = ({ fit, fitGroup }: TextBlock) => fit === "shrink" && fitGroup != null;

const hasGroup = ({ textBlocks = [], layers = [] }: Slide): boolean =>
	textBlocks.some(isGrouped) || layers.some(layerHasGroup);

const commonHasGroup = ({ behind = [], front = [] }: CommonLayers): boolean =>
	behind.some(layerHasGroup) || front.some(layerHasGroup);

const layerHasGroup = (layer: Layer): boolean =>
	layer.type === "text"
		? isGrouped(layer)
		: layer.type === "stack" && (layer.children?.some(layerHasGroup) ?? false);
