import { Type } from "@sinclair/typebox";
import { ERROR_CATALOG, type ErrorCode, IMAGE_FAILURE_REASONS } from "../../base/errors.js";
import { IssueSchema } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { StringEnum } from "../../contract/schema.js";

export const ErrorBodySchema = Type.Object(
	{
		error: Type.Object(
			{
				code: StringEnum(Object.keys(ERROR_CATALOG) as ErrorCode[], {
					description: "Code of the error, for programs. It does not change.",
				}),
				message: Type.String({ description: "One sentence for people." }),
				details: Type.Object(
					{
						issues: Type.Optional(
							Type.Array(IssueSchema, {
								maxItems: LIMITS.maxIssuesListed,
								description: `The problems of the request, at most ${LIMITS.maxIssuesListed}.`,
							}),
						),
						path: Type.Optional(
							Type.String({ description: "JSON pointer of the image source that failed." }),
						),
						reason: Type.Optional(
							StringEnum(IMAGE_FAILURE_REASONS, {
								description: "Why the image source failed, one word.",
							}),
						),
					},
					{ description: "More about the error; may be empty.", additionalProperties: true },
				),
			},
			{ additionalProperties: false },
		),
	},
	{
		title: "ErrorBody",
		description: "The body of every error of every endpoint.",
		additionalProperties: false,
	},
);
