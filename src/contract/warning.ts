import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.js";
import { StringEnum } from "./schema.js";

/** What may be told of a document that was drawn: code, and what it means. */
export const WARNINGS = Object.freeze({
	slides_not_drawn: "Mode single draws the first slide only, and there are more.",
	text_overflows_slide: "Part of a text lies outside the slide.",
	text_overflows_box: "A text is higher than the height of its block, or wider than its width.",
	text_truncated: "maxLines cut the end of a text off.",
	word_broken: "A word is longer than the line and continues on the next one.",
	missing_characters: "No font has these characters; a box is drawn for each.",
	low_contrast: "The contrast of a text to its ground is below 3:1.",
	off_slide: "Nothing of it is seen: it lies outside the slide.",
	empty_box: "A width or height of zero or less leaves no room.",
	tag_dropped: "The rich text has a tag that is not supported; its text is kept.",
	color_ignored: "The rich text has a colour that does not parse.",
	image_enlarged: "An image is shown at more than twice its own size.",
} as const);

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[];

export const WarningSchema = Type.Object(
	{
		code: StringEnum(WARNING_CODES, {
			description: Object.entries(WARNINGS)
				.map(([code, meaning]) => `${code}: ${meaning}`)
				.join(" "),
		}),
		path: Type.String({
			description: "Where: JSON pointer into the document.",
			examples: ["/slides/0/textBlocks/2"],
		}),
		message: Type.String({
			description: "What was drawn, and what would help.",
			examples: ["The text needs a height of 96 and has 60."],
		}),
	},
	{
		title: "Warning",
		description:
			"What was drawn but is hardly meant. Further members are the figures of the message: lengths in preview pixels, characters, colours.",
		additionalProperties: true,
	},
);

/** One finding about a document that is drawn all the same. */
export interface Warning {
	readonly code: WarningCode;
	readonly path: string;
	readonly message: string;
	readonly [fact: string]: unknown;
}

/** Findings in the order of the document: the first of them, and how many there are. */
export interface Warnings {
	readonly warnings: readonly Warning[];
	readonly warningCount: number;
}

/** The members of an answer that tell of warnings. */
export const WARNING_MEMBERS = {
	warnings: Type.Array(WarningSchema, {
		maxItems: LIMITS.maxWarningsListed,
		description: `What was drawn but is hardly meant, in the order of the document, ${LIMITS.maxWarningsListed} at most; empty when there is nothing. The same document gives the same warnings.`,
	}),
	warningCount: Type.Integer({
		minimum: 0,
		description: "How many warnings there are, those that are not listed too.",
	}),
};

export const WarningsSchema = Type.Object(WARNING_MEMBERS);
export type ListedWarnings = Static<typeof WarningsSchema>;
