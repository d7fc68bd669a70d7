/** Refuses boxes that the layout puts far off the slide, where drawing loses precision. */
import { invalid } from "../../base/invalid.js";
import type { Size as Length } from "../../contract/document/values.js";
import { LIMITS } from "../../contract/limits.js";
import { toExport } from "../scene/export-pixels.js";
import type { Size } from "../scene/geometry.js";
import type { PlacedItem } from "./lay-out.js";

const MAX = LIMITS.maxBoxDistance;
const LIMIT = MAX.toLocaleString("en");

/** The fields of an axis; those that come first are blamed first. */
const AXES = [
	{ at: "x", size: "width", sizes: ["minWidth", "width", "basis"], places: ["x", "right"] },
	{ at: "y", size: "height", sizes: ["minHeight", "height", "basis"], places: ["y", "bottom"] },
] as const;
type Axis = (typeof AXES)[number];

/**
 * @param slide export pixels
 * @throws ServiceError invalid_render_request that names the field which makes a box too large, or
 * puts it too far away
 */
export function refuseFarBoxes(items: Iterable<PlacedItem>, slide: Size): void {
	for (const placed of items) refuseFar(placed, slide, undefined);
}

function refuseFar(placed: PlacedItem, base: Size, parent: PlacedItem | undefined): void {
	// A stack may be far only because of what it contains.
	for (const child of placed.children) refuseFar(child, placed.content, placed);
	for (const axis of AXES) {
		const [start, size] = [placed[axis.at], placed[axis.size]];
		if (Math.abs(start) <= MAX && Math.abs(start + size) <= MAX) continue;
		const isLarge = !(size <= MAX / 2);
		const path = isLarge
			? sizeField(placed, axis, base[axis.size])
			: placeField(placed, axis, base[axis.size], parent);
		throw invalid("invalid_render_request", [
			{
				path,
				message: `makes the layer reach ${Math.round(Math.max(Math.abs(start), Math.abs(start + size))).toLocaleString("en")} px from the corner of the slide; the limit is ${LIMIT} px`,
				maximum: MAX,
			},
		]);
	}
}

/** Export pixels. @param base of percentages */
function lengthOf(value: Length | null | undefined, base: number): number {
	if (value == null) return 0;
	return Math.abs(
		typeof value === "number" ? toExport(value) : (Number.parseFloat(value) / 100) * base,
	);
}

/** The first of some fields with the largest value, if that alone explains a length. */
function largest(
	{ ref: { layer, path } }: PlacedItem,
	fields: Axis["sizes"] | Axis["places"],
	base: number,
	length: number,
): string | undefined {
	const lengths = fields.map((field) => lengthOf(layer[field], base));
	const most = Math.max(...lengths);
	return most >= length ? `${path}/${fields[lengths.indexOf(most)]}` : undefined;
}

function sizeField(placed: PlacedItem, axis: Axis, base: number): string {
	const { layer, path } = placed.ref;
	const size = placed[axis.size];
	const given = largest(placed, axis.sizes, base, 0.9 * size);
	if (given !== undefined) return given;
	if (layer.aspectRatio !== undefined) return `${path}/aspectRatio`;
	if (layer.type === "stack") return `${path}/${stackField(layer, size)}`;
	if (layer.type === "text") return `${path}/${layer.richText ? "richText" : "text"}`;
	return path;
}

/** What makes a stack large that is as large as its content. */
function stackField({ gap = 0, padding = 0, children = [] }: StackLayer, size: number): string {
	const sides = typeof padding === "number" ? padding : Math.max(...padding);
	if (toExport(gap) * children.length >= size / 2) return "gap";
	return toExport(sides) >= size / 4 ? "padding" : "children";
}

type StackLayer = Extract<PlacedItem["ref"]["layer"], { type: "stack" }>;

function placeField(
	placed: PlacedItem,
	axis: Axis,
	base: number,
	parent: PlacedItem | undefined,
): string {
	const isInFlow = parent !== undefined && placed.ref.layer.position !== "absolute";
	const own = isInFlow ? undefined : largest(placed, axis.places, base, MAX / 4);
	if (own !== undefined) return own;
	if (parent?.ref.layer.type !== "stack") return placed.ref.path;
	return `${parent.ref.path}/${stackField(parent.ref.layer, MAX)}`;
}
