/**
 * The markup of our own paints as the content of a PDF page: paths, circles and
 * ellipses in nested groups, filled and stroked.
 */
import { parseCssColor, type Rgba } from "../../text/rich/css-color.js";
import { pathOperators, pdfNumber } from "./path.js";

/** Opacities of what is painted, by the number under which the content names them. */
export class Opacities {
	readonly #numbers = new Map<number, number>();

	/** Operator that makes all that is painted as opaque as that, 0 to 1. */
	operator(opacity: number): string {
		const value = Math.round(opacity * 1_000) / 1_000;
		const number = this.#numbers.get(value) ?? this.#numbers.size;
		this.#numbers.set(value, number);
		return `/G${number} gs `;
	}

	get list(): number[] {
		return [...this.#numbers.keys()];
	}
}

/** What an element hands on to those in it. */
interface Style {
	readonly fill: string;
	readonly fillOpacity: number;
	readonly evenOdd: boolean;
}

const TAG = /<(\/?)(\w+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
type Attributes = ReadonlyMap<string, string>;

/** @throws Error for an element that our own markup does not have */
export function markupOperators(markup: string, opacities: Opacities): string {
	let style: Style = { fill: "#000000", fillOpacity: 1, evenOdd: false };
	const outer: Style[] = [];
	let content = "";
	for (const [, closes, name, attributeText = "", closed] of markup.matchAll(TAG)) {
		if (closes) {
			style = outer.pop()!;
			content += "Q ";
			continue;
		}
		const attributes = new Map<string, string>();
		for (const [, key, value] of attributeText.matchAll(ATTRIBUTE)) attributes.set(key!, value!);
		const own = inherit(style, attributes);
		const transform = transformOperators(attributes.get("transform") ?? "");
		if (name === "g" && !closed) {
			outer.push(style);
			style = own;
			content += `q ${transform}`;
			continue;
		}
		const painted = paintShape(shapeOperators(name!, attributes), own, attributes, opacities);
		content += transform === "" ? painted : `q ${transform}${painted}Q `;
	}
	return content;
}

function inherit(style: Style, attributes: Attributes): Style {
	const opacity = attributes.get("fill-opacity");
	const rule = attributes.get("fill-rule");
	return {
		fill: attributes.get("fill") ?? style.fill,
		fillOpacity: opacity === undefined ? style.fillOpacity : Number(opacity),
		evenOdd: rule === undefined ? style.evenOdd : rule === "evenodd",
	};
}

function shapeOperators(name: string, attributes: Attributes): string {
	const number = (key: string) => Number.parseFloat(attributes.get(key) ?? "0");
	switch (name) {
		case "path":
			return pathOperators(attributes.get("d") ?? "");
		case "circle":
			return ellipse(number("cx"), number("cy"), number("r"), number("r"));
		case "ellipse":
			return ellipse(number("cx"), number("cy"), number("rx"), number("ry"));
		case "g":
			return "";
		default:
			throw new Error(`an element ${name} in our own markup`);
	}
}

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
	pathOperators(
		`M${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}z`,
	);

/** SVG fills first and strokes then, unless paint-order says otherwise. */
function paintShape(
	shape: string,
	style: Style,
	attributes: Attributes,
	opacities: Opacities,
): string {
	if (shape === "") return "";
	const { color, opacity } = visible(style.fill, style.fillOpacity);
	const fill =
		color === undefined
			? ""
			: faded(`${rgb(color)} rg ${shape}${style.evenOdd ? "f*" : "f"}\n`, opacity, opacities);
	const stroke = strokeOperators(shape, attributes, opacities);
	return attributes.get("paint-order") === "stroke" ? stroke + fill : fill + stroke;
}

function strokeOperators(shape: string, attributes: Attributes, opacities: Opacities): string {
	const own = Number(attributes.get("stroke-opacity") ?? 1);
	const { color, opacity } = visible(attributes.get("stroke") ?? "none", own);
	if (color === undefined) return "";
	const width = Number.parseFloat(attributes.get("stroke-width") ?? "1");
	const join = attributes.get("stroke-linejoin") === "round" ? "1 j " : "0 j ";
	const cap = attributes.get("stroke-linecap") === "round" ? "1 J " : "0 J ";
	return faded(
		`${rgb(color)} RG ${pdfNumber(width)} w ${join}${cap}${shape}S\n`,
		opacity,
		opacities,
	);
}

/** The colour of a fill or a stroke, unless nothing of it is seen. */
function visible(paint: string, own: number): { color: Rgba | undefined; opacity: number } {
	const color = paint === "none" ? null : parseCssColor(paint);
	const opacity = own * (color?.a ?? 0);
	return { color: color !== null && opacity > 0 ? color : undefined, opacity };
}

const faded = (operators: string, opacity: number, opacities: Opacities): string =>
	opacity >= 1 ? operators : `q ${opacities.operator(opacity)}${operators}Q `;

const rgb = ({ r, g, b }: Rgba): string =>
	[r, g, b].map((channel) => pdfNumber(channel / 255)).join(" ");

/** `translate(…)`, `scale(…)`, `rotate(…)` and `matrix(…)`, one after the other. */
function transformOperators(list: string): string {
	let operators = "";
	for (const [, name, inner = ""] of list.matchAll(/(\w+)\(([^)]*)\)/g)) {
		const [a = 0, b, c, d = 0, e = 0, f = 0] = inner
			.trim()
			.split(/[\s,]+/)
			.map(Number);
		if (name === "translate") operators += matrix(1, 0, 0, 1, a, b ?? 0);
		else if (name === "scale") operators += matrix(a, 0, 0, b ?? a, 0, 0);
		else if (name === "rotate") operators += rotationOperator(a, b ?? 0, c ?? 0);
		else if (name === "matrix") operators += matrix(a, b ?? 0, c ?? 0, d, e, f);
		else throw new Error(`a transform ${name} in our own markup`);
	}
	return operators;
}

/** Operator that turns what follows clockwise about a point. @param degrees clockwise */
export function rotationOperator(degrees: number, x: number, y: number): string {
	const cos = Math.cos((degrees * Math.PI) / 180);
	const sin = Math.sin((degrees * Math.PI) / 180);
	return matrix(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y);
}

/** Factors need more decimals than places: they are multiplied by up to 2,000 pixels. */
const factor = (value: number) => (Math.round(value * 1e6) / 1e6).toFixed(6).replace(/\.?0+$/, "");

export const matrix = (a: number, b: number, c: number, d: number, e: number, f: number): string =>
	`${[a, b, c, d].map(factor).join(" ")} ${pdfNumber(e)} ${pdfNumber(f)} cm `;
