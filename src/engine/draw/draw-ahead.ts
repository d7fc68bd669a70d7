import { setImmediate as nextTurn } from "node:timers/promises";
import { boxOf, wholeBox } from "../compose/surface.js";
import type { ShadeNode } from "../paint/node.js";
import { MAX_PIXELS } from "../pixels/kernels.js";
import { area, type Size } from "../scene/geometry.js";
import { SoftMask } from "../svg/soft-mask.js";
import { isWithoutPictures } from "./coming-pictures.js";
import type { Call, Step } from "./plan.js";
import { type Drawing, type Layer, rasterize, rasterizeAside, regionOf } from "./rasterize.js";
import { rowsOf } from "./step-rows.js";

/**
 * Most pixels kept before the canvas is available, in slides. A large image counts as the largest
 * canvas of the process, so it may not keep more.
 */
const MAX_AHEAD = 3;
/** A call of fewer pixels is not worth a thread. */
const THREAD_PIXELS = 65_000;

/** A thread draws what casts a shadow if it has as many characters: a text of about ten letters. */
const MIN_CAST = 2_000;

/**
 * Draws vectors before the canvas is available: while libvips decodes the pictures below them, or,
 * if a core is free, some of them in a thread. Calls that need much memory are drawn later, when they
 * are painted.
 */
export class DrawAhead {
	readonly #slide: Size;
	readonly #shades = new Map<ShadeNode, Drawing>();
	/** Pixels that may still be kept. */
	#room: number;

	constructor(slide: Size) {
		this.#slide = slide;
		this.#room = MAX_AHEAD * Math.min(area(slide), MAX_PIXELS);
	}

	/**
	 * Draws the calls of all steps. Every other call goes to the thread, beginning with the last, so
	 * that the calls below it are painted in the meantime.
	 * @param aside draws some calls in a thread
	 */
	finish(steps: readonly Step[], aside: boolean): (Step | Layer | Drawing)[] {
		const drawn: (Step | Layer | Drawing)[] = [...steps];
		const left: { readonly at: number; readonly call: Call }[] = [];
		for (const [at, step] of steps.entries()) {
			if (step.kind === "shade" && aside) this.#drawAside(step);
			if (step.kind === "call" && this.#fitsCall(step)) left.push({ at, call: step });
		}
		const goesThere = ({ call }: { call: Call }, i: number) =>
			aside && (left.length - i) % 2 === 1 && (left.length > 1 || this.#isLarge(call));
		const [there, here] = [left.filter(goesThere), left.filter((one, i) => !goesThere(one, i))];
		for (const { at, call } of there) drawn[at] = rasterizeAside(call, this.#slide);
		for (const { at, call } of here) drawn[at] = rasterize(call, this.#slide);
		return this.#withShades(drawn);
	}

	/**
	 * Draws calls without pictures in a thread, if the pictures are decoded already. This thread
	 * paints what lies below the first of them in the meantime: a card with a small avatar takes 6 %
	 * less time.
	 * @param steps receives the drawings
	 */
	async drawIfDecoded(
		decoding: Promise<unknown>,
		steps: (Step | Layer | Drawing)[],
	): Promise<void> {
		const decoded = decoding.then(
			() => true,
			() => false,
		);
		const nextStep = nextTurn(false);
		if (!(await Promise.race([decoded, nextStep]))) return;
		for (const [at, step] of steps.entries())
			if (step.kind === "call" && isWithoutPictures(step) && this.#fitsCall(step))
				steps[at] = rasterizeAside(step, this.#slide);
	}

	/**
	 * Draws calls without pictures, one after the other, until pictures are decoded; then draws the
	 * rest in a thread, if a core is free.
	 * @param steps receives the drawings
	 * @param spareCore whether a core is free when nothing is decoded
	 */
	async drawWhile(
		decoding: Promise<unknown>,
		steps: (Step | Layer | Drawing)[],
		spareCore: boolean,
	): Promise<void> {
		let decoded = false;
		let failed = false;
		decoding.then(
			() => {
				decoded = true;
			},
			() => {
				failed = true;
			},
		);
		for (const [at, step] of steps.entries()) {
			if (step.kind !== "call" || !isWithoutPictures(step)) continue;
			// Lets the next step of decoding begin.
			await nextTurn();
			if (failed || (decoded && !spareCore)) return;
			if (!this.#fitsCall(step)) continue;
			steps[at] = (decoded ? rasterizeAside : rasterize)(step, this.#slide);
		}
	}

	#drawAside(shade: ShadeNode): void {
		const { alpha } = shade;
		if (this.#shades.has(shade) || !(alpha instanceof SoftMask)) return;
		if (alpha.characters < MIN_CAST || !this.#fits(shade.columns * shade.rows)) return;
		const layer = alpha.drawAside().then(() => shade);
		// The failure is handled where the shade is painted.
		layer.catch(() => undefined);
		const region = wholeBox(shade.bounds, boxOf(this.#slide));
		this.#shades.set(shade, { kind: "drawing", region, layer });
	}

	/**
	 * The same steps, with the shades that a thread draws. What lies above such a shade is painted
	 * first, so that its rows can be compressed in the meantime.
	 */
	#withShades(steps: readonly (Step | Layer | Drawing)[]): (Step | Layer | Drawing)[] {
		const order: (Step | Layer | Drawing)[] = [];
		let waiting: Drawing[] = [];
		for (const step of steps) {
			const shade = step.kind === "shade" && this.#shades.get(step);
			if (shade) {
				waiting.push(shade);
				continue;
			}
			const { end } = rowsOf(step, this.#slide);
			if (waiting.some((drawing) => rowsOf(drawing, this.#slide).from < end)) {
				order.push(...waiting);
				waiting = [];
			}
			order.push(step);
		}
		return [...order, ...waiting];
	}

	/** @param pixels that would be kept */
	#fits(pixels: number): boolean {
		if (this.#room <= 0) return false;
		this.#room -= pixels;
		return true;
	}

	#fitsCall(call: Call): boolean {
		return this.#fits(area(regionOf(call, this.#slide)));
	}

	#isLarge(call: Call): boolean {
		return area(regionOf(call, this.#slide)) > THREAD_PIXELS;
	}
}
