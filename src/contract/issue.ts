import { Type } from "@sinclair/typebox";

export const IssueSchema = Type.Object(
	{
		path: Type.String({
			description:
				"Where: JSON pointer into the body, or the name of a query parameter after a slash.",
			examples: ["/slides/1/textBlocks/0/fontSize"],
		}),
		message: Type.String({ description: "What is wrong.", examples: ["must be at most 600"] }),
	},
	{
		title: "Issue",
		description:
			"One thing that is wrong with a request. Further members say what was allowed (minimum, maximum, enum, pattern, minLength, maxLength, minItems, maxItems, type, allowed), or where a body is not JSON (line, column, position).",
		additionalProperties: true,
	},
);
