import { type ChildOptions, RenderChild } from "./child.js";

export interface SupervisorOptions {
	readonly child: ChildOptions;
	/** Number of processes that work at the same time. */
	readonly size: number;
	/**
	 * Half of the processes start at once, the others after this time or when startOthers is called.
	 * Milliseconds; 0: all start at once.
	 */
	readonly othersAfterMs: number;
	/** Whether to keep one more warm process, which takes over when another ends. */
	readonly spare: boolean;
	/**
	 * The first spare process starts after this time, or after a multiple of it at which no process is
	 * busy. Milliseconds.
	 */
	readonly spareAfterMs: number;
	readonly onReady: () => void;
	readonly onExit: (child: RenderChild) => void;
}

/**
 * How often the first spare process is put off because others are busy: its start takes a second of
 * a core, and single text slides meanwhile take a quarter longer.
 */
const MOST_DELAYS = 11;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;
/** Number of failed starts in a row after which the pool fails waiting jobs. */
const HOPELESS_FAILURES = 5;
const CRASH_WINDOW_MS = 60_000;

/**
 * Interval of checks for processes that a signal has stopped, and how many checks in a row they may
 * be: then they are replaced. Milliseconds.
 */
const STOPPED_CHECK_MS = 1_000;
const MOST_STOPPED_CHECKS = 3;

/** Keeps the number of render processes constant: starts, replaces and ends them. */
export class ProcessSupervisor {
	readonly #options: SupervisorOptions;
	readonly #children = new Set<RenderChild>();
	readonly #gone = new Set<() => void>();
	#failures = 0;
	#backoff: NodeJS.Timeout | undefined;
	#crashes: number[] = [];
	#closed = false;
	/** Undefined when all processes may start. */
	#othersLater: NodeJS.Timeout | undefined;
	#spareWanted = false;
	/** Whether all processes, including the spare, have been warm at the same time. */
	#wasComplete = false;
	#spareLater: NodeJS.Timeout;
	/** How often each process was found stopped. */
	readonly #stopped = new Map<RenderChild, number>();
	readonly #stoppedCheck = setInterval(() => this.#checkStopped(), STOPPED_CHECK_MS).unref();
	readonly #killAll = () => {
		for (const child of this.#children) child.kill();
	};

	constructor(options: SupervisorOptions) {
		this.#options = options;
		process.on("exit", this.#killAll);
		this.#spareLater = this.#wantSpare(0);
		const { othersAfterMs } = options;
		if (othersAfterMs > 0)
			this.#othersLater = setTimeout(() => this.startOthers(), othersAfterMs).unref();
		this.maintain();
	}

	/** Starts the processes that did not start at once. */
	startOthers(): void {
		if (this.#othersLater === undefined) return;
		clearTimeout(this.#othersLater);
		this.#othersLater = undefined;
		this.maintain();
	}

	#wantSpare(delays: number): NodeJS.Timeout {
		return setTimeout(() => {
			if (this.busy > 0 && delays < MOST_DELAYS) {
				this.#spareLater = this.#wantSpare(delays + 1);
				return;
			}
			this.#spareWanted = this.#options.spare;
			this.maintain();
		}, this.#options.spareAfterMs);
	}

	/** Whether some processes have not started yet, because they are not needed. */
	get othersWait(): boolean {
		return this.#othersLater !== undefined;
	}
	get ready(): number {
		return this.#count((child) => child.ready);
	}
	get busy(): number {
		return this.#count((child) => child.busy);
	}
	/** Number of processes that are idle and warm. */
	get freeAndWarm(): number {
		return this.#count((child) => isFree(child) && child.warm);
	}
	/** Whether a replacement for a process is starting or warming up. */
	get replacing(): boolean {
		return this.#wasComplete && this.#count((child) => !child.warm && !child.killed) > 0;
	}
	/** Whether signals have stopped all processes that are ready. */
	get allStopped(): boolean {
		const ready = [...this.#children].filter((child) => child.ready);
		return ready.length > 0 && ready.every((child) => child.stopped);
	}
	/** Process ids of all processes, including those that are starting. */
	get pids(): number[] {
		return [...this.#children].flatMap(({ pid }) => pid ?? []);
	}
	/** Whether no process is ready, and every start fails. */
	get hopeless(): boolean {
		return this.ready === 0 && this.#failures >= HOPELESS_FAILURES;
	}
	get degraded(): boolean {
		const since = performance.now() - CRASH_WINDOW_MS;
		this.#crashes = this.#crashes.filter((at) => at > since);
		return this.#failures > 0 || this.#crashes.length >= 3 * this.#options.size;
	}

	/**
	 * The best idle process: warm ones first, then the most recently used, whose memory is mapped.
	 * @param most maximum number of busy processes
	 */
	pick(most = this.#options.size): RenderChild | undefined {
		if (this.busy >= most) return undefined;
		const rank = (child: RenderChild) => [!child.retiring, child.warm, child.lastUsed].map(Number);
		const free = [...this.#children].filter((child) => isFree(child) && !this.#stopped.has(child));
		return free.sort((a, b) => {
			const [left, right] = [rank(a), rank(b)];
			const at = left.findIndex((value, i) => value !== right[i]);
			return at < 0 ? 0 : right[at]! - left[at]!;
		})[0];
	}

	/** Starts missing processes and ends those that are no longer needed. */
	maintain(): void {
		if (this.#closed) return;
		const { size } = this.#options;
		const lasting = [...this.#children].filter((child) => !child.retiring && !child.killed);
		let fresh = lasting.filter((child) => child.ready).length;
		this.#wasComplete ||= lasting.filter((child) => child.warm).length > size;
		const wanted = this.othersWait ? firstOf(size) : size;
		// The spare starts after the others, so that it does not delay the first render.
		const spare = fresh >= size && this.#spareWanted ? 1 : 0;
		if (this.#backoff === undefined) {
			for (let count = lasting.length; count < wanted + spare; count++) this.#start();
		}
		for (const child of this.#children) {
			if (!child.retiring || child.busy || child.killed) continue;
			if (fresh++ < size) continue;
			child.kill();
		}
	}

	/** Ends a process that can no longer be trusted. */
	discard(child: RenderChild): void {
		child.kill();
		this.maintain();
	}

	/** Replaces a process as soon as another is ready. */
	retire(child: RenderChild): void {
		child.retiring = true;
		this.maintain();
	}

	async close(): Promise<void> {
		this.#closed = true;
		clearTimeout(this.#backoff);
		clearTimeout(this.#spareLater);
		clearTimeout(this.#othersLater);
		clearInterval(this.#stoppedCheck);
		this.#killAll();
		if (this.#children.size > 0) await new Promise<void>((resolve) => this.#gone.add(resolve));
		process.off("exit", this.#killAll);
	}

	#count(test: (child: RenderChild) => boolean): number {
		let count = 0;
		for (const child of this.#children) if (test(child)) count++;
		return count;
	}

	#start(): void {
		this.#children.add(
			new RenderChild(this.#options.child, {
				onReady: (child) => {
					if (child.warm) this.#failures = 0;
					this.maintain();
					this.#options.onReady();
				},
				onExit: (child) => this.#exited(child),
			}),
		);
	}

	/** A job of a stopped process would wait for its time limit, and those behind it too. */
	#checkStopped(): void {
		for (const child of this.#children) {
			if (!child.stopped) {
				if (this.#stopped.delete(child)) this.#options.onReady();
				continue;
			}
			const times = (this.#stopped.get(child) ?? 0) + 1;
			this.#stopped.set(child, times);
			if (times >= MOST_STOPPED_CHECKS) child.killStopped();
		}
	}

	#exited(child: RenderChild): void {
		this.#children.delete(child);
		this.#stopped.delete(child);
		if (!child.killed) {
			if (child.warm) this.#crashes.push(performance.now());
			else if (child.jobsStarted === 0) this.#delayStarts();
		}
		this.maintain();
		this.#options.onExit(child);
		if (this.#children.size === 0) for (const resolve of this.#gone) resolve();
	}

	/**
	 * Called when a process died before its first job: each time, the pause before the next start
	 * grows.
	 */
	#delayStarts(): void {
		this.#failures++;
		if (this.#backoff !== undefined || this.#closed) return;
		const delay = Math.min(FIRST_BACKOFF_MS * 2 ** (this.#failures - 1), LONGEST_BACKOFF_MS);
		this.#backoff = setTimeout(() => {
			this.#backoff = undefined;
			this.maintain();
		}, delay);
	}
}

/** How many of the processes start at once. */
const firstOf = (size: number): number => Math.max(1, Math.floor(size / 2));

function isFree(child: RenderChild): boolean {
	return child.ready && !child.busy && !child.killed;
}
