/** A slide in the form that the checks use. */
import type { PlacedItem, PlacedLayers } from "../../layers/lay-out.js";
import type { ReadyPicture } from "../../layers/paint-item.js";
import { hasPicture } from "../../paints/paint.js";
import { type Box, isEmpty, turnedBounds } from "../../scene/geometry.js";
import type { SceneOverlay } from "../../scene/pictures.js";
import type { Scene } from "../../scene/scene.js";
import { scrimOpacity } from "../../svg/scrim.js";
import type { TextLayout } from "../../svg/text/layout.js";
import { CLEAR, fromHex } from "./color.js";
import { AROUND_SLIDE, type LayerFindings, paintedItem } from "./layers.js";
import type { Painted, PaintedArea, PaintedSlide, PaintedText } from "./painted.js";
import { unturnedPoint } from "./quad.js";
import { inBox, isOpaquePicture, type PlacedPixels, paintAt, pixelsAt } from "./surfaces.js";
import { paintedText } from "./text.js";

/** The pixels of a slide's pictures, if known. */
export interface KnownPixels {
	/** Pixels of the slide's image. */
	readonly image?: PlacedPixels | undefined;
	/** Pixels of the background. */
	readonly ground?: PlacedPixels | undefined;
	/** Pixels of overlays that are not laid out, by their index. */
	readonly overlays: ReadonlyMap<number, PlacedPixels>;
	/** Pixels of layers and paints, by the JSON pointer of the field that names the picture. */
	readonly layers: ReadonlyMap<string, ReadyPicture>;
}

export const NO_PIXELS: KnownPixels = { overlays: new Map(), layers: new Map() };

/**
 * @param placed layers of the slide; null if there are none
 * @param layouts of its texts, by JSON pointer
 * @param scale output pixels per pixel of the slide
 */
export function paintedSlide(
	scene: Scene,
	placed: PlacedLayers | null,
	layouts: ReadonlyMap<string, TextLayout>,
	pixels: KnownPixels,
	scale = 1,
): PaintedSlide {
	const { width, height } = scene;
	const found = {
		layouts,
		pictures: pixels.layers,
		scale,
		barcodes: [],
		whole: [],
		drawn: [],
	} satisfies LayerFindings;
	const item = (one: PlacedItem) => paintedItem(one, found, AROUND_SLIDE);
	const overlays = inOrder(
		scene.overlays.map((overlay) => [overlay.index, overlayArea(overlay, pixels, found)]),
		placed?.overlays,
		item,
	);
	const texts = inOrder(
		scene.texts.map((block) => {
			const layout = layouts.get(block.path);
			const text = layout && paintedText(layout, { turns: [], opacity: 1, asked: block });
			return [Number(block.path.slice(block.path.lastIndexOf("/") + 1)), text ? [text] : []];
		}),
		placed?.texts,
		item,
	);
	const painted = [
		...groundAreas(scene, pixels),
		...(placed?.behind ?? []).flatMap(item),
		...(placed?.across ?? []).flatMap(item),
		...overlays,
		...texts,
		...(placed?.layers ?? []).flatMap(item),
		...(placed?.front ?? []).flatMap(item),
	];
	const { barcodes, whole, drawn } = found;
	return { width, height, painted, ...leaves(painted), barcodes, whole, drawn };
}

function leaves(painted: readonly Painted[]): Pick<PaintedSlide, "texts" | "areas"> {
	const texts: PaintedText[] = [];
	const areas: PaintedArea[] = [];
	const collect = (nodes: readonly Painted[]) => {
		for (const node of nodes) {
			if (node.kind === "text") texts.push(node);
			else if (node.kind === "area") areas.push(node);
			else collect(node.children);
		}
	};
	collect(painted);
	return { texts, areas };
}

/** The entries of an old list, laid out or not, in their order. */
function inOrder(
	plain: readonly (readonly [number, readonly Painted[]])[],
	laidOut: ReadonlyMap<number, PlacedItem> | undefined,
	paint: (item: PlacedItem) => readonly Painted[],
): Painted[] {
	const all = [...plain, ...[...(laidOut ?? [])].map(([i, item]) => [i, paint(item)] as const)];
	return all.sort(([a], [b]) => a - b).flatMap(([, nodes]) => nodes);
}

/** Background, image and scrim. */
function groundAreas(scene: Scene, pixels: KnownPixels): PaintedArea[] {
	const { width, height, backgroundColor, ground, transparent, image, scrim } = scene;
	const bounds = { x: 0, y: 0, width, height };
	const surface = (
		path: string,
		rest: Pick<PaintedArea, "colorAt" | "flat"> & { picture?: boolean },
	): PaintedArea => ({
		kind: "area",
		path,
		bounds,
		convex: undefined,
		noticed: undefined,
		cover: undefined,
		picture: false,
		...rest,
	});
	const areas: PaintedArea[] = [];
	if (!transparent) {
		const color = fromHex(backgroundColor);
		areas.push(surface("", { colorAt: () => color, flat: color }));
	}
	if (ground !== null)
		areas.push(
			surface("", {
				colorAt: paintAt(ground, bounds, pixels.ground),
				flat: undefined,
				picture: hasPicture(ground),
			}),
		);
	if (image !== null)
		areas.push(
			surface("", {
				colorAt: pixels.image ? pixelsAt(pixels.image) : () => null,
				flat: undefined,
				picture: true,
			}),
		);
	if (scrim !== null) {
		const color = fromHex(scrim.color);
		const flat = scrim.from === "all" ? { ...color, a: scrim.opacity } : undefined;
		const colorAt = (x: number, y: number) => ({ ...color, a: scrimOpacity(scene, x, y) });
		areas.push(surface("", { colorAt, flat }));
	}
	return areas;
}

function overlayArea(overlay: SceneOverlay, pixels: KnownPixels, found: LayerFindings): Painted[] {
	const { box, opacity, color, fit, path: src, index } = overlay;
	if (isEmpty(box) || opacity === 0) return [];
	const path = src.replace(/\/src$/, "");
	const turn = {
		rotation: box.rotation,
		centerX: box.x + box.width / 2,
		centerY: box.y + box.height / 2,
	};
	const turns = box.rotation === 0 ? [] : [turn];
	const bounds: Box = turnedBounds(box, turn);
	if (color !== null || fit === "contain") found.whole.push({ path, bounds });
	const known = pixels.overlays.get(index);
	const within = inBox(box);
	const colorOf = known ? pixelsAt(known) : () => null;
	return [
		{
			kind: "area",
			path,
			bounds,
			colorAt: (x, y) => {
				const [px, py] = unturnedPoint(x, y, turns);
				return within(px, py) ? colorOf(px, py) : CLEAR;
			},
			flat: undefined,
			convex: undefined,
			picture: true,
			noticed:
				color === null || overlay.filter !== null
					? undefined
					: { what: "image", shows: opacity < 1 || overlay.border !== null, color: fromHex(color) },
			cover:
				known && color === null && opacity === 1
					? {
							what: "image",
							thickness: Math.min(box.width, box.height),
							isOpaque: () => isOpaquePicture(known),
						}
					: undefined,
		},
	];
}
