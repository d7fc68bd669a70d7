import { splitTop } from "./css/syntax.js";
import { interpolate } from "./interpolate.js";
import { CLOSE, CUBIC, type Outline } from "./outline.js";
import { readPathData } from "./path-data.js";
import { readFragment, readNumbers } from "./values.js";
import type { XmlElement } from "./xml.js";

const ANIMATIONS: ReadonlySet<string> = new Set([
	"animate",
	"set",
	"animateTransform",
	"animateMotion",
	"animateColor",
]);
/** Attributes that an animation must not set. */
const FIXED: ReadonlySet<string> = new Set(["id", "class", "style"]);
/** Values of one animation. */
const MAX_VALUES = 1_000;

/**
 * Sets the attributes that the document's animations have when it starts.
 * @param animations elements that may be animations, in document order
 * @see https://svgwg.org/specs/animations/
 */
export function applyAnimations(
	animations: readonly XmlElement[],
	byId: ReadonlyMap<string, XmlElement>,
): void {
	for (const animation of animations) {
		if (!ANIMATIONS.has(animation.name)) continue;
		const { attributes } = animation;
		const href = attributes.get("href");
		const target = href === undefined ? animation.parent : byId.get(readFragment(href) ?? "");
		const progress = progressOf(animation);
		if (target == null || progress === undefined) continue;
		if (animation.name === "animateMotion") applyMotion(animation, target, progress, byId);
		else apply(animation, target, progress);
	}
}

function apply(animation: XmlElement, target: XmlElement, progress: number): void {
	const { attributes, name } = animation;
	const transform = name === "animateTransform";
	const key =
		attributes.get("attributeName")?.replace(/^xlink:/, "") ?? (transform ? "transform" : "");
	if (key === "" || FIXED.has(key) || (key === "href" && !attributes.get("to")?.startsWith("#")))
		return;
	const base = target.attributes.get(key);
	const value = name === "set" ? attributes.get("to") : valueAt(animation, progress, base);
	if (value === undefined) return;
	if (!transform) {
		set(target, key, value);
		return;
	}
	const type = attributes.get("type") ?? "translate";
	if (!/^(?:translate|scale|rotate|skewX|skewY)$/.test(type)) return;
	const step = `${type}(${value})`;
	set(target, key, attributes.get("additive") === "sum" ? `${base ?? ""} ${step}`.trim() : step);
}

function set(target: XmlElement, name: string, value: string): void {
	target.attributes.set(name, value);
	target.animated ??= new Map();
	target.animated.set(name, value);
}

/** The value of an animation; undefined: the animated attribute keeps its own. */
function valueAt(
	{ attributes, name }: XmlElement,
	progress: number,
	base: string | undefined,
): string | undefined {
	const listed = attributes.get("values");
	const [from, to, by] = ["from", "to", "by"].map((key) => attributes.get(key));
	let values: (string | undefined)[];
	if (listed !== undefined)
		values = listed
			.split(";", MAX_VALUES)
			.map((value) => value.trim())
			.filter((value, i, all) => value !== "" || i < all.length - 1);
	else if (to !== undefined) values = [from ?? base, to];
	else if (by !== undefined && from !== undefined) values = [from, added(from, by)];
	else if (by !== undefined && base !== undefined) values = [base, added(base, by)];
	else return undefined;
	if (values.length === 0) return undefined;
	const sum =
		attributes.get("additive") === "sum" && name === "animate" && base !== undefined
			? (value: string) => added(base, value)
			: (value: string) => value;
	if (values.length === 1) return values[0] === undefined ? undefined : sum(values[0]);
	const times = readTimes(attributes.get("keyTimes"), values.length);
	const discrete =
		attributes.get("calcMode") === "discrete" ||
		values.some((value) => value !== undefined && !/\d|#|^\s*[a-z]+\s*$/i.test(value));
	const count = values.length;
	const timeOf = (at: number) => times?.[at] ?? (discrete ? at / count : at / (count - 1));
	let before = 0;
	for (let at = 1; at < count; at++) if (timeOf(at) <= progress) before = at;
	const first = values[before];
	const second = values[before + 1];
	if (first === undefined) return undefined;
	if (second === undefined || discrete) return sum(first);
	const span = timeOf(before + 1) - timeOf(before);
	return sum(interpolate(first, second, span > 0 ? (progress - timeOf(before)) / span : 0));
}

function readTimes(value: string | undefined, count: number): number[] | undefined {
	const times = value
		?.split(";")
		.filter((time) => time.trim() !== "")
		.map(Number);
	return times?.length === count && times.every((time) => time >= 0 && time <= 1)
		? times
		: undefined;
}

/** The sum of two values with the same number of numbers. */
function added(base: string, by: string): string {
	const [a, b] = [readNumbers(base), readNumbers(by)];
	if (a === undefined || b === undefined || a.length !== b.length) return by;
	return a.map((value, i) => value + b[i]!).join(" ");
}

/**
 * How far an animation is when the document starts: 0, or more if it began before; undefined if it
 * has not begun or is over.
 */
function progressOf({ attributes, name }: XmlElement): number | undefined {
	const begins = splitTop((attributes.get("begin") ?? "0s").replaceAll(";", ","), ",")
		.map(readClock)
		.filter((time) => time !== undefined && time <= 0) as number[];
	if (begins.length === 0) return undefined;
	const elapsed = -Math.max(...begins);
	const duration = readClock(attributes.get("dur") ?? "indefinite");
	const freezes = attributes.get("fill") === "freeze";
	if (duration === undefined || duration <= 0)
		return name === "set" || duration === undefined ? 0 : freezes ? 1 : undefined;
	const repeat = attributes.get("repeatCount");
	const count = repeat === "indefinite" ? Number.POSITIVE_INFINITY : Number(repeat ?? 1) || 1;
	if (elapsed >= duration * count) return freezes ? 1 : undefined;
	return (elapsed % duration) / duration;
}

/** A clock value in seconds; undefined for events and for "indefinite". */
function readClock(value: string): number | undefined {
	const text = value.trim();
	const negative = text.startsWith("-");
	const plain = text.replace(/^[+-]\s*/, "");
	const clock = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(plain);
	let seconds: number | undefined;
	if (clock) seconds = Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
	else {
		const match = /^(\d+(?:\.\d*)?|\.\d+)(h|min|s|ms)?$/.exec(plain);
		if (match === null) return undefined;
		const factor = { h: 3600, min: 60, s: 1, ms: 0.001 }[match[2] ?? "s"] ?? 1;
		seconds = Number(match[1]) * factor;
	}
	return negative ? -seconds : seconds;
}

/** Moves an element to the place on the path of a motion, as a transform before its own. */
function applyMotion(
	animation: XmlElement,
	target: XmlElement,
	progress: number,
	byId: ReadonlyMap<string, XmlElement>,
): void {
	const { attributes, children } = animation;
	const mpath = children.find(({ name }) => name === "mpath");
	const named = byId.get(readFragment(mpath?.attributes.get("href")) ?? "");
	const data = named?.attributes.get("d") ?? attributes.get("path");
	const listed = attributes.get("values")?.split(";", MAX_VALUES) ?? [
		attributes.get("from") ?? "0,0",
		attributes.get("to") ?? attributes.get("by") ?? "0,0",
	];
	const outline = readPathData(data ?? `M${listed.join("L")}`)?.outline;
	const place = outline && placeOn(outline, progress);
	if (place === undefined) return;
	const rotate = attributes.get("rotate") ?? "0";
	const turn =
		rotate === "auto"
			? place.angle
			: rotate === "auto-reverse"
				? place.angle + 180
				: Number(rotate) || 0;
	target.motion = `translate(${place.x} ${place.y}) rotate(${turn})`;
}

/** Pieces that a curve is measured by. */
const PIECES = 32;

/** A place along an outline and its direction in degrees. @param part of its length, 0 to 1 */
export function placeOn(
	outline: Outline,
	part: number,
): { x: number; y: number; angle: number } | undefined {
	const points: [x: number, y: number, moved: boolean][] = [];
	let [x, y, startX, startY] = [0, 0, 0, 0];
	for (let at = 0; at < outline.length; ) {
		const kind = outline[at++]!;
		if (kind === CLOSE) {
			points.push([startX, startY, false]);
			[x, y] = [startX, startY];
			continue;
		}
		if (kind === CUBIC) {
			const [x1, y1, x2, y2, x3, y3] = outline.slice(at, at + 6) as [
				number,
				number,
				number,
				number,
				number,
				number,
			];
			for (let i = 1; i <= PIECES; i++) {
				const t = i / PIECES;
				const s = 1 - t;
				points.push([
					s * s * s * x + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t * x3,
					s * s * s * y + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t * t * t * y3,
					false,
				]);
			}
			[x, y] = [x3, y3];
			at += 6;
			continue;
		}
		[x, y] = [outline[at]!, outline[at + 1]!];
		at += 2;
		if (kind === 0) [startX, startY] = [x, y];
		points.push([x, y, kind === 0]);
	}
	const lengths = points.map(([px, py, moved], i) =>
		i === 0 || moved ? 0 : Math.hypot(px - points[i - 1]![0], py - points[i - 1]![1]),
	);
	let left = part * lengths.reduce((sum, length) => sum + length, 0);
	for (let i = 1; i < points.length; i++) {
		const length = lengths[i]!;
		if (length > 0 && left <= length) {
			const [ax, ay] = points[i - 1]!;
			const [bx, by] = points[i]!;
			const share = left / length;
			return {
				x: ax + (bx - ax) * share,
				y: ay + (by - ay) * share,
				angle: (Math.atan2(by - ay, bx - ax) * 180) / Math.PI,
			};
		}
		left -= length;
	}
	const last = points.at(-1);
	return last === undefined ? undefined : { x: last[0], y: last[1], angle: 0 };
}
