/** Colours for elements whose colours mix in linear light. */
import { element as makeElement, type SvgElement } from "./element.js";
import { printNumber } from "./matrix.js";

/** Stops between two that replace a curve. */
const STEPS = 8;

const toLinear = (value: number): number =>
	value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toSrgb = (value: number): number =>
	value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

const channelsOf = (hex: string): number[] =>
	[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const hexOf = (channels: readonly number[]): string =>
	`#${channels
		.map((value) =>
			Math.round(Math.min(1, Math.max(0, value)) * 255)
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

/** A colour in linear light, written as if it was in sRGB. @param hex `#rrggbb` */
export const linearColor = (hex: string): string => hexOf(channelsOf(hex).map(toLinear));

/** Stops of a gradient that mixes in linear light, for a renderer that mixes in sRGB. */
export function linearStops(stops: readonly SvgElement[]): SvgElement[] {
	const read = (stop: SvgElement) => ({
		offset: Number(stop.attributes.get("offset")),
		color: channelsOf(stop.attributes.get("stop-color")!).map(toLinear),
		opacity: Number(stop.attributes.get("stop-opacity") ?? 1),
	});
	return stops.flatMap((stop, i) => {
		const before = stops[i - 1];
		if (before === undefined) return [stop];
		const [from, to] = [read(before), read(stop)];
		if (!(to.offset > from.offset)) return [stop];
		const mixed = (a: number, b: number, part: number) => a + (b - a) * part;
		const between = Array.from({ length: STEPS - 1 }, (_, step) => {
			const part = (step + 1) / STEPS;
			const opacity = mixed(from.opacity, to.opacity, part);
			return makeElement("stop", {
				offset: printNumber(mixed(from.offset, to.offset, part)),
				"stop-color": hexOf(
					from.color.map((value, at) => toSrgb(mixed(value, to.color[at]!, part))),
				),
				"stop-opacity": opacity < 1 ? printNumber(opacity) : undefined,
			});
		});
		return [...between, stop];
	});
}
