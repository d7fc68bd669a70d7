/** text_small and size_mismatch. */
import { PREVIEW_SCALE } from "../../../contract/platforms.js";
import type { Finding } from "../../../contract/warning.js";
import { intersect, isEmpty } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import type { PaintedSlide, PaintedText } from "../painted/painted.js";
import { preview } from "../units.js";

/** Minimum font size that is readable on a phone, in slide widths. */
const LEAST = 11 / 405;
/** Canvases up to this width count as thumbnails. Preview pixels. */
const NARROW = 200;
/** Minimum ratio between the sizes of texts that belong together. */
const ALIKE = 0.85;

export function smallTextFindings({ texts, width, height }: PaintedSlide): Finding[] {
	if (width * PREVIEW_SCALE < NARROW) return [];
	const slide = { x: 0, y: 0, width, height };
	return texts.flatMap(({ path, layout, bounds }): Finding[] => {
		const size = preview(layout.block.fontSize);
		const least = Math.ceil(preview(LEAST * width) * 10 - 1e-6) / 10;
		if (size >= least - 0.05 || isEmpty(intersect(bounds, slide))) return [];
		return [
			{
				code: "text_small",
				path,
				message: `The text is ${size} pixels high, which is too small to read on a phone: ${remedy(layout.block, least)}.`,
				fontSize: size,
				needed: least,
			},
		];
	});
}

/** @param least readable size, preview pixels */
function remedy({ minFontSize, scale }: SceneText, least: number): string {
	// A larger font size would only make the scale smaller.
	if (scale < 1)
		return `fit scales the content of its stack by ${Math.round(scale * 1_000) / 1_000}, so put less into that stack or make it larger`;
	const own = Math.ceil((least / scale) * 10) / 10;
	return `use a fontSize of ${own} or more${minFontSize === null ? "" : ", also as minFontSize, with less text or a larger box"}`;
}

export function sizeMismatchFindings({ texts }: PaintedSlide): Finding[] {
	const groups = new Map<string, PaintedText[]>();
	for (const text of texts) {
		const { minFontSize, maxFontSize, fontSize } = text.asked;
		// Texts that grow have the sizes of their boxes.
		if (minFontSize === null || maxFontSize !== fontSize) continue;
		const key = `${text.list} ${fontSize}`;
		groups.set(key, [...(groups.get(key) ?? []), text]);
	}
	return [...groups.values()].flatMap((group): Finding[] => {
		const sorted = [...group].sort((a, b) => a.layout.block.fontSize - b.layout.block.fontSize);
		const [smallest, largest] = [sorted[0]!, sorted.at(-1)!];
		const [small, large] = [smallest, largest].map(({ layout }) => layout.block.fontSize) as [
			number,
			number,
		];
		if (small / large >= ALIKE) return [];
		return [
			{
				code: "size_mismatch",
				path: smallest.path,
				message: `The text shrank to ${preview(small)} pixels and ${largest.path}, of the same fontSize, to ${preview(large)}: give both the same fitGroup, or shorten this one.`,
				with: largest.path,
				fontSize: preview(small),
				otherFontSize: preview(large),
			},
		];
	});
}
