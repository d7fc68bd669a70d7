/**
 * Plans how a slide is made of its paints: few calls of resvg, the order of
 * painting kept.
 */
import { charactersOf } from "../paint/cost.js";
import type { PaintNode, PictureNode, ShadeNode } from "../paint/node.js";
import { area, type Box, intersect, isEmpty, union } from "../scene/geometry.js";
import {
	type BoxFill,
	type Isolated,
	type Item,
	itemsOf,
	type TurnedPicture,
	type TurnedShade,
	type Vectors,
} from "./items.js";

/** What one call of resvg draws: vectors, and pictures that are turned. */
export interface Call {
	readonly kind: "call";
	readonly paints: readonly PaintNode[];
}

/** Steps that are done on pixels of their own, which are then painted as one. */
export interface IsolatedStep extends Omit<Isolated, "items" | "mask"> {
	readonly steps: readonly Step[];
	readonly mask?: { readonly steps: readonly Step[]; readonly by: "alpha" | "luminance" };
}

type Direct = PictureNode | ShadeNode | BoxFill | TurnedPicture | TurnedShade;

/** What is done to the canvas, one after the other. */
export type Step = Call | Direct | IsolatedStep;

/**
 * Pixels that cost as much as one more call of resvg: it takes about 0.2 ms
 * for a call and 3 ns for each pixel of its picture, drawn on or not.
 */
export const CALL_IN_PIXELS = 65_000;

/** Characters of markup for one call: resvg takes some twenty times as many bytes for them. */
const MAX_MARKUP = 1_000_000;

/** Calls that are looked through for one that a vector may join. */
const MAX_OPEN = 8;

/** A call that waits; it may still grow unless a thread draws it. */
interface OpenCall {
	readonly call: Call & { readonly paints: PaintNode[] };
	/** The boxes of its paints. */
	readonly boxes: Box[];
	box: Box;
	/** Characters of markup. */
	length: number;
	closed: boolean;
}

/** Takes paints in their order, and makes steps of them. */
export class StepPlanner {
	readonly #onCall: (call: Call) => boolean;
	readonly #steps: Step[] = [];
	/** Vectors that may be painted after the pictures that come next. */
	#waiting: OpenCall[] = [];

	/**
	 * @param onCall told of the last call at each pause, should there be one that is large
	 *   enough to stay as it is, and of each that a neighbour does not join; true: it is
	 *   being drawn as it is
	 */
	constructor(onCall: (call: Call) => boolean = () => false) {
		this.#onCall = onCall;
	}

	add(paint: PaintNode): void {
		for (const item of itemsOf(paint)) this.#addItem(item);
	}

	/** It takes a while until the next paint comes. */
	pause(): void {
		const last = this.#waiting.at(-1);
		if (last && area(last.box) > CALL_IN_PIXELS) this.#onCall(last.call);
	}

	/** @returns the steps of all that was added */
	end(): Step[] {
		this.#flush(this.#waiting.length);
		return this.#steps;
	}

	/** Those of a group. */
	static stepsOf(items: readonly Item[]): Step[] {
		const planner = new StepPlanner();
		for (const item of items) planner.#addItem(item);
		return planner.end();
	}

	#addItem(item: Item): void {
		if (item.kind === "vectors") {
			this.#addVector(item);
			return;
		}
		// What waits may be painted later as long as the picture does not lie on it.
		const place = item.kind === "picture" || item.kind === "shade" ? item.place : item.bounds;
		const lies = (box: Box) => !isEmpty(intersect(box, place));
		this.#flush(this.#waiting.findLastIndex(({ boxes }) => boxes.some(lies)) + 1);
		this.#steps.push(item.kind === "isolated" ? isolatedStep(item) : item);
	}

	/** Neighbours share a call that has not much empty room. */
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
		const last = this.#waiting.at(-1);
		if (last) this.#close(last);
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

	/** The last call that has room, unless what was painted since then lies below. */
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

	#close(open: OpenCall): void {
		if (this.#onCall(open.call) === true) open.closed = true;
	}

	/** Paints the first of the calls that wait. */
	#flush(count: number): void {
		const last = this.#waiting.at(-1);
		if (last && count === this.#waiting.length) this.#close(last);
		for (const { call } of this.#waiting.splice(0, count)) this.#steps.push(call);
	}
}

function isolatedStep({ items, mask, ...rest }: Isolated): IsolatedStep {
	return {
		...rest,
		steps: StepPlanner.stepsOf(items),
		...(mask && { mask: { by: mask.by, steps: StepPlanner.stepsOf(mask.items) } }),
	};
}

/** The steps that make a slide of its paints. */
export function planSteps(paints: readonly PaintNode[]): Step[] {
	const planner = new StepPlanner();
	for (const paint of paints) planner.add(paint);
	return planner.end();
}
