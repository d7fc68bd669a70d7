/** What a service depends on, and how it can fail. */

export const DEPENDENCIES = ["redis", "s3"] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/**
 * Classes of outages. READONLY: the server became a replica. OOM: it is full. MISCONF: it cannot
 * store its data. LOADING: it has just started. denied: credentials or rights. refused: there is no
 * connection. timeout: no answer. 5xx, 4xx: answers of an object store.
 */
export const OUTAGE_KINDS = [
	"READONLY",
	"OOM",
	"MISCONF",
	"LOADING",
	"denied",
	"refused",
	"timeout",
	"5xx",
	"4xx",
	"error",
] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

/** The beginning of an outage, another kind of failure during it, or its end. */
export type OutageEvent =
	| {
			readonly state: "away";
			readonly server: string;
			readonly kind: OutageKind;
			/** Contains nothing that a client sent. */
			readonly reason: string;
	  }
	| {
			readonly state: "back";
			readonly server: string;
			/** Length of the outage; undefined for the first connection. */
			readonly seconds?: number;
	  };

/** What one user of a dependency reports: that it works, or how it fails. */
export type DependencyEvent =
	| { readonly state: "connected" | "answers"; readonly server: string }
	| Extract<OutageEvent, { state: "away" }>;

/** How long everything must have worked for the end of an outage. Milliseconds. */
const QUIET_MS = 2_000;

/**
 * Turns what all users of a dependency report into one event for each kind of failure in an outage,
 * and one for its end. An outage ends when all of them are served again.
 */
export class Outages {
	readonly #open = new Map<
		string,
		{
			readonly users: Set<string>;
			readonly kinds: Set<OutageKind>;
			readonly began: number;
			ends?: NodeJS.Timeout | undefined;
		}
	>();
	readonly #known = new Set<string>();
	readonly #tell: (dependency: Dependency, event: OutageEvent) => void;
	readonly #quietMs: number;

	/** @param quietMs how long all must have worked until an outage is over, default 2,000 */
	constructor(
		tell: (dependency: Dependency, event: OutageEvent) => void,
		quietMs: number = QUIET_MS,
	) {
		this.#tell = tell;
		this.#quietMs = quietMs;
	}

	/** @param user name of what uses the dependency */
	note(dependency: Dependency, user: string, event: DependencyEvent): void {
		const { server } = event;
		const name = `${dependency} ${server}`;
		const open = this.#open.get(name);
		const isKnown = this.#known.has(name);
		this.#known.add(name);
		if (event.state !== "away") {
			if (!isKnown) this.#tell(dependency, { state: "back", server });
			if (open === undefined) return;
			open.users.delete(user);
			if (open.users.size > 0 || open.ends !== undefined) return;
			const seconds = Math.round((performance.now() - open.began) / 100) / 10;
			open.ends = setTimeout(() => {
				this.#open.delete(name);
				this.#tell(dependency, { state: "back", server, seconds });
			}, this.#quietMs).unref();
			return;
		}
		const outage = open ?? { users: new Set(), kinds: new Set(), began: performance.now() };
		clearTimeout(outage.ends);
		outage.ends = undefined;
		this.#open.set(name, outage);
		outage.users.add(user);
		if (outage.kinds.has(event.kind)) return;
		outage.kinds.add(event.kind);
		this.#tell(dependency, event);
	}

	/** Whether an outage of the dependency is known now. */
	isAway(dependency: Dependency): boolean {
		return [...this.#open.keys()].some((name) => name.startsWith(`${dependency} `));
	}
}
