/**
 * The last slide of a batch, whose pixels are still on the canvas. The next row usually differs
 * only in some texts, so only the rows of pixels that they cover are painted and compressed again.
 */
import type { Bitmap } from "../images/bitmap.js";
import type { Canvas, Content, Rows } from "../pixels/canvas.js";
import type { Size } from "../scene/geometry.js";
import type { Call, Step } from "./plan.js";
import { regionOf } from "./rasterize.js";
import { isSamePaint, pixelBytes } from "./same-paint.js";
import { merged, rowsOf } from "./step-rows.js";

/** What a slide shows. */
export interface Shown {
	/** #rrggbb */
	readonly backgroundColor: string;
	readonly background: Bitmap | null;
	readonly steps: readonly Step[];
}

interface Kept extends Shown {
	readonly canvas: Canvas;
	/** How its PNG was compressed; null if it was encoded in another format. */
	readonly png: Content | null;
	/** The number of its JPEG; see encodeJpeg. */
	readonly jpeg: number;
}

/** Without another row for this long, the pictures of the slide are released. Milliseconds. */
const IDLE_MS = 5_000;
/** A slide whose pictures have more pixels is not kept: seven that cover a feed post. Bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Rows around a path that its antialiased edge may reach. */
const EDGE = 2;
/** Ranges of rows that are closer than this are painted as one. */
const NEAR = 32;

let kept: Kept | undefined;
let idle: NodeJS.Timeout | undefined;

/** Called before the canvas shows something else. */
export function forgetSlide(): void {
	kept = undefined;
	clearTimeout(idle);
}

/** Called when the canvas shows this slide. */
export function keepSlide(slide: Kept): void {
	forgetSlide();
	if (pixelBytes([slide.background, slide.steps]) > MOST_BYTES) return;
	kept = slide;
	idle = setTimeout(forgetSlide, IDLE_MS).unref();
}

/**
 * The kept slide, if the new slide has the same size and background.
 * @returns also the rows of pixels in which the new slide may differ, from the top
 */
export function keptSlide(
	size: Size,
	{ backgroundColor, background, steps }: Shown,
): { readonly kept: Kept; readonly rows: readonly Rows[] } | undefined {
	if (kept === undefined) return undefined;
	const { width, height } = kept.canvas;
	const alike =
		width === size.width &&
		height === size.height &&
		backgroundColor === kept.backgroundColor &&
		isSamePaint(background, kept.background);
	return alike ? { kept, rows: differingRows(kept.steps, steps, size) } : undefined;
}

/** The rows in which the pixels of two lists of steps may differ, from the top. */
export function differingRows(
	before: readonly Step[],
	after: readonly Step[],
	slide: Size,
): Rows[] {
	const rows = differences(before, after, (a, b) => {
		if (a?.kind === "call" && b?.kind === "call") return rowsOfCalls(a, b, slide);
		return [a, b].flatMap((step) => step ?? []).map((step) => rowsOf(step, slide));
	});
	return merged(rows, NEAR);
}

/**
 * Two drawings of the same part of the slide differ only where their paints differ. If the parts
 * differ, numbers are rounded differently, and any pixel may differ.
 */
function rowsOfCalls(a: Call, b: Call, slide: Size): Rows[] {
	const region = regionOf(b, slide);
	if (!isSamePaint(regionOf(a, slide), region)) return [rowsOf(a, slide), rowsOf(b, slide)];
	return differences(a.paints, b.paints, (before, after) =>
		[before, after]
			.flatMap((paint) => paint ?? [])
			.map(({ bounds }) => ({
				from: Math.max(region.y, Math.floor(bounds.y) - EDGE),
				end: Math.min(region.y + region.height, Math.ceil(bounds.y + bounds.height) + EDGE),
			})),
	);
}

/**
 * The differences between two lists: pair by pair if they have the same length, otherwise
 * everything between their common beginning and their common end.
 */
function differences<T>(
	before: readonly T[],
	after: readonly T[],
	rowsOfPair: (before: T | undefined, after: T | undefined) => Rows[],
): Rows[] {
	if (before.length === after.length)
		return after.flatMap((item, i) =>
			isSamePaint(before[i], item) ? [] : rowsOfPair(before[i], item),
		);
	const least = Math.min(before.length, after.length);
	let from = 0;
	while (from < least && isSamePaint(before[from], after[from])) from++;
	let behind = 0;
	while (behind < least - from && isSamePaint(before.at(-1 - behind), after.at(-1 - behind)))
		behind++;
	return [
		...before.slice(from, before.length - behind).flatMap((item) => rowsOfPair(item, undefined)),
		...after.slice(from, after.length - behind).flatMap((item) => rowsOfPair(undefined, item)),
	];
}
