/** Laid-out layers in the format of the contract. */
import type { MeasuredLayer, MeasuredText } from "../../contract/measure-response.js";
import type { PlacedItem } from "../layers/lay-out.js";
import type { LayerItem } from "../layers/layer.js";
import { placedText } from "../layers/paint-item.js";
import { turnedBox } from "../layers/pictures.js";
import { shapeNodes } from "../layers/shape-nodes.js";
import { hasPicture, type ResolvedPaint } from "../paints/paint.js";
import { blurReach } from "../pixels/blur.js";
import {
	type Box,
	grow,
	intersect,
	isEmpty,
	isTurned,
	type Turn,
	turnedBounds,
	turnOf,
	union,
} from "../scene/geometry.js";
import type { SceneText } from "../scene/scene.js";
import { layOutText, type TextLayout } from "../svg/text/layout.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { measuredText } from "./text-block.js";
import { textInk } from "./text-ink.js";
import { preview, previewBox, previewRectangle } from "./units.js";

export interface MeasureParts {
	readonly fonts: FontLibrary;
	/** Called with each text when it is laid out. */
	readonly onText: (text: SceneText, layout: TextLayout | undefined) => void;
}

interface Measured {
	readonly layer: MeasuredLayer;
	/**
	 * In the space of the item's parent, including the rotation of the item; null if nothing is
	 * drawn.
	 */
	readonly ink: Box | null;
}

/** @returns items with their children, in preview pixels of the slide */
export const measuredLayers = (
	items: readonly PlacedItem[],
	parts: MeasureParts,
): MeasuredLayer[] => items.map((placed) => measureItem(placed, parts, []).layer);

/** @param turns rotations of the stacks around the item, the innermost first */
function measureItem(placed: PlacedItem, parts: MeasureParts, turns: readonly Turn[]): Measured {
	const { ref: item } = placed;
	const box = turnedBox(placed);
	const own = turnOf(box);
	const around = isTurned(own) ? [own, ...turns] : turns;
	const children =
		"children" in item ? placed.children.map((child) => measureItem(child, parts, around)) : [];
	const layout =
		item.type === "text" ? layOutText(placedText(item, placed), parts.fonts) : undefined;
	if (item.type === "text") parts.onText(placedText(item, placed), layout);
	const inner = item.opacity === 0 ? null : shownInk(placed, inkOf(placed, children, layout));
	const ink = inner && turned(inner, [own]);
	return {
		ink,
		layer: {
			type: item.type,
			...(item.name !== undefined && { name: item.name }),
			path: item.path,
			...(item.href !== undefined && { href: item.href }),
			box: previewBox(box),
			ink: ink && previewRectangle(turned(ink, turns)),
			...("children" in item && item.fit && { contentScale: item.fit.contentScale }),
			...("children" in item && { children: children.map(({ layer }) => layer) }),
			...(item.type === "text" && textFacts(item.text, layout)),
		},
	};
}

/** The upright box around a rotated box. */
const turned = (box: Box, turns: readonly Turn[]): Box => turns.reduce(turnedBounds, box);

function textFacts(
	text: SceneText,
	layout: TextLayout | undefined,
): Pick<MeasuredText, "fontSize" | "shrunkFrom" | "lines" | "truncated"> {
	if (layout === undefined)
		return { fontSize: preview(text.fontSize), lines: [], truncated: false };
	const { fontSize, shrunkFrom, lines, truncated } = measuredText(layout, null, text.fontSize);
	return { fontSize, ...(shrunkFrom !== undefined && { shrunkFrom }), lines, truncated };
}

/** The ink of an item, before its rotation. */
function inkOf(
	placed: PlacedItem,
	children: readonly Measured[],
	layout: TextLayout | undefined,
): Box | null {
	const { ref: item } = placed;
	const boxed = item.look.background !== null || item.look.border !== null;
	const parts = [
		...(boxed || item.type === "image" || item.type === "barcode" ? [rectangle(placed)] : []),
		...children.flatMap(({ ink }) => ink ?? []),
		...(layout ? [textInk(layout)] : []),
		...(item.type === "shape" ? [shapeInk(item, placed)] : []),
	].filter((box): box is Box => box !== null && !isEmpty(box));
	return parts.length === 0 ? null : parts.reduce(union);
}

/** The ink after the filter and the mask of an item; null if nothing is left. */
function shownInk(placed: PlacedItem, plain: Box | null): Box | null {
	const { filter, mask, backdropBlur } = placed.ref.effects;
	const box = rectangle(placed);
	let ink = plain && filter ? grow(plain, blurReach(filter.blur)) : plain;
	if (backdropBlur > 0 && !isEmpty(box)) ink = ink === null ? box : union(ink, box);
	if (ink === null || mask === null) return ink;
	const inside = intersect(ink, box);
	return isEmpty(inside) ? null : inside;
}

function shapeInk(item: Extract<LayerItem, { type: "shape" }>, box: Box): Box | null {
	// A measurement fetches no pictures, but a shape that is filled with one has the same size.
	const known = (paint: ResolvedPaint) => (hasPicture(paint) ? PAINTED : paint);
	const { fill, stroke } = item;
	const painted = {
		...item,
		fill: fill && known(fill),
		stroke: stroke && { ...stroke, paint: known(stroke.paint) },
	};
	const nodes = shapeNodes(painted, box, () => () => undefined);
	return nodes.length === 0 ? null : nodes.map(({ bounds }) => bounds).reduce(union);
}

const PAINTED: ResolvedPaint = { kind: "color", color: { r: 0, g: 0, b: 0, a: 1 } };

const rectangle = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });
