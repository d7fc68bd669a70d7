/** Texts and stacks of a document that share one size (`fitGroup`). */

import { childrenOf, commonLayersOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { CommonLayers, Slide, TextBlock } from "../../contract/render-request.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import type { GroupSizes } from "../../engine/scene/scene.js";
import type { Renderer, RenderOptions } from "../processes/renderer.js";
import { type Names, slideJob } from "./slide-job.js";
import type { UnusablePictures } from "./unusable-pictures.js";

/** Sizes by slide; each canvas has its own groups. */
export type SizesOf = (slide: ResolvedSlide) => { readonly fitSizes?: GroupSizes };

/**
 * Asks the render processes for the size that each group needs on each slide, and takes the
 * smallest; slides that are not rendered count too. A document without groups costs nothing.
 * @throws ServiceError too_complex, overloaded, render_timeout, internal_error
 */
export async function fitGroups(
	document: ResolvedDocument,
	renderer: Pick<Renderer, "groupSizes">,
	names: Names,
	options: RenderOptions,
	unusable?: UnusablePictures,
): Promise<SizesOf> {
	const grouped = document.slides.filter(
		({ slide, common }) => groupsOf(slide).length > 0 || commonGroups(common ?? {}).length > 0,
	);
	if (grouped.length === 0) return () => ({});
	const all = await Promise.all(
		grouped.map((slide) =>
			renderer.groupSizes(slideJob(document, slide, { format: "png" }, names, unusable), options),
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

/** The groups of a slide. */
export const groupsOf = ({ textBlocks = [], layers = [] }: Slide): string[] => [
	...textBlocks.flatMap(groupOf),
	...layers.flatMap(groupsInLayer),
];

/** The groups of what is on every slide. */
export const commonGroups = (common: CommonLayers): string[] =>
	commonLayersOf(common).flatMap(groupsInLayer);

const groupOf = ({ fit, fitGroup }: FitFields): string[] =>
	fit != null && fit !== "none" && fitGroup != null ? [fitGroup] : [];

interface FitFields {
	readonly fit?: TextBlock["fit"];
	readonly fitGroup?: string;
}

function groupsInLayer(layer: Layer): string[] {
	if (layer.type === "text") return groupOf(layer);
	const own = layer.type === "stack" || layer.type === "grid" ? groupOf(layer) : [];
	return [...own, ...childrenOf(layer).flatMap(groupsInLayer)];
}
