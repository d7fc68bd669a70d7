import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "./enums.js";
import { IMAGE_TYPES } from "./formats.js";
import { LIMITS } from "./limits.js";
import { CANVAS_IDS, meantPlatform } from "./platforms.js";
import { MEANT, StringEnum } from "./schema.js";
import { TEMPLATE_VERSION } from "./templates.js";
import { WARNING_MEMBERS } from "./warning-schema.js";

/** The platform of a picture, if the document has several. */
export const PICTURE_PLATFORM = Type.Optional(
	StringEnum(CANVAS_IDS, {
		description: "Platform of the image. Present if the document has platforms.",
	}),
);

export const RenderedImageSchema = Type.Object(
	{
		platform: PICTURE_PLATFORM,
		slide: Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxCarouselSlides,
			description: "Number of the slide, counted from 1.",
		}),
		mimeType: StringEnum(IMAGE_TYPES, {
			description: "Media type of the image.",
		}),
		width: Type.Integer({ description: "Width of the image. Export pixels.", examples: [1080] }),
		height: Type.Integer({ description: "Height of the image. Export pixels.", examples: [1350] }),
		alt: Type.String({
			description: "Alternative text: slide.alt, or the text of the slide.",
			examples: ["Five habits that stick"],
		}),
		url: Type.Optional(
			Type.String({
				format: "uri",
				description:
					"Temporary URL of the image. It expires after RENDER_TTL_SECONDS (15 minutes by default). Present when delivery is url or both.",
			}),
		),
		expiresAt: Type.Optional(
			Type.String({
				format: "date-time",
				description: "Earliest time at which the URL expires. Present with url.",
				examples: ["2026-11-21T09:30:00.000Z"],
			}),
		),
		dataUrl: Type.Optional(
			Type.String({
				description: "The image as a base64 data URL. Present when delivery is dataUrl or both.",
				examples: ["data:image/png;base64,iVBORw0KGgo="],
			}),
		),
		svg: Type.Optional(
			Type.String({ description: "The markup of the image. Present when format is svg." }),
		),
	},
	{ title: "RenderedImage", description: "One rendered slide.", additionalProperties: false },
);

export const RenderResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		format: StringEnum(ENUMS.outputFormat, { description: "Format of the images." }),
		delivery: StringEnum(ENUMS.delivery, { description: "How the images are returned." }),
		platform: StringEnum(CANVAS_IDS, {
			description: "Platform of the images: the first one, if the document has platforms.",
		}),
		mode: StringEnum(ENUMS.mode, { description: "single renders only the first slide." }),
		slideCount: Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxCarouselSlides,
			description:
				"Number of rendered slides per platform. Equals the number of images, unless the document has platforms.",
		}),
		templateVersion: Type.Optional(
			Type.String({ description: TEMPLATE_VERSION, examples: ["7PxOD6Yw0mXb3kQz"] }),
		),
		images: Type.Array(RenderedImageSchema, {
			description: "The rendered slides in the order of the request, one platform after the other.",
		}),
		...WARNING_MEMBERS,
	},
	{
		title: "RenderResponse",
		description: "The rendered images, and the values of the document including defaults.",
		additionalProperties: false,
	},
);

export type RenderedImage = Static<typeof RenderedImageSchema>;
export type RenderResponse = Static<typeof RenderResponseSchema>;

/** The platform of the document for which a file is made. */
const platformQuery = (otherwise: string) =>
	Type.Optional(
		StringEnum(CANVAS_IDS, {
			[MEANT]: meantPlatform,
			description: `Which of the document's platforms to render. Default: ${otherwise}. Returns 400 for a platform that the document does not have.`,
		}),
	);

export const PdfQuerySchema = Type.Object(
	{ platform: platformQuery("the first") },
	{ additionalProperties: false },
);
export const ZipQuerySchema = Type.Object(
	{ platform: platformQuery("all, each in its own folder") },
	{ additionalProperties: false },
);
export type PlatformQuery = Static<typeof PdfQuerySchema>;

export const SlideQuerySchema = Type.Object(
	{
		slide: Type.Optional(
			Type.Integer({
				minimum: 1,
				default: 1,
				description:
					"Number of the slide to render, counted from 1, in either mode. Returns 400 if there is no such slide.",
			}),
		),
		platform: platformQuery("the first"),
	},
	{ additionalProperties: false },
);
export type SlideQuery = Static<typeof SlideQuerySchema>;
