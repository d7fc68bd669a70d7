/** texts_overlap and text_covers_stepper. */

import type { Layer } from "../../../contract/document/layers.js";
import { PREVIEW_SCALE } from "../../../contract/platforms.js";
import type { Finding } from "../../../contract/warning.js";
import { type Box, intersect, isEmpty } from "../../scene/geometry.js";
import { over } from "../painted/color.js";
import type { PaintedSlide, PaintedText } from "../painted/painted.js";
import { areaOfPoints, boundsOfPoints, quadOf, sharedQuad } from "../painted/quad.js";
import { preview } from "../units.js";
import { DECORATION } from "./contrast.js";

/**
 * How much texts may overlap: preview pixels in both directions, and a share of the smaller one's
 * ink.
 */
const SLACK = 2;
const SHARE = 0.05;
/** From this share on, both are unreadable. */
const UNREADABLE = 0.2;
/** Maximum number of compared pairs of lines per slide. */
const MOST_PAIRS = 40_000;

/** @param layerAt the layer with a JSON pointer; undefined if there is none */
export function overlapFindings(slide: PaintedSlide, layerAt: LayerAt): Finding[] {
	const texts = slide.texts.filter(({ opacity }) => opacity >= DECORATION);
	const findings: Finding[] = [];
	const budget = { pairs: MOST_PAIRS };
	for (const [i, one] of texts.entries()) {
		for (const other of texts.slice(i + 1)) {
			if (isEmpty(intersect(one.bounds, other.bounds))) continue;
			const finding = overlap(one, other, slide, budget, layerAt);
			if (finding) findings.push(finding);
		}
	}
	return findings;
}

function overlap(
	one: PaintedText,
	other: PaintedText,
	slide: PaintedSlide,
	budget: { pairs: number },
	layerAt: LayerAt,
): Finding | undefined {
	let shared = 0;
	let most: Box | undefined;
	for (const line of one.lines) {
		if (isEmpty(intersect(line.bounds, other.bounds))) continue;
		for (const crossed of other.lines) {
			if (--budget.pairs < 0) return undefined;
			if (isEmpty(intersect(line.bounds, crossed.bounds))) continue;
			const points = sharedQuad(line.quad, crossed.quad);
			const box = boundsOfPoints(points);
			if (preview(box.width) <= SLACK || preview(box.height) <= SLACK) continue;
			shared += areaOfPoints(points);
			if (most === undefined || box.width * box.height > most.width * most.height) most = box;
		}
	}
	if (most === undefined) return undefined;
	const share = shared / Math.min(inkOf(one), inkOf(other));
	if (share <= SHARE || hidden(one, other, most, slide)) return undefined;
	const [width, height] = [preview(most.width), preview(most.height)];
	const down = preview(one.bounds.y + one.bounds.height - other.bounds.y);
	const right = preview(one.bounds.x + one.bounds.width - other.bounds.x);
	const moved = movable(other.path, layerAt);
	const move =
		down <= right || right <= 0
			? `move ${moved} down by ${down}`
			: `move ${moved} to the right by ${right}`;
	return {
		code: "texts_overlap",
		...(share > UNREADABLE && { severity: "error" as const }),
		path: other.path,
		message: `The text overlaps ${one.path} by ${width} x ${height} pixels: ${inStack(one.path, other.path, { width, height }, layerAt) ?? `${move}, or put both in a stack`}.`,
		with: one.path,
		overlap: { width, height },
		share: Math.round(share * 100) / 100,
	};
}

type LayerAt = (path: string) => Layer | undefined;

/** What has to be moved: the place of a child in the flow follows from its stack. */
function movable(path: string, layerAt: LayerAt): string {
	const end = path.lastIndexOf("/children/");
	if (end < 0 || layerAt(path)?.position === "absolute") return path;
	return movable(path.slice(0, end), layerAt);
}

/** The advice for texts in the flow of the same stack: a larger gap moves them apart. */
function inStack(
	one: string,
	other: string,
	by: { readonly width: number; readonly height: number },
	layerAt: LayerAt,
): string | undefined {
	const [a, b] = [one.split("/children/"), other.split("/children/")];
	let same = 0;
	while (same < a.length && a[same] === b[same]) same++;
	if (same === 0) return undefined;
	const path = a.slice(0, same).join("/children/");
	const flows = [a, b].every((parts) => {
		const child = layerAt(parts.slice(0, same + 1).join("/children/"));
		return child !== undefined && child.position !== "absolute";
	});
	const stack = layerAt(path);
	if (!flows || (stack?.type !== "stack" && stack?.type !== "grid")) return undefined;
	const direction = stack.type === "stack" ? (stack.direction ?? "column") : undefined;
	const isRow = direction?.startsWith("row") ?? by.width < by.height;
	const field = direction === undefined ? (isRow ? "columnGap" : "rowGap") : "gap";
	const own = field === "gap" ? stack.gap : (stack[field] ?? stack.gap);
	const gap = (own ?? 0) + Math.ceil(isRow ? by.width : by.height);
	return `set ${field} of ${path} to ${gap} or more, or use a smaller font size`;
}

const inkOf = ({ lines }: PaintedText): number =>
	lines.reduce((sum, { quad }) => sum + areaOfPoints(quad), 0);

/** Whether something opaque is painted between two texts where they overlap. */
function hidden(
	one: PaintedText,
	other: PaintedText,
	box: Box,
	{ painted }: PaintedSlide,
): boolean {
	const order: {
		readonly node: unknown;
		readonly at?: PaintedSlide["areas"][number]["colorAt"];
	}[] = [];
	const list = (nodes: PaintedSlide["painted"]) => {
		for (const node of nodes) {
			if (node.kind === "group") list(node.children);
			else order.push({ node, ...(node.kind === "area" && { at: node.colorAt }) });
		}
	};
	list(painted);
	const from = order.findIndex(({ node }) => node === one);
	const to = order.findIndex(({ node }) => node === other);
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	return order.slice(from + 1, to).some(({ at }) => {
		const color = at?.(x, y);
		return color != null && over(color, null) !== null;
	});
}

/** @param stepper its box on the slide, pixels */
export function stepperFindings({ texts }: PaintedSlide, stepper: Box): Finding[] {
	const corners = quadOf(stepper, []);
	return texts.flatMap((text): Finding[] => {
		if (text.opacity < DECORATION || isEmpty(intersect(text.bounds, stepper))) return [];
		const covered = text.lines
			.map(({ quad }) => boundsOfPoints(sharedQuad(quad, corners)))
			.filter(({ width, height }) => Math.min(width, height) * PREVIEW_SCALE > SLACK);
		if (covered.length === 0) return [];
		const lowest = Math.max(...text.lines.map(({ bounds }) => bounds.y + bounds.height));
		const by = preview(lowest - stepper.y);
		const [width, height] = [
			preview(Math.max(...covered.map((box) => box.width))),
			preview(covered.reduce((sum, box) => sum + box.height, 0)),
		];
		return [
			{
				code: "text_covers_stepper",
				path: text.path,
				message: `The text and the stepper overlap by ${width} x ${height} pixels: move the text up by ${by}, to end above y ${preview(stepper.y)}, or move the stepper with counterPosition.`,
				overlap: { width, height },
				stepperTop: preview(stepper.y),
			},
		];
	});
}
