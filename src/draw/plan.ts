/**
 * Plans how a slide is made of its paints: few calls of resvg, the order of
 * painting kept.
 */
import type { Bitmap } from "../images/bitmap.js";
import { area, type Box, intersect, isEmpty, union } from "../scene/geometry.js";
import {
	asVector,
	type BitmapPaint,
	bitmapOf,
	type Paint,
	type ShadePaint,
	type VectorPaint,
} from "../svg/paint.js";

/** resvg asks for images by http(s) URL only; it never fetches one by itself. */
export const HREF_PREFIX = "https://image.invalid/";

/** Vectors that one call of resvg draws, with the bitmaps that they refer to. */
export interface Group {
	readonly kind: "group";
	readonly paints: readonly VectorPaint[];
	readonly bitmaps: readonly Bitmap[];
}

/** What is done to the canvas, one after the other. */
export type Step = Group | BitmapPaint | ShadePaint;

/**
 * Pixels that cost as much as one more call of resvg: it takes about 0.2 ms
 * for a call and 3 ns for each pixel of its picture, drawn on or not.
 */
export const CALL_IN_PIXELS = 65_000;

/** Characters of markup for one call: resvg takes some twenty times as many bytes for them. */
const MAX_MARKUP = 1_000_000;

/** A group that may still grow. */
interface OpenGroup {
	readonly group: Group & { readonly paints: VectorPaint[] };
	box: Box;
	/** Characters of markup. */
	length: number;
}

/** Takes paints in their order, and makes steps of them. */
export class StepPlanner {
	readonly #onGroup: (group: Group) => void;
	readonly #steps: Step[] = [];
	/** Vectors that may be painted after the pictures that come next. */
	#waiting: Group[] = [];
	#last: OpenGroup | undefined;
	#bitmaps: Bitmap[] = [];

	/**
	 * @param onGroup told of the last group at each pause, should there be one that
	 *   is large enough to stay as it is, and of each that nothing more is added to
	 */
	constructor(onGroup: (group: Group) => void = () => {}) {
		this.#onGroup = onGroup;
	}

	add(paint: Paint): void {
		if (paint.kind === "vector") {
			this.#addVector(paint);
		} else if (paint.place.rotation !== 0) {
			this.#bitmaps.push(bitmapOf(paint));
			this.#addVector(asVector(paint.place, `${HREF_PREFIX}${this.#bitmaps.length - 1}`));
		} else {
			// What waits may be painted later as long as the picture does not lie on it.
			const lies = ({ bounds }: VectorPaint) => !isEmpty(intersect(bounds, paint.place));
			if (this.#waiting.some(({ paints }) => paints.some(lies))) this.#flush();
			this.#steps.push(paint);
		}
	}

	/** It takes a while until the next paint comes. */
	pause(): void {
		if (this.#last && area(this.#last.box) > CALL_IN_PIXELS) this.#onGroup(this.#last.group);
	}

	/** @returns the steps of all that was added */
	end(): Step[] {
		this.#flush();
		return this.#steps;
	}

	/** Neighbours share a call that has not much empty room. */
	#addVector(paint: VectorPaint): void {
		const { bounds, markup } = paint;
		const last = this.#last;
		if (last !== undefined) {
			const box = union(last.box, bounds);
			if (
				last.length + markup.length <= MAX_MARKUP &&
				area(box) <= area(last.box) + area(bounds) + CALL_IN_PIXELS
			) {
				last.group.paints.push(paint);
				last.box = box;
				last.length += markup.length;
				return;
			}
			this.#onGroup(last.group);
		}
		const paints = [paint];
		const group = { kind: "group", paints, bitmaps: this.#bitmaps } as const;
		this.#waiting.push(group);
		this.#last = { group, box: bounds, length: markup.length };
	}

	#flush(): void {
		if (this.#last !== undefined) this.#onGroup(this.#last.group);
		this.#steps.push(...this.#waiting);
		this.#waiting = [];
		this.#last = undefined;
		this.#bitmaps = [];
	}
}

/** The steps that make a slide of its paints. */
export function planSteps(paints: readonly Paint[]): Step[] {
	const planner = new StepPlanner();
	for (const paint of paints) planner.add(paint);
	return planner.end();
}
