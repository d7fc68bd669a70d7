/** What is wrong with a value whose location is already known. */
export interface Fault {
	readonly message: string;
	readonly [allowed: string]: unknown;
}

/** One issue in the details of a 400: where it is, what is wrong, and what is allowed. */
export interface Issue {
	readonly path: string;
	readonly message: string;
	readonly [allowed: string]: unknown;
}
