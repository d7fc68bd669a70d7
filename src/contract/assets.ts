import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.js";
import { Nullable, StringEnum } from "./schema.js";

export const PHOTO_TARGETS = ["background", "overlay"] as const;
export const PHOTO_ORIENTATIONS = ["landscape", "portrait", "squarish"] as const;
export const PHOTO_PROVIDERS = ["unsplash", "openverse", "builtin"] as const;
export const DEFAULT_PHOTO_QUERY = "social media background";

/** The icon sets that are part of the service. */
export const ICON_SETS = ["lucide", "tabler"] as const;

export type PhotoTarget = (typeof PHOTO_TARGETS)[number];
export type PhotoOrientation = (typeof PHOTO_ORIENTATIONS)[number];
export type PhotoProviderId = (typeof PHOTO_PROVIDERS)[number];

/** Fields of the results of both searches. */
const PageSchema = Type.Optional(
	Type.Integer({
		minimum: 1,
		maximum: LIMITS.maxPhotoPage,
		default: 1,
		description: "Page of the results, counted from 1.",
	}),
);

/** Some clients send every default; the value that was set on purpose counts. */
const LIMIT =
	"Alias of per_page. If both are set to something other than the default, per_page wins.";

export const PhotoSearchQuerySchema = Type.Object(
	{
		query: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxQueryLength,
				default: DEFAULT_PHOTO_QUERY,
				description: "Words to search for.",
			}),
		),
		target: Type.Optional(
			StringEnum(PHOTO_TARGETS, {
				default: "background",
				description:
					"Whether the result is for slide.image or for imageOverlays[].src; sets the size of the image at renderUrl.",
			}),
		),
		orientation: Type.Optional(
			StringEnum(PHOTO_ORIENTATIONS, { description: "Only photos of this shape." }),
		),
		page: PageSchema,
		per_page: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxPhotosPerPage,
				default: LIMITS.defaultPhotosPerPage,
				description: "Results on a page.",
			}),
		),
		limit: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxPhotosPerPage,
				default: LIMITS.defaultPhotosPerPage,
				description: LIMIT,
			}),
		),
	},
	{ additionalProperties: false },
);
export type PhotoSearchQuery = Static<typeof PhotoSearchQuerySchema>;

const url = (description: string) => Type.String({ format: "uri", description });

export const PhotoAttributionSchema = Type.Object(
	{
		name: Type.String({ description: "The photographer or author." }),
		url: url("Page of the author."),
		source: Type.String({ description: "Name of the collection.", examples: ["Unsplash"] }),
		sourceUrl: url("Page of the collection."),
		license: Type.String({ description: "Licence of the photo." }),
		text: Type.String({ description: "The credit line. Print it unchanged." }),
		downloadLocation: Type.String({
			description: "What to send to /api/assets/photos/track-download once the photo is used.",
		}),
	},
	{ title: "PhotoAttribution", description: "Who to credit.", additionalProperties: false },
);

export const PhotoSchema = Type.Object(
	{
		id: Type.String({ description: "Id of the photo at its provider." }),
		description: Type.String({ description: "What the photo shows; may be empty." }),
		width: Nullable(Type.Integer(), {
			description: "Width of the original, if the provider gives it. Pixels.",
		}),
		height: Nullable(Type.Integer(), {
			description: "Height of the original, if the provider gives it. Pixels.",
		}),
		color: Nullable(Type.String(), {
			description: "Main colour as #rrggbb, if the provider gives it.",
		}),
		thumbUrl: url("A small rendition, for a list."),
		renderUrl: url("What to put into slide.image or imageOverlays[].src."),
		pageUrl: url("Page of the photo at its provider."),
		attribution: PhotoAttributionSchema,
	},
	{ title: "Photo", description: "A photo in the search results.", additionalProperties: false },
);

export const PhotoSearchResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		provider: StringEnum(PHOTO_PROVIDERS, { description: "Where the photos come from." }),
		query: Type.String({ description: "The words searched for." }),
		target: StringEnum(PHOTO_TARGETS, { description: "What the photos are for." }),
		page: Type.Integer({ description: "This page, counted from 1." }),
		perPage: Type.Integer({ description: "Results on a page." }),
		total: Type.Integer({ description: "Results on all pages." }),
		totalPages: Type.Integer({ description: "Number of pages." }),
		results: Type.Array(PhotoSchema, { description: "The photos of this page, best first." }),
		note: Type.Optional(
			Type.String({
				description:
					"If the built-in collection has no match: what it has instead, and how the operator can enable real photos.",
			}),
		),
		subjects: Type.Optional(
			Type.Array(Type.String(), {
				description: "Present with note: search words that have results, the most similar first.",
			}),
		),
	},
	{
		title: "PhotoSearchResponse",
		description: "Photos that match a search.",
		additionalProperties: false,
	},
);

export const TrackDownloadRequestSchema = Type.Object(
	{
		downloadLocation: Type.String({
			maxLength: LIMITS.maxImageUrlLength,
			description: "attribution.downloadLocation of a result of the photo search.",
			examples: ["/api/assets/photos/builtin/aurora-green-portrait.svg"],
		}),
	},
	{
		title: "TrackDownloadRequest",
		description: "Reports that a photo was used.",
		additionalProperties: false,
	},
);

export const TrackDownloadResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		tracked: Type.Boolean({
			description:
				"Whether the report was sent to the provider; false if the provider does not count downloads.",
		}),
		provider: StringEnum(PHOTO_PROVIDERS, { description: "The provider." }),
	},
	{
		title: "TrackDownloadResponse",
		description: "The result of the report.",
		additionalProperties: false,
	},
);

export const IconSearchQuerySchema = Type.Object(
	{
		query: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxQueryLength,
				description:
					"Words to search for, in English or about thirty other languages, or an emoji. Without a query: icons that social posts often use.",
			}),
		),
		page: PageSchema,
		per_page: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxIconResults,
				default: LIMITS.defaultIconResults,
				description: "Results on a page.",
			}),
		),
		limit: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxIconResults,
				default: LIMITS.defaultIconResults,
				description: LIMIT,
			}),
		),
	},
	{ additionalProperties: false },
);
export type IconSearchQuery = Static<typeof IconSearchQuerySchema>;

export const IconQuerySchema = Type.Object(
	{
		color: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: LIMITS.maxColorLength,
				default: "#000000",
				description: "Any CSS colour. The # of a hexadecimal colour is optional.",
				examples: ["1d4ed8"],
			}),
		),
	},
	{ additionalProperties: false },
);
export type IconQuery = Static<typeof IconQuerySchema>;

export const IconSchema = Type.Object(
	{
		id: Type.String({ description: "Set and name.", examples: ["lucide:rocket"] }),
		name: Type.String({ description: "Name within the set.", examples: ["rocket"] }),
		set: Type.String({ description: "The icon set.", examples: ["lucide"] }),
		renderUrl: url("What to put into imageOverlays[].src; an SVG, drawn crisp at any size."),
		width: Type.Integer({ description: "Width of the icon's own grid. Pixels." }),
		height: Type.Integer({ description: "Height of the icon's own grid. Pixels." }),
		tags: Type.Array(Type.String(), { description: "Words that the icon is found by." }),
		license: Type.String({ description: "Licence of the icon.", examples: ["ISC"] }),
	},
	{ title: "Icon", description: "An icon in the search results.", additionalProperties: false },
);

export const IconSearchResponseSchema = Type.Object(
	{
		ok: Type.Literal(true, { description: "Always true." }),
		query: Type.String({ description: "The words searched for; empty without any." }),
		page: Type.Integer({ description: "This page, counted from 1." }),
		perPage: Type.Integer({ description: "Results on a page." }),
		limit: Type.Integer({ description: "Same as perPage." }),
		total: Type.Integer({ description: "Results on all pages." }),
		totalPages: Type.Integer({ description: "Number of pages." }),
		results: Type.Array(IconSchema, { description: "The icons, best first." }),
	},
	{
		title: "IconSearchResponse",
		description: "Icons that match a search.",
		additionalProperties: false,
	},
);

export type Photo = Static<typeof PhotoSchema>;
export type PhotoSearchResponse = Static<typeof PhotoSearchResponseSchema>;
export type TrackDownloadRequest = Static<typeof TrackDownloadRequestSchema>;
export type TrackDownloadResponse = Static<typeof TrackDownloadResponseSchema>;
export type IconSearchResponse = Static<typeof IconSearchResponseSchema>;
