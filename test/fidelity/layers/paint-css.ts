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
