/** text_covered: something opaque is painted over letters. */
import type { Finding } from "../../../contract/warning.js";
import { type Box, intersect, isEmpty } from "../../scene/geometry.js";
import type {
	Painted,
	PaintedArea,
	PaintedGroup,
	PaintedSlide,
	PaintedText,
} from "../painted/painted.js";
import { boundsOfPoints, type Point, quadOf, turnedPoint } from "../painted/quad.js";
import { lettersOf } from "../painted/text.js";
import { preview } from "../units.js";
import { DECORATION, isLargeNumeral } from "./contrast.js";

/** How much may be covered: preview pixels in both directions, and a share of the text's ink. */
const SLACK = 2;
const SHARE = 0.05;
/** From this share on, the text is unreadable. */
const UNREADABLE = 0.2;
/** Anything thinner than this, in em of the text, counts as a strikethrough. */
const LINE = 0.3;
/** From this share on, nothing is left of a text. */
const WHOLE = 0.98;
/**
 * Points per row and column of a letter, and the maximum number of comparisons between letters and
 * covers on a slide.
 */
const SIDE = 4;
const MOST_LOOKS = 2_000;
/** From this opacity on, nothing is visible behind it; rotated edges are antialiased. */
const OPAQUE = 0.99;

/** A text or an area in painting order, with the groups around it, the outermost first. */
export interface Leaf<T> {
	readonly node: T;
	readonly groups: readonly PaintedGroup[];
}

export function coveredFindings(slide: PaintedSlide): Finding[] {
	const order = leavesOf(slide.painted, []);
	const budget = { looks: MOST_LOOKS };
	return order.flatMap((leaf, at) => {
		const { node, groups } = leaf;
		if (node.kind !== "text" || isDecorative(node, slide)) return [];
		const text = { node, groups };
		const covers = order.slice(at + 1).filter((other): other is Leaf<PaintedArea> => {
			const { node: area } = other;
			return area.kind === "area" && mayCover(text, { node: area, groups: other.groups });
		});
		return covers.length === 0 ? [] : coveredBy(text, covers, slide, budget);
	});
}

/** Texts and areas in painting order. */
export function leavesOf(
	painted: readonly Painted[],
	groups: readonly PaintedGroup[],
): Leaf<PaintedText | PaintedArea>[] {
	return painted.flatMap((node) =>
		node.kind === "group" ? leavesOf(node.children, [...groups, node]) : [{ node, groups }],
	);
}

/** Whether a text is only decoration, such as a watermark. */
export const isDecorative = (text: PaintedText, slide: PaintedSlide): boolean =>
	text.opacity < DECORATION || isLargeNumeral(text, slide);

/** Whether an area that is painted after a text hides what is below it. */
function mayCover({ node: text, groups }: Leaf<PaintedText>, area: Leaf<PaintedArea>): boolean {
	const { cover, bounds } = area.node;
	if (cover === undefined || cover.thickness < LINE * text.layout.block.fontSize) return false;
	const shared = intersect(text.bounds, bounds);
	if (preview(shared.width) <= SLACK || preview(shared.height) <= SLACK) return false;
	// If both are in the same group, one hides the other, whatever the opacity of the group.
	const own = area.groups.filter((group) => !groups.includes(group));
	return own.every(({ opacity, blends }) => opacity === 1 && !blends) && cover.isOpaque();
}

function coveredBy(
	{ node: text, groups }: Leaf<PaintedText>,
	covers: readonly Leaf<PaintedArea>[],
	slide: PaintedSlide,
	budget: { looks: number },
): Finding[] {
	const { turns, path } = text;
	const hits = new Map<Leaf<PaintedArea>, Hit>();
	let total = 0;
	for (const { left, top, right, bottom } of lettersOf(text.layout)) {
		const box = { x: left, y: top, width: right - left, height: bottom - top };
		const weight = box.width * box.height;
		total += weight;
		const bounds = boundsOfPoints(quadOf(box, turns));
		const near = covers.filter(({ node }) => !isEmpty(intersect(node.bounds, bounds)));
		if (near.length === 0) continue;
		budget.looks -= near.length;
		if (budget.looks < 0) return [];
		for (let k = 0; k < SIDE * SIDE; k++) {
			const point = turnedPoint(
				left + (box.width * ((k % SIDE) + 0.5)) / SIDE,
				top + (box.height * (Math.floor(k / SIDE) + 0.5)) / SIDE,
				turns,
			);
			const over = near.find((area) => hides(area, groups, point, slide));
			if (over === undefined) continue;
			const hit = hits.get(over) ?? { weight: 0, points: [] };
			hit.weight += weight / SIDE ** 2;
			hit.points.push(point);
			hits.set(over, hit);
		}
	}
	const covered = [...hits.values()].reduce((sum, { weight }) => sum + weight, 0);
	const share = covered / total;
	if (!(share > SHARE)) return [];
	// A card of one slide may hide the common layers behind.
	if (share > WHOLE && path.startsWith("/common/behind")) return [];
	const [most, { points }] = [...hits].reduce((a, b) => (b[1].weight > a[1].weight ? b : a));
	const found = boundsOfPoints(points);
	const [width, height] = [preview(found.width), preview(found.height)];
	if (width <= SLACK || height <= SLACK) return [];
	const { bounds, cover } = most.node;
	const over = most.node.path.replace(/\/background$/, "");
	const part = share > WHOLE ? "all of the text" : `${Math.round(share * 100)} % of the text`;
	return [
		{
			code: "text_covered",
			...(share > UNREADABLE && { severity: "error" as const }),
			path,
			message: `The ${cover!.what} ${over} is painted over ${part}, by ${round(width)} x ${round(height)} pixels: ${remedy(text, over, bounds)}.`,
			with: over,
			overlap: { width: round(width), height: round(height) },
			share: Math.round(share * 100) / 100,
		},
	];
}

/** The part of a text that an area hides: square pixels of letters, and their box. */
interface Hit {
	weight: number;
	readonly points: Point[];
}

/** Whether an area is visible at a point of the slide. */
function hides(
	{ node, groups }: Leaf<PaintedArea>,
	around: readonly PaintedGroup[],
	[x, y]: Point,
	slide: PaintedSlide,
): boolean {
	if (x < 0 || y < 0 || x >= slide.width || y >= slide.height) return false;
	const { x: left, y: top, width, height } = node.bounds;
	if (x < left || y < top || x > left + width || y > top + height) return false;
	// The part of the text that a group clips is not visible anyway.
	if ([...groups, ...around].some(({ shows }) => shows?.(x, y) === false)) return false;
	return (node.colorAt(x, y)?.a ?? 0) >= OPAQUE;
}

/**
 * The advice: more space in a stack that contains both; otherwise a different order or position.
 */
function remedy({ path, bounds }: PaintedText, over: string, area: Box): string {
	const stack = commonStack(path, over);
	return stack === undefined
		? `put the text later in its list than what covers it, or ${wayOut(bounds, area)}`
		: `give ${stack}, which contains both, more space or smaller children, or put the text after what covers it`;
}

/** JSON pointer of the innermost stack that two layers are in. */
function commonStack(one: string, other: string): string | undefined {
	const [a, b] = [one.split("/"), other.split("/")];
	let shared = 0;
	while (shared < a.length && a[shared] === b[shared]) shared++;
	const children = a.lastIndexOf("children", shared - 1);
	return children < 0 ? undefined : a.slice(0, children).join("/");
}

/** The shortest move that uncovers a text. */
function wayOut(text: Box, area: Box): string {
	const ways = [
		["up", text.y + text.height - area.y],
		["down", area.y + area.height - text.y],
		["to the left", text.x + text.width - area.x],
		["to the right", area.x + area.width - text.x],
	] as const;
	const [where, by] = ways.reduce((least, way) => (way[1] < least[1] ? way : least));
	return `move the text ${where} by ${Math.ceil(preview(by))}`;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
