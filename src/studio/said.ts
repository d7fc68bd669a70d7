/** Messages of the service for people: places as names instead of paths of the document. */
import { stepsOf } from "../base/json-pointer.js";
import { type Element, nameOf, pointerOf, typeOf, valueAt } from "./design.js";
import { shown } from "./state.js";
import { templateAtWork } from "./template-at-work.js";
import { capital, label, t, variableLabel } from "./texts/texts.js";

/** Paths of the document in a message. */
const PATH =
	/(?<![\w/])\/(?:slides|common|variables|platforms?|size|brand|scale|quality)\b(?:\/[^\s,;:"”’)]+[^\s,;:."”’)])?/g;

/** The steps of a path as readable words: "Slide 2, Headline, font size". */
export function placeName(path: string): string {
	const steps = stepsOf(path);
	const parts: string[] = [];
	for (let at = 0; at < steps.length; at++) {
		const step = steps[at]!;
		const before = steps[at - 1];
		if (typeof step === "number") {
			const ref = pointerOf(steps.slice(0, at + 1));
			const value = valueAt(shown.value, ref) as Element | undefined;
			if (before === "slides") parts.push(t("slide.n", { number: step + 1 }));
			else if (value?.type !== undefined || value?.text !== undefined || value?.src !== undefined) {
				const name = nameOf(value) || capital(label("value", typeOf(ref, value)));
				// Only the innermost element is named.
				parts.splice(parts.length > 0 && steps[0] === "slides" ? 1 : 0, parts.length, name);
			}
		} else if (before === "variables") {
			parts.push(variableLabel(templateAtWork.value?.variables[step]?.label ?? step));
		} else if (!LISTS.has(step)) parts.push(label("field", step));
	}
	return parts.join(", ");
}

const LISTS = new Set([
	"slides",
	"layers",
	"children",
	"textBlocks",
	"imageOverlays",
	"common",
	"behind",
	"front",
	"variables",
]);

/** A message in which paths are replaced by names. */
export const readable = (message: string): string =>
	message.replace(PATH, (path) => placeName(path) || path);
