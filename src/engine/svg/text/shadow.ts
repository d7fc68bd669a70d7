/**
 * The soft shadow of a text block, as a picture rather than an SVG filter: filters differ between
 * renderers, and resvg takes 25 to 80 ms for one. A shadow has no fine detail, so it is drawn small
 * and scaled up.
 */
import { num } from "../../numbers.js";
import { shade, upright } from "../../paint/build.js";
import type { ShadeNode, Turn } from "../../paint/node.js";
import { writeSvg } from "../../paint/svg-writer.js";
import { type Box, grow, intersect, isEmpty } from "../../scene/geometry.js";
import { SoftMask } from "../soft-mask.js";
import type { Ink } from "./ink.js";

/** CSS `text-shadow: 0 .04em .12em rgb(0 0 0 / .6)`; the deviation is half the blur radius. */
const OFFSET = 0.04;
const DEVIATION = 0.06;
const OPACITY = 0.6;
/**
 * Minimum standard deviation in pixels of the small picture; below it, scaling up would be visible.
 */
const SMALL_DEVIATION = 1.75;

/**
 * @param em font size, pixels
 * @param region where the shadow may be visible, before the rotation of the block
 * @param turn rotation of the block
 */
export function textShadow(ink: Ink, em: number, region: Box, turn: Turn): ShadeNode | undefined {
	const path = [...ink.under, ...ink.fills, ...ink.over].map((part) => part.path).join("");
	if (path === "" && ink.emoji.length === 0) return undefined;
	const deviation = DEVIATION * em;
	const box = intersect(grow(ink.box, 3 * deviation), grow(region, 3 * deviation));
	if (isEmpty(box)) return undefined;
	const scale = Math.min(1, SMALL_DEVIATION / deviation);
	const columns = Math.ceil(box.width * scale);
	const rows = Math.ceil(box.height * scale);
	const width = columns / scale;
	const height = rows / scale;
	const alpha = new SoftMask({
		grid: { columns, rows, scale, box: { x: box.x, y: box.y, width, height } },
		body: `<path d="${path}"/>${ink.emoji.map((one) => writeSvg(one)).join("")}`,
		viewBox: [box.x, box.y, width, height].map(num).join(" "),
		deviation: deviation * scale,
		opacity: OPACITY,
	});
	const place = upright({ x: box.x, y: box.y + OFFSET * em, width, height });
	return shade({ alpha, columns, rows, place: { ...place, ...turn } });
}
