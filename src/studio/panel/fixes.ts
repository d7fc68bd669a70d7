/** Automatic fixes of findings. */

import { stepsOf } from "../../base/json-pointer.js";
import type { Finding } from "../api.js";
import { commit, fieldsOf, isInFlow, moveTo, scaledText } from "../canvas/place.js";
import { elementAt, placeIn, type Ref, typeOf } from "../design.js";
import { edit } from "../history.js";
import {
	type Box,
	boxOf,
	canvasSize,
	measuredSlide,
	measureOf,
	type Rectangle,
} from "../preview.js";
import { design, slideIndex } from "../state.js";
import type { TextKey } from "../texts/texts.js";

export interface Fix {
	readonly title: TextKey;
	readonly apply: () => void;
}

/** Moves a box the shortest way into a rectangle, as far as it fits. */
function into(box: Box, { x, y, width, height }: Rectangle): Box {
	return {
		...box,
		x: Math.max(x, Math.min(box.x, x + width - box.width)),
		y: Math.max(y, Math.min(box.y, y + height - box.height)),
	};
}

/** Smallest legible text on a phone, same as in the service: 11 of 405 of the width. */
const LEGIBLE = 11 / 405;

/** The fixes of a finding about an element. */
export function fixesOf(finding: Finding, ref: Ref): Fix[] {
	const { code } = finding;
	const element = elementAt(design.value, ref);
	const box = boxOf(ref) ?? measureOf(ref)?.box;
	if (!element || !box) return [];
	const isText = typeOf(ref, element) === "text";
	const size = canvasSize.value;
	const moveInto = (title: TextKey, area: Rectangle): Fix[] => {
		const after = into(box, area);
		if (isInFlow(ref, element) || (after.x === box.x && after.y === box.y)) return [];
		return [{ title, apply: () => commit([{ ref, fields: fieldsOf(ref, element, box, after) }]) }];
	};
	const scale = (title: TextKey, factor: number): Fix[] => {
		const fontSize = measureOf(ref)?.fontSize;
		if (!isText || fontSize === undefined) return [];
		const after = { ...box, width: box.width * factor, height: box.height * factor };
		const { fontSize: next } = scaledText(ref, element, box, after, fontSize);
		return [{ title, apply: () => commit([{ ref, fields: { fontSize: next } }]) }];
	};
	switch (code) {
		case "outside_safe_area":
			return measuredSlide.value ? moveInto("fix.safe", measuredSlide.value.safeArea) : [];
		case "off_slide":
		case "image_off_slide":
			return moveInto("fix.slide", { x: 0, y: 0, ...size });
		case "text_overflows_slide":
			return [...moveInto("fix.slide", { x: 0, y: 0, ...size }), ...fit(ref, box, size)];
		case "text_overflows_box":
		case "word_broken":
			return scale("fix.smaller", 0.85);
		case "content_overflows_stack":
			return [...scale("fix.smaller", 0.85), ...largerStack(finding)];
		case "text_covered":
			return inFront(finding, ref);
		case "number_split":
			return [...together(finding, ref), ...fieldFix(finding, "neededFontSize", ref, "fontSize")];
		case "lines_collide":
			return fieldFix(finding, "neededLineHeight", ref, "lineHeight");
		case "text_truncated":
			return [
				{
					title: "fix.lines",
					apply: () => commit([{ ref, fields: { maxLines: undefined } }]),
				},
			];
		case "text_small": {
			const fontSize = measureOf(ref)?.fontSize ?? 1;
			return scale("fix.larger", Math.ceil(LEGIBLE * size.width) / fontSize);
		}
		case "low_contrast":
			return isText ? contrastFixes(ref) : [];
		default:
			return [];
	}
}

const refIn = ({ with: other }: Finding): Ref | undefined =>
	typeof other === "string" && elementAt(design.value, other) ? other : undefined;

/** Sets the minimum size that a stack needs for its children. */
function largerStack(finding: Finding): Fix[] {
	const stack = refIn(finding);
	if (stack === undefined) return [];
	const { neededWidth: minWidth, neededHeight: minHeight } = finding;
	const fields = {
		...(typeof minWidth === "number" && { minWidth }),
		...(typeof minHeight === "number" && { minHeight }),
	};
	return [{ title: "fix.stack", apply: () => commit([{ ref: stack, fields }]) }];
}

/** Moves a text in front of the element that covers it, if both are in the same list. */
function inFront(finding: Finding, ref: Ref): Fix[] {
	const cover = refIn(finding);
	if (cover === undefined) return [];
	const { list, index } = placeIn(cover);
	if (placeIn(ref).list !== list) return [];
	return [{ title: "fix.front", apply: () => moveTo(ref, list, index + 1) }];
}

const NO_BREAK_SPACE = "\u00a0";
const WORD_JOINER = "\u2060";

/** Joins a number and its unit with a non-breaking character. */
function together({ end, start }: Finding, ref: Ref): Fix[] {
	const written = elementAt(design.value, ref)?.text;
	if (typeof written !== "string" || typeof end !== "string" || typeof start !== "string")
		return [];
	const [joined, apart] = [`${end}${start}`, `${end} ${start}`];
	const text = written.includes(apart)
		? written.replace(apart, () => `${end}${NO_BREAK_SPACE}${start}`)
		: written.replace(joined, () => `${end}${WORD_JOINER}${start}`);
	if (text === written) return [];
	return [{ title: "fix.together", apply: () => commit([{ ref, fields: { text } }]) }];
}

/** Sets a field to the value suggested by a finding. */
function fieldFix(finding: Finding, fact: string, ref: Ref, field: string): Fix[] {
	const value = finding[fact];
	if (typeof value !== "number") return [];
	const title = field === "fontSize" ? "fix.smaller" : "fix.lineHeight";
	return [{ title, apply: () => commit([{ ref, fields: { [field]: value } }]) }];
}

/** Shrinks a text to fit between its position and the edge of the slide. */
function fit(ref: Ref, box: Box, size: { readonly width: number; readonly height: number }): Fix[] {
	const element = elementAt(design.value, ref);
	if (!element || isInFlow(ref, element)) return [];
	const width = Math.floor(Math.min(box.width, size.width - Math.max(0, box.x)));
	const height = Math.floor(size.height - Math.max(0, box.y));
	if (width < 20 || height < 20) return [];
	return [
		{
			title: "fix.shrink",
			apply: () =>
				commit([
					{
						ref,
						fields: {
							...(element.x == null &&
								element.right == null && { x: Math.max(0, Math.round(box.x)) }),
							...(element.y == null &&
								element.bottom == null && { y: Math.max(0, Math.round(box.y)) }),
							width,
							height,
							fit: "shrink",
						},
					},
				]),
		},
	];
}

/** Over a photo, a scrim; always, black or white letters. */
function contrastFixes(ref: Ref): Fix[] {
	const [root, at] = stepsOf(ref);
	const index = root === "slides" ? Number(at) : slideIndex.value;
	const slide = design.value.slides?.[index];
	const overPhoto = typeof slide?.image === "string" && slide.image !== "";
	const fixes: Fix[] = [];
	if (overPhoto && slide.scrim == null)
		fixes.push({
			title: "fix.scrim",
			apply: () => edit([[["slides", index, "scrim"], { color: "#000000", opacity: 0.5 }]]),
		});
	const colours: readonly (readonly [TextKey, string])[] = [
		["fix.white", "#FFFFFF"],
		["fix.black", "#000000"],
	];
	const now = String(elementAt(design.value, ref)?.textColor ?? "").toUpperCase();
	for (const [title, textColor] of colours)
		if (now !== textColor)
			fixes.push({
				title,
				apply: () => commit([{ ref, fields: { textColor, textFill: undefined } }]),
			});
	return fixes;
}
