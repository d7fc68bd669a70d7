/** What applies to a layer as a whole. */
import { Type } from "@sinclair/typebox";
import { LIMITS } from "../limits.js";
import { PaintOf } from "./paint.js";
import { PictureFilterSchema } from "./picture.js";

const mask = Type.Optional(
	PaintOf(
		"Shows the layer only where this paint, which covers its box, is opaque; of a picture without transparency, where it is light.",
	),
);
const backdropBlur = Type.Optional(
	Type.Number({
		minimum: 0,
		maximum: LIMITS.maxFilterBlur,
		title: "BackdropBlur",
		default: 0,
		description:
			"Blurs what lies under the box or the outline of a shape, like CSS backdrop-filter. Preview pixels.",
	}),
);

const skew = (title: string, direction: string) =>
	Type.Optional(
		Type.Number({
			title,
			minimum: -LIMITS.maxSkew,
			maximum: LIMITS.maxSkew,
			default: 0,
			description: `Slant ${direction}, like CSS skew, before the rotation and around the centre of the box. The layout does not change. Degrees.`,
		}),
	);

/** Of images, which have a filter of their own. */
export const imageEffects = {
	mask,
	backdropBlur,
	skewX: skew("SkewX", "along the horizontal axis"),
	skewY: skew("SkewY", "along the vertical axis"),
};
/** Of texts, shapes, stacks and grids. */
export const effects = { filter: Type.Optional(PictureFilterSchema), ...imageEffects };
