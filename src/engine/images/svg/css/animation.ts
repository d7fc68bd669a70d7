import { interpolate } from "../interpolate.js";
import type { Longhand } from "./properties.js";
import type { Keyframes } from "./stylesheet.js";
import { splitTop } from "./syntax.js";

/** Animations of one element. */
const MAX_ANIMATIONS = 10;

/** Values of properties that are not set, for frames that are not given. */
const INITIAL: Readonly<Record<string, string>> = {
	opacity: "1",
	"fill-opacity": "1",
	"stroke-opacity": "1",
	transform: "none",
	translate: "none",
	rotate: "none",
	scale: "none",
	filter: "none",
	"stroke-dashoffset": "0",
	"stroke-width": "1",
};

const seconds = (time: string): number =>
	Number.parseFloat(time) / (time.trim().toLowerCase().endsWith("ms") ? 1000 : 1) || 0;

/**
 * What the CSS animations of an element set when its document starts: the first frame, or one that
 * a negative delay skips to.
 * @param declared the other declarations of the element
 */
export function animatedValues(
	declared: ReadonlyMap<string, string>,
	keyframes: ReadonlyMap<string, Keyframes>,
): Longhand[] {
	const names = declared.get("animation-name");
	if (names === undefined || keyframes.size === 0) return [];
	const list = (name: string, initial: string) => {
		const values = splitTop(declared.get(name) ?? initial, ",");
		return (at: number) => values[at % values.length]!.trim();
	};
	const durations = list("animation-duration", "0s");
	const delays = list("animation-delay", "0s");
	const modes = list("animation-fill-mode", "none");
	const directions = list("animation-direction", "normal");
	const counts = list("animation-iteration-count", "1");
	const timings = list("animation-timing-function", "ease");
	const result: Longhand[] = [];
	for (const [i, name] of splitTop(names, ",").slice(0, MAX_ANIMATIONS).entries()) {
		const frames = keyframes.get(name.trim().replace(/^(["'])(.*)\1$/, "$2"));
		if (frames === undefined) continue;
		const count = counts(i) === "infinite" ? Number.POSITIVE_INFINITY : Number(counts(i)) || 0;
		const progress = progressOf(
			seconds(durations(i)),
			seconds(delays(i)),
			count,
			modes(i).toLowerCase(),
			directions(i).toLowerCase(),
		);
		if (progress !== undefined) result.push(...frameAt(frames, progress, timings(i), declared));
	}
	return result;
}

/** Position within the keyframes at the start, 0 to 1; undefined if nothing is set then. */
function progressOf(
	duration: number,
	delay: number,
	count: number,
	mode: string,
	direction: string,
): number | undefined {
	const backwards = mode === "backwards" || mode === "both";
	const forwards = mode === "forwards" || mode === "both";
	const elapsed = -delay;
	if (elapsed < 0 && !backwards) return undefined;
	const ended = elapsed >= duration * count || duration === 0;
	if (elapsed >= 0 && ended && !forwards) return undefined;
	const overall =
		elapsed < 0
			? 0
			: ended
				? Number.isFinite(count)
					? count
					: 0
				: duration > 0
					? elapsed / duration
					: 0;
	const whole = Math.floor(overall);
	const atEnd = ended && elapsed >= 0 && overall === whole && whole > 0;
	const iteration = atEnd ? whole - 1 : whole;
	const part = atEnd ? 1 : overall - whole;
	const odd = iteration % 2 === 1;
	const reversed =
		direction === "reverse" || direction === (odd ? "alternate" : "alternate-reverse");
	return reversed ? 1 - part : part;
}

function frameAt(
	frames: Keyframes,
	progress: number,
	timing: string,
	declared: ReadonlyMap<string, string>,
): Longhand[] {
	const names = new Set(frames.flatMap(({ values }) => values.map(([name]) => name)));
	names.delete("animation-timing-function");
	const result: Longhand[] = [];
	for (const name of names) {
		const own = frames.flatMap(({ at, values }) => {
			const value = values.findLast(([other]) => other === name)?.[1];
			const easing = values.findLast(([other]) => other === "animation-timing-function")?.[1];
			return value === undefined ? [] : [{ at, value, easing: easing ?? timing }];
		});
		const before = own.findLast(({ at }) => at <= progress);
		const after = own.find(({ at }) => at > progress);
		const base = declared.get(name) ?? INITIAL[name];
		// Without a frame at an end, the value there is that of the element.
		const from =
			before ?? (base === undefined ? undefined : { at: 0, value: base, easing: timing });
		if (from === undefined) continue;
		const to = after ?? (base === undefined || from.at === 1 ? undefined : { at: 1, value: base });
		const part = to === undefined ? 0 : (progress - from.at) / (to.at - from.at);
		result.push([
			name,
			to === undefined ? from.value : interpolate(from.value, to.value, eased(part, from.easing)),
		]);
	}
	return result;
}

const CURVES: Readonly<Record<string, readonly [number, number, number, number]>> = {
	ease: [0.25, 0.1, 0.25, 1],
	"ease-in": [0.42, 0, 1, 1],
	"ease-out": [0, 0, 0.58, 1],
	"ease-in-out": [0.42, 0, 0.58, 1],
};

/** @see https://www.w3.org/TR/css-easing-1/ */
function eased(part: number, timing: string): number {
	const word = timing.trim().toLowerCase();
	if (part <= 0 || part >= 1 || word === "linear") return part;
	const steps = /^steps\(\s*(\d+)\s*(?:,\s*([\w-]+)\s*)?\)$/.exec(
		word === "step-start" ? "steps(1, start)" : word === "step-end" ? "steps(1)" : word,
	);
	if (steps) {
		const count = Math.max(1, Number(steps[1]));
		const start = steps[2] === "start" || steps[2] === "jump-start";
		return Math.min(1, (Math.floor(part * count) + (start ? 1 : 0)) / count);
	}
	const numbers = /^cubic-bezier\(([^)]{1,100})\)$/.exec(word)?.[1]?.split(",").map(Number);
	const [x1, y1, x2, y2] =
		numbers?.length === 4 && numbers.every(Number.isFinite)
			? (numbers as [number, number, number, number])
			: (CURVES[word] ?? CURVES.ease!);
	const curve = (a: number, b: number, t: number) =>
		3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
	let low = 0;
	let high = 1;
	for (let i = 0; i < 40; i++) {
		const middle = (low + high) / 2;
		if (curve(x1, x2, middle) < part) low = middle;
		else high = middle;
	}
	return curve(y1, y2, (low + high) / 2);
}
