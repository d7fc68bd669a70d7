/** The look of a picture: its filter and its crop. */
import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { LIMITS } from "../limits.js";
import { StringEnum, tolerantObject } from "../schema.js";
import { CssColor } from "./values.js";

const factor = (description: string) =>
	Type.Number({
		minimum: 0,
		maximum: LIMITS.maxFilterFactor,
		default: 1,
		description: `${description} 1 changes nothing.`,
	});
const share = (description: string) =>
	Type.Number({ minimum: 0, maximum: 1, default: 0, description });

export const PictureFilterSchema = tolerantObject(
	{
		blur: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxFilterBlur,
				default: 0,
				description: "Blur, as CSS blur(). Preview pixels.",
			}),
		),
		brightness: Type.Optional(factor("Multiplies the brightness.")),
		contrast: Type.Optional(factor("Multiplies the contrast.")),
		saturate: Type.Optional(factor("Multiplies the saturation.")),
		hueRotate: Type.Optional(
			Type.Number({
				minimum: -360,
				maximum: 360,
				default: 0,
				description: "Rotates the hues. Degrees.",
			}),
		),
		grayscale: Type.Optional(share("0 keeps the colours, 1 is black and white.")),
		sepia: Type.Optional(share("0 keeps the colours, 1 is sepia.")),
		invert: Type.Optional(share("0 keeps the colours, 1 inverts them.")),
		duotone: Type.Optional(
			Type.Tuple([CssColor("For dark pixels."), CssColor("For light pixels.")], {
				description: "[dark, light]: the colours for dark and for light pixels.",
				examples: [["#14213D", "#FFC600"]],
			}),
		),
	},
	{
		title: "PictureFilter",
		description: "Applied in the order of these fields, like the CSS filters of the same names.",
		additionalProperties: false,
	},
);

/** What is shown if a picture cannot be had. */
export const fallback = Type.Optional(
	Type.String({
		title: "Fallback",
		examples: ["lucide:image"],
		description:
			"Shown if the image cannot be fetched or decoded, with the warning image_replaced: another source, or none, which leaves the image out. Without it, such an image is a 422.",
	}),
);

export const pictureFields = {
	filter: Type.Optional(PictureFilterSchema),
	zoom: Type.Optional(
		Type.Number({
			minimum: 1,
			maximum: LIMITS.maxZoom,
			default: 1,
			description: "Enlarges the image around its focal point.",
		}),
	),
	flip: Type.Optional(StringEnum(ENUMS.flip, { description: "Mirrors the image." })),
	focus: Type.Optional(
		StringEnum(ENUMS.focus, {
			description:
				"Finds the focal point automatically, instead of cropX and cropY: attention looks for the subject, entropy for the most detail.",
		}),
	),
};

const percent = (description: string) =>
	Type.Number({ minimum: 0, maximum: LIMITS.maxCrop, default: 50, description });

export const ImageOptionsSchema = tolerantObject(
	{
		cropX: Type.Optional(percent("Horizontal focal point of the image. Percent.")),
		cropY: Type.Optional(percent("Vertical focal point of the image. Percent.")),
		...pictureFields,
		fallback,
	},
	{
		title: "ImageOptions",
		description: "How the slide's image is cropped and filtered, and what replaces it.",
		additionalProperties: false,
	},
);

export type PictureFilter = Static<typeof PictureFilterSchema>;
export type ImageOptions = Static<typeof ImageOptionsSchema>;
