/** Command line options. */
export interface Options {
	/** Duration of the load in a scenario. Seconds; undefined: the scenario's default. */
	readonly seconds: number | undefined;
	/** Number of attacks in scenarios that count them; undefined: the scenario's default. */
	readonly count?: number | undefined;
}

/** Starts and stops its own services. */
export type Scenario = (claims: Claims, options: Options) => Promise<void>;

/** Prints the claims of a scenario, one per line, and remembers whether all of them hold. */
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
	 * @param claim what should hold, as a sentence without a full stop
	 * @param holds whether it does
	 * @param figures measured values with units
	 */
	check(claim: string, holds: boolean, figures = ""): void {
		if (!holds) this.#failed++;
		const measured = figures === "" ? "" : ` (${figures})`;
		console.log(`${holds ? "ok    " : "FAILED"} ${this.#scenario}: ${claim}${measured}`);
	}

	/** Prints a line without a claim. */
	note(text: string): void {
		console.log(`       ${this.#scenario}: ${text}`);
	}
}
