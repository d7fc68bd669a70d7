/** What the flood consists of, and what its client says and is told. */

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
	/** Anything else, by what it was. */
	readonly wrong: Readonly<Record<string, number>>;
	/** Median and 99th percentile of the time that a refusal took. Milliseconds. */
	readonly refusedMs: readonly [number, number];
	readonly drawnMs: readonly [number, number];
	/** Least and most seconds of a Retry-After. */
	readonly retryAfter: readonly [number, number];
	/** Most that the client was behind its plan. Milliseconds. */
	readonly lateMs: number;
}

export const HEAVY_SLIDES = 4;
/** One in so many documents is a carousel. */
export const HEAVY_EVERY = 5;
