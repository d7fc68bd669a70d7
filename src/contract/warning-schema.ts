/** The schema of warnings, in a separate file because render processes load no schemas. */
import { Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.js";
import { CANVAS_IDS } from "./platforms.js";
import { StringEnum } from "./schema.js";
import { SEVERITIES, WARNING_CODES, WARNINGS } from "./warning.js";

export const WarningSchema = Type.Object(
	{
		code: StringEnum(WARNING_CODES, {
			description: Object.entries(WARNINGS)
				.map(([code, meaning]) => `${code}: ${meaning}`)
				.join(" "),
		}),
		severity: StringEnum(SEVERITIES, {
			description:
				"error: fix this before you publish. warning: probably not what you intended. info: good to know.",
		}),
		path: Type.String({
			description: "Where: JSON pointer into the document.",
			examples: ["/slides/0/textBlocks/2"],
		}),
		platform: Type.Optional(
			StringEnum(CANVAS_IDS, {
				description: "Platform of the slide, where the document has platforms.",
			}),
		),
		message: Type.String({
			description: "What is wrong, and how to fix it.",
			examples: ["The text needs a height of 96 but has 60."],
		}),
	},
	{
		title: "Warning",
		description:
			"Rendered, but probably not what you intended. Further members have the values of the message: lengths in preview pixels, characters, colours.",
		additionalProperties: true,
	},
);

/** The fields of an answer about its warnings. */
export const WARNING_MEMBERS = {
	warnings: Type.Array(WarningSchema, {
		maxItems: LIMITS.maxWarningsListed,
		description: `What was rendered but is probably not what you intended, the most severe first, otherwise in the order of the document. At most ${LIMITS.maxWarningsListed}; empty if there are none. The same document gives the same warnings.`,
	}),
	warningCount: Type.Integer({
		minimum: 0,
		description: "Number of warnings, including those that are not listed.",
	}),
};

export const WarningsSchema = Type.Object(WARNING_MEMBERS);
