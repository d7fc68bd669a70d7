/**
 * Describes a slide in words, for models that cannot see pictures: boxes, contrast, overlaps, free
 * space, alt.
 */
import type {
	MeasuredLayer,
	MeasuredLine,
	MeasuredSlide,
	MeasuredText,
	PlacedBox,
	Rectangle,
} from "../contract/measure-response.js";
import type { Warning } from "../contract/warning.js";
import { largestFreeBox } from "./free-room.js";

/** An element of the slide, with the text of its line. */
interface Item {
	readonly type: string;
	readonly name?: string;
	readonly path: string;
	/** Its depth in stacks, the path of the stack around it, and its own children. */
	readonly level: number;
	readonly parent: string;
	readonly parts: number;
	readonly box: PlacedBox;
	readonly ink: Rectangle | null;
	readonly fontSize?: number;
	readonly shrunkFrom?: number;
	readonly lines?: readonly MeasuredLine[];
	readonly truncated?: boolean;
	readonly contrast?: number | null;
}

/** The level of detail of a report. */
export interface Detail {
	/** Maximum number of listed elements per slide; further ones are counted. */
	readonly items: number;
	/** Maximum length of a quotation. Characters. */
	readonly quote: number;
	/** Whether each line of a text is listed with its position. */
	readonly lines: boolean;
}

/** The input of a report. */
export interface ReportedSlide {
	/** JSON pointer of the slide in its document. */
	readonly path: string;
	readonly measured: MeasuredSlide;
	/** Preview pixels. */
	readonly width: number;
	readonly height: number;
	/** The warnings of the whole result. */
	readonly warnings: readonly Warning[];
	/** Whether it was drawn; then the contrast over pictures is known. */
	readonly drawn: boolean;
}

/** Maximum number of compared elements per slide. */
const MAX_COMPARED = 80;
/** Maximum number of listed overlaps per slide. */
const MAX_OVERLAPS = 6;
/** Smaller overlaps are not reported. Preview pixels. */
const TOUCH = 2;
/**
 * Minimum distance between the letters of two texts: preview pixels, and fraction of the larger
 * font size. Less looks like a mistake.
 */
const LEAST_GAP = 3;
const CLOSE = 0.1;
/** From this contrast on, a text is meant to be read. */
const LEAST_CONTRAST = 3;
/**
 * An image or shape that covers this share of the slide counts as background, so its area is free.
 */
const GROUND = 0.6;
/** Maximum length of a quoted alternative text. Characters. */
const MAX_ALT = 240;

/** The lines of a report at a level of detail, without its heading. */
export type SlideReport = (detail: Detail) => string[];

/** Examines a slide once; the lines are made for each level of detail. */
export function slideReport(slide: ReportedSlide): SlideReport {
	const { path, measured, width, height } = slide;
	const items = itemsOf(measured, path).filter(
		({ type, ink, parts }) => ink !== null || parts > 0 || (type !== "stack" && type !== "grid"),
	);
	const contents = items.filter((item) => !isDecoration(item, slide));
	const safe = measured.safeArea;
	const whole = safe.x === 0 && safe.y === 0 && safe.width >= width && safe.height >= height;
	const head = [
		`alt: ${quoted(measured.alt, MAX_ALT)}`,
		...(whole ? [] : [`safe area ${boxText(safe)} (the app covers the rest)`]),
	];
	const tail = [
		...(measured.stepper ? [`stepper ${boxText(measured.stepper.box)}`] : []),
		...overlapLines(contents, slide),
		...closeLines(contents, slide),
		roomLine(contents, slide),
	];
	return (detail) => {
		const listed = items.slice(0, detail.items);
		const left = items.length - listed.length;
		return [
			...head,
			...listed.flatMap((item) => itemLines(item, slide, detail)),
			...(left > 0 ? [`${left} more not listed: measure with slide ${measured.slide}`] : []),
			...tail,
		];
	};
}

/** Everything on a slide in painting order. */
function itemsOf({ textBlocks, imageOverlays, layers }: MeasuredSlide, path: string): Item[] {
	const flat = (all: readonly MeasuredLayer[], level: number, parent: string): Item[] =>
		all.flatMap(({ children = [], ...layer }) => [
			{ ...layer, level, parent, parts: children.length },
			...flat(children, level + 1, layer.path),
		]);
	const alone = { level: 0, parent: "", parts: 0 };
	const behind = layers.filter((layer) => /^\/common\/(behind|across)\//.test(layer.path));
	return [
		...flat(behind, 0, ""),
		...imageOverlays.map(({ box }, i) => ({
			type: "image",
			path: `${path}/imageOverlays/${i}`,
			...alone,
			box,
			ink: box,
		})),
		...textBlocks.map((text: MeasuredText, i) => ({
			...text,
			type: "text",
			path: `${path}/textBlocks/${i}`,
			...alone,
		})),
		...flat(
			layers.filter((layer) => !behind.includes(layer)),
			0,
			"",
		),
	];
}

function itemLines(item: Item, slide: ReportedSlide, detail: Detail): string[] {
	const { type, name, box, lines = [], fontSize, shrunkFrom, level } = item;
	const indent = "  ".repeat(level);
	const place = level === 0 ? pathIn(item.path, slide) : item.path.slice(item.parent.length + 1);
	const words = [`${indent}${place} ${type}`, boxText(box)];
	if (box.rotation !== 0) words.push(`rotated ${round(box.rotation)}`);
	if (item.ink === null) words.push("nothing drawn");
	if (type === "text" && lines.length > 0) {
		words.push(
			quoted(beginningOf(lines, detail.quote), detail.quote),
			`size ${sizeText(fontSize ?? 0)}${shrunkFrom === undefined ? "" : ` (shrunk from ${sizeText(shrunkFrom)})`}, ${lines.length} ${lines.length === 1 ? "line" : "lines"}`,
			contrastText(item, slide),
		);
		if (item.truncated) words.push("cut off by maxLines");
		if (item.ink && !contains(grown(box, TOUCH), item.ink))
			words.push(`letters reach ${boxText(item.ink)}`);
	}
	if (name !== undefined) words.push(`(${quoted(name, 40)})`);
	const line = words.filter(Boolean).join(" ");
	if (!detail.lines || lines.length === 0) return [line];
	return [
		line,
		...lines.map((one) => `${indent}  | ${boxText(one)} ${quoted(one.text, detail.quote)}`),
	];
}

/**
 * A contrast, or a note if a picture is behind it; the warnings of a render report low contrast.
 */
function contrastText({ contrast, path }: Item, { warnings, drawn }: ReportedSlide): string {
	if (typeof contrast === "number") return `contrast ${contrast}`;
	const low = warnings.find((one) => one.code === "low_contrast" && one.path === path);
	if (low) return `contrast ${low.contrast ?? "low"}`;
	return drawn ? "contrast ok" : "";
}

/** Whether a text is pale on purpose, such as a watermark or an echo. */
const isDecoration = ({ type, path, contrast }: Item, { warnings }: ReportedSlide): boolean =>
	type === "text" &&
	typeof contrast === "number" &&
	contrast < LEAST_CONTRAST &&
	!warnings.some((one) => one.code === "low_contrast" && one.path === path);

/**
 * Pairs that overlap in part, the largest first, without elements on their card or stack, which are
 * intended.
 */
function overlapLines(items: readonly Item[], slide: ReportedSlide): string[] {
	const drawn = items
		.filter(({ ink, type }) => ink !== null && type !== "stack" && type !== "grid")
		.slice(0, MAX_COMPARED);
	const pairs: { readonly one: Item; readonly other: Item; readonly shared: Rectangle }[] = [];
	for (const [i, one] of drawn.entries()) {
		for (const other of drawn.slice(i + 1)) {
			if (![one, other].some(({ type }) => type === "text" || type === "barcode")) continue;
			const [a, b] = [one.ink!, other.ink!];
			const shared = intersection(a, b);
			if (shared.width <= TOUCH || shared.height <= TOUCH) continue;
			if (isMeant(one, other, slide)) continue;
			pairs.push({ one, other, shared });
		}
	}
	const sorted = pairs.sort((a, b) => areaOf(b.shared) - areaOf(a.shared));
	const more = sorted.length - MAX_OVERLAPS;
	const nameOf = ({ path, type }: Item) => `${pathIn(path, slide)} ${type}`;
	return [
		...sorted
			.slice(0, MAX_OVERLAPS)
			.map(
				({ one, other, shared }) =>
					`overlap: ${nameOf(one)} and ${nameOf(other)} share ${boxText(shared)}`,
			),
		...(more > 0 ? [`${more} more overlaps`] : []),
	];
}

/** Whether a text overlaps the card, the picture or the ornament below it. */
function isMeant(below: Item, above: Item, { width, height }: ReportedSlide): boolean {
	const [a, b] = [below.ink!, above.ink!];
	if (below.type === "text" && above.type === "text") return false;
	if (contains(grown(a, TOUCH), b) || contains(grown(b, TOUCH), a)) return true;
	if (below.type !== "shape") return false;
	// A card is inside the slide and contains the middle of its text; an ornament extends beyond the
	// slide, or is only touched.
	const middle = { x: b.x + b.width / 2, y: b.y + b.height / 2, width: 0, height: 0 };
	return !contains({ x: 0, y: 0, width, height }, a) || !contains(a, middle);
}

/** Texts that nearly touch in reading direction, as in a stack without a gap. */
function closeLines(items: readonly Item[], slide: ReportedSlide): string[] {
	const texts = items.filter(({ type, ink }) => type === "text" && ink !== null);
	const found: string[] = [];
	for (const [i, one] of texts.slice(0, MAX_COMPARED).entries()) {
		for (const other of texts.slice(i + 1, MAX_COMPARED)) {
			const [a, b] = [one.ink!, other.ink!];
			const shared = intersection(a, b);
			if (shared.width <= TOUCH || shared.height > TOUCH) continue;
			const gap = -shared.height;
			const size = Math.max(one.fontSize ?? 0, other.fontSize ?? 0);
			if (gap >= Math.max(LEAST_GAP, CLOSE * size)) continue;
			const better = Math.min(24, Math.max(8, Math.round(size / 16) * 4));
			found.push(
				`close: ${pathIn(one.path, slide)} and ${pathIn(other.path, slide)} text are ${round(Math.max(0, gap))} apart; a gap of ${better} looks right`,
			);
		}
	}
	return found.slice(0, MAX_OVERLAPS);
}

/** The distances between the content and the edges of the safe area, and the largest free box. */
function roomLine(items: readonly Item[], { measured, width, height }: ReportedSlide): string {
	const safe = measured.safeArea;
	const slideArea = width * height;
	const occupied = items.flatMap(({ type, ink }) =>
		ink !== null &&
		type !== "stack" &&
		type !== "grid" &&
		ink.width * ink.height < GROUND * slideArea
			? [{ type, ink }]
			: [],
	);
	const contents = occupied.filter(({ type }) => type !== "shape").map(({ ink }) => ink);
	const stepper = measured.stepper ? [measured.stepper.box] : [];
	const free = largestFreeBox(safe, [...contents, ...stepper]);
	const room = free ? `; largest box without text or picture ${boxText(free)}` : "";
	if (contents.length === 0) return `nothing but a background${room}`;
	const left = Math.min(...contents.map(({ x }) => x)) - safe.x;
	const top = Math.min(...contents.map(({ y }) => y)) - safe.y;
	const right = safe.x + safe.width - Math.max(...contents.map((box) => box.x + box.width));
	const bottom = safe.y + safe.height - Math.max(...contents.map((box) => box.y + box.height));
	const margins = `left ${round(left)}, top ${round(top)}, right ${round(right)}, bottom ${round(bottom)}`;
	return `room: ${margins}${room}`;
}

/** A path without the prefix of all paths of the slide. */
const pathIn = (path: string, slide: ReportedSlide): string =>
	path.startsWith(`${slide.path}/`) ? path.slice(slide.path.length) : path;

/** "24,40 357x88": left, top, width, height. */
export const boxText = ({ x, y, width, height }: Rectangle): string =>
	`${round(x)},${round(y)} ${round(width)}x${round(height)}`;

const round = (value: number): number => Math.round(value);

/** A font size, to a tenth of a pixel. */
const sizeText = (value: number): number => Math.round(value * 10) / 10;

/** A shortened text for a quotation, with its line breaks: "Save up to / 40 %". */
function beginningOf(lines: readonly MeasuredLine[], length: number): string {
	let text = "";
	for (const line of lines) {
		text += text === "" ? line.text : ` / ${line.text}`;
		if (text.length > QUOTED_UNITS * length) break;
	}
	return text;
}

/** Number of UTF-16 units that are examined per quoted character, because an emoji has several. */
const QUOTED_UNITS = 4;

function quoted(text: string, length: number): string {
	const line = text
		.slice(0, QUOTED_UNITS * length)
		.replaceAll(/\s+/g, " ")
		.trim();
	if (line.length <= length) return JSON.stringify(line);
	const characters = Array.from(line);
	return JSON.stringify(
		characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : line,
	);
}

function intersection(a: Rectangle, b: Rectangle): Rectangle {
	const x = Math.max(a.x, b.x);
	const y = Math.max(a.y, b.y);
	const width = Math.min(a.x + a.width, b.x + b.width) - x;
	const height = Math.min(a.y + a.height, b.y + b.height) - y;
	return { x, y, width, height };
}

const areaOf = ({ width, height }: Rectangle): number => width * height;

const contains = (outer: Rectangle, inner: Rectangle): boolean =>
	inner.x >= outer.x &&
	inner.y >= outer.y &&
	inner.x + inner.width <= outer.x + outer.width &&
	inner.y + inner.height <= outer.y + outer.height;

const grown = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
	x: x - by,
	y: y - by,
	width: width + 2 * by,
	height: height + 2 * by,
});
