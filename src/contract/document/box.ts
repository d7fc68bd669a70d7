/** The look of a box: background, border, corners, shadow. */
import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../limits.js";
import { tolerantObject } from "../schema.js";
import { PaintOf } from "./paint.js";
import { CornersOf, CssColor, DashPattern, SidesOf } from "./values.js";

const borderWidth = () => Type.Number({ minimum: 0, maximum: LIMITS.maxBorderWidth });
const sideColor = () => CssColor("A colour.");

export const BorderSchema = tolerantObject(
	{
		width: Type.Union(
			[borderWidth(), Type.Tuple([borderWidth(), borderWidth(), borderWidth(), borderWidth()])],
			{
				description:
					"Width of the border, which lies inside the box. One number for all sides, or [top, right, bottom, left]. Preview pixels.",
				examples: [2],
			},
		),
		color: Type.Union(
			[CssColor("A colour."), Type.Tuple([sideColor(), sideColor(), sideColor(), sideColor()])],
			{
				description: "Colour of the border. One for all sides, or [top, right, bottom, left].",
				examples: ["#D4AF37"],
			},
		),
		dash: Type.Optional(
			DashPattern(
				"Lengths of a dash and of the gap after it; needs the same width and colour on all sides.",
			),
		),
	},
	{
		title: "Border",
		description: "A border inside the box, like CSS with box-sizing: border-box.",
		additionalProperties: false,
	},
);

const offset = (description: string) =>
	Type.Number({
		minimum: -LIMITS.maxShadowOffset,
		maximum: LIMITS.maxShadowOffset,
		default: 0,
		description: `${description} Preview pixels.`,
	});

export const ShadowSchema = tolerantObject(
	{
		x: Type.Optional(offset("How far the shadow moves to the right.")),
		y: Type.Optional(offset("How far the shadow moves down.")),
		blur: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: LIMITS.maxShadowBlur,
				default: 0,
				description: "Blur radius as in CSS: 0 is a sharp edge. Preview pixels.",
			}),
		),
		spread: Type.Optional(offset("How far the shadow of a box extends past it on each side.")),
		color: Type.Optional(CssColor("Colour of the shadow.", { default: "#000000" })),
		opacity: Type.Optional(
			Type.Number({
				minimum: 0,
				maximum: 1,
				default: 1,
				description: "0 is invisible, 1 opaque.",
			}),
		),
		inset: Type.Optional(
			Type.Boolean({
				default: false,
				description:
					"Draws the shadow inside the box, above its background: on stacks, grids, images and rectangles.",
			}),
		),
	},
	{
		title: "Shadow",
		description:
			"A shadow behind a box, behind the outline of a shape or of a transparent image, or behind letters.",
		additionalProperties: false,
	},
);

export const background = Type.Optional(PaintOf("Fills the box, under its content."));
export const padding = Type.Optional(SidesOf("Space between the edge of the box and its content."));
export const border = Type.Optional(BorderSchema);
export const cornerRadius = Type.Optional(CornersOf("Corner radius, at most half the short side."));
export const shadow = Type.Optional(ShadowSchema);
export const shadows = Type.Optional(
	Type.Array(ShadowSchema, {
		title: "Shadows",
		maxItems: LIMITS.maxShadows,
		description: "Several shadows instead of shadow; the first is on top.",
	}),
);

export type Border = Static<typeof BorderSchema>;
export type Shadow = Static<typeof ShadowSchema>;
