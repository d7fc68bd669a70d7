import { type Static, Type } from "@sinclair/typebox";
import { BRAND_IDS } from "./brands.js";
import { ENUMS } from "./enums.js";
import { LIMITS } from "./limits.js";
import { PLATFORM_IDS, PLATFORMS } from "./platforms.js";
import { HEX_COLOR, Nullable, StringEnum } from "./schema.js";

export { Nullable, StringEnum };

const PLATFORM_SIZES = Object.entries(PLATFORMS)
	.map(([id, { width, height }]) => `${id} ${width} x ${height}`)
	.join(", ");

const hexColor = (description: string, value: string) =>
	Type.String({
		pattern: HEX_COLOR,
		description: `${description} Six hexadecimal digits after a #.`,
		default: value,
		examples: [value],
	});
const previewPx = (description: string, value: number) =>
	Type.Number({ description: `${description} Preview pixels.`, default: value });

export const CounterPositionSchema = Type.Object(
	{
		x: Type.Optional(Type.Number({ description: "Left edge of the stepper. Preview pixels." })),
		y: Type.Optional(Type.Number({ description: "Top edge of the stepper. Preview pixels." })),
	},
	{
		title: "CounterPosition",
		description: "Top left corner of the stepper; a missing x or y keeps its default place.",
		additionalProperties: false,
	},
);

export const TextBlockSchema = Type.Object(
	{
		text: Type.Optional(
			Type.String({
				examples: ["Three habits that stick"],
				maxLength: LIMITS.maxTextLength,
				description: "Plain text; newlines are kept. Used when richText has no content.",
			}),
		),
		richText: Type.Optional(
			Type.String({
				examples: ["Save <b>more</b>, spend <mark>less</mark>"],
				maxLength: LIMITS.maxTextLength,
				description: `Simple HTML: b/strong, i/em, u, s/strike/del, mark, br, and span with the styles color, background-color and text-transform. Other tags are dropped and their text is kept. At most ${LIMITS.maxRichTextDepth} levels deep.`,
			}),
		),
		emoji: Type.Optional(
			Type.String({
				examples: ["🚀"],
				maxLength: LIMITS.maxTextLength,
				description: "Drawn before the text, followed by a space; alone, it is a sticker.",
			}),
		),
		size: Type.Optional(
			StringEnum(ENUMS.textSize, {
				default: "L",
				description: "Used when fontSize is absent: S 20, M 28, L 36, XL 52 preview pixels.",
			}),
		),
		fontSize: Type.Optional(
			Type.Number({
				minimum: LIMITS.minFontSize,
				maximum: LIMITS.maxFontSize,
				default: 36,
				description: "Font size. Preview pixels.",
			}),
		),
		style: Type.Optional(
			StringEnum(ENUMS.textStyle, {
				default: "bold",
				description:
					"bold: heavy letters. shadow: over a soft dark shadow. outline: heavy letters with a contrasting contour. highlight: each line on a rounded ground of highlightColor.",
			}),
		),
		textColor: Type.Optional(hexColor("Colour of the text.", "#FFFFFF")),
		highlightColor: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxColorLength,
				default: "#D4AF37",
				description:
					"Any CSS colour, transparent too. Background of the highlight style and of <mark>.",
			}),
		),
		x: Type.Optional(previewPx("Left edge of the block's box.", 50)),
		y: Type.Optional(previewPx("Top edge of the block's box.", 300)),
		width: Type.Optional(
			Nullable(Type.Number(), {
				description: "Width of the box, in which the text wraps. Preview pixels.",
			}),
		),
		height: Type.Optional(
			Nullable(Type.Number(), { description: "Least height of the box. Preview pixels." }),
		),
		maxWidth: Type.Optional(
			Nullable(Type.Number(), {
				description:
					"Wrap width when width is absent; without either, the room to the right edge less 20. Preview pixels.",
			}),
		),
		rotation: Type.Optional(
			Type.Number({
				minimum: -LIMITS.maxRotation,
				maximum: LIMITS.maxRotation,
				default: 0,
				description: "Clockwise about the centre of the box. Degrees.",
			}),
		),
	},
	{
		title: "TextBlock",
		description: "A text on the slide. With neither text, richText nor emoji it draws nothing.",
		additionalProperties: false,
	},
);

export const ImageOverlaySchema = Type.Object(
	{
		src: Type.String({
			examples: ["https://images.example/logo.png"],
			description:
				"http(s) URL of an image, a data:image URL, or a renderUrl of the asset endpoints.",
		}),
		name: Type.Optional(
			Type.String({ maxLength: LIMITS.maxNameLength, description: "For the client; not drawn." }),
		),
		x: Type.Optional(previewPx("Left edge of the box.", 50)),
		y: Type.Optional(previewPx("Top edge of the box.", 50)),
		width: Type.Optional(previewPx("Width of the box.", 180)),
		height: Type.Optional(previewPx("Height of the box.", 180)),
		rotation: Type.Optional(
			Type.Number({
				minimum: -LIMITS.maxRotation,
				maximum: LIMITS.maxRotation,
				default: 0,
				description: "Clockwise about the centre of the box. Degrees.",
			}),
		),
		borderRadius: Type.Optional(
			Type.Number({
				minimum: 0,
				default: 0,
				description: "Corner radius, at most half the short side. Preview pixels.",
			}),
		),
		cropX: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxCrop,
				default: 50,
				description: "Horizontal focal point of the image, which covers the box. Percent.",
			}),
		),
		cropY: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxCrop,
				default: 50,
				description: "Vertical focal point of the image, which covers the box. Percent.",
			}),
		),
		color: Type.Optional(
			Nullable(Type.String({ pattern: HEX_COLOR }), {
				description:
					"Fills the box with this colour through the image's alpha, or through its luminance when no pixel is transparent.",
			}),
		),
		opacity: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 1,
				default: 1,
				description: "0 is invisible, 1 opaque.",
			}),
		),
	},
	{
		title: "ImageOverlay",
		description:
			"An image on the slide, over its background and under its texts. It covers its box.",
		additionalProperties: false,
	},
);

export const SlideSchema = Type.Object(
	{
		backgroundColor: Type.Optional(hexColor("Colour of the slide.", "#000000")),
		image: Type.Optional(
			Nullable(Type.String(), {
				description:
					"http(s) URL of an image, a data:image URL, or a renderUrl of the photo search. Covers the slide, centred.",
			}),
		),
		textBlocks: Type.Optional(
			Type.Array(TextBlockSchema, {
				maxItems: LIMITS.maxTextBlocksPerSlide,
				default: [],
				description: "Drawn in this order, over the overlays.",
			}),
		),
		imageOverlays: Type.Optional(
			Type.Array(ImageOverlaySchema, {
				maxItems: LIMITS.maxImageOverlaysPerSlide,
				default: [],
				description: "Drawn in this order, over the background.",
			}),
		),
		counterPosition: Type.Optional(
			Nullable(CounterPositionSchema, {
				description:
					"Top left corner of the stepper; without it, the stepper is centred near the bottom.",
			}),
		),
	},
	{
		title: "Slide",
		description: "One image of the post.",
		additionalProperties: false,
	},
);

export const RenderRequestSchema = Type.Object(
	{
		platform: Type.Optional(
			StringEnum(PLATFORM_IDS, {
				default: "short-video-carousel",
				description: `Sets the size of the images. Export pixels: ${PLATFORM_SIZES}.`,
			}),
		),
		mode: Type.Optional(
			StringEnum(ENUMS.mode, {
				default: "single",
				description: "single renders only the first slide.",
			}),
		),
		format: Type.Optional(
			StringEnum(ENUMS.outputFormat, {
				default: "png",
				description: "Format of the images. Without effect on /api/render.png.",
			}),
		),
		delivery: Type.Optional(
			StringEnum(ENUMS.delivery, {
				default: "dataUrl",
				description:
					"Inline base64 data URLs, temporary hosted URLs, or both. Without effect on /api/render.png.",
			}),
		),
		brand: Type.Optional(
			StringEnum(BRAND_IDS, {
				default: "brand-a",
				description: "Sets the active colour of the stepper.",
			}),
		),
		stepperStyle: Type.Optional(
			StringEnum(ENUMS.stepperStyle, {
				default: "numeric",
				description: "Progress mark on each slide. Only in mode carousel.",
			}),
		),
		slides: Type.Array(SlideSchema, {
			minItems: LIMITS.minCarouselSlides,
			maxItems: LIMITS.maxCarouselSlides,
			description: "The images of the post, in order. All are validated, also in mode single.",
		}),
	},
	{
		title: "RenderRequest",
		description: "A design document: what to draw, and how to hand it over.",
		additionalProperties: false,
	},
);

/** A render request as the client wrote it: absent fields are absent. */
export type RenderRequest = Static<typeof RenderRequestSchema>;
export type Slide = Static<typeof SlideSchema>;
export type TextBlock = Static<typeof TextBlockSchema>;
export type ImageOverlay = Static<typeof ImageOverlaySchema>;
export type CounterPosition = Static<typeof CounterPositionSchema>;
