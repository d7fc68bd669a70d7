import { readLength } from "../values.js";
import type { Size } from "../viewport.js";

/**
 * Features of the browser that a picture is made for: a light desktop with one pixel per CSS pixel.
 */
const FEATURES: ReadonlyMap<string, readonly string[]> = new Map([
	["prefers-color-scheme", ["light"]],
	["prefers-reduced-motion", ["no-preference"]],
	["prefers-reduced-transparency", ["no-preference"]],
	["prefers-reduced-data", ["no-preference"]],
	["prefers-contrast", ["no-preference"]],
	["forced-colors", ["none"]],
	["inverted-colors", ["none"]],
	["hover", ["hover"]],
	["any-hover", ["hover"]],
	["pointer", ["fine"]],
	["any-pointer", ["fine"]],
	["color-gamut", ["srgb"]],
	["dynamic-range", ["standard"]],
	["scripting", ["none"]],
	["update", ["fast"]],
	["grid", ["0"]],
	["monochrome", ["0"]],
	["display-mode", ["browser"]],
]);
/** Features whose only value means no. */
const FALSE_VALUES: ReadonlySet<string> = new Set(["none", "0", "no-preference"]);

/** Characters of a list of media queries; a longer one does not match. */
const MAX_QUERY = 1_000;

/**
 * Whether a list of media queries matches a screen.
 * @param viewport of the drawing, CSS pixels
 * @see https://www.w3.org/TR/mediaqueries-4/
 */
export function matchesMedia(query: string, viewport: Size): boolean {
	const text = query.trim().toLowerCase();
	if (text === "") return true;
	if (text.length > MAX_QUERY) return false;
	return text.split(",").some((one) => matchesOne(one.trim(), viewport));
}

function matchesOne(query: string, viewport: Size): boolean {
	const match = /^(?:(not|only)\s+)?([a-z-]+)(?:\s+and\s+([\s\S]+))?$/.exec(query);
	if (match !== null) {
		const [, prefix, type, rest] = match;
		const typed = type === "all" || type === "screen";
		const matches =
			typed &&
			(rest === undefined || condition(rest, (feature) => matchesFeature(feature, viewport)));
		return prefix === "not" ? !matches : matches;
	}
	return condition(query, (feature) => matchesFeature(feature, viewport));
}

/** Whether a condition of `@supports` holds: the properties and values are those of a browser. */
export const matchesSupports = (text: string): boolean =>
	text.length <= MAX_QUERY && condition(text.trim().toLowerCase(), () => true);

/** Nesting of brackets in a condition. */
const MAX_LEVELS = 8;

/**
 * A condition of features in brackets with not, and, or.
 * @param holds whether a feature, without its brackets, holds
 */
function condition(text: string, holds: (feature: string) => boolean, level = 0): boolean {
	if (level > MAX_LEVELS) return false;
	const negated = /^not\s*(\([\s\S]*)$/.exec(text);
	if (negated) return !condition(negated[1]!.trim(), holds, level + 1);
	const parts: boolean[] = [];
	let operator: string | undefined;
	let at = 0;
	while (at < text.length) {
		const name = /^[a-z-]*\(/.exec(text.slice(at));
		if (name === null) return false;
		const close = closing(text, at + name[0].length - 1);
		if (close < 0) return false;
		const inside = text.slice(at + name[0].length, close).trim();
		parts.push(
			name[0] === "(" && /^(?:\(|not\s*\()/.test(inside)
				? condition(inside, holds, level + 1)
				: holds(inside),
		);
		at = close + 1;
		const next = /^\s*(and|or)\s+/.exec(text.slice(at));
		if (next === null) return text.slice(at).trim() === "" && combined(parts, operator);
		operator ??= next[1]!;
		if (operator !== next[1]) return false;
		at += next[0].length;
	}
	return false;
}

const combined = (parts: readonly boolean[], operator: string | undefined): boolean =>
	operator === "or" ? parts.some(Boolean) : parts.every(Boolean);

function closing(text: string, open: number): number {
	let depth = 0;
	for (let at = open; at < text.length; at++) {
		if (text[at] === "(") depth++;
		else if (text[at] === ")" && --depth === 0) return at;
	}
	return -1;
}

function matchesFeature(feature: string, viewport: Size): boolean {
	const plain = /^(min-|max-)?([a-z-]+)\s*(?::\s*(.+))?$/.exec(feature);
	if (plain !== null) {
		const [, bound, name, value] = plain;
		const actual = measure(name!, viewport);
		if (actual !== undefined) {
			if (value === undefined) return actual > 0;
			const wanted = quantity(name!, value);
			if (wanted === undefined) return false;
			if (bound === "min-") return actual >= wanted;
			return bound === "max-" ? actual <= wanted : actual === wanted;
		}
		if (name === "orientation")
			return (viewport.height >= viewport.width ? "portrait" : "landscape") === value;
		const values = FEATURES.get(name!);
		if (values === undefined || bound !== undefined) return false;
		return value === undefined
			? !values.every((one) => FALSE_VALUES.has(one))
			: values.includes(value.trim());
	}
	return matchesRange(feature, viewport);
}

/** `width >= 400px`, `400px < width <= 800px`. */
function matchesRange(feature: string, viewport: Size): boolean {
	const parts = feature.split(/\s*([<>]=?|=)\s*/);
	const name = parts.find((part) => measure(part.trim(), viewport) !== undefined)?.trim();
	if (name === undefined || (parts.length !== 3 && parts.length !== 5)) return false;
	const values = parts.map((part, i) =>
		i % 2 === 1
			? Number.NaN
			: part.trim() === name
				? measure(name, viewport)
				: quantity(name, part),
	);
	for (let i = 1; i < parts.length; i += 2) {
		const [left, right] = [values[i - 1], values[i + 1]];
		if (left === undefined || right === undefined) return false;
		const sign = parts[i]!;
		const holds =
			sign === "<"
				? left < right
				: sign === "<="
					? left <= right
					: sign === ">"
						? left > right
						: sign === ">="
							? left >= right
							: left === right;
		if (!holds) return false;
	}
	return true;
}

function measure(name: string, { width, height }: Size): number | undefined {
	switch (name) {
		case "width":
		case "device-width":
			return width;
		case "height":
		case "device-height":
			return height;
		case "aspect-ratio":
		case "device-aspect-ratio":
			return width / height;
		case "resolution":
			return 1;
		// A picture has no screen of its own.
		case "color":
			return 0;
		default:
			return undefined;
	}
}

function quantity(name: string, written: string): number | undefined {
	const value = written.trim();
	if (name.endsWith("aspect-ratio")) {
		const [across, down = "1"] = value.split("/");
		const ratio = Number(across) / Number(down);
		return Number.isFinite(ratio) ? ratio : undefined;
	}
	if (name === "resolution") {
		const match = /^([\d.]+)(dppx|x|dpi|dpcm)$/.exec(value);
		if (match === null) return undefined;
		const unit = match[2];
		return Number(match[1]) / (unit === "dpi" ? 96 : unit === "dpcm" ? 96 / 2.54 : 1);
	}
	return name === "color" ? Number(value) : readLength(value, 0);
}
