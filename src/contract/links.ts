import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { ENUMS } from "./enums.js";
import { LIMITS } from "./limits.js";
import { RenderRequestSchema } from "./render-request.js";
import { RequestObject, StringEnum } from "./schema.js";
import { RenderBodySchema } from "./template-request.js";
import { TEMPLATE_VERSION } from "./templates.js";
import { SEVERITIES } from "./warning.js";

const fields = {
	slide: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxCarouselSlides,
			description:
				"Number of the slide to link, counted from 1, out of all slides in either mode; for each platform. Without it: the slides that a render draws, the first in mode single, all in mode carousel.",
		}),
	),
	expiresIn: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxLinkSeconds,
			description: "Seconds until the links expire (410). Without it they do not expire.",
			examples: [86_400],
		}),
	),
	inline: Type.Optional(
		Type.Boolean({
			default: false,
			description:
				"true fixes the current look: the template and the brand's values are copied into the links, so that later changes to them have no effect. The links become longer.",
		}),
	),
	format: Type.Optional(
		StringEnum(ENUMS.outputFormat, {
			description: "Format of the images. Default: that of the document.",
		}),
	),
	open: Type.Optional(
		Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.maxVariableNameLength }), {
			minItems: 1,
			maxItems: LIMITS.maxVariables,
			uniqueItems: true,
			description:
				"Variables of the template that the query of the links may set, such as ?title=Hello; all else is signed. The values of the document are used where the query gives none. Not for formatted text, and not with inline.",
			examples: [["title"]],
		}),
	),
};

const linkRequestOf = <T extends TSchema>(document: T) =>
	RequestObject(
		{ document, ...fields },
		{
			title: "LinkRequest",
			description: "A document to create links for.",
			additionalProperties: false,
		},
	);

export const LinkRequestSchema = linkRequestOf(RenderBodySchema);
/** The same, after the template of its document was filled in. */
export const ExpandedLinkRequestSchema = linkRequestOf(RenderRequestSchema);
export type LinkRequest = Static<typeof ExpandedLinkRequestSchema>;

export const LinkResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		urls: Type.Array(Type.String({ format: "uri" }), {
			description:
				"The links, in the order of the slides. Of a document with platforms, those of the first platform first; ?platform= at the end of a link selects one. Anyone who has a link can see its image.",
		}),
		templateVersion: Type.Optional(Type.String({ description: TEMPLATE_VERSION })),
		expiresAt: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
			description: "When the links expire (ISO 8601); null: never.",
		}),
		warnings: Type.Array(
			Type.Object(
				{
					code: StringEnum(["long_link", "field_ignored"], {
						description: "Something that may cause a problem, or has no effect.",
					}),
					severity: StringEnum(SEVERITIES, { description: "How severe it is." }),
					path: Type.String({
						description:
							"JSON pointer: into this response for a link, into the request for a field.",
						examples: ["/urls/0"],
					}),
					message: Type.String({ description: "One sentence for people." }),
				},
				{ title: "LinkWarning", additionalProperties: false },
			),
			{
				description: `Links of more than ${LIMITS.longLink} characters (long_link), which some programs cut off, and fields of the document that have no effect in links (field_ignored). Empty when there is none.`,
			},
		),
	},
	{ title: "LinkResponse", description: "Signed links.", additionalProperties: false },
);
export type LinkResponse = Static<typeof LinkResponseSchema>;

const SIGNATURE = Type.String({
	description:
		"The first 16 bytes of HMAC-SHA256 in base64url, over the rest of the path, including its leading slash.",
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
		description: "The letter e and the Unix time in seconds at which the link expires (410).",
		examples: ["e1798761600"],
	}),
	payload: PAYLOAD,
	file: FILE,
});

export const OpenTemplateParamsSchema = Type.Object({
	file: Type.String({
		description: `Id of the template and the format: ${ENUMS.outputFormat.join(", ")}.`,
		examples: ["sale-price.png"],
	}),
});
