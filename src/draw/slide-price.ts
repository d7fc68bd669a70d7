import { LIMITS } from "../contract/limits.js";
import { ServiceError } from "../errors/errors.js";
import type { Paint } from "../svg/paint.js";

/** Laying out a character: shaping, line breaking, its place. Nanoseconds. */
const CHARACTER = 40_000;
/** Drawing a character of markup, nearly all of it outlines of letters. Nanoseconds. */
const MARKUP = 250;
/** Drawing a pixel of a picture that is laid on the slide, turned ones too. Nanoseconds. */
const PIXEL = 60;
/** Blurring a pixel of a shadow. Nanoseconds. */
const SHADE = 40;

/** What the drawing of one slide costs, added up before each part is drawn. */
export class SlidePrice {
	readonly #costs = new Map<string, number>();
	#total = 0;

	/**
	 * @param path JSON pointer of what is to be drawn
	 * @param nanoseconds of one core
	 * @throws ServiceError too_complex with the path of what costs most so far
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

	/** Before a text is laid out. */
	spendText(path: string, characters: number): void {
		this.spend(path, characters * CHARACTER);
	}

	/** Before what was laid out is drawn. */
	spendPaints(path: string, paints: readonly Paint[]): void {
		for (const paint of paints) {
			if (paint.kind === "vector") this.spend(path, paint.markup.length * MARKUP);
			else if (paint.kind === "shade") this.spend(path, paint.alpha.length * SHADE);
			else this.spend(path, paint.place.width * paint.place.height * PIXEL);
		}
	}
}
