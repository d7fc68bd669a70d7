/** SVG's basic shapes as path data. */
import type { SvgElement } from "../images/svg/element.js";
import { type Matrix, multiply, printNumber } from "../images/svg/matrix.js";
import { CLOSE, CUBIC, MOVE, type Outline } from "../images/svg/outline.js";
import { readPathData } from "../images/svg/path-data.js";

/** The absolute lines and cubic curves of path data; empty if it draws nothing. */
export const outlineOf = (data: string): Outline => readPathData(data)?.outline ?? [];

/** @returns undefined if the element is not a shape */
export function pathDataOf({ name, attributes }: SvgElement): string | undefined {
	const read = (key: string) => Number.parseFloat(attributes.get(key) ?? "0");
	const points = attributes.get("points") ?? "";
	switch (name) {
		case "path":
			return attributes.get("d") ?? "";
		case "polyline":
			return `M${points}`;
		case "polygon":
			return `M${points}Z`;
		case "line":
			return `M${print(read("x1"), read("y1"))}L${print(read("x2"), read("y2"))}`;
		case "circle":
			return ellipse(read("cx"), read("cy"), read("r"), read("r"));
		case "ellipse":
			return ellipse(read("cx"), read("cy"), read("rx"), read("ry"));
		case "rect":
			return rectangle(attributes, read);
		default:
			return undefined;
	}
}

const print = (...numbers: number[]): string => numbers.map(printNumber).join(" ");

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
	const half = (to: number) => `A${print(rx, ry)} 0 0 1 ${print(to, cy)}`;
	return `M${print(cx - rx, cy)}${half(cx + rx)}${half(cx - rx)}z`;
}

/** If one radius is missing, it equals the other; both are limited to half a side. */
function rectangle(attributes: ReadonlyMap<string, string>, read: (key: string) => number): string {
	const [x, y, width, height] = [read("x"), read("y"), read("width"), read("height")];
	const given = (key: string, other: string) => read(attributes.has(key) ? key : other);
	const rx = Math.min(given("rx", "ry"), width / 2);
	const ry = Math.min(given("ry", "rx"), height / 2);
	if (!(rx > 0 && ry > 0))
		return `M${print(x, y)}H${print(x + width)}V${print(y + height)}H${print(x)}z`;
	const arc = (dx: number, dy: number) => `a${print(rx, ry)} 0 0 1 ${print(dx, dy)}`;
	return (
		`M${print(x + rx, y)}H${print(x + width - rx)}${arc(rx, ry)}V${print(y + height - ry)}` +
		`${arc(-rx, ry)}H${print(x + rx)}${arc(-rx, -ry)}V${print(y + ry)}${arc(rx, -ry)}z`
	);
}

/** An outline as path data. @param matrices applied to it, the last one first */
export function printOutline(outline: Outline, matrices: readonly Matrix[]): string {
	const [a, b, c, d, e, f] = matrices.reduce(multiply);
	let data = "";
	for (let at = 0; at < outline.length; ) {
		const piece = outline[at++]!;
		if (piece === CLOSE) {
			data += "Z";
			continue;
		}
		data += piece === CUBIC ? "C" : piece === MOVE ? "M" : "L";
		for (let i = piece === CUBIC ? 3 : 1; i > 0; i--, at += 2) {
			const [x, y] = [outline[at]!, outline[at + 1]!];
			data += `${print(a * x + c * y + e, b * x + d * y + f)}${i > 1 ? " " : ""}`;
		}
	}
	return data;
}
