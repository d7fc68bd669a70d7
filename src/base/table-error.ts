import type { Fault } from "./issue.js";

/** A table cannot be read at all. */
export class TableError extends Error {
	override readonly name = "TableError";
	readonly issue: Fault;

	constructor(issue: Fault) {
		super(issue.message);
		this.issue = issue;
	}
}
