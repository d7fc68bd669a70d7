import { type Static, Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { BUILT_IN_FONTS } from "../fonts.js";
import { LIMITS } from "../limits.js";
import {
	Nullable,
	NumberEnum,
	OpenStringEnum,
	RequestObject,
	StringEnum,
	silentNulls,
	tolerantObject,
} from "../schema.js";
import { background, border, cornerRadius, padding, shadow, shadows } from "./box.js";
import { effects } from "./effects.js";
import {
	boxFields,
	flowFields,
	language,
	name,
	opacity,
	placementFields,
	rotation,
} from "./layer-fields.js";
import { PaintOf } from "./paint.js";
import { CssColor, SizeOf } from "./values.js";

const FEATURE_TAG = "^[A-Za-z0-9]{4}$";

export const TextStrokeSchema = tolerantObject(
	{
		color: Type.Optional(CssColor("Colour of the line; without paint, it is required.")),
		width: Type.Number({
			minimum: 0,
			maximum: LIMITS.maxStrokeWidth,
			description: "Width of the line. Preview pixels.",
		}),
		paint: Type.Optional(
			PaintOf("Paints the line instead of color. It spans the box of the text."),
		),
		position: Type.Optional(
			StringEnum(ENUMS.strokePosition, {
				default: "center",
				description:
					"Where the line lies on the outline of the letters; outside does not cover their fill.",
			}),
		),
	},
	{
		title: "TextStroke",
		description: "A line along the outlines of letters, painted over their fill.",
		additionalProperties: false,
	},
);

const indentOf = (about: string) =>
	Type.Number({
		minimum: 0,
		maximum: LIMITS.maxIndent,
		default: 0,
		description: `${about} Preview pixels.`,
	});

export const TextOnPathSchema = tolerantObject(
	{
		arc: Type.Optional(
			Type.Number({
				minimum: -360,
				maximum: 360,
				examples: [120],
				description:
					"Bends the line into an arc of a circle that covers this angle; a negative arc hangs. Degrees.",
			}),
		),
		path: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: LIMITS.maxPathLength,
				examples: ["M0 50 C30 0 70 100 100 50"],
				description: `Instead of arc: SVG path data, at most ${LIMITS.maxPathSegments} segments.`,
			}),
		),
		viewBox: Type.Optional(
			Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
				description:
					"[x, y, width, height] of the path's coordinates, stretched to the box; a path needs it. Without width and height, the box has this size in preview pixels.",
				examples: [[0, 0, 100, 100]],
			}),
		),
		offset: Type.Optional(
			SizeOf("Distance along the path from where align puts the text.", { default: 0 }),
		),
	},
	{
		title: "TextOnPath",
		description: "A line along an arc or a path: its letters are placed and rotated one by one.",
		additionalProperties: false,
	},
);

export const ListStyleSchema = tolerantObject(
	{
		marker: Type.Optional(
			Type.String({
				maxLength: LIMITS.maxMarkerLength,
				default: "disc",
				examples: ["check", "→"],
				description: `${ENUMS.listMarker.join(", ")}, or any characters. Without marker, ul has disc and ol has number.`,
			}),
		),
		color: Type.Optional(CssColor("Colour of the markers. Default: that of the text.")),
		indent: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxListIndent,
				description:
					"Indent of the text of an item. Preview pixels. Default: 1.2 em, or the width of the widest marker if larger.",
			}),
		),
	},
	{
		title: "ListStyle",
		description: "How the items of ul and ol look: a hanging indent and a marker.",
		additionalProperties: false,
	},
);

export const TextIndentSchema = tolerantObject(
	{
		first: Type.Optional(indentOf("Indent of the first line of each paragraph.")),
		rest: Type.Optional(indentOf("Indent of the other lines: a hanging indent.")),
	},
	{
		title: "TextIndent",
		description: "Indents of lines, at the side where they start.",
		additionalProperties: false,
	},
);

/** The content of a text, and the look of its letters. */
const contentFields = {
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
			description: `Simple HTML: b/strong, i/em, u, s/strike/del, mark, sup, sub, small, code, br, and span with the styles color, background-color, text-transform, font-size, font-weight, font-family and letter-spacing; p, div, h1 to h6, blockquote, ul, ol, li, pre, section, article and tr begin and end a line, li with a bullet or a number. Other tags are dropped and their text is kept. At most ${LIMITS.maxRichTextDepth} levels deep.`,
		}),
	),
	emoji: Type.Optional(
		Type.String({
			examples: ["🚀"],
			maxLength: LIMITS.maxTextLength,
			description: "Shown before the text, followed by a space. Alone, it is a sticker.",
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
					"Font family. Default: that of the brand, otherwise Inter. Characters that it lacks come from the built-in fonts. Operators can add families.",
			},
		),
	),
	lang: language(
		"Language of the text, a BCP 47 tag such as ja, ko, zh-Hans, zh-Hant, ur, sr. Chooses the forms of Han characters and other letters, and how lines break. Default: that of the stack, grid, slide or document around it; without any, it is guessed from the text of the whole slide.",
	),
	style: Type.Optional(
		StringEnum(ENUMS.textStyle, {
			default: "bold",
			description:
				"bold: heavy letters. shadow: over a soft dark shadow. outline: heavy letters with a contrasting contour. highlight: each line on a rounded box in highlightColor.",
		}),
	),
	textColor: Type.Optional(CssColor("Colour of the text.", { default: "#FFFFFF" })),
	highlightColor: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: LIMITS.maxColorLength,
			default: "#D4AF37",
			description:
				"Background of the highlight style and of <mark>. Any CSS colour, including transparent.",
		}),
	),
	align: Type.Optional(
		StringEnum(ENUMS.textAlign, {
			default: "start",
			description:
				"Alignment of the lines within width; without it, within maxWidth; without either, within the widest line. start is the side where the paragraph's direction begins, end is the opposite side. justify makes all lines of a paragraph but the last as wide as the box.",
		}),
	),
	verticalAlign: Type.Optional(
		StringEnum(ENUMS.verticalAlign, {
			default: "top",
			description:
				"Vertical alignment of the lines within height. Without height it has no effect.",
		}),
	),
	lineHeight: Type.Optional(
		Type.Union(
			[
				Type.Number({ minimum: LIMITS.minLineHeight, maximum: LIMITS.maxLineHeight }),
				Type.Literal("normal"),
			],
			{
				default: 1.2,
				description:
					"Distance between lines, in em. normal takes the height that the fonts of the line need.",
			},
		),
	),
	weight: Type.Optional(
		NumberEnum(ENUMS.textWeight, {
			description:
				"Weight of the letters. Default: that of the style, 800 for bold and outline, 600 for shadow and highlight. <b> is 900 in all of them, unless boldWeight says otherwise.",
		}),
	),
	fit: Type.Optional(
		StringEnum(ENUMS.textFit, {
			default: "none",
			description:
				"shrink uses the largest size up to fontSize at which the whole text fits into its box, fill the largest up to maxFontSize. Both need a limited width and height; with maxHeight alone, the box is as high as the lines. Words are only broken at minFontSize.",
		}),
	),
	minFontSize: Type.Optional(
		Type.Number({
			minimum: LIMITS.minFontSize,
			maximum: LIMITS.maxFontSize,
			default: LIMITS.minFontSize,
			description: "Smallest size that fit may use. Preview pixels.",
		}),
	),
	maxLines: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxLines,
			description:
				"Maximum number of lines. Longer text is cut off with an ellipsis, and a word that is longer than the box is broken.",
		}),
	),
};

/** Fields of typography that were added later. */
const typographyFields = {
	letterSpacing: Type.Optional(
		Type.Number({
			minimum: LIMITS.minLetterSpacing,
			maximum: LIMITS.maxLetterSpacing,
			default: 0,
			description: "Space added between letters, never between joined ones. Em.",
		}),
	),
	textFill: Type.Optional(
		PaintOf(
			"Fills the letters instead of textColor. It spans the box of the text; a picture continues, mirrored, where letters leave the box.",
		),
	),
	textStroke: Type.Optional(TextStrokeSchema),
	textTransform: Type.Optional(
		StringEnum(ENUMS.textTransform, {
			default: "none",
			description: "Changes the case of letters, following the rules of lang.",
		}),
	),
	tabularNumbers: Type.Optional(
		Type.Boolean({ default: false, description: "All digits have the same width." }),
	),
	fontFeatures: Type.Optional(
		Type.Record(
			Type.String({ pattern: FEATURE_TAG }),
			Type.Integer({ minimum: 0, maximum: LIMITS.maxFeatureValue }),
			{
				maxProperties: LIMITS.maxFontFeatures,
				additionalProperties: false,
				examples: [{ smcp: 1, onum: 1 }],
				description:
					"OpenType features by their tags of four letters and digits; 1 turns one on, 0 off, a larger number chooses an alternative. A feature that the font lacks is a field_ignored warning.",
			},
		),
	),
	textWrap: Type.Optional(
		StringEnum(ENUMS.textWrap, {
			default: "normal",
			description:
				"balance makes lines of similar length, up to 6 lines; pretty leaves no single word on the last line and does not break inside numbers, dates and prices. nowrap keeps each paragraph on one line; the rest is cut off with an ellipsis.",
		}),
	),
	overflowWrap: Type.Optional(
		StringEnum(ENUMS.overflowWrap, {
			default: "break-word",
			description:
				"What happens to a word that is longer than the line. break-word breaks it at the edge, but a stack gives it its whole width if it can; anywhere lets a stack make the text as narrow as one letter; normal never breaks it.",
		}),
	),
	cutToHeight: Type.Optional(
		Type.Boolean({
			default: false,
			description:
				"Cuts the text off with an ellipsis after the last line that fits into its height, which must be limited.",
		}),
	),
	maxFontSize: Type.Optional(
		Type.Number({
			minimum: LIMITS.minFontSize,
			maximum: LIMITS.maxFontSize,
			default: LIMITS.maxFontSize,
			description: "Largest size that fit fill may use. Preview pixels.",
		}),
	),
	whiteSpace: Type.Optional(
		StringEnum(ENUMS.whiteSpace, {
			description:
				"pre-wrap keeps spaces, tabs and newlines; normal makes one space of each run of them. Default: pre-wrap for text, normal for richText.",
		}),
	),
	tabSize: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.maxTabSize,
			default: 4,
			description: "Distance of tab stops. Widths of a space.",
		}),
	),
	indent: Type.Optional(TextIndentSchema),
	onPath: Type.Optional(TextOnPathSchema),
	hyphens: Type.Optional(
		StringEnum(ENUMS.hyphens, {
			default: "none",
			description:
				"auto hyphenates by the rules of lang, which it needs; long-words only words of 12 letters or more, for headlines and short texts. A soft hyphen (U+00AD) works without it.",
		}),
	),
	fitGroup: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: LIMITS.maxFitGroupLength,
			examples: ["headline"],
			description:
				"Texts with fit and the same group all take the smallest size that one of them needs, on all slides.",
		}),
	),
	highlightPadding: Type.Optional(
		Type.Tuple(
			[
				Type.Number({ minimum: 0, maximum: LIMITS.maxHighlightPadding }),
				Type.Number({ minimum: 0, maximum: LIMITS.maxHighlightPadding }),
			],
			{
				description:
					"[x, y]: room of the highlight style around each line. Preview pixels. Default: 0.28 em and 0.08 em.",
				examples: [[12, 4]],
			},
		),
	),
	highlightRadius: Type.Optional(
		Type.Number({
			minimum: 0,
			description: "Corner radius of the highlight style. Preview pixels. Default: 0.18 em.",
		}),
	),
	highlightInside: Type.Optional(
		Type.Boolean({
			default: false,
			description:
				"true puts the edge of the highlight at x; otherwise the letters are there and the highlight begins before it.",
		}),
	),
	list: Type.Optional(ListStyleSchema),
	boldWeight: Type.Optional(
		NumberEnum(ENUMS.textWeight, { default: 900, description: "Weight of <b> and <strong>." }),
	),
	textDirection: Type.Optional(
		StringEnum(ENUMS.textDirection, {
			default: "auto",
			description:
				"Direction of the paragraphs; auto uses the first letter of each paragraph that has a direction.",
		}),
	),
	wordBreak: Type.Optional(
		StringEnum(ENUMS.wordBreak, {
			default: "normal",
			description:
				"keep-all breaks Korean, Chinese and Japanese at spaces and punctuation only; with lang: ja, at phrases.",
		}),
	),
};

/** The look of the box of a text. */
const textBoxFields = { background, padding, border, borderRadius: cornerRadius, shadow };

export const TextBlockSchema = RequestObject(
	{
		...contentFields,
		x: Type.Optional(SizeOf("Left edge of the block's box.", { default: 50 })),
		y: Type.Optional(SizeOf("Top edge of the block's box.", { default: 300 })),
		width: Type.Optional(
			Nullable(SizeOf("Width of the box, in which the text wraps."), {
				description: "Width of the box, in which the text wraps. Preview pixels, or a percentage.",
			}),
		),
		height: Type.Optional(
			Nullable(SizeOf("Minimum height of the box."), {
				description: "Minimum height of the box. Preview pixels, or a percentage.",
			}),
		),
		maxWidth: Type.Optional(
			Nullable(SizeOf("Wrap width if width is absent."), {
				description:
					"Wrap width if width is absent. Without either, text wraps 20 before the right edge. Preview pixels, or a percentage.",
			}),
		),
		rotation,
		...silentNulls({
			...typographyFields,
			...placementFields,
			...textBoxFields,
			opacity,
			name,
		}),
	},
	{
		title: "TextBlock",
		description: "A text on the slide. Without text, richText and emoji, nothing is rendered.",
		additionalProperties: false,
	},
);

export const TextLayerSchema = tolerantObject(
	{
		type: Type.Literal("text"),
		...contentFields,
		...typographyFields,
		...boxFields,
		...placementFields,
		...flowFields,
		...textBoxFields,
		shadows,
		...effects,
		rotation,
		opacity,
		name,
	},
	{
		title: "TextLayer",
		description:
			"A text. Without width it is as wide as its longest line, up to the width of its parent. Without content it is left out.",
		additionalProperties: false,
	},
);

export type TextBlock = Static<typeof TextBlockSchema>;
