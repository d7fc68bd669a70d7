import { LRUCache } from "lru-cache";
import { Counts } from "../../base/fair-share.js";

/** Calls at a time: in total, of one client, and of one client to one URL. */
const CALLS = 64;
const CALLS_OF_A_CLIENT = 8;
const CALLS_TO_A_URL = 2;
/** How long a receiver that failed comes after others, and how many are remembered. */
const SUSPECT_MS = 600_000;
const MAX_SUSPECTS = 10_000;

/** A webhook to be called. */
export interface WebhookCall {
	readonly client: string;
	readonly url: string;
}

/** A call that waits, with the names under which receivers are remembered. */
interface Waiting {
	readonly client: string;
	readonly url: string;
	readonly origin: string;
	readonly enter: () => void;
}

/**
 * Limits how many webhooks are called at a time. A receiver that does not answer takes ten seconds:
 * the first calls go to receivers that have not failed lately, and to clients with the fewest calls,
 * so that nobody waits behind somebody's dead receivers.
 */
export class WebhookCalls {
	readonly #waiting = new Set<Waiting>();
	readonly #ofClients = new Counts();
	readonly #toUrls = new Counts();
	readonly #suspects: LRUCache<string, true>;

	constructor() {
		this.#suspects = new LRUCache({ max: MAX_SUSPECTS, ttl: SUSPECT_MS });
	}

	/**
	 * Calls a webhook when it is its turn.
	 * @param signal ends the wait
	 * @returns what `work` returns: whether it was delivered
	 * @throws the reason of the signal
	 */
	async run(
		call: WebhookCall,
		signal: AbortSignal,
		work: () => Promise<boolean>,
	): Promise<boolean> {
		const { url, origin } = await this.#turn(call, signal);
		try {
			const delivered = await work();
			for (const name of [url, origin]) {
				if (delivered) this.#suspects.delete(name);
				else this.#suspects.set(name, true);
			}
			return delivered;
		} finally {
			this.#ofClients.add(call.client, -1);
			this.#toUrls.add(url, -1);
			this.#admit();
		}
	}

	#turn({ client, url }: WebhookCall, signal: AbortSignal): Promise<Waiting> {
		signal.throwIfAborted();
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.#waiting.delete(waiting);
				reject(signal.reason);
			};
			const waiting: Waiting = {
				client,
				url: `${client}\n${url}`,
				origin: `${client}\n${URL.canParse(url) ? new URL(url).origin : url}`,
				enter: () => {
					signal.removeEventListener("abort", leave);
					resolve(waiting);
				},
			};
			signal.addEventListener("abort", leave, { once: true });
			this.#waiting.add(waiting);
			this.#admit();
		});
	}

	/** Lets as many calls begin as the limits allow. */
	#admit(): void {
		while (this.#ofClients.total < CALLS) {
			const next = this.#next();
			if (next === undefined) return;
			this.#waiting.delete(next);
			this.#ofClients.add(next.client, 1);
			this.#toUrls.add(next.url, 1);
			next.enter();
		}
	}

	/** The first of those that may begin: they are in the order of their arrival. */
	#next(): Waiting | undefined {
		let best: Waiting | undefined;
		let least = Number.POSITIVE_INFINITY;
		for (const call of this.#waiting) {
			const calls = this.#ofClients.of(call.client);
			if (calls >= CALLS_OF_A_CLIENT || this.#toUrls.of(call.url) >= CALLS_TO_A_URL) continue;
			const failed = Number(this.#suspects.has(call.url)) + Number(this.#suspects.has(call.origin));
			const rank = failed * CALLS + calls;
			if (rank >= least) continue;
			best = call;
			least = rank;
		}
		return best;
	}
}
