import { LIMITS } from "../../contract/limits.js";
import { SEVERITIES, type Warning, type Warnings } from "../../contract/warning.js";

/**
 * Collects warnings, the most severe first, otherwise in order. Counts all, and lists as many as a
 * response may have.
 */
export class WarningList implements Warnings {
	readonly #warnings: Warning[] = [];
	#count = 0;

	get warnings(): readonly Warning[] {
		const rank = ({ severity }: Warning) => SEVERITIES.indexOf(severity);
		return [...this.#warnings].sort((a, b) => rank(a) - rank(b)).slice(0, LIMITS.maxWarningsListed);
	}
	get warningCount(): number {
		return this.#count;
	}

	add(...warnings: readonly Warning[]): void {
		this.addAll({ warnings, warningCount: warnings.length });
	}

	/** Adds the warnings of another list, and counts those that it does not list. */
	addAll({ warnings, warningCount }: Warnings): void {
		this.#warnings.push(...warnings);
		this.#count += warningCount;
	}

	/** The list as two plain members. */
	toJSON(): Warnings {
		return { warnings: this.warnings, warningCount: this.#count };
	}
}

export const NO_WARNINGS: Warnings = Object.freeze({
	warnings: Object.freeze([]),
	warningCount: 0,
});

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
