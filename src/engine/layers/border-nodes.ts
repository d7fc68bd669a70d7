/** The border of a layer's box. */
import { type Border, borderParts } from "../images/border.js";
import { solid } from "../paint/fill.js";
import type { PaintNode } from "../paint/node.js";
import type { Box } from "../scene/geometry.js";
import { NO_SIDES, type Sides } from "../shapes/box.js";
import type { LayerItem } from "./layer.js";
import { refuseDashes } from "./shape-nodes.js";

/** How far a background is inset under its border, pixels. */
const BLEED = 1;

/**
 * How far a background is inset from the edges of its box. Under an opaque border it does not reach
 * the edge, because antialiasing would show its colour around the border. Chromium does the same.
 */
export function underBorder(border: Border | null): Sides {
	if (border === null || border.dash !== undefined) return NO_SIDES;
	return border.widths.map((width, side) =>
		border.colors[side]!.a === 1 ? Math.min(BLEED, width / 2) : 0,
	) as unknown as Sides;
}

/** @throws ServiceError invalid_render_request if there are too many dashes */
export function borderNodes(
	{ x, y, width, height }: Box,
	{ look, path }: LayerItem,
	border: Border,
): PaintNode[] {
	const bounds = { x, y, width, height };
	const { parts, dashes } = borderParts(bounds, look.radii, border);
	refuseDashes(dashes, `${path}/border/dash`);
	return parts.map(({ data, color, rule, line, clip }): PaintNode => {
		const part: PaintNode =
			line === undefined
				? { kind: "path", data, fill: solid(color), rule: rule!, bounds }
				: { kind: "path", data, fill: null, stroke: { paint: solid(color), ...line }, bounds };
		return clip === undefined
			? part
			: { kind: "group", children: [part], clip: { data: clip }, bounds };
	});
}
