import { area, type Size } from "../scene/geometry.js";
import type { Group, Step } from "./plan.js";
import { type Layer, rasterize, rasterizeAside, regionOf } from "./rasterize.js";

/** Slides' worth of pixels that are held drawn before the canvas is there. */
const MAX_AHEAD = 3;
/** Groups that are given to threads while there is something else to do here. */
const MAX_EARLY = 2;

/** A group that was begun, with as many paints as it had then. */
interface Early {
	readonly paints: number;
	readonly layer: Promise<Layer>;
}

/**
 * Draws vectors before the canvas is there: while libvips decodes the pictures
 * below them, or, where a core is free, in a thread while the rest is laid out
 * and drawn. What would take much memory stays a group and is drawn in its turn.
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
		if (this.#fits(group))
			this.#early.set(group, { paints: group.paints.length, layer: this.#drawAside(group) });
	};

	/** Everything is laid out: draws what was not begun, every other group of it in a thread. */
	finish(steps: readonly Step[]): (Step | Layer | Promise<Layer>)[] {
		const others = steps.filter((step) => step.kind === "group" && !this.#begun(step)).length;
		// One alone is drawn here, where nothing else is to do; else the thread begins first.
		let next = this.#aside && others > 1 && this.#early.size === 0;
		const ahead = steps.map((step) => {
			if (step.kind !== "group") return () => step;
			const early = this.#begun(step);
			if (early) return () => early;
			if (!this.#fits(step)) return () => step;
			const here = !next;
			next = this.#aside && here;
			if (here) return () => rasterize(step, this.#slide);
			const layer = this.#drawAside(step);
			return () => layer;
		});
		return ahead.map((draw) => draw());
	}

	/** The drawing of a group that has not grown since it was begun. */
	#begun(group: Group): Promise<Layer> | undefined {
		const early = this.#early.get(group);
		return early?.paints === group.paints.length ? early.layer : undefined;
	}

	#fits(group: Group): boolean {
		if (this.#room <= 0) return false;
		this.#room -= area(regionOf(group, this.#slide));
		return true;
	}

	#drawAside(group: Group): Promise<Layer> {
		const layer = rasterizeAside(group, this.#slide);
		// Its failure is met where the layer is wanted.
		layer.catch(() => undefined);
		return layer;
	}
}
