/** The resources that the content of a page refers to. */
import { deflateSync } from "node:zlib";
import type { Matrix } from "../../images/svg/matrix.js";
import type { LinearGradient, RadialGradient } from "../../paint/fill.js";
import type { PageGradient, PageGroup, PageState } from "../../pdf-page.js";
import { rgbNumbers } from "./operators.js";

/** The gradients that PDF has. */
export type PageGradientFill = LinearGradient | RadialGradient;

/** Collects states, gradients and groups, each under the number that the content uses for it. */
export class PageResources {
	readonly states: PageState[] = [];
	readonly gradients: PageGradient[] = [];
	readonly groups: { readonly meta: PageGroup; readonly content: Uint8Array }[] = [];
	readonly #known = new Map<string, number>();

	/** @returns the operator that applies the state to everything after it */
	state(state: PageState): string {
		const opacity = state.opacity === undefined ? {} : { opacity: rounded(state.opacity) };
		return `/G${this.#add(this.states, { ...state, ...opacity })} gs `;
	}

	/**
	 * @param matrix from the gradient's space to that of the content that uses it
	 * @param colors grey for the opacity of its stops
	 * @returns its number
	 */
	gradient(gradient: PageGradientFill, matrix: Matrix, colors: PageGradient["colors"]): number {
		const { stops } = gradient;
		const coords =
			gradient.kind === "linear"
				? [gradient.x1, gradient.y1, gradient.x2, gradient.y2]
				: [
						gradient.fx ?? gradient.cx,
						gradient.fy ?? gradient.cy,
						0,
						gradient.cx,
						gradient.cy,
						gradient.r,
					];
		return this.#add(this.gradients, {
			matrix: [...matrix],
			coords,
			colors,
			stops: stops.map(({ at, color }) => ({
				at,
				color: colors === "rgb" ? rgbNumbers(color) : [rounded(color.a)],
			})),
		});
	}

	/** @returns the number of a group with these operators */
	group(meta: PageGroup, operators: string): number {
		const content = deflateSync(Buffer.from(operators, "latin1"), { level: 6 });
		return this.groups.push({ meta, content }) - 1;
	}

	#add<T>(list: T[], one: T): number {
		const key = JSON.stringify(one);
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const number = list.push(one) - 1;
		this.#known.set(key, number);
		return number;
	}
}

const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
