import { area, type Size } from "../scene/geometry.js";
import { CALL_IN_PIXELS, type Group, type Step } from "./plan.js";
import { type Drawing, type Layer, rasterize, rasterizeAside, regionOf } from "./rasterize.js";

/** Slides' worth of pixels that are held drawn before the canvas is there. */
const MAX_AHEAD = 3;
/**
 * Groups that are given to the thread while the rest is laid out: a lone text slide takes a tenth
 * longer without.
 */
const MAX_EARLY = 2;

/** A group that was begun, with as many paints as it had then. */
interface Early {
	readonly paints: number;
	readonly layer: Layer | Drawing;
}

/**
 * Draws vectors before the canvas is there: while libvips decodes the pictures
 * below them, or, where a core is free, in a thread while the rest is laid out
 * and drawn: without it a lone text slide takes 8 % longer, and as much again without its
 * early beginning. What would take much memory stays a group and is drawn in its turn.
 */
export class DrawAhead {
	readonly #slide: Size;
	readonly #aside: boolean;
	readonly #early = new Map<Group, Early>();
	/** Pixels that may still be held. */
	#room: number;

	/** @param aside draws some in a thread */
	constructor(slide: Size, aside: boolean) {
		this.#slide = slide;
		this.#aside = aside;
		this.#room = MAX_AHEAD * area(slide);
	}

	/** A group is complete, or seems to be, and the rest of the slide is not laid out yet. */
	readonly begin = (group: Group): void => {
		if (!this.#aside || this.#early.has(group) || this.#early.size === MAX_EARLY) return;
		if (!this.#fits(group)) return;
		const layer = rasterizeAside(group, this.#slide);
		this.#early.set(group, { paints: group.paints.length, layer });
	};

	/**
	 * Everything is laid out: draws what was not begun. Every other group goes to
	 * the thread, from the last, so that what lies below it is painted meanwhile.
	 */
	finish(steps: readonly Step[]): (Step | Layer | Drawing)[] {
		const drawn: (Step | Layer | Drawing)[] = [...steps];
		const left: { readonly at: number; readonly group: Group }[] = [];
		for (const [at, step] of steps.entries()) {
			if (step.kind !== "group") continue;
			const early = this.#begun(step);
			if (early) drawn[at] = early;
			else if (this.#fits(step)) left.push({ at, group: step });
		}
		const aside = ({ group }: { group: Group }, i: number) =>
			this.#aside && (left.length - i) % 2 === 1 && (left.length > 1 || this.#isLarge(group));
		const [there, here] = [left.filter(aside), left.filter((one, i) => !aside(one, i))];
		for (const { at, group } of there) drawn[at] = rasterizeAside(group, this.#slide);
		for (const { at, group } of here) drawn[at] = rasterize(group, this.#slide);
		return drawn;
	}

	/** The drawing of a group that has not grown since it was begun. */
	#begun(group: Group): Layer | Drawing | undefined {
		const early = this.#early.get(group);
		return early?.paints === group.paints.length ? early.layer : undefined;
	}

	#fits(group: Group): boolean {
		if (this.#room <= 0) return false;
		this.#room -= area(regionOf(group, this.#slide));
		return true;
	}

	#isLarge(group: Group): boolean {
		return area(regionOf(group, this.#slide)) > CALL_IN_PIXELS;
	}
}
