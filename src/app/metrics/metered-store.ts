import type { ImageStore } from "../../service/delivery/image-store.js";

/** An operation of a store and its result; missing: the image does not exist. */
export const STORE_OPERATIONS = ["put", "get", "delete"] as const;
export type StoreOperation = (typeof STORE_OPERATIONS)[number];
export const STORE_OUTCOMES = ["ok", "missing", "failed"] as const;
export type StoreOutcome = (typeof STORE_OUTCOMES)[number];

export interface StoreReport {
	readonly operation: StoreOperation;
	readonly outcome: StoreOutcome;
	readonly seconds: number;
	/** Bytes that were stored. */
	readonly bytes: number;
}

/** Wraps a store to report each operation. */
export function meteredStore(store: ImageStore, report: (report: StoreReport) => void): ImageStore {
	const told = async <T>(
		operation: StoreOperation,
		work: Promise<T>,
		{ bytes = 0, outcomeOf = (_: T): StoreOutcome => "ok" } = {},
	): Promise<T> => {
		const began = performance.now();
		const tell = (outcome: StoreOutcome, stored: number) =>
			report({ operation, outcome, bytes: stored, seconds: (performance.now() - began) / 1_000 });
		try {
			const result = await work;
			tell(outcomeOf(result), bytes);
			return result;
		} catch (error) {
			tell("failed", 0);
			throw error;
		}
	};
	return {
		start: () => store.start(),
		put: (bytes, type, name, client) =>
			told("put", store.put(bytes, type, name, client), { bytes: bytes.length }),
		get: (name) =>
			told("get", store.get(name), { outcomeOf: (image) => (image ? "ok" : "missing") }),
		delete: (names) => told("delete", store.delete(names)),
		check: () => store.check(),
		stats: () => store.stats(),
		close: () => store.close(),
	};
}
