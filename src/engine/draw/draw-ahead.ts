import { MAX_PIXELS } from "../pixels/kernels.js";
import { area, type Size } from "../scene/geometry.js";
import { CALL_IN_PIXELS, type Call, type Step } from "./plan.js";
import { type Drawing, type Layer, rasterize, rasterizeAside, regionOf } from "./rasterize.js";

/**
 * Slides' worth of pixels that are held drawn before the canvas is there. A large image counts as the
 * largest canvas of the process, so that no more is held for it.
 */
const MAX_AHEAD = 3;
/**
 * Calls that are given to the thread while the rest is laid out: a lone text slide takes a tenth
 * longer without.
 */
const MAX_EARLY = 2;

/** A call that was begun, with as many paints as it had then. */
interface Early {
	readonly paints: number;
	readonly layer: Layer | Drawing;
}

/**
 * Draws vectors before the canvas is there: while libvips decodes the pictures
 * below them, or, where a core is free, in a thread while the rest is laid out
 * and drawn: without it a lone text slide takes 8 % longer, and as much again without its
 * early beginning. What would take much memory stays a call and is drawn in its turn.
 */
export class DrawAhead {
	readonly #slide: Size;
	readonly #aside: boolean;
	readonly #early = new Map<Call, Early>();
	/** Pixels that may still be held. */
	#room: number;

	/** @param aside draws some in a thread */
	constructor(slide: Size, aside: boolean) {
		this.#slide = slide;
		this.#aside = aside;
		this.#room = MAX_AHEAD * Math.min(area(slide), MAX_PIXELS);
	}

	/**
	 * A call is complete, or seems to be, and the rest of the slide is not laid out yet.
	 * @returns whether it is drawn as it is now
	 */
	readonly begin = (call: Call): boolean => {
		if (!this.#aside) return false;
		const early = this.#early.get(call);
		if (early !== undefined) return early.paints === call.paints.length;
		if (this.#early.size === MAX_EARLY || !this.#fits(call)) return false;
		const layer = rasterizeAside(call, this.#slide);
		this.#early.set(call, { paints: call.paints.length, layer });
		return true;
	};

	/**
	 * Everything is laid out: draws what was not begun. Every other call goes to
	 * the thread, from the last, so that what lies below it is painted meanwhile.
	 */
	finish(steps: readonly Step[]): (Step | Layer | Drawing)[] {
		const drawn: (Step | Layer | Drawing)[] = [...steps];
		const left: { readonly at: number; readonly call: Call }[] = [];
		for (const [at, step] of steps.entries()) {
			if (step.kind !== "call") continue;
			const early = this.#begun(step);
			if (early) drawn[at] = early;
			else if (this.#fits(step)) left.push({ at, call: step });
		}
		const aside = ({ call }: { call: Call }, i: number) =>
			this.#aside && (left.length - i) % 2 === 1 && (left.length > 1 || this.#isLarge(call));
		const [there, here] = [left.filter(aside), left.filter((one, i) => !aside(one, i))];
		for (const { at, call } of there) drawn[at] = rasterizeAside(call, this.#slide);
		for (const { at, call } of here) drawn[at] = rasterize(call, this.#slide);
		return drawn;
	}

	/** The drawing of a call that has not grown since it was begun. */
	#begun(call: Call): Layer | Drawing | undefined {
		const early = this.#early.get(call);
		return early?.paints === call.paints.length ? early.layer : undefined;
	}

	#fits(call: Call): boolean {
		if (this.#room <= 0) return false;
		this.#room -= area(regionOf(call, this.#slide));
		return true;
	}

	#isLarge(call: Call): boolean {
		return area(regionOf(call, this.#slide)) > CALL_IN_PIXELS;
	}
}
