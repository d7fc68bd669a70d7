/** The soft shadow of a text block. */
import { path } from "../../paint/build.js";
import type { PaintNode } from "../../paint/node.js";
import type { Box } from "../../scene/geometry.js";
import { shadowNode } from "../shadow-shade.js";
import type { Ink } from "./ink.js";

/** CSS `text-shadow: 0 .04em .12em rgb(0 0 0 / .6)`. */
const OFFSET = 0.04;
const BLUR = 0.12;
const COLOR = { r: 0, g: 0, b: 0, a: 0.6 };
const OPAQUE = { ...COLOR, a: 1 };

/**
 * @param em font size, pixels
 * @param region where the shadow may be visible, in the space of the ink
 */
export function textShadow(ink: Ink, em: number, region: Box): PaintNode | undefined {
	const data = [...ink.under, ...ink.fills, ...ink.over].map((part) => part.path).join("");
	if (data === "" && ink.emoji.length === 0) return undefined;
	const shadow = { x: 0, y: OFFSET * em, blur: BLUR * em, color: COLOR };
	return shadowNode([path(data, OPAQUE, ink.box), ...ink.emoji], ink.box, shadow, region);
}
