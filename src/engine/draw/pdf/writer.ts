/** Converts the paint tree to the content of a PDF page. */
import { IDENTITY, type Matrix, multiply, stretch } from "../../images/svg/matrix.js";
import { printNumber } from "../../numbers.js";
import type { Fill } from "../../paint/fill.js";
import { transformed } from "../../paint/from-svg.js";
import type { DrawingNode, GroupNode, PaintNode, PathNode, Placement } from "../../paint/node.js";
import { type Box, turnMatrix } from "../../scene/geometry.js";
import { matrixOperator, pathOperators, rgb } from "./operators.js";
import type { PagePictures } from "./pictures.js";
import type { PageGradientFill, PageResources } from "./resources.js";

/** If one unit is more pixels than this, three decimals are too coarse. */
const COARSE = 8;

const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

/** The space in which operators are written. */
interface Place {
	/** To the space of the page, or of the group that contains the operators. */
	readonly matrix: Matrix;
	/** Pixels of a unit, at most. */
	readonly scale: number;
	/** Strokes under all shapes of an emoji. */
	readonly rim?: DrawingNode["rim"];
}

/** Writes nodes as operators and collects the resources that they use. */
export class PdfWriter {
	constructor(
		readonly resources: PageResources,
		readonly pictures: PagePictures,
	) {}

	/** @returns operators that restore the graphics state, except for colours and line styles */
	async write(node: PaintNode, place: Place = { matrix: IDENTITY, scale: 1 }): Promise<string> {
		switch (node.kind) {
			case "path":
				return this.#path(node, place);
			case "picture":
				return pictureOperators(await this.pictures.bitmap(node.bitmap, node.smooth), node.place);
			case "shade":
				return pictureOperators(await this.pictures.shade(node), node.place);
			case "drawing":
				return this.#drawing(node, place);
			case "group":
				return this.#group(node, place);
		}
	}

	async #all(nodes: readonly PaintNode[], place: Place): Promise<string> {
		let content = "";
		for (const node of nodes) content += await this.write(node, place);
		return content;
	}

	async #drawing(node: DrawingNode, outer: Place): Promise<string> {
		const own: Matrix = [node.scale, 0, 0, node.scale, node.x, node.y];
		const place = { matrix: multiply(outer.matrix, own), scale: outer.scale * node.scale };
		const nodes = node.nodes();
		const rim = node.rim ? await this.#all(nodes, { ...place, rim: node.rim }) : "";
		return `q ${matrixOperator(own)}${rim}${await this.#all(nodes, place)}Q `;
	}

	async #group(node: GroupNode, outer: Place): Promise<string> {
		const { clip, mask, opacity = 1, blend = "normal" } = node;
		const own = node.turn ? turnMatrix(node.turn) : (node.matrix ?? IDENTITY);
		const matrix = multiply(outer.matrix, own);
		const move = node.turn || node.matrix ? matrixOperator(own) : "";
		const scale = outer.scale * stretch(own);
		const cut = clip
			? `${pathOperators(clip.data, placesFor(scale))}${clip.rule === "evenodd" ? "W*" : "W"} n `
			: "";
		if (opacity === 1 && blend === "normal" && !mask) {
			const content = await this.#all(node.children, { ...outer, matrix, scale });
			return move === "" && cut === "" ? content : `q ${move}${cut}${content}Q `;
		}
		// Painted as one: a separate group, in the space of its parent.
		const inside = `${move}${cut}${await this.#all(node.children, { ...outer, matrix: own, scale })}`;
		const group = this.resources.group({ box: corners(node.bounds), colors: "rgb" }, inside);
		const state = this.resources.state({
			...(opacity < 1 && { opacity }),
			...(blend !== "normal" && { blend }),
			...(mask && { mask: { group: await this.#mask(mask.node, own, scale), by: mask.by } }),
		});
		return `q ${state}/X${group} Do Q `;
	}

	/** A mask in the space of the group that it applies to. */
	async #mask(node: PaintNode, matrix: Matrix, scale: number): Promise<number> {
		const content = `${matrixOperator(matrix)}${await this.write(node, { matrix, scale })}`;
		return this.resources.group(
			{ box: corners(transformed(matrix, node.bounds)), colors: "rgb" },
			content,
		);
	}

	/** As in SVG, the fill is painted before the stroke, unless the stroke must be below. */
	async #path(node: PathNode, { matrix, scale, rim }: Place): Promise<string> {
		const places = placesFor(scale);
		const shape = pathOperators(node.data, places, Boolean(node.stroke || rim));
		if (shape === "") return "";
		if (rim) {
			return `${rgb(rim.color)} RG ${printNumber(rim.width, 3)} w 1 j 0 J ${shape}S\n`;
		}
		const fill = node.fill
			? await this.#painted(node.fill, node.bounds, matrix, {
					operator: "rg",
					pattern: "cs",
					paint: `${shape}${node.rule === "evenodd" ? "f*" : "f"}\n`,
					clip: `${shape}${node.rule === "evenodd" ? "W*" : "W"} n `,
				})
			: "";
		const { stroke } = node;
		if (!stroke) return fill;
		const { cap = "butt", join = "miter", miterLimit = 4, dash = [] } = stroke;
		const dashes = dash.map((length) => printNumber(length, places)).join(" ");
		const offset = printNumber(stroke.dashOffset ?? 0, places);
		const dashed =
			dash.length > 0 ? `[${dash.length % 2 ? `${dashes} ${dashes}` : dashes}] ${offset} d ` : "";
		const limit = miterLimit === 4 ? "" : `${printNumber(miterLimit, 3)} M `;
		const pen = `${printNumber(stroke.width, places)} w ${JOINS[join]} j ${CAPS[cap]} J ${limit}${dashed}`;
		const drawn = await this.#painted(stroke.paint, node.bounds, matrix, {
			operator: "RG",
			pattern: "CS",
			paint: `${pen}${shape}S\n`,
		});
		// Dash patterns and miter limits stay in effect until they are changed.
		const line = dashed === "" && limit === "" ? drawn : `q ${drawn}Q `;
		return stroke.below ? line + fill : fill + line;
	}

	/** Operators that paint something with a fill. */
	async #painted(fill: Fill, bounds: Box, matrix: Matrix, how: Painting): Promise<string> {
		if (fill.kind === "solid") {
			const { color } = fill;
			if (color.a <= 0) return "";
			const operators = `${rgb(color)} ${how.operator} ${how.paint}`;
			return color.a >= 1
				? operators
				: `q ${this.resources.state({ opacity: color.a })}${operators}Q `;
		}
		if (fill.kind === "picture") {
			if (how.clip === undefined) return "";
			const { x, y, width, height } = fill.box;
			const place = { x, y, width, height, rotation: 0, centerX: 0, centerY: 0 };
			const number = await this.pictures.bitmap(fill.bitmap);
			return `q ${how.clip}${pictureOperators(number, place)}Q `;
		}
		// Others become pictures before: see vector-nodes.ts.
		if (fill.kind === "conic" || fill.kind === "pattern")
			throw new Error(`a ${fill.kind} in a PDF`);
		return this.#gradient(fill, bounds, matrix, how);
	}

	/** A gradient with changing alpha is masked by a second gradient, in grey. */
	#gradient(gradient: PageGradientFill, bounds: Box, matrix: Matrix, how: Painting): string {
		const { resources } = this;
		const space = multiply(matrix, gradient.matrix ?? IDENTITY);
		const number = resources.gradient(gradient, space, "rgb");
		const operators = `/Pattern ${how.pattern} /P${number} ${how.pattern === "cs" ? "scn" : "SCN"} ${how.paint}`;
		const alphas = gradient.stops.map(({ color }) => color.a);
		if (alphas.every((alpha) => alpha >= 1)) return `q ${operators}Q `;
		if (alphas.every((alpha) => alpha === alphas[0]))
			return `q ${resources.state({ opacity: alphas[0]! })}${operators}Q `;
		const grey = resources.gradient(gradient, gradient.matrix ?? IDENTITY, "gray");
		const { x, y, width, height } = bounds;
		const box = [x, y, width, height].map((value) => printNumber(value, 3)).join(" ");
		const group = resources.group(
			{ box: corners(bounds), colors: "gray" },
			`/Pattern cs /P${grey} scn ${box} re f `,
		);
		return `q ${resources.state({ mask: { group, by: "luminance" } })}${operators}Q `;
	}
}

interface Painting {
	readonly operator: "rg" | "RG";
	readonly pattern: "cs" | "CS";
	readonly paint: string;
	/** Sets the shape as the clip; undefined for strokes, which cannot be clips. */
	readonly clip?: string;
}

const placesFor = (scale: number): 3 | 6 => (scale > COARSE ? 6 : 3);

const corners = ({ x, y, width, height }: Box): number[] =>
	[x, y, x + width, y + height].map((value, i) => (i < 2 ? Math.floor(value) : Math.ceil(value)));

/** Pictures fill the unit square from its lower left corner; the page's origin is at the top. */
export function pictureOperators(picture: number, place: Placement): string {
	const { x, y, width, height } = place;
	const turn = place.rotation === 0 ? "" : matrixOperator(turnMatrix(place));
	return `q ${turn}${matrixOperator([width, 0, 0, -height, x, y + height])}/I${picture} Do Q\n`;
}
