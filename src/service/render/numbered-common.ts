import type { CommonLayers } from "../../contract/render-request.js";

/** `{{slide}}` and `{{slides}}`, which are not variables in common layers. */
const NUMBER = /\{\{\s*(slides?)\s*\}\}/g;

/**
 * Common layers for one slide, with its number and the number of slides filled in.
 * @param slide counted from 1
 */
export function numberedCommon(common: CommonLayers, slide: number, slides: number): CommonLayers {
	const numbers: Readonly<Record<string, number>> = { slide, slides };
	const numbered = (value: unknown): unknown => {
		if (typeof value === "string")
			return value.includes("{{")
				? value.replace(NUMBER, (_, name: string) => String(numbers[name]))
				: value;
		if (Array.isArray(value)) return value.map(numbered);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [name, numbered(member)]),
		);
	};
	return numbered(common) as CommonLayers;
}
