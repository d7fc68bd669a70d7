import { LIMITS } from "../contract/limits.js";
import type { RenderRequest } from "../contract/render-request.js";
import type { Warning, Warnings } from "../contract/warning.js";

/** Collects warnings in order; counts all, keeps as many as an answer lists. */
export class WarningList implements Warnings {
	readonly #warnings: Warning[] = [];
	#count = 0;

	get warnings(): readonly Warning[] {
		return this.#warnings;
	}
	get warningCount(): number {
		return this.#count;
	}

	add(...warnings: readonly Warning[]): void {
		this.addAll({ warnings, warningCount: warnings.length });
	}

	/** Adds those that another list has and counts those that it does not list. */
	addAll({ warnings, warningCount }: Warnings): void {
		const room = LIMITS.maxWarningsListed - this.#warnings.length;
		this.#warnings.push(...warnings.slice(0, room));
		this.#count += warningCount;
	}

	/** As two plain members. */
	toJSON(): Warnings {
		return { warnings: this.#warnings, warningCount: this.#count };
	}
}

export const NO_WARNINGS: Warnings = Object.freeze({
	warnings: Object.freeze([]),
	warningCount: 0,
});

/** What there is to say of a document as a whole. */
export function documentWarnings({ mode = "single", slides }: RenderRequest): Warning[] {
	if (mode !== "single" || slides.length === 1) return [];
	return [
		{
			code: "slides_not_drawn",
			path: "/slides",
			message: `Only the first of ${slides.length} slides is drawn; mode carousel draws all.`,
			slideCount: slides.length,
		},
	];
}

/** Warnings of a document and of its slides, in this order. */
export function mergeWarnings(
	document: readonly Warning[],
	slides: readonly Warnings[],
): WarningList {
	const list = new WarningList();
	list.add(...document);
	for (const warnings of slides) list.addAll(warnings);
	return list;
}
