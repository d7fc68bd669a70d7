import {
	IDENTITY,
	type Matrix,
	multiply,
	parseTransform,
	rotation,
	scaling,
	translation,
} from "../matrix.js";
import type { Box } from "../outline.js";
import { readAngle, readLength, readNumber, type Units } from "../values.js";
import type { Style } from "./cascade.js";
import { readFunctions, splitTop } from "./syntax.js";

/**
 * The transform of an element from its CSS properties.
 * @param box of `transform-box`: what percentages refer to, and where the origin is relative to
 * @param center the initial origin is the middle of the box, as for elements of CSS
 * @see https://www.w3.org/TR/css-transforms-1/
 */
export function transformOf(style: Style, box: Box, units: Units, center: boolean): Matrix {
	const size = { width: box.maxX - box.minX, height: box.maxY - box.minY };
	const steps: Matrix[] = [];
	const translate = style.get("translate");
	if (translate !== undefined && translate !== "none") {
		const [x = "0", y = "0"] = splitTop(translate, " ");
		steps.push(
			translation(readLength(x, size.width, units) ?? 0, readLength(y, size.height, units) ?? 0),
		);
	}
	const rotate = style.get("rotate");
	if (rotate !== undefined && rotate !== "none") {
		const parts = splitTop(rotate, " ");
		const angle = readAngle(parts.find((part) => /[a-z]$/i.test(part) && part.length > 1) ?? "0");
		const axis = parts.filter((part) => !/(?:deg|rad|grad|turn)$/i.test(part)).join(" ");
		steps.push(axisRotation(axis, angle ?? 0));
	}
	const scale = style.get("scale");
	if (scale !== undefined && scale !== "none") {
		const [x = 1, y = x] = splitTop(scale, " ").map(readFactor);
		steps.push(scaling(x, y));
	}
	const transform = style.get("transform");
	if (transform !== undefined && transform !== "none")
		steps.push(parseTransform(transform) ?? readList(transform, size, units));
	if (steps.length === 0) return IDENTITY;
	const [originX, originY] = origin(style, box, units, center);
	const inner = steps.reduce(multiply);
	return multiply(multiply(translation(originX, originY), inner), translation(-originX, -originY));
}

const readFactor = (value: string): number =>
	value.endsWith("%") ? (readNumber(value.slice(0, -1)) ?? 100) / 100 : (readNumber(value) ?? 1);

/** A rotation about an axis, flat on the canvas. */
function axisRotation(axis: string, angle: number): Matrix {
	const cosine = Math.cos((angle * Math.PI) / 180);
	if (axis === "" || axis === "z") return rotation(angle);
	if (axis === "x") return scaling(1, cosine);
	if (axis === "y") return scaling(cosine, 1);
	const [x = 0, y = 0, z = 1] = axis.split(/\s+/).map(Number);
	const length = Math.hypot(x, y, z);
	if (!(length > 0)) return IDENTITY;
	const [u, v, w] = [x / length, y / length, z / length];
	const sine = Math.sin((angle * Math.PI) / 180);
	const rest = 1 - cosine;
	return [
		cosine + u * u * rest,
		v * u * rest + w * sine,
		u * v * rest - w * sine,
		cosine + v * v * rest,
		0,
		0,
	];
}

function origin(style: Style, box: Box, units: Units, center: boolean): [number, number] {
	const words = splitTop(style.get("transform-origin") ?? (center ? "50% 50%" : "0 0"), " ");
	let [x, y = "50%"] = words as [string, string?];
	if (/^(?:top|bottom)$/.test(x) || /^(?:left|right)$/.test(y)) [x, y] = [y, x];
	const at = (value: string, from: number, side: number): number => {
		const share = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }[value];
		return from + (share === undefined ? (readLength(value, side, units) ?? 0) : share * side);
	};
	return [at(x, box.minX, box.maxX - box.minX), at(y, box.minY, box.maxY - box.minY)];
}

/** A list of functions of CSS; those in space are flattened. */
function readList(
	value: string,
	size: { readonly width: number; readonly height: number },
	units: Units,
): Matrix {
	let result = IDENTITY;
	for (const { name, text } of readFunctions(value) ?? []) {
		const args = text.split(",").map((arg) => arg.trim());
		const x = () => readLength(args[0], size.width, units) ?? 0;
		const y = (at: number) => readLength(args[at], size.height, units) ?? 0;
		const factor = (at: number) => readFactor(args[at] ?? "1");
		const angle = (at = 0) => readAngle(args[at] ?? "0") ?? 0;
		const tangent = (at = 0) => Math.tan((angle(at) * Math.PI) / 180);
		const numbers = args.map((arg) => readNumber(arg) ?? 0);
		const step = ((): Matrix => {
			switch (name) {
				case "matrix":
					return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
				case "matrix3d":
					return [0, 1, 4, 5, 12, 13].map((at) => numbers[at] ?? 0) as unknown as Matrix;
				case "translate":
				case "translate3d":
					return translation(x(), y(1));
				case "translatex":
					return translation(x(), 0);
				case "translatey":
					return translation(0, y(0));
				case "scale":
				case "scale3d":
					return scaling(factor(0), args.length > 1 ? factor(1) : factor(0));
				case "scalex":
					return scaling(factor(0), 1);
				case "scaley":
					return scaling(1, factor(0));
				case "rotate":
				case "rotatez":
					return rotation(angle());
				case "rotatex":
					return axisRotation("x", angle());
				case "rotatey":
					return axisRotation("y", angle());
				case "rotate3d":
					return axisRotation(args.slice(0, 3).join(" "), angle(3));
				case "skew":
					return [1, args.length > 1 ? tangent(1) : 0, tangent(), 1, 0, 0];
				case "skewx":
					return [1, 0, tangent(), 1, 0, 0];
				case "skewy":
					return [1, tangent(), 0, 1, 0, 0];
				default:
					return IDENTITY;
			}
		})();
		result = multiply(result, step);
	}
	return result;
}
