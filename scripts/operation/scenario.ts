/** What the command line asks for. */
export interface Options {
	/** How long a scenario that puts load on the service does so. Seconds; undefined: as it sees fit. */
	readonly seconds: number | undefined;
	/** How many attacks a scenario makes that counts them; undefined: as it sees fit. */
	readonly count?: number | undefined;
}

/** Runs against services that it starts, and ends, by itself. */
export type Scenario = (claims: Claims, options: Options) => Promise<void>;

/** Prints what a scenario claims, one line each, and remembers whether all of it holds. */
export class Claims {
	readonly #scenario: string;
	#failed = 0;

	constructor(scenario: string) {
		this.#scenario = scenario;
	}

	get failed(): number {
		return this.#failed;
	}

	/**
	 * @param claim what should hold, as a sentence without its full stop
	 * @param holds whether it does
	 * @param figures what was measured, units included
	 */
	check(claim: string, holds: boolean, figures = ""): void {
		if (!holds) this.#failed++;
		const measured = figures === "" ? "" : ` (${figures})`;
		console.log(`${holds ? "ok    " : "FAILED"} ${this.#scenario}: ${claim}${measured}`);
	}

	/** A line that claims nothing. */
	note(text: string): void {
		console.log(`       ${this.#scenario}: ${text}`);
	}
}
