/**
 * The paint tree as SVG. Of a client's texts, only links and what they are called are copied into it,
 * escaped; all else is numbers, colours, path data and data URLs.
 */
import { createHash } from "node:crypto";
import type { Bitmap } from "../images/bitmap.js";
import type { PictureFilter } from "../images/need.js";
import { type Matrix, printNumber as printExactly } from "../images/svg/matrix.js";
import { num, printNumber } from "../numbers.js";
import { type Box, isSkewed, type Turn } from "../scene/geometry.js";
import type { Rgba } from "../text/rich/css-color.js";
import { escapeXml } from "./escape-xml.js";
import type { Fill, LinearGradient, RadialGradient, SolidFill } from "./fill.js";
import type {
	DrawingNode,
	GroupNode,
	Link,
	PaintNode,
	PathNode,
	Placement,
	ShadeNode,
	Stroke,
} from "./node.js";

/** Attributes of the root element. Inkscape 1.2 knows images by the XLink attribute of SVG 1.1 only. */
export const SVG_NAMESPACES =
	'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** The data URL of a picture's `<image>`. */
export type HrefOf = (picture: Bitmap | ShadeNode) => string;

const refuse: HrefOf = () => {
	throw new Error("a picture among vectors");
};

/** @param hrefOf not needed for vectors */
export function writeSvg(node: PaintNode, hrefOf: HrefOf = refuse): string {
	switch (node.kind) {
		case "path":
			return writePath(node, hrefOf);
		case "picture":
			return imageElement(node.place, hrefOf(node.bitmap));
		case "shade":
			return imageElement(node.place, hrefOf(node));
		case "drawing":
			return writeDrawing(node);
		case "group":
			return writeGroup(node, hrefOf);
	}
}

export function imageElement(place: Placement, href: string): string {
	const { x, y, width, height } = place;
	return `<image x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" preserveAspectRatio="none"${turnAttribute(place)} xlink:href="${href}"/>`;
}

/** Rotation and slants about a centre, or nothing if there are none. */
function turnAttribute(turn: Turn): string {
	const { rotation, skewX = 0, skewY = 0, centerX, centerY } = turn;
	const [x, y] = [num(centerX), num(centerY)];
	const rotate = (centre: string) => `rotate(${printNumber(rotation, 3)}${centre})`;
	if (!isSkewed(turn)) return rotation === 0 ? "" : ` transform="${rotate(` ${x} ${y}`)}"`;
	const slants = `skewX(${printNumber(skewX, 3)}) skewY(${printNumber(skewY, 3)})`;
	return ` transform="translate(${x} ${y}) ${rotate("")} ${slants} translate(${num(-centerX)} ${num(-centerY)})"`;
}

const matrixOf = (matrix: Matrix): string => `matrix(${matrix.map(printExactly).join(" ")})`;

const hex = (channel: number) =>
	Math.round(Math.min(255, Math.max(0, channel)))
		.toString(16)
		.padStart(2, "0");
const hexColor = ({ r, g, b }: Rgba) => `#${hex(r)}${hex(g)}${hex(b)}`;

/** `fill="…"`, with the alpha apart, as SVG 1.1 renderers need it. */
function colorAttributes(property: "fill" | "stroke", color: Rgba): string {
	const opaque = `${property}="${hexColor(color)}"`;
	return color.a >= 1 ? opaque : `${opaque} ${property}-opacity="${printNumber(color.a, 3)}"`;
}

function writePath(node: PathNode, hrefOf: HrefOf): string {
	const { fill, stroke } = node;
	let definitions = "";
	const paint = (property: "fill" | "stroke", with_: Fill): string => {
		if (with_.kind === "solid") return colorAttributes(property, with_.color);
		const { id, markup } = definition(with_, hrefOf);
		definitions += markup;
		return `${property}="url(#${id})"`;
	};
	let attributes = fill === null ? 'fill="none"' : paint("fill", fill);
	if (node.rule === "evenodd") attributes += ' fill-rule="evenodd"';
	if (stroke) attributes += ` ${paint("stroke", stroke.paint)}${strokeAttributes(stroke)}`;
	const defs = definitions === "" ? "" : `<defs>${definitions}</defs>`;
	return `${defs}<path ${attributes} d="${node.data}"/>`;
}

function strokeAttributes(stroke: Stroke): string {
	let attributes = ` stroke-width="${num(stroke.width)}"`;
	if (stroke.cap && stroke.cap !== "butt") attributes += ` stroke-linecap="${stroke.cap}"`;
	if (stroke.join && stroke.join !== "miter") attributes += ` stroke-linejoin="${stroke.join}"`;
	if (stroke.miterLimit !== undefined && stroke.miterLimit !== 4)
		attributes += ` stroke-miterlimit="${num(stroke.miterLimit)}"`;
	if (stroke.dash?.length) attributes += ` stroke-dasharray="${stroke.dash.map(num).join(" ")}"`;
	if (stroke.dashOffset) attributes += ` stroke-dashoffset="${num(stroke.dashOffset)}"`;
	if (stroke.below) attributes += ' paint-order="stroke"';
	return attributes;
}

function writeDrawing({ markup, x, y, scale, rim }: DrawingNode): string {
	// The stroke is below the drawing, so only its outer half is visible.
	const under = rim
		? `<g stroke="${rimColor(rim.color)}" stroke-width="${rim.width}" stroke-linejoin="round">${markup}</g>`
		: "";
	const scaled = scale === 1 ? "" : ` scale(${scale.toFixed(5)})`;
	return `<g transform="translate(${num(x)} ${num(y)})${scaled}">${under}${markup}</g>`;
}

const rimColor = (color: Rgba) => (hexColor(color) === "#ffffff" ? "#fff" : hexColor(color));

const COPY = '<feMerge><feMergeNode in="SourceGraphic"/></feMerge>';

const filterAttributes = ({ x, y, width, height }: Box): string =>
	` filterUnits="userSpaceOnUse" x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" color-interpolation-filters="sRGB"`;

/** A row of a map has the factors of red, green and blue and an offset; SVG adds that of alpha. */
function filterContent({ blur, maps }: PictureFilter): string {
	let content = blur > 0 ? `<feGaussianBlur stdDeviation="${printExactly(blur)}"/>` : "";
	for (const map of maps) {
		const rows = [0, 4, 8].map((at) => {
			const [r, g, b, offset] = map.slice(at, at + 4).map((value) => printNumber(value, 6));
			return `${r} ${g} ${b} 0 ${offset}`;
		});
		content += `<feColorMatrix values="${rows.join(" ")} 0 0 0 1 0"/>`;
	}
	return content;
}

function writeGroup(node: GroupNode, hrefOf: HrefOf): string {
	const { turn, matrix, clip, mask, layer, filter, backdrop, link } = node;
	const { opacity = 1, blend = "normal" } = node;
	if (backdrop) throw new Error("a blurred backdrop, which SVG does not have");
	let definitions = "";
	let attributes = "";
	if (turn) attributes += turnAttribute(turn);
	else if (matrix) attributes += ` transform="${matrixOf(matrix)}"`;
	if (clip) {
		const rule = clip.rule === "evenodd" ? ' clip-rule="evenodd"' : "";
		const { id, markup } = named("clipPath", "", `<path${rule} d="${clip.data}"/>`);
		definitions += markup;
		attributes += ` clip-path="url(#${id})"`;
	}
	if (mask) {
		const { x, y, width, height } = mask.node.bounds;
		const box = ` maskUnits="userSpaceOnUse" x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`;
		const kind = mask.by === "alpha" ? ' mask-type="alpha"' : "";
		const { id, markup } = named("mask", box + kind, writeSvg(mask.node, hrefOf));
		definitions += markup;
		attributes += ` mask="url(#${id})"`;
	}
	if (filter) {
		const { id, markup } = named("filter", filterAttributes(node.bounds), filterContent(filter));
		definitions += markup;
		attributes += ` filter="url(#${id})"`;
	} else if (layer) {
		// A filter that changes nothing is the only way to tell resvg the size of a layer.
		const { id, markup } = named("filter", filterAttributes(layer), COPY);
		definitions += markup;
		attributes += ` filter="url(#${id})"`;
	}
	if (opacity < 1) attributes += ` opacity="${printNumber(opacity, 3)}"`;
	if (blend !== "normal") attributes += ` style="mix-blend-mode:${blend}"`;
	let content = "";
	for (const child of node.children) content += writeSvg(child, hrefOf);
	if (link) content = writeLink(link, content);
	if (attributes === "" || content === "") return content;
	return `${definitions === "" ? "" : `<defs>${definitions}</defs>`}<g${attributes}>${content}</g>`;
}

/** The whole area can be clicked, also where nothing is painted. */
function writeLink({ url, label, corners }: Link, content: string): string {
	const href = escapeXml(url);
	const area = `M${corners.map(([x, y]) => `${num(x)} ${num(y)}`).join("L")}Z`;
	return `<a href="${href}" xlink:href="${href}" aria-label="${escapeXml(label)}"><path fill="none" pointer-events="all" d="${area}"/>${content}</a>`;
}

/**
 * A definition whose id is the digest of its content. A page may contain several slides, in which
 * equal ids must mean equal definitions.
 */
function named(element: string, attributes: string, content: string) {
	const hash = createHash("sha256").update(element).update(attributes).update(content);
	const id = `p${hash.digest("hex").slice(0, 16)}`;
	return { id, markup: `<${element} id="${id}"${attributes}>${content}</${element}>` };
}

function definition(fill: Exclude<Fill, SolidFill>, hrefOf: HrefOf) {
	if (fill.kind === "conic") throw new Error("a conic gradient, which SVG does not have");
	if (fill.kind === "picture") return patternDefinition(fill.bitmap, fill.box, undefined, hrefOf);
	if (fill.kind === "pattern")
		return patternDefinition(fill.bitmap, fill.tile, fill.matrix, hrefOf);
	return gradientDefinition(fill);
}

function patternDefinition(bitmap: Bitmap, box: Box, matrix: Matrix | undefined, hrefOf: HrefOf) {
	const { x, y, width, height } = box;
	const moved = matrix ? ` patternTransform="${matrixOf(matrix)}"` : "";
	const image = imageElement(
		{ x: 0, y: 0, width, height, rotation: 0, centerX: 0, centerY: 0 },
		hrefOf(bitmap),
	);
	const attributes = ` patternUnits="userSpaceOnUse" x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${moved}`;
	return named("pattern", attributes, image);
}

function gradientDefinition(gradient: LinearGradient | RadialGradient) {
	const places =
		gradient.kind === "linear"
			? (["x1", "y1", "x2", "y2"] as const).map((name) => [name, gradient[name]] as const)
			: (["cx", "cy", "r", "fx", "fy"] as const).map((name) => [name, gradient[name]] as const);
	let attributes = ' gradientUnits="userSpaceOnUse"';
	for (const [name, value] of places)
		if (value !== undefined) attributes += ` ${name}="${printExactly(value)}"`;
	if (gradient.matrix) attributes += ` gradientTransform="${matrixOf(gradient.matrix)}"`;
	let stops = "";
	for (const { at, color } of gradient.stops) {
		const alpha = color.a >= 1 ? "" : ` stop-opacity="${printNumber(color.a, 3)}"`;
		stops += `<stop offset="${printExactly(at)}" stop-color="${hexColor(color)}"${alpha}/>`;
	}
	return named(gradient.kind === "linear" ? "linearGradient" : "radialGradient", attributes, stops);
}
