import { ServiceError } from "../base/errors.js";
import { FairQueue } from "../base/fair-queue.js";
import { Counts, FairShare } from "../base/fair-share.js";
import { Usage } from "./fairness/usage.js";

export interface AdmissionLimits {
	/** Renders that are drawing at the same time. */
	readonly running: number;
	/** Further renders that may be accepted: they fetch images, or wait for their turn. */
	readonly waiting: number;
	/** Further renders whose images are being fetched. Default: four times the sum of the others. */
	readonly fetching?: number;
}

/** What is known of a render before it is accepted. */
export interface AcceptOptions {
	/** It surely takes little: if its client has used little, it does not wait for a turn here. */
	readonly light?: boolean;
	/** It fetches images before its turn. */
	readonly fetches?: boolean;
	/**
	 * No client waits for its answer, so it draws only if nothing else does. The caller limits the
	 * number of such renders.
	 */
	readonly background?: boolean;
}

/**
 * How many times more renders may fetch than may draw or wait: waiting for a slow server costs
 * almost nothing.
 */
const FETCHING_TIMES = 4;

/** Waits for the turn of a render, and then draws it. */
export type Turn = <T>(signal: AbortSignal, draw: () => Promise<T>) => Promise<T>;

/** Bounds of the time after which a refused client should try again. Seconds. */
const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
/** Estimated duration of a render before one was measured. Milliseconds. */
const FIRST_GUESS_MS = 500;
/** Weight of the latest render in the average. */
const LATEST_WEIGHT = 0.1;

interface Waiting {
	readonly client: string;
	readonly start: () => void;
}

/**
 * Decides which renders are accepted, and how many of them draw at the same time. An accepted
 * render is never refused later. Places for fetching are separate from those for waiting and
 * drawing: a render moves on when its images have arrived, so that slow servers do not block
 * drawing. Clients take turns, and a client that sends a hundred documents gets neither all places
 * nor all turns.
 */
export class Admission {
	readonly #limits: AdmissionLimits;
	readonly #usage: Usage;
	readonly #queue: FairQueue<Waiting>;
	/** How many renders of each client are accepted, and how many of these draw. */
	readonly #acceptedOf: FairShare;
	readonly #runningOf = new Counts();
	/** Renders whose images are being fetched. */
	readonly #fetchingOf: FairShare;
	/** Renders that did not have to wait for their turn. */
	#atOnce = 0;
	/** Renders in the background that wait for their turn, and how many of them draw. */
	readonly #backgroundQueue: FairQueue<Waiting>;
	#inBackground = 0;
	#averageMs = FIRST_GUESS_MS;
	#acceptedSoFar = 0;

	/** @param usage processor time of the clients: the one that has used least comes first */
	constructor(limits: AdmissionLimits, usage: Usage = new Usage()) {
		this.#limits = limits;
		this.#usage = usage;
		this.#queue = new FairQueue((client) => usage.of(client));
		this.#backgroundQueue = new FairQueue((client) => usage.of(client));
		this.#acceptedOf = new FairShare(this.places);
		this.#fetchingOf = new FairShare(limits.fetching ?? FETCHING_TIMES * this.places);
	}

	/** Largest number of accepted renders. */
	get places(): number {
		return this.#limits.running + this.#limits.waiting;
	}
	/** Renders that fetch, wait or draw. */
	get accepted(): number {
		return this.#acceptedOf.total + this.#fetchingOf.total;
	}
	/** Renders that were ever accepted, including those of the warm-up and in the background. */
	get acceptedSoFar(): number {
		return this.#acceptedSoFar;
	}
	/** Renders whose images are being fetched. */
	get fetching(): number {
		return this.#fetchingOf.total;
	}
	/** Renders that draw. */
	get running(): number {
		return this.#runningOf.total + this.#atOnce;
	}
	/** Background renders that draw; they are not included in the others. */
	get inBackground(): number {
		return this.#inBackground;
	}
	/** Renders that only wait for their turn. */
	get waiting(): number {
		return this.#queue.size;
	}

	/** @throws ServiceError overloaded if a render of this client would be refused now */
	check(client: string): void {
		if (this.#acceptedOf.mayTake(client)) return;
		// Places of heavy users do not count against a light user.
		const isLittle = (other: string) => this.#usage.isLittle(other);
		const beside = isLittle(client) && this.#acceptedOf.mayTakeBeside(client, isLittle);
		if (beside && this.#acceptedOf.total < 2 * this.places) return;
		throw new ServiceError("overloaded", { retryAfter: this.#retryAfter() });
	}

	/**
	 * Holds a place while `render` runs.
	 * @param client whose turn counts
	 * @throws ServiceError overloaded if there is no place; what `render` throws
	 */
	async accept<T>(
		client: string,
		render: (turn: Turn) => Promise<T>,
		{ light = false, fetches = false, background = false }: AcceptOptions = {},
	): Promise<T> {
		if (background) {
			this.#acceptedSoFar++;
			return render((signal, draw) => this.#drawBehind(client, signal, draw));
		}
		this.check(client);
		if (fetches && !this.#fetchingOf.mayTake(client))
			throw new ServiceError("overloaded", { retryAfter: this.#retryAfter() });
		this.#acceptedSoFar++;
		let held = fetches ? this.#fetchingOf : this.#acceptedOf;
		held.add(client, 1);
		try {
			const atOnce = light && this.#usage.isLittle(client);
			return await render((signal, draw) => {
				// Its images have arrived, so it is accepted even if there is no free place.
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

	/** @throws the signal's reason if it fires during the wait; `draw` must watch it itself */
	async #take<T>(client: string, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const run = () => this.#runningOf.add(client, 1);
		if (this.#mayRun(client)) run();
		// The finished render hands its place over, so no other can take it in between.
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

	/**
	 * Draws in the background.
	 * @throws like `#take`
	 */
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
	 * One background render always draws, so that it finishes even if clients never stop sending
	 * requests. Further ones draw only if nothing else waits, and leave room for the next request.
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

	/**
	 * As many places again are reserved for clients that have no render in progress, so that they
	 * never wait for a carousel of another client.
	 */
	#mayRun(client: string): boolean {
		const { running } = this.#limits;
		const { total } = this.#runningOf;
		return total < running || (total < 2 * running && this.#runningOf.of(client) === 0);
	}

	/** @param run called when its turn comes, before any other render can take it */
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

	/** Estimated time until all accepted renders are finished. */
	#retryAfter(): number {
		const seconds = (this.#acceptedOf.total * this.#averageMs) / this.#limits.running / 1_000;
		return Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, Math.ceil(seconds)));
	}
}
