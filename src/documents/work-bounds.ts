import type { Issue } from "../base/issue.js";
import { LIMITS } from "../contract/limits.js";
import type { Commons } from "./resolved-document.js";
import { escaped } from "./variables/places.js";

/** A kind of text that this process must parse, and how much of it a document may have. */
interface Kind {
	/** Amount in one string. */
	readonly amount: (value: string) => number;
	/** Whether a string that occurs again costs nothing. */
	readonly once: boolean;
	readonly maximum: number;
	readonly message: string;
}

/** Parsing a colour takes up to 0.1 ms. */
const COLOR: Kind = {
	amount: (value) => (value.includes("(") ? 1 : 0),
	once: true,
	maximum: LIMITS.maxColorFunctions,
	message: `is one of more than ${LIMITS.maxColorFunctions} different colours written as functions such as rgb(); write some as hexadecimal colours, which are not limited`,
};
/** Depth is checked with an HTML parser: 1.5 µs for each tag. */
const RICH_TEXT: Kind = {
	amount: (value) => value.split("<").length - 1,
	once: false,
	maximum: LIMITS.maxRichTextTags,
	message: `brings the tags in all rich text to more than ${LIMITS.maxRichTextTags}`,
};
/** Parsing a path takes 35 ns per character. */
const PATH: Kind = {
	amount: (value) => value.length,
	once: false,
	maximum: LIMITS.maxPathLengthOfAll,
	message: `brings all paths to more than ${LIMITS.maxPathLengthOfAll} characters`,
};

const KINDS: ReadonlyMap<string, Kind> = new Map([
	...[
		"background",
		"backgroundColor",
		"color",
		"fill",
		"duotone",
		"highlightColor",
		"mask",
		"paint",
		"paints",
		"textColor",
		"textFill",
	].map((field) => [field, COLOR] as const),
	["richText", RICH_TEXT],
	["path", PATH],
]);

/**
 * Limits the time that the checks of a document take: they run in the process that serves HTTP, and
 * each must stay below 20 ms.
 * @param document matches the schema
 * @param commons common layers by the index of a slide, if they are different on each
 * @param commons common layers by the index of a slide, if they are different on each
 * @returns empty for every realistic design
 */
export function workBounds(document: object, commons: Commons = []): Issue[] {
	const amounts = new Map<Kind, number>();
	const seen = new Set<string>();
	/** With the field that each is, or is in a list of. */
	const open: { readonly holder: object; readonly path: string; readonly field: string }[] = [
		{ holder: document, path: "", field: "" },
		// The first of them is part of the document.
		...commons
			.filter((common) => common !== undefined)
			.slice(1)
			.map((holder) => ({ holder, path: "/common", field: "" })),
	];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		for (const [key, value] of Object.entries(next.holder)) {
			const field = Array.isArray(next.holder) ? next.field : key;
			if (typeof value === "object" && value !== null)
				open.push({ holder: value, path: `${next.path}/${escaped(key)}`, field });
			const kind = typeof value === "string" ? KINDS.get(field) : undefined;
			if (kind === undefined || (kind.once && seen.has(value))) continue;
			if (kind.once) seen.add(value);
			const amount = (amounts.get(kind) ?? 0) + kind.amount(value);
			amounts.set(kind, amount);
			const { maximum, message } = kind;
			if (amount > maximum) return [{ path: `${next.path}/${key}`, message, maximum }];
		}
	}
	return [];
}
