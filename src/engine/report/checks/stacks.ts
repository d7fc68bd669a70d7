/** content_overflows_stack: children that do not fit their stack. */
import { LIMITS } from "../../../contract/limits.js";
import type { Finding } from "../../../contract/warning.js";
import type { PlacedItem, PlacedLayers } from "../../layers/lay-out.js";
import type { StackItem } from "../../layers/layer.js";
import { type Box, intersect, isEmpty, isTurned, union } from "../../scene/geometry.js";
import type { TextLayout } from "../../svg/text/layout.js";
import { inWords, overflow } from "../overflow.js";
import { preview } from "../units.js";
import { DECORATION } from "./contrast.js";

/** How far a child may extend beyond its stack without being noticed. Preview pixels. */
const SLACK = 2;

/** The layout of a layer's text, and the upright rectangle of its ink. */
export interface SetText {
	readonly layout: TextLayout;
	readonly ink: Box | null;
}

/** @param texts by JSON pointer */
export function stackFindings(
	{ behind, across, layers, front }: PlacedLayers,
	texts: ReadonlyMap<string, SetText>,
): Finding[] {
	return [...behind, ...across, ...layers, ...front].flatMap((placed) =>
		findingsOf(placed, texts, false),
	);
}

/** @param inFit a box around it fits its content */
function findingsOf(
	placed: PlacedItem,
	texts: ReadonlyMap<string, SetText>,
	inFit: boolean,
): Finding[] {
	const { ref: item } = placed;
	// Anything below this opacity counts as decoration.
	if (!("children" in item) || item.opacity < DECORATION) return [];
	if (placed.fits === false) return [...idleFitFields(item), unfitFinding(item)];
	return [
		...idleFitFields(item),
		...ownFinding(placed, item, texts, inFit),
		...placed.children.flatMap((child) =>
			findingsOf(child, texts, inFit || item.fit !== undefined),
		),
	];
}

/** The content does not even fit at the smallest scale. */
function unfitFinding({ path, fit, layer: { fitGroup } }: StackItem): Finding {
	const scale = fit!.contentScale;
	const lower = fitGroup === undefined && scale > LIMITS.minContentScale;
	return {
		code: "content_overflows_stack",
		path,
		message: `The content does not fit, even scaled by ${round(scale, 1_000)}: make the box larger${lower ? ", put less into it, or use a smaller minScale" : " or put less into it"}.`,
		contentScale: scale,
	};
}

/** Fields of a box without `fit`, or with one that does not use them. */
function idleFitFields({ path, layer }: StackItem): Finding[] {
	const { fit = "none" } = layer;
	const needs = {
		minScale: fit === "none" && "fit",
		maxScale: fit !== "fill" && "fit: fill",
		fitGroup: fit === "none" && "fit",
	} as const;
	return Object.entries(needs).flatMap(([field, needed]): Finding[] => {
		if (needed === false || layer[field as keyof typeof needs] === undefined) return [];
		const message = `The field has no effect without ${needed}.`;
		return [{ code: "field_ignored", path: `${path}/${field}`, message }];
	});
}

/** The visible part of a child, in the space of its stack. */
interface Seen {
	readonly child: PlacedItem;
	readonly box: Box;
}

function ownFinding(
	placed: PlacedItem,
	item: StackItem,
	texts: ReadonlyMap<string, SetText>,
	inFit: boolean,
): Finding[] {
	const seen = placed.children.flatMap((child): Seen[] => {
		// A clipped picture is only cropped, but a clipped text cannot be read.
		if (item.clip && child.ref.type !== "text") return [];
		const box = isJudged(child) ? seenOf(child, texts) : null;
		return box === null ? [] : [{ child, box }];
	});
	const room = roomOf(placed, item);
	const worst = seen
		.flatMap(({ child, box }) => {
			const beyond = overflow(box, room, SLACK);
			return beyond === undefined ? [] : [{ child, by: Math.max(...Object.values(beyond)) }];
		})
		.reduce<{ child: PlacedItem; by: number } | undefined>(
			// If two extend equally far, the later one is reported.
			(most, one) => (most === undefined || one.by >= most.by ? one : most),
			undefined,
		);
	if (worst === undefined) return [];
	const all = seen.map(({ box }) => box).reduce(union);
	const beyond = overflow(all, room, SLACK)!;
	const { left = 0, top = 0, right = 0, bottom = 0 } = beyond;
	const neededWidth = Math.ceil(preview(placed.width) + left + right);
	const neededHeight = Math.ceil(preview(placed.height) + top + bottom);
	const wide = left + right > 0;
	const high = top + bottom > 0;
	const width = round(preview(placed.width), 10);
	const height = round(preview(placed.height), 10);
	const sizes = [
		...(wide ? [`${fieldOf(item, "width")} to at least ${neededWidth} (it is ${width})`] : []),
		...(high ? [`${fieldOf(item, "height")} to at least ${neededHeight} (it is ${height})`] : []),
	];
	const scaled = Math.min(wide ? width / neededWidth : 1, high ? height / neededHeight : 1);
	const fits = !inFit && mayFit(placed, item) && scaled >= LEAST_SCALED;
	const { type, path } = worst.child.ref;
	const alone = seen.length === 1;
	const less = !alone
		? "put less into it: fewer or smaller children, less text"
		: type === "text"
			? "use a smaller font size or less text"
			: type === "stack" || type === "grid"
				? "put less into it"
				: "make it smaller";
	return [
		{
			code: "content_overflows_stack",
			path,
			message: `The ${alone ? `${type} extends` : "children extend"} beyond ${alone ? "its" : "their"} stack ${item.path} ${inWords(beyond)}: set its ${sizes.join(" and its ")}, ${fits ? 'set fit: "shrink" on the stack, ' : ""}or ${less}.`,
			with: item.path,
			overflow: beyond,
			...(wide && { neededWidth }),
			...(high && { neededHeight }),
		},
	];
}

/** The content surely fits if it is scaled by this, which is a little more than the default minScale. */
const LEAST_SCALED = 0.6;

/** The field that makes a stack larger: a size that it has, or a minimum. */
function fieldOf({ layer }: StackItem, axis: "width" | "height"): string {
	const [least, most] =
		axis === "width" ? (["minWidth", "maxWidth"] as const) : (["minHeight", "maxHeight"] as const);
	if (layer[axis] !== undefined) return axis;
	return layer[most] !== undefined ? most : least;
}

/** Whether `fit` is allowed on a stack, and not set: both its sizes are limited. */
function mayFit(placed: PlacedItem, { layer, fit }: StackItem): boolean {
	const { x, y, right, bottom, width, height, maxWidth, maxHeight } = layer;
	const isWide = width ?? maxWidth ?? (x !== undefined && right !== undefined);
	const isHigh = height ?? maxHeight ?? (y !== undefined && bottom !== undefined);
	return fit === undefined && Boolean(isWide) && Boolean(isHigh) && !hasFit(placed);
}

const hasFit = ({ children }: PlacedItem): boolean =>
	children.some((child) => ("fit" in child.ref && child.ref.fit !== undefined) || hasFit(child));

const round = (value: number, parts: number) => Math.round(value * parts) / parts;

/** Whether a child is in the flow, upright and not faint. */
const isJudged = ({ ref: { layer, rotation, skewX, skewY, opacity } }: PlacedItem): boolean =>
	layer.position !== "absolute" && !isTurned({ rotation, skewX, skewY }) && opacity >= DECORATION;

/**
 * The content box; infinite on an axis whose size the document sets to 0, because such a stack only
 * marks a position.
 */
function roomOf({ content }: PlacedItem, { layer: { width, height } }: StackItem): Box {
	const far = 1e9;
	return {
		x: width === 0 ? -far : content.x,
		y: height === 0 ? -far : content.y,
		width: width === 0 ? 2 * far : content.width,
		height: height === 0 ? 2 * far : content.height,
	};
}

/**
 * The visible rectangle of a child: its box, or its letters if it has no box; null if nothing is
 * visible.
 */
function seenOf(placed: PlacedItem, texts: ReadonlyMap<string, SetText>): Box | null {
	const { ref: item } = placed;
	const { background, border } = item.look;
	const box = boxOf(placed);
	if (background !== null || border !== null) return box;
	switch (item.type) {
		case "text": {
			const text = texts.get(item.path);
			return text?.ink == null ? null : filled(intersect(lettersOf(text, text.ink), box));
		}
		case "stack":
		case "grid": {
			// Anything that also extends beyond this stack is reported separately.
			const inner = placed.children
				.filter(isJudged)
				.flatMap((child) => seenOf(child, texts) ?? [])
				.map((child) => intersect(child, box))
				.filter((child) => !isEmpty(child));
			return inner.length === 0 ? null : inner.reduce(union);
		}
		case "shape":
			return item.fill === null && item.stroke === null ? null : filled(box);
		default:
			return filled(box);
	}
}

/**
 * The intersection of the lines of a text and its ink; half-leading and swashes may extend beyond
 * it.
 */
function lettersOf({ layout: { lines } }: SetText, ink: Box): Box {
	const rows = lines.map(({ line, x, top, height }) => ({ x, y: top, width: line.width, height }));
	return intersect(rows.reduce(union), ink);
}

const filled = (box: Box): Box | null => (isEmpty(box) ? null : box);

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });
