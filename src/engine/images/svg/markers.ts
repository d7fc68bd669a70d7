import { tooComplex } from "./budget.js";
import type { Style } from "./css/cascade.js";
import type { Drawing, Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { tightBox } from "./geometry.js";
import {
	IDENTITY,
	isIdentity,
	isSane,
	multiply,
	printMatrix,
	rotation,
	scaling,
	translation,
} from "./matrix.js";
import { CLOSE, CUBIC, MOVE } from "./outline.js";
import { paintSource, strokeWidth } from "./painting.js";
import type { Shape } from "./shapes.js";
import { readAngle, readLength, readReference } from "./values.js";
import { readViewBox, viewBoxTransform } from "./viewport.js";
import type { XmlElement } from "./xml.js";

const PLACES = ["marker-start", "marker-mid", "marker-end"] as const;
/** Nesting of markers on shapes in markers. */
const MAX_NESTING = 3;

/** A vertex of a shape: its place, and its direction in degrees. */
interface Vertex {
	readonly x: number;
	readonly y: number;
	readonly angle: number;
}

/**
 * Adds the markers of a shape as groups, each drawn where it is, because the renderer knows neither
 * context paints nor markers of lines without a stroke.
 * @param painted the shape itself
 * @see https://www.w3.org/TR/SVG2/painting.html#Markers
 */
export function writeMarkers(
	drawing: Drawing,
	element: XmlElement,
	shape: Shape,
	place: Place,
	painted: SvgElement[],
): SvgElement[] {
	const { style } = place;
	const markers = PLACES.map((property) => {
		const reference = readReference(style.get(property) ?? "none");
		const marker = drawing.byId.get(reference?.id ?? "");
		if (reference !== undefined && reference.id === undefined)
			drawing.notes.add("marker of another file", element);
		return marker?.name === "marker" ? marker : undefined;
	});
	if (markers.every((marker) => marker === undefined)) return painted;
	if ((style.get("visibility") ?? "visible") !== "visible") return painted;
	if (place.references >= MAX_NESTING) throw tooComplex("markers in markers");
	const vertices = verticesOf(shape);
	const context = contextOf(shape, place);
	const written: SvgElement[] = [];
	for (const [i, vertex] of vertices.entries()) {
		const roles = [
			i === 0 ? 0 : -1,
			i > 0 && i < vertices.length - 1 ? 1 : -1,
			i === vertices.length - 1 ? 2 : -1,
		];
		for (const role of roles) {
			const marker = role < 0 ? undefined : markers[role];
			if (marker === undefined) continue;
			const drawn = writeMarker(drawing, marker, vertex, role === 0, { ...place, context });
			if (drawn !== undefined) written.push(drawn);
		}
	}
	const order = (style.get("paint-order") ?? "normal").split(" ");
	const first = order.indexOf("markers");
	return first === 0 ? [...written, ...painted] : [...painted, ...written];
}

function writeMarker(
	drawing: Drawing,
	marker: XmlElement,
	vertex: Vertex,
	atStart: boolean,
	place: Place,
): SvgElement | undefined {
	const { attributes } = marker;
	const style: Style = drawing.cascade.placed(marker);
	if (style.get("display") === "none") return undefined;
	drawing.budget.spend("drawn");
	const units = drawing.cascade.units(style);
	const side = (name: string, whole: number) =>
		readLength(attributes.get(name) ?? "3", whole, units) ?? 3;
	const size = {
		width: side("markerWidth", place.viewport.width),
		height: side("markerHeight", place.viewport.height),
	};
	if (!(size.width > 0 && size.height > 0)) return undefined;
	const viewBox = readViewBox(attributes.get("viewBox"));
	const fit = viewBoxTransform(viewBox, size, attributes.get("preserveAspectRatio"));
	const viewport = viewBox ?? size;
	const refX = readLength(attributes.get("refX"), viewport.width, units) ?? 0;
	const refY = readLength(attributes.get("refY"), viewport.height, units) ?? 0;
	const width =
		attributes.get("markerUnits") === "userSpaceOnUse" ? 1 : strokeWidthOf(drawing, place);
	const orient = attributes.get("orient")?.trim() ?? "0";
	const turned =
		orient === "auto"
			? vertex.angle
			: orient === "auto-start-reverse"
				? vertex.angle + (atStart ? 180 : 0)
				: (readAngle(orient) ?? 0);
	const [a, b, c, d, e, f] = fit;
	const outer = [
		translation(vertex.x, vertex.y),
		rotation(turned),
		scaling(width),
		translation(-(a * refX + c * refY + e), -(b * refX + d * refY + f)),
	].reduce(multiply);
	const matrix = multiply(outer, fit);
	if (!isSane(matrix)) return undefined;
	const content = drawing.writeChildren(marker, {
		...place,
		matrix: multiply(place.matrix, matrix),
		viewport,
		style,
		depth: place.depth + 1,
		references: place.references + 1,
	});
	if (content.length === 0) return undefined;
	const inner = isIdentity(fit)
		? content
		: [makeElement("g", { transform: printMatrix(fit) }, content)];
	if (/visible|auto/.test(style.own.get("overflow") ?? "hidden"))
		return makeElement("g", { transform: printMatrix(outer) }, inner);
	drawing.spendLayer(place);
	const clip = drawing.define((id) =>
		makeElement("clipPath", { id }, [
			makeElement("rect", {
				x: "0",
				y: "0",
				width: String(size.width),
				height: String(size.height),
			}),
		]),
	);
	return makeElement("g", { transform: printMatrix(outer), "clip-path": `url(#${clip})` }, inner);
}

/** A marker is as large as the stroke would be, even if there is none. */
function strokeWidthOf(drawing: Drawing, place: Place): number {
	return strokeWidth(drawing, { ...place, style: place.style.with({ stroke: "#000000" }) });
}

function contextOf(shape: Shape, place: Place): NonNullable<Place["context"]> {
	const box = tightBox(shape.outline, IDENTITY);
	const source = (name: "fill" | "stroke") => ({ box, ...paintSource(place.style, name, place) });
	return { fill: source("fill"), stroke: source("stroke") };
}

/** A part of an outline between two vertices, with its directions as vectors. */
interface Piece {
	readonly to: readonly [x: number, y: number];
	readonly leaves: readonly [x: number, y: number];
	readonly arrives: readonly [x: number, y: number];
	readonly moves: boolean;
	readonly closes: boolean;
}

function verticesOf(shape: Shape): Vertex[] {
	const pieces = piecesOf(shape);
	const vertices: Vertex[] = [];
	let subpath = 0;
	for (const [i, piece] of pieces.entries()) {
		if (piece.moves) subpath = i;
		const next = pieces[i + 1];
		const continues = next !== undefined && !next.moves;
		let [arrives, leaves] = [
			piece.moves ? undefined : piece.arrives,
			continues ? next.leaves : undefined,
		];
		// The first and the last vertex of a closed subpath are the same corner.
		const last = lastOf(pieces, i);
		if (piece.moves && pieces[last]!.closes) arrives = pieces[last]!.arrives;
		if (piece.closes) leaves = pieces[subpath + 1]?.leaves;
		vertices.push({ x: piece.to[0], y: piece.to[1], angle: bisect(arrives, leaves) });
	}
	return vertices;
}

/** The last piece of the subpath of a piece. */
function lastOf(pieces: readonly Piece[], at: number): number {
	if (!pieces[at]!.moves) return at;
	let last = at;
	while (last + 1 < pieces.length && !pieces[last + 1]!.moves) last++;
	return last;
}

function bisect(
	arrives: readonly [number, number] | undefined,
	leaves: readonly [number, number] | undefined,
): number {
	const [a, b] = [arrives ?? leaves ?? [1, 0], leaves ?? arrives ?? [1, 0]];
	const [from, to] = [Math.atan2(a[1], a[0]), Math.atan2(b[1], b[0])];
	let turn = to - from;
	if (turn > Math.PI) turn -= 2 * Math.PI;
	if (turn < -Math.PI) turn += 2 * Math.PI;
	return ((from + turn / 2) * 180) / Math.PI;
}

/** An arc is several curves in the outline, and one piece here. */
function piecesOf({ outline, ends = [] }: Shape): Piece[] {
	const pieces: Piece[] = [];
	let [x, y, startX, startY] = [0, 0, 0, 0];
	let at = 0;
	for (const end of ends) {
		let leaves: readonly [number, number] | undefined;
		let arrives: readonly [number, number] = [0, 0];
		let [moves, closes] = [false, false];
		while (at < end) {
			const kind = outline[at++]!;
			if (kind === CLOSE) {
				closes = true;
				arrives = [startX - x, startY - y];
				leaves ??= arrives;
				[x, y] = [startX, startY];
			} else if (kind === CUBIC) {
				const points = [
					[x, y],
					...[0, 2, 4].map((i) => [outline[at + i]!, outline[at + i + 1]!]),
				] as [number, number][];
				const [p0, p1, p2, p3] = points as [
					[number, number],
					[number, number],
					[number, number],
					[number, number],
				];
				const firstTo = [p1, p2, p3].find((p) => p[0] !== p0[0] || p[1] !== p0[1]) ?? p3;
				const lastFrom = [p2, p1, p0].find((p) => p[0] !== p3[0] || p[1] !== p3[1]) ?? p0;
				leaves ??= [firstTo[0] - p0[0], firstTo[1] - p0[1]];
				arrives = [p3[0] - lastFrom[0], p3[1] - lastFrom[1]];
				[x, y] = p3;
				at += 6;
			} else {
				const [toX, toY] = [outline[at]!, outline[at + 1]!];
				at += 2;
				moves = kind === MOVE;
				if (moves) [startX, startY] = [toX, toY];
				else {
					arrives = [toX - x, toY - y];
					leaves ??= arrives;
				}
				[x, y] = [toX, toY];
			}
		}
		// Where nothing changes, the direction is that of what came before.
		if (arrives[0] === 0 && arrives[1] === 0 && !moves) {
			const before = pieces.at(-1);
			if (before !== undefined && !before.moves) arrives = leaves = before.arrives;
		}
		pieces.push({ to: [x, y], leaves: leaves ?? [0, 0], arrives, moves, closes });
	}
	return pieces;
}
