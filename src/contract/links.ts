import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "./enums.js";
import { LIMITS } from "./limits.js";
import { RenderRequestSchema } from "./render-request.js";
import { RequestObject, StringEnum } from "./schema.js";

export const LinkRequestSchema = RequestObject(
	{
		document: RenderRequestSchema,
		slide: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxCarouselSlides,
				description:
					"Number of the slide to link, counted from 1, out of all slides in either mode. Without it: the slides that a render draws, the first in mode single, all in mode carousel.",
			}),
		),
		expiresIn: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxLinkSeconds,
				description: "Seconds after which the links end (410). Without it they do not end.",
				examples: [86_400],
			}),
		),
		format: Type.Optional(
			StringEnum(ENUMS.outputFormat, {
				description: "Format of the pictures. Without it: that of the document.",
			}),
		),
	},
	{
		title: "LinkRequest",
		description: "A document to make links of.",
		additionalProperties: false,
	},
);
export type LinkRequest = Static<typeof LinkRequestSchema>;

export const LinkResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		urls: Type.Array(Type.String({ format: "uri" }), {
			description: "The links, in the order of the slides. Whoever has one can see its picture.",
		}),
		expiresAt: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
			description: "When the links end (ISO 8601); null: never.",
		}),
		warnings: Type.Array(
			Type.Object(
				{
					code: StringEnum(["long_link"], { description: "What may go wrong." }),
					path: Type.String({
						description: "JSON pointer into this answer.",
						examples: ["/urls/0"],
					}),
					message: Type.String({ description: "One sentence for people." }),
				},
				{ title: "LinkWarning", additionalProperties: false },
			),
			{
				description: `Links of more than ${LIMITS.longLink} characters (long_link), which some programs cut off. Empty when there is none.`,
			},
		),
	},
	{ title: "LinkResponse", description: "Signed links.", additionalProperties: false },
);
export type LinkResponse = Static<typeof LinkResponseSchema>;

const SIGNATURE = Type.String({
	description:
		"The first 16 bytes of HMAC-SHA256 in base64url, over all that follows in the path, its leading slash included.",
	examples: ["n3Zs0t1VZBN3bR2sOz4QfA"],
});
const PAYLOAD = Type.String({
	description: "The JSON of a render request, deflated without a header (RFC 1951), in base64url.",
	examples: ["q1YqzslMSVWyiq5WKkmtKClyyslPzi5WgvKUrJQ8UnNy8pVqY2uJ1AIA"],
});
const FILE = Type.String({
	description: `Number of the slide, counted from 1, and the format: ${ENUMS.outputFormat.join(", ")}.`,
	examples: ["1.png"],
});

export const LinkParamsSchema = Type.Object({
	signature: SIGNATURE,
	payload: PAYLOAD,
	file: FILE,
});

export const ExpiringLinkParamsSchema = Type.Object({
	signature: SIGNATURE,
	expiry: Type.String({
		description: "The letter e and the second of the Unix clock from which the link is a 410.",
		examples: ["e1798761600"],
	}),
	payload: PAYLOAD,
	file: FILE,
});
