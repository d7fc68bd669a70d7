import type { ByteBudget } from "./byte-budget.js";
import { type FetchSession, IDLE_CONNECTION_MS } from "./session.js";

/** Most sessions that wait for another request, of all clients. */
const MAX_SESSIONS = 32;
/** Most connections of a session that is kept; each may wait as an open file for four seconds. */
const MAX_CONNECTIONS = 8;
/**
 * Time after which a session is not used again, so that a changed DNS entry is followed.
 * Milliseconds.
 */
const MAX_AGE_MS = 30_000;

interface Kept {
	readonly session: FetchSession;
	readonly client: string;
	readonly origins: ReadonlySet<string>;
	readonly endedAt: number;
}

/**
 * Keeps the connections of finished requests for a few seconds. Opening one costs a round trip, with
 * TLS two or three, and on the same machine half a millisecond of processor time. The address of
 * each was checked when it was opened, so a later answer of the DNS cannot redirect it.
 *
 * One request uses a session at a time, and only requests of the same client share it: nobody can
 * find out, by a fast answer, from where another client's images come.
 */
export class ConnectionPool {
	readonly #open: () => FetchSession;
	readonly #now: () => number;
	/** The one that was used last comes last. */
	#kept: Kept[] = [];
	#closed = false;

	/**
	 * @param open opens a session without connections
	 * @param now time in ms, like `performance.now`
	 */
	constructor(open: () => FetchSession, now = () => performance.now()) {
		this.#open = open;
		this.#now = now;
	}

	/**
	 * Gives a session to one request.
	 * @param origin of the request's first image
	 */
	take(client: string, origin: string, budget: ByteBudget): FetchSession {
		this.#closeOld();
		const index = this.#kept.findLastIndex(
			(kept) => kept.client === client && kept.origins.has(origin),
		);
		const [kept] = index < 0 ? [] : this.#kept.splice(index, 1);
		const session = kept?.session ?? this.#open();
		session.begin(budget);
		return session;
	}

	/** Takes a session back from a request that got all its images. */
	giveBack(session: FetchSession, client: string): void {
		const ended = session.end();
		if (this.#closed || !ended || ended.open === 0 || ended.open > MAX_CONNECTIONS) {
			session.close();
			return;
		}
		this.#kept.push({ session, client, origins: ended.origins, endedAt: this.#now() });
		if (this.#kept.length > MAX_SESSIONS) this.#kept.shift()?.session.close();
	}

	close(): void {
		this.#closed = true;
		for (const { session } of this.#kept) session.close();
		this.#kept = [];
	}

	/** The library has closed the connections of those that waited too long. */
	#closeOld(): void {
		const now = this.#now();
		const isOld = ({ session, endedAt }: Kept) =>
			now - endedAt > IDLE_CONNECTION_MS || now - session.openedAt > MAX_AGE_MS;
		for (const kept of this.#kept) if (isOld(kept)) kept.session.close();
		this.#kept = this.#kept.filter((kept) => !isOld(kept));
	}
}
