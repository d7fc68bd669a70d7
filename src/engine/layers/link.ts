/** The links of layers. */
import type { Link, PaintNode } from "../paint/node.js";
import {
	mapPoint,
	type RotatedBox,
	turnedBounds,
	turnMatrix,
	turnOf,
	union,
} from "../scene/geometry.js";
import { plainText } from "../text/rich/plain-text.js";
import type { LayerItem } from "./layer.js";
import { boundsOf } from "./shadows.js";

/** Most characters of what a link is called. */
const MAX_LABEL = 200;
/** Printable ASCII, which every reader of PDF and SVG takes as it is. */
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * Nodes of a layer as a link; its box is clickable even where nothing is drawn.
 * @param box of the layer, in the space of the nodes
 */
export function linked(
	nodes: readonly PaintNode[],
	item: LayerItem,
	href: string,
	box: RotatedBox,
): PaintNode {
	const turn = turnOf(box);
	const matrix = turnMatrix(turn);
	const { x, y, width, height } = box;
	const corners = [
		mapPoint(matrix, x, y),
		mapPoint(matrix, x + width, y),
		mapPoint(matrix, x + width, y + height),
		mapPoint(matrix, x, y + height),
	];
	const link: Link = {
		url: addressOf(href),
		label: labelOf(item),
		corners,
	};
	const area = turnedBounds({ x, y, width, height }, turn);
	const bounds = nodes.length === 0 ? area : union(boundsOf(nodes), area);
	return { kind: "group", children: nodes, link, bounds };
}

/** An address in printable ASCII, with its scheme in lower case. */
const addressOf = (href: string): string =>
	(PLAIN.test(href) ? href : new URL(href).href).replace(/^[a-z]+/i, (scheme) =>
		scheme.toLowerCase(),
	);

/** What a link is called: the texts and pictures in it, otherwise its address. */
function labelOf(item: LayerItem): string {
	const said = textsIn(item).join(" ").replace(/\s+/g, " ").trim();
	if (said === "") return item.href ?? "";
	const letters = [...said];
	return letters.length > MAX_LABEL ? `${letters.slice(0, MAX_LABEL - 1).join("")}…` : said;
}

function textsIn(item: LayerItem): string[] {
	if ("children" in item) return item.children.flatMap(textsIn);
	if (item.decorative) return [];
	if (item.type === "text") return [plainText(item.layer)];
	return item.type === "image" && item.layer.alt !== undefined ? [item.layer.alt] : [];
}
