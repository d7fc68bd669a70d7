/** What is used of tap's parser, which has no types of its own here. */
export interface ResultParser {
	readonly name: string;
	on(event: "child", listener: (parser: ResultParser) => void): unknown;
	on(event: "complete", listener: (results: { readonly ok: boolean }) => void): unknown;
	on(
		event: "assert",
		listener: (result: { readonly ok: boolean; readonly skip?: boolean | string }) => void,
	): unknown;
}

/** The test with this name, and the path of a file after it, comes before the tests of a file. */
export const FILE_MARK = "File ";

/** Counts tests: each function given to `t.test`, whatever the number of its assertions. */
export class TestCount {
	/** Files with a failed test, and those that a process did not come to. */
	readonly failedFiles = new Set<string>();
	#passed = 0;
	#failed = 0;
	#skipped = 0;

	/**
	 * @param parser reads what a process writes
	 * @param files the files that it runs, in order. One that fails outside of its tests counts as one
	 */
	addProcess(parser: ResultParser, files: readonly string[]): void {
		let file = files[0]!;
		const left = new Set(files);
		parser.on("child", ({ name }) => {
			if (name.startsWith(FILE_MARK)) file = name.slice(FILE_MARK.length);
			left.delete(file);
		});
		const fail = () => this.failedFiles.add(file);
		const before = this.#failed;
		this.#watch(parser, fail);
		parser.on("complete", ({ ok }) => {
			if (ok && left.size === 0) return;
			if (this.#failed === before || left.size > 0) {
				this.#failed++;
				fail();
			}
			for (const missed of left) this.failedFiles.add(missed);
		});
	}

	#watch(parser: ResultParser, fail: () => void): void {
		parser.on("assert", ({ ok, skip }) => {
			if (skip) this.#skipped++;
			if (!ok) fail();
		});
		parser.on("child", (test) => {
			this.#watch(test, fail);
			test.on("complete", ({ ok }) => {
				if (!ok) this.#failed++;
				else if (!test.name.startsWith(FILE_MARK)) this.#passed++;
			});
		});
	}

	/** @returns for example "731 passed, 0 failed, 2 skipped" */
	toString(): string {
		const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : "";
		return `${this.#passed} passed, ${this.#failed} failed${skipped}`;
	}
}
