/** Converts items to boxes for the layout, in export pixels. */
import type { TrackSpec as ContractTrack, Layer } from "../../contract/document/layers.js";
import type { Size as ContractSize } from "../../contract/document/values.js";
import type {
	Box,
	FourSides,
	Size,
	StackBox,
	TextMeasure,
	TextSize,
	TrackSpec,
} from "../layout/index.js";
import { toExport } from "../scene/export-pixels.js";
import type { LayerItem, TextItem } from "./layer.js";

/** Side of an image if nothing else determines it, preview pixels. */
const IMAGE_SIDE = 180;

/** How far a child may leave a stack that fits its content, preview pixels. */
const TOLERANCE = 0.5;

/** @param measureOf returns the function that measures the text of an item */
export function boxOf<M extends TextSize>(
	item: LayerItem,
	measureOf: (item: TextItem) => TextMeasure<M>,
): Box<LayerItem, M> {
	const children = "children" in item ? item.children : [];
	const box = layerBox<LayerItem, M>(item.layer, item, {
		children: children.map((child) => boxOf(child, measureOf)),
		text: () => measureOf(item as TextItem),
		scale: item.scale,
		...("children" in item && { dir: item.rtl ? "rtl" : "ltr" }),
	});
	if (!("children" in item && item.fit && "children" in box)) return box;
	const { scales, at } = item.fit;
	return {
		...box,
		fit: {
			scales,
			tolerance: toExport(TOLERANCE),
			at: (scale) => boxOf(at(scale), measureOf) as StackBox<LayerItem, M>,
		},
	};
}

/** The children of a layer, as boxes. */
interface Content<R, M extends TextSize> {
	readonly children: readonly Box<R, M>[];
	readonly text: () => TextMeasure<M>;
	/** Direction of the children; undefined: that of the box around this one. */
	readonly dir?: "ltr" | "rtl" | undefined;
	/** Factor of its default sizes. */
	readonly scale?: number;
}

/** @param ref the caller's name for the box */
export function layerBox<R, M extends TextSize>(
	layer: Layer,
	ref: R,
	{ children, text, scale = 1, dir }: Content<R, M>,
): Box<R, M> {
	const border = "border" in layer ? layer.border?.width : undefined;
	const common = {
		...placeOf(layer),
		ref,
		...(border !== undefined && { border: sidesOf(border) }),
		dir,
	};
	switch (layer.type) {
		case "stack": {
			const { direction, align, justify, wrap, clip, padding } = layer;
			return {
				...common,
				kind: "stack",
				padding: sidesOf(padding),
				direction,
				...gapsOf(layer),
				align,
				justify,
				wrap,
				clip,
				children,
			};
		}
		case "grid": {
			const { gap, columnGap = gap, rowGap = gap, columns, rows, padding } = layer;
			const { align, justify, justifyItems, alignContent, clip } = layer;
			return {
				...common,
				...{ kind: "grid", align, justify, justifyItems, alignContent, clip, children },
				padding: sidesOf(padding),
				columns: columns === "subgrid" ? columns : tracksOf(columns),
				rows: tracksOf(rows),
				columnGap: columnGap === undefined ? undefined : toExport(columnGap),
				rowGap: rowGap === undefined ? undefined : toExport(rowGap),
			};
		}
		case "text":
			return { ...common, kind: "text", padding: sidesOf(layer.padding), text: text() };
		case "image": {
			const side = toExport(IMAGE_SIDE * scale);
			return { ...common, kind: "leaf", defaultSize: { width: side, height: side } };
		}
		default:
			return { ...common, kind: "leaf" };
	}
}

/** The fields for the position and size of a layer, lengths in export pixels. */
function placeOf(layer: Layer) {
	const { position, within, grow, shrink, alignSelf, justifySelf } = layer;
	const { column, row, columnSpan, rowSpan } = layer;
	return {
		x: sizeOf(layer.x),
		y: sizeOf(layer.y),
		right: sizeOf(layer.right),
		bottom: sizeOf(layer.bottom),
		width: sizeOf(layer.width),
		height: sizeOf(layer.height),
		minWidth: sizeOf(layer.minWidth),
		maxWidth: sizeOf(layer.maxWidth),
		minHeight: sizeOf(layer.minHeight),
		maxHeight: sizeOf(layer.maxHeight),
		basis: sizeOf(layer.basis),
		margin: sidesOf(layer.margin),
		aspectRatio: layer.aspectRatio ?? ratioOfPath(layer),
		position,
		within,
		grow,
		shrink,
		...{ alignSelf, justifySelf, column, row, columnSpan, rowSpan },
	};
}

/** A text on a path of which one side is given keeps the ratio of its viewBox. */
function ratioOfPath(layer: Layer): number | undefined {
	if (layer.type !== "text" || layer.onPath?.viewBox === undefined) return undefined;
	if ((layer.width === undefined) === (layer.height === undefined)) return undefined;
	const [, , width, height] = layer.onPath.viewBox as [number, number, number, number];
	return width / height;
}

/** A length in export pixels, limited as everywhere; percentages stay. */
const sizeOf = (size: ContractSize | null | undefined): Size | undefined =>
	size == null ? undefined : typeof size === "number" ? toExport(size) : (size as `${number}%`);

/** A number of tracks means equal ones, whatever they hold. */
function tracksOf(tracks: readonly ContractTrack[] | number | undefined) {
	if (typeof tracks === "number")
		return Array.from({ length: tracks }, (): TrackSpec => ({ min: 0, max: "1fr" }));
	const end = (size: number | string) => (typeof size === "number" ? toExport(size) : size);
	return tracks?.map(
		(track) =>
			(typeof track === "object"
				? { min: end(track.min), max: end(track.max) }
				: end(track)) as TrackSpec,
	);
}

/** The space between children, in both directions. */
function gapsOf({ gap = 0, columnGap = gap, rowGap = gap }: GapFields) {
	return { columnGap: toExport(columnGap), rowGap: toExport(rowGap) };
}

interface GapFields {
	readonly gap?: number;
	readonly columnGap?: number;
	readonly rowGap?: number;
}

function sidesOf(padding: number | readonly number[] | undefined): FourSides | undefined {
	if (padding === undefined) return undefined;
	const sides = typeof padding === "number" ? [padding, padding, padding, padding] : padding;
	return sides.map((side) => toExport(side)) as unknown as FourSides;
}
