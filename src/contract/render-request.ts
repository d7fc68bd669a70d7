import { type Static, Type } from "@sinclair/typebox";
import { BRAND_IDS, DEFAULT_BRAND } from "./brands.js";
import { ENUMS } from "./enums.js";
import { BUILT_IN_FONTS } from "./fonts.js";
import { DEFAULT_QUALITY } from "./formats.js";
import { LIMITS } from "./limits.js";
import { PLATFORM_IDS, PLATFORMS } from "./platforms.js";
import {
	HEX_COLOR,
	Nullable,
	NumberEnum,
	OpenStringEnum,
	RequestObject,
	StringEnum,
} from "./schema.js";

export { Nullable, StringEnum };

const PLATFORM_SIZES = Object.entries(PLATFORMS)
	.map(([id, { width, height }]) => `${id} ${width} x ${height}`)
	.join(", ");

/** Subtags of letters and digits, the first of letters alone (RFC 5646, section 2.1, less its registries). */
const LANGUAGE_TAG = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$";

const hexColor = (description: string, value: string) =>
	Type.String({
		pattern: HEX_COLOR,
		description: `${description} Six hexadecimal digits after a #.`,
		default: value,
		examples: [value],
	});
const previewPx = (description: string, value: number) =>
	Type.Number({ description: `${description} Preview pixels.`, default: value });

export const CounterPositionSchema = RequestObject(
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

export const TextBlockSchema = RequestObject(
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
				description: `Simple HTML: b/strong, i/em, u, s/strike/del, mark, br, and span with the styles color, background-color and text-transform; p, div, h1 to h6, blockquote, ul, ol, li, pre, section, article and tr begin and end a line, li with a bullet or a number. Other tags are dropped and their text is kept. At most ${LIMITS.maxRichTextDepth} levels deep.`,
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
		font: Type.Optional(
			OpenStringEnum(
				"font",
				BUILT_IN_FONTS.map(({ family }) => family),
				{
					description:
						"Family of the text; without it that of the brand, else Inter. What it lacks is drawn by the built-in fonts, character by character. Operators add families of their own.",
				},
			),
		),
		lang: Type.Optional(
			Type.String({
				pattern: LANGUAGE_TAG,
				maxLength: LIMITS.maxLanguageTagLength,
				examples: ["zh-Hant"],
				description:
					"Language of the text, a BCP 47 tag such as ja, ko, zh-Hans, zh-Hant, ur, sr. Chooses the forms of Han characters and other letters, and how lines break. Without it the text of the whole slide decides.",
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
				minLength: 1,
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
		align: Type.Optional(
			StringEnum(ENUMS.textAlign, {
				default: "start",
				description:
					"Where lines stand within width; without it, within maxWidth; without either, within the widest line. start is the side where the direction of the paragraph begins, end the other.",
			}),
		),
		verticalAlign: Type.Optional(
			StringEnum(ENUMS.verticalAlign, {
				default: "top",
				description: "Where the lines stand within height. Without height it has no effect.",
			}),
		),
		lineHeight: Type.Optional(
			Type.Number({
				minimum: LIMITS.minLineHeight,
				maximum: LIMITS.maxLineHeight,
				default: 1.2,
				description: "From line to line. Em.",
			}),
		),
		weight: Type.Optional(
			NumberEnum(ENUMS.textWeight, {
				description:
					"Weight of the letters; without it, that of the style: 800 for bold and outline, 600 for shadow and highlight. <b> is 900 in all of them.",
			}),
		),
		fit: Type.Optional(
			StringEnum(ENUMS.textFit, {
				default: "none",
				description:
					"shrink sets the text in the largest size, not above fontSize, at which all of it stays within width and height, which it needs; no word is broken for it while minFontSize is not reached.",
			}),
		),
		minFontSize: Type.Optional(
			Type.Number({
				minimum: LIMITS.minFontSize,
				maximum: LIMITS.maxFontSize,
				default: LIMITS.minFontSize,
				description: "Least font size of fit shrink. Preview pixels.",
			}),
		),
		maxLines: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxLines,
				description: "Lines that are drawn; what is beyond is cut off and ends with an ellipsis.",
			}),
		),
	},
	{
		title: "TextBlock",
		description: "A text on the slide. With neither text, richText nor emoji it draws nothing.",
		additionalProperties: false,
	},
);

export const ImageOverlaySchema = RequestObject(
	{
		src: Type.String({
			examples: ["lucide:rocket"],
			description:
				"http(s) URL of an image, a data:image URL, a renderUrl of the asset endpoints or its path alone (/api/assets/…), or the id of an icon (lucide:rocket).",
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
				description:
					"Horizontal focal point of the image, and where it stands in the room that it leaves. Percent.",
			}),
		),
		cropY: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxCrop,
				default: 50,
				description:
					"Vertical focal point of the image, and where it stands in the room that it leaves. Percent.",
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
		fit: Type.Optional(
			StringEnum(ENUMS.overlayFit, {
				default: "cover",
				description:
					"cover fills the box and crops the image; contain shows all of the image within the box, placed by cropX and cropY, with the rounded corners its own.",
			}),
		),
	},
	{
		title: "ImageOverlay",
		description: "An image on the slide, over its background and under its texts.",
		additionalProperties: false,
	},
);

export const ScrimSchema = RequestObject(
	{
		color: Type.Optional(hexColor("Colour of the scrim.", "#000000")),
		opacity: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 1,
				default: 0.45,
				description: "At its strongest: 0 is invisible, 1 opaque.",
			}),
		),
		from: Type.Optional(
			StringEnum(ENUMS.scrimFrom, {
				default: "all",
				description:
					"all covers the slide evenly; a side is where it is strongest, and it fades to nothing at 70 % of the way to the opposite one.",
			}),
		),
	},
	{
		title: "Scrim",
		description:
			"A colour between the background and what stands on it, so that text reads on a photo.",
		additionalProperties: false,
	},
);

export const SlideSchema = RequestObject(
	{
		backgroundColor: Type.Optional(hexColor("Colour of the slide.", "#000000")),
		image: Type.Optional(
			Nullable(Type.String(), {
				examples: ["/api/assets/photos/builtin/aurora-green-portrait.svg"],
				description:
					"http(s) URL of an image, a data:image URL, or a renderUrl of the photo search or its path alone (/api/assets/…). Covers the slide, centred.",
			}),
		),
		scrim: Type.Optional(
			Nullable(ScrimSchema, {
				description: "Over the background image and under the overlays.",
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

export const RenderRequestSchema = RequestObject(
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
				description:
					"Format of the images. JPEG has full chroma (4:4:4), WebP is lossy. Without effect on the endpoints that name theirs.",
			}),
		),
		quality: Type.Optional(
			Type.Integer({
				minimum: LIMITS.minQuality,
				maximum: LIMITS.maxQuality,
				default: DEFAULT_QUALITY,
				description:
					"Quality of JPEG, of WebP, and of the photographs in a PDF; refused with other formats.",
			}),
		),
		maxBytes: Type.Optional(
			Type.Integer({
				minimum: LIMITS.minMaxBytes,
				examples: [300_000],
				description: `Size that no JPEG or WebP may pass; refused with other formats. The best quality not above quality, and not below ${LIMITS.minFittedQuality}, whose picture is not larger; where there is none, the answer is 422 image_too_large. Bytes.`,
			}),
		),
		delivery: Type.Optional(
			StringEnum(ENUMS.delivery, {
				default: "dataUrl",
				description:
					"Inline base64 data URLs, temporary hosted URLs, or both. Only for /api/render.",
			}),
		),
		brand: Type.Optional(
			OpenStringEnum("brand", BRAND_IDS, {
				default: DEFAULT_BRAND,
				description:
					"Sets the active colour of the stepper, and the font of texts that name none where the brand has one. Operators add brands of their own.",
			}),
		),
		stepperStyle: Type.Optional(
			StringEnum(ENUMS.stepperStyle, {
				default: "numeric",
				description: "Progress mark on each slide. Only in mode carousel.",
			}),
		),
		variables: Type.Optional(
			Type.Record(Type.String(), Type.String(), {
				maxProperties: LIMITS.maxVariables,
				examples: [{ city: "Lisbon", price: "€ 49" }],
				description: `With it, {{name}} in any string of the document stands for the variable of that name, and {{{{ for two braces. A name that is not given, and a variable that nothing names, are refused. At most ${LIMITS.maxVariables} variables, names of at most ${LIMITS.maxVariableNameLength} characters.`,
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
		description:
			"A design document: what to draw, and how to hand it over. null for an optional field counts as absent.",
		additionalProperties: false,
	},
);

/** A render request as the client wrote it: absent fields are absent. */
export type RenderRequest = Static<typeof RenderRequestSchema>;
export type Slide = Static<typeof SlideSchema>;
export type TextBlock = Static<typeof TextBlockSchema>;
export type ImageOverlay = Static<typeof ImageOverlaySchema>;
export type Scrim = Static<typeof ScrimSchema>;
export type CounterPosition = Static<typeof CounterPositionSchema>;
