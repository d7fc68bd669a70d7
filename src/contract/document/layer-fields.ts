/** The fields that every layer has, and those of a stack's children. */
import { Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { LIMITS } from "../limits.js";
import { StringEnum } from "../schema.js";
import { WARNING_CODES } from "../warning.js";
import { SizeOf } from "./values.js";

const size = (description: string) => Type.Optional(SizeOf(description));

/**
 * Subtags of letters and digits, the first of letters only (RFC 5646, section 2.1, without its
 * registries).
 */
const LANGUAGE_TAG = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$";

/** A field with a language. */
export const language = (description: string) =>
	Type.Optional(
		Type.String({
			pattern: LANGUAGE_TAG,
			maxLength: LIMITS.maxLanguageTagLength,
			examples: ["zh-Hant"],
			description,
		}),
	);

/** Insets, size limits, and conditions of a layer; some of them exist in the old lists too. */
export const placementFields = {
	right: size("Distance from the parent's right edge; with x and no width it stretches the layer."),
	bottom: size(
		"Distance from the parent's bottom edge; with y and no height it stretches the layer.",
	),
	minWidth: size("Least width."),
	minHeight: size("Minimum height. A minimum wins over a maximum."),
	maxHeight: size("Greatest height."),
	aspectRatio: Type.Optional(
		Type.Number({
			minimum: LIMITS.minAspectRatio,
			maximum: LIMITS.maxAspectRatio,
			description: "Width divided by height. With one size given, it sets the other.",
			examples: [1],
		}),
	),
	within: Type.Optional(
		StringEnum(ENUMS.within, {
			description:
				"safeArea makes the platform's safe area the parent, instead of the slide. Only for layers that are not in a stack.",
		}),
	),
	blendMode: Type.Optional(
		StringEnum(ENUMS.blendMode, {
			default: "normal",
			description: "How the layer blends with what is behind it, like CSS mix-blend-mode.",
		}),
	),
	showIf: Type.Optional(
		Type.String({
			maxLength: LIMITS.maxTextLength,
			examples: ["{{price}}"],
			description:
				"The layer is left out if this is empty or false after variables are filled in. It then takes no space and no gap.",
		}),
	),
	hideIf: Type.Optional(
		Type.String({
			maxLength: LIMITS.maxTextLength,
			description: "The layer is left out unless this is empty or false.",
		}),
	),
	only: Type.Optional(
		Type.Array(StringEnum(ENUMS.canvasShape), {
			minItems: 1,
			maxItems: ENUMS.canvasShape.length,
			description:
				"Canvas shapes that show the layer, by width / height: banner from 2.4, wide from 1.2 (landscape: both), square from 0.9, portrait from 0.65, story below.",
		}),
	),
};

/** Direction and language of what is inside a slide, stack or grid. */
export const insideFields = {
	dir: Type.Optional(
		StringEnum(ENUMS.slideDirection, {
			description:
				"Direction of what is inside: rtl mirrors rows, columns, insets, padding, corners, arrows, start and end, but not the place of the layer itself. auto is rtl if more than half of the paragraphs inside are. Default: that of the slide or layer around it.",
		}),
	),
	lang: language("Language of the texts inside that name none, a BCP 47 tag."),
};

export const opacity = Type.Optional(
	Type.Number({ minimum: 0, maximum: 1, default: 1, description: "0 is invisible, 1 opaque." }),
);

export const rotation = Type.Optional(
	Type.Number({
		minimum: -LIMITS.maxRotation,
		maximum: LIMITS.maxRotation,
		default: 0,
		description: "Clockwise rotation around the centre of the box, after layout. Degrees.",
	}),
);

export const name = Type.Optional(
	Type.String({
		maxLength: LIMITS.maxNameLength,
		description: "A name for your own use. Measurements and warnings show it; it is not rendered.",
	}),
);

/** Position and size of a layer. */
export const boxFields = {
	x: size("Left edge. Default: 0."),
	y: size("Top edge. Default: 0."),
	width: size("Width of the box."),
	height: size("Height of the box."),
	maxWidth: size("Greatest width."),
};

/** What a layer or slide is copied for. */
export const repeat = Type.Optional(
	Type.String({
		minLength: 1,
		maxLength: LIMITS.maxExpressionLength,
		examples: ["speakers", "{{range(rating)}}"],
		description:
			"Makes a copy for each item of a list: its name, a path such as item.rows, or one placeholder that gives a list or a whole number. Needs variables. In copies, item is the item, index its number from 1; count, first, last and outer (the repeat around it) exist too.",
	}),
);

/** Codes of warnings to leave out. */
export const ignoredWarnings = (description: string) =>
	Type.Optional(
		Type.Array(StringEnum(WARNING_CODES, { title: "WarningCode" }), {
			maxItems: WARNING_CODES.length,
			examples: [["text_small"]],
			description,
		}),
	);

const cell = (description: string) =>
	Type.Optional(
		Type.Integer({
			minimum: -LIMITS.maxGridTracks,
			maximum: LIMITS.maxGridTracks,
			description: `${description}, from 1, or negative from the end. Default: the next free cell.`,
		}),
	);
const span = (description: string) =>
	Type.Optional(
		Type.Integer({ minimum: 1, maximum: LIMITS.maxGridTracks, default: 1, description }),
	);

/** The place of a layer in its grid. */
const cellFields = {
	column: cell("Column of the grid"),
	row: cell("Row of the grid"),
	columnSpan: span("Number of columns that the layer spans."),
	rowSpan: span("Number of rows that the layer spans."),
	justifySelf: Type.Optional(
		StringEnum(ENUMS.cellAlign, { description: "Overrides the grid's justifyItems." }),
	),
};

const margin = () => Type.Number({ minimum: -LIMITS.maxMargin, maximum: LIMITS.maxMargin });

/** Fields of a layer that its list or stack uses. */
export const flowFields = {
	repeat,
	position: Type.Optional(
		StringEnum(ENUMS.layerPosition, {
			description:
				"absolute takes the layer out of its stack's flow; x, y, right and bottom are then measured from the stack's padding box.",
		}),
	),
	grow: Type.Optional(
		Type.Number({
			minimum: 0,
			maximum: LIMITS.maxFlexFactor,
			default: 0,
			description: "Share of the stack's free space that the layer takes.",
		}),
	),
	shrink: Type.Optional(
		Type.Number({
			minimum: 0,
			maximum: LIMITS.maxFlexFactor,
			description:
				"Share of the missing space that the layer gives up when the stack is too small. Default: 1 for texts and stacks, otherwise 0.",
		}),
	),
	basis: size(
		"Size along the stack before growing and shrinking; 0 with grow: 1 makes equal columns.",
	),
	margin: Type.Optional(
		Type.Union([margin(), Type.Tuple([margin(), margin(), margin(), margin()])], {
			description:
				"Space around the layer; it does not collapse. One number for all sides, or [top, right, bottom, left]. Preview pixels.",
			default: 0,
			examples: [[8, 0, 0, 0]],
		}),
	),
	...cellFields,
	alignSelf: Type.Optional(
		StringEnum(ENUMS.stackAlign, { description: "Overrides the stack's align." }),
	),
	href: Type.Optional(
		Type.String({
			title: "Href",
			minLength: 1,
			maxLength: LIMITS.maxHrefLength,
			examples: ["https://example.com/shop", "mailto:hello@example.com", "tel:+4930123456"],
			description:
				"A link: the box of the layer is clickable in PDF and SVG. http, https, mailto or tel, without a user name. Layers inside a link cannot be links. Other formats have no links.",
		}),
	),
	decorative: Type.Optional(
		Type.Boolean({
			default: false,
			description:
				"The layer is only decoration: texts in it may overlap, be small, pale or cut off by the slide without a warning, and are no part of the alternative text.",
		}),
	),
	ignoreWarnings: ignoredWarnings(
		"Codes of warnings that are not reported for the layer and what is inside.",
	),
};

export const alt = Type.Optional(
	Type.String({
		maxLength: LIMITS.maxAltLength,
		description: "Alternative text: what the image shows. Included in tagged PDFs.",
	}),
);
