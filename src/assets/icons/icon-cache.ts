import { ServiceError } from "../../errors/errors.js";
import { Slots } from "../../images/fetch/slots.js";

/** Icons that are kept, and their bytes; those not used for longest go first. */
const KEPT = 4_096;
const KEPT_BYTES = 8_388_608;
/** How long it is remembered that there is no such icon. Milliseconds. */
const ABSENT_MS = 60_000;
/** Requests to the server at a time, and icons that may wait for one. */
const AT_A_TIME = 8;
const WAITING = 64;
const RETRY_AFTER_SECONDS = 2;

interface Entry {
	readonly svg: string | undefined;
	readonly until: number;
}

/**
 * Icons of another server: each is asked for once, however many want it, some at a time,
 * and remembered; so what clients ask of this service is not what it asks of the other.
 */
export class IconCache {
	readonly #load: (set: string, name: string) => Promise<string | undefined>;
	readonly #kept = new Map<string, Entry>();
	#bytes = 0;
	readonly #pending = new Map<string, Promise<string | undefined>>();
	readonly #slots = new Slots(AT_A_TIME);

	/** @param load asks the server */
	constructor(load: (set: string, name: string) => Promise<string | undefined>) {
		this.#load = load;
	}

	/** @throws ServiceError overloaded when too many icons wait for the server; what `load` throws */
	svg(set: string, name: string): Promise<string | undefined> {
		const key = `${set}:${name}`;
		const entry = this.#kept.get(key);
		if (entry !== undefined && entry.until > performance.now()) {
			this.#kept.delete(key);
			this.#kept.set(key, entry);
			return Promise.resolve(entry.svg);
		}
		const asked = this.#pending.get(key);
		if (asked !== undefined) return asked;
		if (this.#pending.size >= AT_A_TIME + WAITING) {
			return Promise.reject(new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS }));
		}
		const { signal } = new AbortController();
		const answer = this.#slots
			.run(set, signal, () => this.#load(set, name))
			.then((svg) => {
				this.#keep(key, svg);
				return svg;
			})
			.finally(() => this.#pending.delete(key));
		this.#pending.set(key, answer);
		return answer;
	}

	#keep(key: string, svg: string | undefined): void {
		this.#forget(key);
		const until = svg === undefined ? performance.now() + ABSENT_MS : Number.POSITIVE_INFINITY;
		this.#kept.set(key, { svg, until });
		this.#bytes += svg?.length ?? 0;
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size <= KEPT && this.#bytes <= KEPT_BYTES) return;
			this.#forget(oldest);
		}
	}

	#forget(key: string): void {
		this.#bytes -= this.#kept.get(key)?.svg?.length ?? 0;
		this.#kept.delete(key);
	}
}
