/** Paints and shadows of the contract as CSS. */
import type { Shadow } from "../../../src/contract/document/box.js";
import type { Paint } from "../../../src/contract/document/paint.js";
import { px, type Style } from "./units.js";

export function paintCss(paint: Paint): string {
	if (typeof paint === "string") return paint;
	if (paint.type === "layers")
		return paint.paints
			.map((one, i) =>
				typeof one === "string" && i < paint.paints.length - 1
					? `linear-gradient(${one}, ${one})`
					: paintCss(one),
			)
			.join(", ");
	if (paint.type === "grain") throw new Error("CSS has no grain");
	if (paint.type === "pattern")
		return `url("${paint.src}") 0 0 / ${px(paint.width ?? 80)} auto repeat`;
	if (paint.type === "image")
		return `url("${paint.src}") ${paint.cropX ?? 50}% ${paint.cropY ?? 50}% / cover no-repeat`;
	const stops = paint.stops
		.map(({ color, at }) => (at === undefined ? color : `${color} ${at}%`))
		.join(", ");
	const repeating = paint.repeating ? "repeating-" : "";
	if (paint.type === "conic")
		return `${repeating}conic-gradient(from ${paint.from ?? 0}deg at ${paint.cx ?? 50}% ${paint.cy ?? 50}%, ${stops})`;
	return paint.type === "linear"
		? `${repeating}linear-gradient(${paint.angle ?? 180}deg, ${stops})`
		: `${repeating}radial-gradient(farthest-corner at ${paint.cx ?? 50}% ${paint.cy ?? 50}%, ${stops})`;
}

/** @param kind target of the shadow: a box, text, or any drawn content */
export function shadowCss(shadow: Shadow, kind: "box" | "text" | "drop"): Style {
	const { x = 0, y = 0, blur = 0, spread = 0, color = "#000000", opacity = 1 } = shadow;
	const ink = `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;
	const side = shadow.inset ? "inset " : "";
	if (kind === "box")
		return { "box-shadow": `${side}${px(x)} ${px(y)} ${px(blur)} ${px(spread)} ${ink}` };
	if (kind === "text") return { "text-shadow": `${px(x)} ${px(y)} ${px(blur)} ${ink}` };
	// drop-shadow() takes a standard deviation, which is half of a blur radius.
	return { filter: `drop-shadow(${px(x)} ${px(y)} ${px(blur / 2)} ${ink})` };
}

let paints = 0;

/** A colour, or a linear or radial gradient, as SVG, which continues beyond the box. */
export function svgPaint(paint: Paint, width: number, height: number) {
	if (typeof paint === "string") return { value: paint, markup: "" };
	if (paint.type !== "linear" && paint.type !== "radial") throw new Error("not in SVG");
	const count = paint.stops.length - 1;
	const stops = paint.stops
		.map(({ color, at }, i) => `<stop offset="${at ?? (100 * i) / count}%" stop-color="${color}"/>`)
		.join("");
	const id = `paint${paints++}`;
	const value = `url(#${id})`;
	if (paint.type === "radial") {
		const [x, y] = [(width * (paint.cx ?? 50)) / 100, (height * (paint.cy ?? 50)) / 100];
		// The farthest corner is on the ellipse through the farthest sides, enlarged.
		const [rx, ry] = [Math.max(x, width - x), Math.max(y, height - y)].map((r) => r * Math.SQRT2);
		const place = `translate(${x} ${y}) scale(${rx} ${ry})`;
		return {
			value,
			markup: `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">${stops}</radialGradient>`,
		};
	}
	const angle = ((paint.angle ?? 180) * Math.PI) / 180;
	const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
	const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
	const [x1, y1] = [width / 2 - dx * half, height / 2 - dy * half];
	const [x2, y2] = [width / 2 + dx * half, height / 2 + dy * half];
	return {
		value,
		markup: `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`,
	};
}
