/** Converts placed layers to nodes of the paint tree, in the order in which CSS paints boxes. */
import { hasTransparency } from "../images/bitmap.js";
import { widthsOf } from "../images/border.js";
import { fittingCorners } from "../images/corners.js";
import type { PreparedImage } from "../images/need.js";
import { boxClip, boxPath, described, picture, upright } from "../paint/build.js";
import { fillsOf, type PictureOf } from "../paint/fill-of.js";
import { leaves, mirroredAround } from "../paint/mirrored-picture.js";
import type { Clip, GroupNode, PaintNode } from "../paint/node.js";
import { hasPicture, isOpaquePaint } from "../paints/paint.js";
import { blurReach } from "../pixels/blur.js";
import {
	type Box,
	grow,
	intersect,
	isEmpty,
	isTurned,
	turnedBounds,
	turnOf,
	union,
} from "../scene/geometry.js";
import type { VisiblePicture } from "../scene/image-needs.js";
import type { SceneText } from "../scene/scene.js";
import { insetBox, NO_SIDES, type Sides } from "../shapes/box.js";
import { pathData } from "../shapes/path-data.js";
import { innerRadii, NO_RADII, type Radii } from "../shapes/rounded-rectangle.js";
import { shapeOutline } from "../shapes/shape.js";
import { layOutText, type TextLayout } from "../svg/text/layout.js";
import { textPaints } from "../svg/text/text.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { borderNodes, underBorder } from "./border-nodes.js";
import type { PlacedItem } from "./lay-out.js";
import type { LayerItem, LayerShadow, StackItem, TextItem } from "./layer.js";
import { linked } from "./link.js";
import { seenOf, shadowFollowsPixels, turnedBox } from "./pictures.js";
import { shadowPrice } from "./prices.js";
import { boundsOf, boxShadowNodes, inkShadowNodes, insetShadowNodes } from "./shadows.js";
import { barcodeNodes, shapeNodes, shapeOf } from "./shape-nodes.js";

/** A picture of a layer, ready to be painted. */
export interface ReadyPicture {
	readonly visible: VisiblePicture;
	/** A group if vectors stay vectors. */
	readonly image: PreparedImage | GroupNode;
}

/** What is needed to paint layers. */
export interface PaintParts {
	readonly fonts: FontLibrary;
	/**
	 * Pictures by the JSON pointer of the field that names them, without those that are not visible.
	 */
	readonly pictures: ReadonlyMap<string, ReadyPicture>;
	/** Texts that `paintTexts` laid out before the pictures were ready. */
	readonly texts?: ReadonlyMap<PlacedItem, LaidOutText>;
	/** Output pixels per pixel of the slide. */
	readonly scale: number;
	/**
	 * Called with the price of a layer before it is painted, in nanoseconds of one core.
	 * @param path JSON pointer of the layer
	 */
	readonly spend: (path: string, nanoseconds: number) => void;
	/** Called with the size of the buffers that a layer needs until the slide is drawn. */
	readonly hold: (path: string, bytes: number) => void;
	/** The output has links. Default: false. */
	readonly links?: boolean;
	/** Called with each text when it is laid out. */
	readonly onText?: (text: SceneText, layout: TextLayout | undefined) => void;
}

/** A text that has been laid out. @returns its nodes, once the pictures are known */
export type LaidOutText = (parts: PaintParts) => PaintNode[];

/**
 * @param viewport the visible part of the items' space, pixels
 * @returns nodes in painting order; their bounds are in the items' space
 */
export function paintItems(
	items: readonly PlacedItem[],
	parts: PaintParts,
	viewport: Box,
): PaintNode[] {
	return items.flatMap((placed) => paintItem(placed, parts, viewport));
}

/**
 * Lays out texts, and paints those that are not filled with a picture, while pictures are decoded.
 * Texts are reported in the order of `paintItems`, which makes the same nodes with them.
 * @param parts their pictures are not needed yet
 * @param viewport as in `paintItems`
 * @param texts receives the texts
 */
export function paintTexts(
	items: readonly PlacedItem[],
	parts: PaintParts,
	viewport: Box,
	texts: Map<PlacedItem, LaidOutText>,
): void {
	for (const placed of items) {
		const { ref: item, children } = placed;
		const seen = seenOf(placed, viewport);
		if (item.type === "text") texts.set(placed, layOut(item, placed, parts, seen));
		else if ("children" in item) {
			const inView = viewOfChildren(item, placed, seen);
			if (!item.clip || !isEmpty(inView)) paintTexts(children, parts, inView, texts);
		}
	}
}

function paintItem(placed: PlacedItem, parts: PaintParts, viewport: Box): PaintNode[] {
	const { ref: item } = placed;
	const nodes = shownItem(placed, parts, viewport);
	if (!parts.links || item.href === undefined || item.opacity === 0) return nodes;
	const box = turnedBox(placed);
	return box.width > 0 && box.height > 0 ? [linked(nodes, item, item.href, box)] : nodes;
}

function shownItem(placed: PlacedItem, parts: PaintParts, viewport: Box): PaintNode[] {
	const { ref: item } = placed;
	const box = turnedBox(placed);
	const seen = seenOf(placed, viewport);
	const plain = [...groundNodes(placed, parts, seen), ...contentNodes(placed, parts, seen)];
	if (item.opacity === 0) return [];
	const nodes = withEffects(plain, placed, parts);
	if (nodes.length === 0) return [];
	const { opacity, blend } = item;
	const turns = isTurned(box);
	if (!turns && opacity === 1 && blend === "normal") return nodes;
	const [only] = nodes;
	if (item.effects.backdropBlur > 0 && nodes.length === 1 && only?.kind === "group" && !turns)
		return [{ ...only, ...(opacity !== 1 && { opacity }), ...(blend !== "normal" && { blend }) }];
	const turn = turnOf(box);
	return [
		{
			kind: "group",
			children: nodes,
			...(turns && { turn }),
			...(opacity !== 1 && { opacity }),
			...(blend !== "normal" && { blend }),
			bounds: turnedBounds(boundsOf(nodes), turn),
		},
	];
}

/** Filter, mask, and the blur of what lies below. */
function withEffects(
	nodes: PaintNode[],
	placed: PlacedItem,
	{ pictures }: PaintParts,
): PaintNode[] {
	const { effects, path: at } = placed.ref;
	const { filter, mask, backdropBlur } = effects;
	const box = rectangle(placed);
	let shown = nodes;
	if (filter !== null && shown.length > 0) {
		const bounds = grow(boundsOf(shown), blurReach(filter.blur));
		shown = [{ kind: "group", children: shown, filter, bounds }];
	}
	if (backdropBlur > 0 && !isEmpty(box)) {
		const bounds = shown.length === 0 ? box : union(boundsOf(shown), box);
		const backdrop = { deviation: backdropBlur, clip: backdropClip(placed), box };
		shown = [{ kind: "group", children: shown, backdrop, bounds }];
	}
	if (mask === null || shown.length === 0) return shown;
	const fills = fillsOf(mask, box, pictureOf(pictures, `${at}/mask`));
	const [only] = fills;
	const isLight = fills.length === 1 && only?.kind === "picture" && !hasTransparency(only.bitmap);
	const by = isLight ? "luminance" : "alpha";
	const children = fills.map((fill) => boxPath(box, NO_RADII, fill));
	if (children.length === 0) return [];
	const bounds = intersect(boundsOf(shown), box);
	const node: PaintNode = { kind: "group", children, bounds: box };
	return [{ kind: "group", children: shown, mask: { node, by }, bounds }];
}

/** The outline of a shape, or the box of another layer. */
function backdropClip(placed: PlacedItem): Clip {
	const { ref: item } = placed;
	if (item.type !== "shape" || item.layer.shape === "rectangle")
		return boxClip(rectangle(placed), item.look.radii);
	return { data: pathData(shapeOutline(shapeOf(item), placed)) };
}

/** Shadow, background and border of a box. */
function groundNodes(placed: PlacedItem, parts: PaintParts, seen: Box): PaintNode[] {
	const { pictures } = parts;
	const { ref: item, width, height } = placed;
	const { look, path: at } = item;
	// The background of pictures and shapes has their outline.
	if (!("children" in item) && item.type !== "text") return [];
	if (!(width > 0 && height > 0)) return [];
	const nodes: PaintNode[] = [];
	const boxed = "children" in item || look.background !== null || look.border !== null;
	const under = isOpaquePaint(look.background) && "hidden";
	for (const shadow of boxed ? outerShadows(look) : []) {
		parts.spend(at, shadowPrice(placed, shadow, seen));
		nodes.push(...held(at, boxShadowNodes(placed, look.radii, shadow, under, seen), parts));
	}
	if (look.background !== null) {
		const span = insetBox(placed, widthsOf(look.border));
		const fills = fillsOf(look.background, span, pictureOf(pictures, `${at}/background`));
		const inset = underBorder(look.border);
		const radii = innerRadii(fittingCorners(look.radii, width, height), inset);
		const area = insetBox(placed, inset);
		for (const fill of fills) nodes.push(boxPath(area, radii, fill));
	}
	nodes.push(...insetShadows(item, placed, look.radii, widthsOf(look.border), parts, seen));
	if (look.border !== null) nodes.push(...borderNodes(placed, item, look.border));
	return nodes;
}

/** The shadows behind a layer, the lowest first. */
const outerShadows = ({ shadows }: LayerItem["look"]): LayerShadow[] =>
	shadows.filter(({ inset }) => !inset).reverse();

/** The shadows inside of a box, the lowest first. @param line widths of its border */
function insetShadows(
	{ look, path: at }: LayerItem,
	box: Box,
	radii: Radii,
	line: Sides,
	parts: PaintParts,
	seen: Box,
): PaintNode[] {
	const inner = insetBox(box, line);
	if (isEmpty(inner)) return [];
	const fitted = innerRadii(fittingCorners(radii, box.width, box.height), line);
	return look.shadows
		.filter(({ inset }) => inset)
		.reverse()
		.flatMap((shadow) => {
			parts.spend(at, shadowPrice(box, shadow, seen));
			return [...held(at, insetShadowNodes(inner, fitted, shadow, seen), parts)];
		});
}

function contentNodes(placed: PlacedItem, parts: PaintParts, seen: Box): PaintNode[] {
	const { ref: item } = placed;
	switch (item.type) {
		case "text":
			return (parts.texts?.get(placed) ?? layOut(item, placed, parts, seen))(parts);
		case "image":
			return imageNodes(item, parts, seen);
		case "shape": {
			const paints = (field: string) => reaching(item.path, field, parts, seen);
			const nodes = shapeNodes(item, placed, paints, parts.spend);
			const inside = insetShadows(item, placed, item.look.radii, NO_SIDES, parts, seen);
			return [...withInkShadow(item, nodes, parts, seen), ...inside];
		}
		case "barcode":
			return barcodeNodes(item, placed, parts);
		case "stack":
		case "grid":
			return stackNodes(item, placed, parts, seen);
	}
}

/** The visible part of a stack's children. */
const viewOfChildren = ({ clip, look }: StackItem, placed: PlacedItem, seen: Box): Box =>
	clip ? intersect(seen, insetBox(placed, widthsOf(look.border))) : seen;

function stackNodes(
	item: StackItem,
	placed: PlacedItem,
	parts: PaintParts,
	seen: Box,
): PaintNode[] {
	const inView = viewOfChildren(item, placed, seen);
	if (!item.clip) return paintItems(placed.children, parts, inView);
	if (isEmpty(inView)) return [];
	const children = paintItems(placed.children, parts, inView);
	if (children.length === 0) return [];
	const line = widthsOf(item.look.border);
	const inner = insetBox(placed, line);
	const radii = innerRadii(fittingCorners(item.look.radii, placed.width, placed.height), line);
	const clip = boxClip(inner, radii);
	return [{ kind: "group", children, clip, bounds: intersect(boundsOf(children), inner) }];
}

/** A text that is laid out in its box. */
export function placedText(item: TextItem, placed: PlacedItem): SceneText {
	const { x, y, width, height, content, text } = placed;
	return {
		...item.text,
		paddedBox: { x, y, width, height },
		x: content.x,
		y: content.y,
		width: content.width,
		alignWidth: content.width,
		height: content.height,
		// A text that fits its box may need lines that it did not need when it was measured.
		wrapWidth: item.text.minFontSize === null ? (text?.wrapWidth ?? content.width) : content.width,
	};
}

function layOut(item: TextItem, placed: PlacedItem, parts: PaintParts, seen: Box): LaidOutText {
	const text = placedText(item, placed);
	const layout = layOutText(text, parts.fonts);
	parts.onText?.(text, layout);
	if (layout === undefined) return () => [];
	const paint: LaidOutText = (later) => {
		const said = textPaints(
			layout,
			seen,
			(field) => reaching(item.path, field, later, seen),
			(nanoseconds) => later.spend(item.path, nanoseconds),
		);
		const nodes = item.decorative ? said.map(withoutMeaning) : said;
		const { background, border } = item.look;
		// If a text has a box, the box casts the shadow.
		return background === null && border === null ? withInkShadow(item, nodes, later, seen) : nodes;
	};
	const { textFill, textStroke } = item.text;
	if ([textFill, textStroke?.paint].some((one) => one != null && hasPicture(one))) return paint;
	const nodes = paint(parts);
	return () => nodes;
}

const withoutMeaning = ({ meaning, ...node }: PaintNode): PaintNode => node;

function withInkShadow(
	{ look, path: at }: LayerItem,
	nodes: PaintNode[],
	parts: PaintParts,
	seen: Box,
): PaintNode[] {
	if (nodes.length === 0) return nodes;
	const cast = outerShadows(look).flatMap((shadow) => {
		parts.spend(at, shadowPrice(boundsOf(nodes), shadow, seen));
		return [...held(at, inkShadowNodes(nodes, shadow, seen), parts)];
	});
	return cast.length === 0 ? nodes : [...cast, ...nodes];
}

function imageNodes(
	item: Extract<LayerItem, { type: "image" }>,
	parts: PaintParts,
	seen: Box,
): PaintNode[] {
	const { pictures } = parts;
	const ready = pictures.get(`${item.path}/src`);
	if (ready === undefined) return [];
	const { visible, image } = ready;
	const { box, corners, border, part } = visible;
	const nodes: PaintNode[] = [];
	const shown = "kind" in image ? image : picture(image, upright(part));
	const own = described(shown, item.decorative ? "" : (item.layer.alt ?? ""));
	for (const shadow of outerShadows(item.look)) {
		parts.spend(item.path, shadowPrice(box, shadow, seen));
		// An opaque picture casts the shadow of its box, too.
		const along =
			shadowFollowsPixels(item.look, visible) && ("kind" in image || image.channels === 4);
		const cast = along
			? inkShadowNodes([own], shadow, seen)
			: boxShadowNodes(box, corners, shadow, "shown", seen);
		nodes.push(...held(item.path, cast, parts));
	}
	nodes.push(own);
	nodes.push(...insetShadows(item, box, corners, widthsOf(border), parts, seen));
	if (border !== null) nodes.push(...borderNodes(box, item, border));
	return nodes;
}

/**
 * The pictures of a paint. For fills, vectors are prepared as pixels.
 * @param at JSON pointer of the paint
 */
export const pictureOf =
	(pictures: PaintParts["pictures"], at: string): PictureOf =>
	(path) => {
		const ready = pictures.get(`${at}${path}/src`);
		return ready === undefined || "kind" in ready.image
			? undefined
			: { bitmap: ready.image, part: ready.visible.part };
	};

/** Mirroring a pixel. Nanoseconds. */
const MIRRORED = 8;

/**
 * The pictures of the paint of a field. They continue, mirrored, in the visible part of what leaves
 * the box of the paint.
 */
const reaching =
	(at: string, field: string, { pictures, spend, hold }: PaintParts, seen: Box): PictureOf =>
	(path, reach) => {
		const picture = pictureOf(pictures, `${at}/${field}`)(path);
		const around = reach && intersect(reach, seen);
		if (!picture || !around || isEmpty(around) || !leaves(picture, around)) return picture;
		const { width, height } = union(picture.part, around);
		const pixels = width * height * (picture.bitmap.width / picture.part.width) ** 2;
		spend(at, pixels * MIRRORED);
		hold(at, pixels * picture.bitmap.channels);
		return mirroredAround(picture, around);
	};

const rectangle = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });

/** Bytes per cell of a shadow: one for its alpha, four for the pixel that is drawn. */
const SHADE_BYTES = 5;

/**
 * Makes shadows, after counting their buffers.
 * @throws ServiceError too_complex
 */
function held(
	at: string,
	shadows: readonly PaintNode[],
	{ hold }: PaintParts,
): readonly PaintNode[] {
	for (const shadow of shadows)
		for (const node of shadow.kind === "group" ? shadow.children : [shadow])
			if (node.kind === "shade") hold(at, node.columns * node.rows * SHADE_BYTES);
	return shadows;
}
