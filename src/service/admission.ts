import { ServiceError } from "../errors/errors.js";
import { FairQueue } from "./fairness/fair-queue.js";
import { Counts, FairShare } from "./fairness/fair-share.js";
import { Usage } from "./fairness/usage.js";

export interface AdmissionLimits {
	/** Renders that draw at a time. */
	readonly running: number;
	/** Renders that may have been accepted besides: they fetch their images, or wait for their turn. */
	readonly waiting: number;
	/** Renders besides whose pictures are on their way. By default four times all the others. */
	readonly fetching?: number;
}

/** What is known of a render before it is accepted. */
export interface AcceptOptions {
	/** It surely takes little: of a client that has used little, it need not wait for its turn here. */
	readonly light?: boolean;
	/** It fetches pictures before its turn. */
	readonly fetches?: boolean;
	/** Nobody waits for its answer: it draws while there is nothing else to draw. Whoever has it drawn bounds their number. */
	readonly background?: boolean;
}

/** Times as many renders may fetch as may draw or wait: servers that are slow cost nothing but patience. */
const FETCHING_TIMES = 4;

/** Waits for a render's turn to draw, and then draws. */
export type Turn = <T>(signal: AbortSignal, draw: () => Promise<T>) => Promise<T>;

/** Bounds of what a refused client is asked to wait. Seconds. */
const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
/** How long a render draws, until there is one to go by. Milliseconds. */
const FIRST_GUESS_MS = 500;
/** Weight of the latest render in the average. */
const LATEST_WEIGHT = 0.1;

interface Waiting {
	readonly client: string;
	readonly start: () => void;
}

/**
 * Which renders are accepted, and how many of these draw at a time. Who is
 * accepted is never refused later. Places for fetching are apart from those for waiting and
 * drawing: a render takes one of the latter when its pictures have come, so that slow servers
 * keep nobody from drawing. Clients take turns, and neither the places nor the turns
 * all go to one who sends a hundred documents.
 */
export class Admission {
	readonly #limits: AdmissionLimits;
	readonly #usage: Usage;
	readonly #queue: FairQueue<Waiting>;
	/** How many renders of each client are accepted, and how many of these draw. */
	readonly #acceptedOf: FairShare;
	readonly #runningOf = new Counts();
	/** Renders whose pictures are on their way. */
	readonly #fetchingOf: FairShare;
	/** Renders that did not have to wait for their turn. */
	#atOnce = 0;
	/** Renders in the background that wait for their turn, and how many of them draw. */
	readonly #backgroundQueue: FairQueue<Waiting>;
	#inBackground = 0;
	#averageMs = FIRST_GUESS_MS;

	/** @param usage processor time of the clients: who has used least comes first */
	constructor(limits: AdmissionLimits, usage: Usage = new Usage()) {
		this.#limits = limits;
		this.#usage = usage;
		this.#queue = new FairQueue((client) => usage.of(client));
		this.#backgroundQueue = new FairQueue((client) => usage.of(client));
		this.#acceptedOf = new FairShare(this.places);
		this.#fetchingOf = new FairShare(limits.fetching ?? FETCHING_TIMES * this.places);
	}

	/** Renders that may be accepted at a time. */
	get places(): number {
		return this.#limits.running + this.#limits.waiting;
	}
	/** Renders that fetch, wait or draw. */
	get accepted(): number {
		return this.#acceptedOf.total + this.#fetchingOf.total;
	}
	/** Renders whose pictures are on their way. */
	get fetching(): number {
		return this.#fetchingOf.total;
	}
	/** Renders whose turn has come. */
	get running(): number {
		return this.#runningOf.total + this.#atOnce;
	}
	/** Renders in the background whose turn has come; they are not among the others. */
	get inBackground(): number {
		return this.#inBackground;
	}
	/** Renders that have all they need but their turn. */
	get waiting(): number {
		return this.#queue.size;
	}

	/** @throws ServiceError overloaded when a render of that client would be refused now */
	check(client: string): void {
		if (this.#acceptedOf.mayTake(client)) return;
		// Places that those hold who have used much do not count against one who has used little.
		const isLittle = (other: string) => this.#usage.isLittle(other);
		const beside = isLittle(client) && this.#acceptedOf.mayTakeBeside(client, isLittle);
		if (beside && this.#acceptedOf.total < 2 * this.places) return;
		throw new ServiceError("overloaded", { retryAfter: this.#retryAfter() });
	}

	/**
	 * Holds a place while `render` runs.
	 * @param client who asks, as turns are counted
	 * @throws ServiceError overloaded when there is no place; what `render` throws
	 */
	async accept<T>(
		client: string,
		render: (turn: Turn) => Promise<T>,
		{ light = false, fetches = false, background = false }: AcceptOptions = {},
	): Promise<T> {
		if (background) return render((signal, draw) => this.#drawBehind(client, signal, draw));
		this.check(client);
		if (fetches && !this.#fetchingOf.mayTake(client))
			throw new ServiceError("overloaded", { retryAfter: this.#retryAfter() });
		let held = fetches ? this.#fetchingOf : this.#acceptedOf;
		held.add(client, 1);
		try {
			const atOnce = light && this.#usage.isLittle(client);
			return await render((signal, draw) => {
				// Its pictures have come: it is accepted, whatever places there are now.
				if (held === this.#fetchingOf) {
					held.add(client, -1);
					held = this.#acceptedOf;
					held.add(client, 1);
				}
				return atOnce ? this.#drawAtOnce(draw) : this.#take(client, signal, draw);
			});
		} finally {
			held.add(client, -1);
		}
	}

	/** @throws the signal's reason when it fires during the wait; `draw` has to watch it for itself */
	async #take<T>(client: string, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const run = () => this.#runningOf.add(client, 1);
		if (this.#mayRun(client)) run();
		// The place is handed over by who leaves, so nobody can slip in between.
		else await this.#wait(client, signal, this.#queue, run);
		const start = performance.now();
		try {
			return await draw();
		} finally {
			this.#averageMs += LATEST_WEIGHT * (performance.now() - start - this.#averageMs);
			this.#runningOf.add(client, -1);
			this.#startNext();
		}
	}

	/** Draws in the background. @throws as `#take` */
	async #drawBehind<T>(client: string, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		if (this.#mayRunBehind()) this.#inBackground++;
		else
			await this.#wait(client, signal, this.#backgroundQueue, () => {
				this.#inBackground++;
			});
		try {
			return await draw();
		} finally {
			this.#inBackground--;
			this.#startNext();
		}
	}

	/**
	 * One render in the background always draws, so that it comes to an end beside clients who never
	 * stop asking. Others draw while nobody else waits, and leave room for the next who comes.
	 */
	#mayRunBehind(): boolean {
		if (this.#inBackground === 0) return true;
		const { running } = this.#limits;
		const isFree = this.#queue.size === 0 && this.#inBackground + this.running < running;
		return isFree && this.#inBackground <= running / 2;
	}

	async #drawAtOnce<T>(draw: () => Promise<T>): Promise<T> {
		this.#atOnce++;
		try {
			return await draw();
		} finally {
			this.#atOnce--;
			this.#startNext();
		}
	}

	/** As many places again are for clients of whom nothing is drawn: they wait for no one's carousel. */
	#mayRun(client: string): boolean {
		const { running } = this.#limits;
		const { total } = this.#runningOf;
		return total < running || (total < 2 * running && this.#runningOf.of(client) === 0);
	}

	/** @param run called when its turn comes, before anybody else's can */
	#wait(
		client: string,
		signal: AbortSignal,
		queue: FairQueue<Waiting>,
		run: () => void,
	): Promise<void> {
		return new Promise((resolve, reject) => {
			const giveUp = () => {
				queue.remove(client, waiting);
				reject(signal.reason);
			};
			const start = () => {
				signal.removeEventListener("abort", giveUp);
				run();
				resolve();
			};
			const waiting = { client, start };
			signal.addEventListener("abort", giveUp, { once: true });
			queue.push(client, waiting);
		});
	}

	#startNext(): void {
		for (;;) {
			const next = this.#queue.shift((client) => this.#mayRun(client));
			if (next === undefined) break;
			next.start();
		}
		while (this.#backgroundQueue.size > 0 && this.#mayRunBehind())
			this.#backgroundQueue.shift()?.start();
	}

	/** When those who are accepted now will have been drawn, about. */
	#retryAfter(): number {
		const seconds = (this.#acceptedOf.total * this.#averageMs) / this.#limits.running / 1_000;
		return Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, Math.ceil(seconds)));
	}
}
