import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { BRAND_IDS } from "./brands.js";
import { ENUMS } from "./enums.js";
import { LIMITS } from "./limits.js";
import { PLATFORM_IDS } from "./platforms.js";

const HEX_COLOR = "^#[0-9A-Fa-f]{6}$";

/** A string enumeration as one JSON Schema `enum`, which client generators read best. */
export const StringEnum = <const T extends string>(
	values: readonly T[],
	options: Record<string, unknown> = {},
) => Type.Unsafe<T>({ type: "string", enum: [...values], ...options });

/** `null` stands for "not given" where the contract allows it. */
export const Nullable = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) =>
	Type.Union([schema, Type.Null()], options);

const hexColor = (description: string, value: string) =>
	Type.String({ pattern: HEX_COLOR, description, default: value });
const previewPx = (description: string, value: number) =>
	Type.Number({ description: `${description} Preview pixels.`, default: value });

export const CounterPositionSchema = Type.Object(
	{
		x: Type.Optional(Type.Number({ description: "Left edge of the stepper. Preview pixels." })),
		y: Type.Optional(Type.Number({ description: "Top edge of the stepper. Preview pixels." })),
	},
	{ additionalProperties: false },
);

export const TextBlockSchema = Type.Object(
	{
		text: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxTextLength,
				description: "Plain text; newlines are kept. Used when richText has no content.",
			}),
		),
		richText: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxTextLength,
				description: `Simple HTML: b/strong, i/em, u, s/strike/del, mark, br, and span with the styles color, background-color and text-transform. Other tags are dropped and their text is kept. At most ${LIMITS.maxRichTextDepth} levels deep.`,
			}),
		),
		emoji: Type.Optional(
			Type.String({
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
		style: Type.Optional(StringEnum(ENUMS.textStyle, { default: "bold" })),
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
	{ additionalProperties: false },
);

export const ImageOverlaySchema = Type.Object(
	{
		src: Type.String({
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
		opacity: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 1 })),
	},
	{ additionalProperties: false },
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
			Type.Array(TextBlockSchema, { maxItems: LIMITS.maxTextBlocksPerSlide, default: [] }),
		),
		imageOverlays: Type.Optional(
			Type.Array(ImageOverlaySchema, { maxItems: LIMITS.maxImageOverlaysPerSlide, default: [] }),
		),
		counterPosition: Type.Optional(
			Nullable(CounterPositionSchema, {
				description:
					"Top left corner of the stepper; without it, the stepper is centred near the bottom.",
			}),
		),
	},
	{ additionalProperties: false },
);

export const RenderRequestSchema = Type.Object(
	{
		platform: Type.Optional(StringEnum(PLATFORM_IDS, { default: "short-video-carousel" })),
		mode: Type.Optional(
			StringEnum(ENUMS.mode, {
				default: "single",
				description: "single renders only the first slide.",
			}),
		),
		format: Type.Optional(StringEnum(ENUMS.outputFormat, { default: "png" })),
		delivery: Type.Optional(
			StringEnum(ENUMS.delivery, {
				default: "dataUrl",
				description: "Inline base64 data URLs, temporary hosted URLs, or both.",
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
		}),
	},
	{ additionalProperties: false },
);

/** A render request as the client wrote it: absent fields are absent. */
export type RenderRequest = Static<typeof RenderRequestSchema>;
export type Slide = Static<typeof SlideSchema>;
export type TextBlock = Static<typeof TextBlockSchema>;
export type ImageOverlay = Static<typeof ImageOverlaySchema>;
