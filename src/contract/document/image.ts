import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { LIMITS } from "../limits.js";
import { Nullable, RequestObject, StringEnum, silentNulls, tolerantObject } from "../schema.js";
import { border, cornerRadius, shadow, shadows } from "./box.js";
import { imageEffects } from "./effects.js";
import {
	alt,
	boxFields,
	flowFields,
	name,
	opacity,
	placementFields,
	rotation,
} from "./layer-fields.js";
import { fallback, pictureFields } from "./picture.js";
import { CssColor, SizeOf } from "./values.js";

/** What an image shows, and which part of it. */
const contentFields = {
	src: Type.String({
		examples: ["lucide:rocket"],
		description:
			"http(s) URL of an image, a data:image URL, a renderUrl of the asset endpoints or its path alone (/api/assets/…), or the id of an icon (lucide:rocket).",
	}),
	cropX: Type.Optional(
		Type.Number({
			minimum: 0,
			maximum: LIMITS.maxCrop,
			default: 50,
			description:
				"Horizontal focal point of the image; with fit contain, its horizontal position in the box. Percent.",
		}),
	),
	cropY: Type.Optional(
		Type.Number({
			minimum: 0,
			maximum: LIMITS.maxCrop,
			default: 50,
			description:
				"Vertical focal point of the image; with fit contain, its vertical position in the box. Percent.",
		}),
	),
	color: Type.Optional(
		Nullable(CssColor("A colour."), {
			description:
				"Fills the box with this colour through the image's alpha, or through its luminance when no pixel is transparent. Any CSS colour.",
		}),
	),
	fit: Type.Optional(
		StringEnum(ENUMS.overlayFit, {
			default: "cover",
			description:
				"cover fills the box and crops the image; contain shows the whole image in the box, positioned by cropX and cropY; borderRadius then rounds the image itself.",
		}),
	),
};

export const ImageOverlaySchema = RequestObject(
	{
		...contentFields,
		name,
		x: Type.Optional(SizeOf("Left edge of the box.", { default: 50 })),
		y: Type.Optional(SizeOf("Top edge of the box.", { default: 50 })),
		width: Type.Optional(SizeOf("Width of the box.", { default: 180 })),
		height: Type.Optional(SizeOf("Height of the box.", { default: 180 })),
		rotation,
		borderRadius: cornerRadius,
		opacity,
		...silentNulls({
			...placementFields,
			maxWidth: boxFields.maxWidth,
			...pictureFields,
			fallback,
			border,
			shadow,
			alt,
		}),
	},
	{
		title: "ImageOverlay",
		description: "An image on the slide, over its background and under its texts.",
		additionalProperties: false,
	},
);

export const ImageLayerSchema = tolerantObject(
	{
		type: Type.Literal("image"),
		...contentFields,
		...pictureFields,
		fallback,
		...boxFields,
		...placementFields,
		...flowFields,
		border,
		borderRadius: cornerRadius,
		shadow,
		shadows,
		...imageEffects,
		rotation,
		opacity,
		name,
		alt,
	},
	{
		title: "ImageLayer",
		description:
			"An image. Without any size it is 180 wide and high. With an empty src it is left out.",
		additionalProperties: false,
	},
);

export type ImageOverlay = Static<typeof ImageOverlaySchema>;
