/** Plans how the paints of a slide are drawn: with few calls of resvg, and in painting order. */
import type { BoxFill } from "../compose/box-fill.js";
import type { LetterRun } from "../compose/letters.js";
import { charactersOf } from "../paint/cost.js";
import type { PaintNode, PictureNode, ShadeNode } from "../paint/node.js";
import { area, type Box, intersect, isEmpty, union } from "../scene/geometry.js";
import {
	type Isolated,
	type Item,
	itemsOf,
	type PictureFill,
	type TurnedShade,
	type Vectors,
} from "./items.js";

/** The content of one call of resvg: vectors, and rotated pictures. */
export interface Call {
	readonly kind: "call";
	readonly paints: readonly PaintNode[];
}

/** Steps on a separate surface, which is then painted as one. */
export interface IsolatedStep extends Omit<Isolated, "items" | "mask"> {
	readonly steps: readonly Step[];
	readonly mask?: { readonly steps: readonly Step[]; readonly by: "alpha" | "luminance" };
}

type Direct = PictureNode | ShadeNode | BoxFill | PictureFill | TurnedShade | LetterRun;

/** The operations on the canvas, in order. */
export type Step = Call | Direct | IsolatedStep;

/**
 * Number of pixels that cost as much as one more call of resvg: a call takes about 0.014 ms, plus 6
 * ns for each pixel of its picture, painted or not.
 */
const CALL_IN_PIXELS = 2_400;

/** Characters of markup for one call: resvg needs about twenty times as many bytes. */
const MAX_MARKUP = 1_000_000;

/** Number of open calls that are checked for one that a vector may join. */
const MAX_OPEN = 8;

/** A call that is not painted yet, so more can be added to it. */
interface OpenCall {
	readonly call: Call & { readonly paints: PaintNode[] };
	/** The boxes of its paints. */
	readonly boxes: Box[];
	box: Box;
	/** Characters of markup. */
	length: number;
	/** Whether nothing more can be added. */
	readonly closed: boolean;
}

/** Turns items, added in order, into steps. */
class StepPlanner {
	readonly #steps: Step[] = [];
	/** Vectors that may be painted after the next pictures. */
	#waiting: OpenCall[] = [];

	/** @returns the steps of everything that was added */
	end(): Step[] {
		this.#flush(this.#waiting.length);
		return this.#steps;
	}

	add(item: Item): void {
		if (item.kind === "vectors") {
			this.#addVector(item);
			return;
		}
		// A waiting call may be painted after the picture, as long as they do not overlap.
		const place = item.kind === "picture" || item.kind === "shade" ? item.place : item.bounds;
		const lies = (box: Box) => !isEmpty(intersect(box, place));
		this.#flush(this.#waiting.findLastIndex(({ boxes }) => boxes.some(lies)) + 1);
		this.#steps.push(item.kind === "isolated" ? isolatedStep(item) : item);
	}

	/** Neighbours share a call if that leaves little empty space. */
	#addVector({ node, bounds, alone }: Vectors): void {
		const characters = charactersOf(node);
		const open = alone ? undefined : this.#callFor(bounds, characters);
		if (open !== undefined) {
			open.call.paints.push(node);
			open.boxes.push(bounds);
			open.box = union(open.box, bounds);
			open.length += characters;
			return;
		}
		const paints: PaintNode[] = [node];
		const call = { kind: "call", paints } as const;
		this.#waiting.push({
			call,
			boxes: [bounds],
			box: bounds,
			length: characters,
			closed: alone,
		});
	}

	/**
	 * The last call with enough room, unless the vector would then be below something painted later.
	 */
	#callFor(bounds: Box, characters: number): OpenCall | undefined {
		const lies = (box: Box) => !isEmpty(intersect(box, bounds));
		const least = Math.max(0, this.#waiting.length - MAX_OPEN);
		for (let i = this.#waiting.length - 1; i >= least; i--) {
			const open = this.#waiting[i]!;
			const grown = area(open.box) + area(bounds) + CALL_IN_PIXELS;
			if (
				!open.closed &&
				open.length + characters <= MAX_MARKUP &&
				area(union(open.box, bounds)) <= grown
			)
				return open;
			if (open.boxes.some(lies)) return undefined;
		}
		return undefined;
	}

	/** Adds the first waiting calls to the steps. */
	#flush(count: number): void {
		for (const { call } of this.#waiting.splice(0, count)) this.#steps.push(call);
	}
}

function isolatedStep({ items, mask, ...rest }: Isolated): IsolatedStep {
	return {
		...rest,
		steps: stepsOf(items),
		...(mask && { mask: { by: mask.by, steps: stepsOf(mask.items) } }),
	};
}

function stepsOf(items: readonly Item[]): Step[] {
	const planner = new StepPlanner();
	for (const item of items) planner.add(item);
	return planner.end();
}

/** The steps that paint a slide. */
export const planSteps = (paints: readonly PaintNode[]): Step[] =>
	stepsOf(paints.flatMap((paint) => itemsOf(paint)));
