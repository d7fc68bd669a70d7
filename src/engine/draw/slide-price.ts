import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import { costOf } from "../paint/cost.js";
import type { PaintNode } from "../paint/node.js";
import { area, type Size } from "../scene/geometry.js";

/** Cost of laying out a character: shaping, line breaking, positioning. Nanoseconds. */
const CHARACTER = 40_000;
/** Adds up the cost of drawing one slide, before each part is drawn. */
export class SlidePrice {
	readonly #costs = new Map<string, number>();
	#total = 0;
	/** Bytes of buffers that exist until the slide is drawn: pictures and shadows. */
	#held = 0;
	/** Largest number of bytes of the surfaces that exist at the same time: nested groups. */
	#lent = 0;
	readonly #pixels: number;

	/** @param pixels of the image in one of the slide */
	constructor(pixels = 1) {
		this.#pixels = pixels;
	}

	/**
	 * @param path JSON pointer of the part that needs a buffer until the slide is drawn
	 * @param bytes of the buffer
	 * @throws ServiceError too_complex
	 */
	hold(path: string, bytes: number): void {
		this.#held += bytes;
		this.#checkBuffers(path);
	}

	/**
	 * @param path JSON pointer of the part that needs buffers only while it is painted
	 * @param bytes of all that exist at the same time
	 * @throws ServiceError too_complex if these and all permanent buffers are too large
	 */
	lend(path: string, bytes: number): void {
		this.#lent = Math.max(this.#lent, bytes);
		this.#checkBuffers(path);
	}

	#checkBuffers(path: string): void {
		const { maxSlideBufferBytes } = LIMITS;
		if (this.#held + this.#lent <= maxSlideBufferBytes) return;
		throw new ServiceError("too_complex", { details: { path, maxSlideBufferBytes } });
	}

	/**
	 * @param path JSON pointer of the part to be drawn
	 * @param nanoseconds of one core
	 * @throws ServiceError too_complex with the path of the most expensive part so far
	 */
	spend(path: string, nanoseconds: number): void {
		this.#total += nanoseconds;
		this.#costs.set(path, (this.#costs.get(path) ?? 0) + nanoseconds);
		if (this.#total <= LIMITS.maxSlideSeconds * 1e9) return;
		const [[dearest] = [path]] = [...this.#costs].sort((a, b) => b[1] - a[1]);
		throw new ServiceError("too_complex", {
			details: { path: dearest, maxSlideSeconds: LIMITS.maxSlideSeconds },
		});
	}

	/** Call before a text is laid out. */
	spendText(path: string, characters: number): void {
		this.spend(path, characters * CHARACTER);
	}

	/**
	 * Call before laid-out nodes are drawn.
	 * @param slide limits the painted area of large groups
	 */
	spendPaints(path: string, paints: readonly PaintNode[], slide?: Size): void {
		for (const paint of paints) this.spend(path, costOf(paint, slide && area(slide), this.#pixels));
	}
}
