/** What is used of tap's parser, which has no types of its own here. */
export interface ResultParser {
	on(event: "child", listener: (parser: ResultParser) => void): unknown;
	on(event: "complete", listener: (results: { readonly ok: boolean }) => void): unknown;
	on(event: "assert", listener: (result: { readonly skip?: boolean | string }) => void): unknown;
}

/** Counts tests: each function given to `t.test`, whatever the number of its assertions. */
export class TestCount {
	#passed = 0;
	#failed = 0;
	#skipped = 0;

	/** @param parser reads what the file writes; a file that fails outside of its tests counts as one */
	addFile(parser: ResultParser): void {
		const before = this.#failed;
		this.#watch(parser);
		parser.on("complete", ({ ok }) => {
			if (!ok && this.#failed === before) this.#failed++;
		});
	}

	#watch(parser: ResultParser): void {
		parser.on("assert", ({ skip }) => {
			if (skip) this.#skipped++;
		});
		parser.on("child", (test) => {
			this.#watch(test);
			test.on("complete", ({ ok }) => {
				if (ok) this.#passed++;
				else this.#failed++;
			});
		});
	}

	/** @returns for example "731 passed, 0 failed, 2 skipped" */
	toString(): string {
		const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : "";
		return `${this.#passed} passed, ${this.#failed} failed${skipped}`;
	}
}
