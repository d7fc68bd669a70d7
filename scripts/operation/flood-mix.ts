/** The requests of the flood, and the input and output of its client. */

export interface FloodOrder {
	readonly url: string;
	/** Requests per second. */
	readonly rate: number;
	readonly seconds: number;
}

export interface FloodResult {
	readonly sent: number;
	readonly drawn: number;
	/** 503 with a Retry-After. */
	readonly refused: number;
	/** Counts of any other results, by kind. */
	readonly wrong: Readonly<Record<string, number>>;
	/** Median and 99th percentile of the time until a refusal. Milliseconds. */
	readonly refusedMs: readonly [number, number];
	readonly drawnMs: readonly [number, number];
	/** Minimum and maximum seconds of Retry-After. */
	readonly retryAfter: readonly [number, number];
	/** Largest delay of the client against its schedule. Milliseconds. */
	readonly lateMs: number;
}

export const HEAVY_SLIDES = 4;
/** One in this many documents is a carousel. */
export const HEAVY_EVERY = 5;
