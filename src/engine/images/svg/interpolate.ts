import { colorParts, readColor } from "./values.js";

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

/**
 * A value between two: colours by their channels, and every other value by its numbers, if the
 * text between them is the same. Values that do not match change in the middle.
 * @param part 0: the first value; 1: the second one
 */
export function interpolate(from: string, to: string, part: number): string {
	if (part <= 0) return from;
	if (part >= 1) return to;
	const [a, b] = [readColor(from), readColor(to)];
	if (a !== undefined && b !== undefined) return mixed(a, b, part);
	if (from === "none" && to !== "none") return interpolate(neutral(to), to, part);
	if (to === "none" && from !== "none") return interpolate(from, neutral(from), part);
	const texts = [from, to].map((value) => value.split(NUMBER).map((text) => text.trim()));
	const numbers = [from, to].map((value) => value.match(NUMBER) ?? []);
	const [first = [], second = []] = numbers;
	if (first.length !== second.length || texts[0]!.join("#") !== texts[1]!.join("#"))
		return part < 0.5 ? from : to;
	let at = 0;
	return from.replace(NUMBER, (written) => {
		const other = Number(second[at++]);
		const value = Number(written) + (other - Number(written)) * part;
		return String(Number(value.toPrecision(9)));
	});
}

/** Functions that change nothing, for `none` in the place of others. */
const neutral = (functions: string): string =>
	functions.replace(/([\w-]*)\(([^()]*)\)/g, (_, name: string, values: string) => {
		if (/^matrix$/i.test(name)) return "matrix(1, 0, 0, 1, 0, 0)";
		const one = /^(?:scale|brightness|contrast|saturate|opacity)/i.test(name);
		return `${name}(${values.replace(NUMBER, one ? "1" : "0")})`;
	});

/** Premultiplied, in sRGB. */
function mixed(from: string, to: string, part: number): string {
	if (from === "currentColor" || to === "currentColor") return part < 0.5 ? from : to;
	const [a, b] = [colorParts(from), colorParts(to)];
	const alpha = a.alpha + (b.alpha - a.alpha) * part;
	const channel = (at: number) => {
		const [x, y] = [a.hex, b.hex].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
		const sum = x! * a.alpha * (1 - part) + y! * b.alpha * part;
		return Math.round(alpha > 0 ? sum / alpha : 0)
			.toString(16)
			.padStart(2, "0");
	};
	return `#${channel(1)}${channel(3)}${channel(5)}/${alpha.toFixed(4)}`;
}
