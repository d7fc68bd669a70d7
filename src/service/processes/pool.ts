import { ServiceError } from "../../base/errors.js";
import { FairQueue } from "../../base/fair-queue.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import type { ImageNeed, PreparedImage } from "../../engine/images/need.js";
import type { RenderedSlide, SlideImages, SlideJob } from "../../engine/job.js";
import type { MeasuredLayout } from "../../engine/report/measure-slide.js";
import type { GroupSizes } from "../../engine/scene/scene.js";
import { deathError } from "../../engine/stage.js";
import { DRAW_STEPS, type OnStep, type StepClock } from "../../engine/steps.js";
import { NOBODY, Usage } from "../fairness/usage.js";
import type { Outcome, RenderChild } from "./child.js";
import { watchCpuLimit } from "./cpu-limit.js";
import { crashReport } from "./crash-report.js";
import type { Deadline } from "./deadline.js";
import { ProcessSupervisor } from "./process-supervisor.js";
import type { Renderer, RendererHealth, RenderOptions } from "./renderer.js";
import {
	carriedError,
	drawTask,
	groupSizesTask,
	measureTask,
	prepareTask,
	type Task,
} from "./tasks.js";

/** Why a render process was replaced. */
export const REPLACEMENT_REASONS = ["died", "threw", "timeout", "aborted", "retired"] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/** A replaced process, for the log. */
export interface PoolEvent {
	readonly event: ReplacementReason;
	readonly pid: number | undefined;
	/** Id of its last request. */
	readonly requestId?: string;
	readonly stage?: string;
	readonly path?: string;
	/** How the process ended, or the exception; contains nothing from the document. */
	readonly output?: string;
}

export interface RenderPoolOptions {
	/** Number of processes that draw at the same time. */
	readonly size: number;
	/**
	 * Half of the processes start at once, the others when a job waits for another one, at the latest
	 * after this time. Milliseconds, default 0: all start at once.
	 */
	readonly othersAfterMs?: number;
	/** Memory that a process may map. MB. */
	readonly memoryMb: number;
	/** Keep one more process warm, so that a crash does not delay the next job. Default true. */
	readonly spare?: boolean;
	/**
	 * The first spare process starts after this time, or after a multiple of it at which no process is
	 * busy, at the latest after twelve. Milliseconds, default 0.
	 */
	readonly spareAfterMs?: number;
	/**
	 * Processor time of the clients, which the pool adds to: the client with the least usage comes
	 * first.
	 */
	readonly usage?: Usage;
	/** A process that uses more memory after a job is replaced. MB resident, default 512. */
	readonly recycleMb?: number;
	/** A process is replaced after this number of jobs. Default 5,000. */
	readonly recycleJobs?: number;
	/**
	 * Time for an aborted job to end by itself, which is cheaper than a new process. Milliseconds,
	 * default 250.
	 */
	readonly abortGraceMs?: number;
	/**
	 * A process that is not warm after this time is killed and replaced. Milliseconds, default
	 * 60,000.
	 */
	readonly startTimeoutMs?: number;
	readonly drawModule?: URL;
	readonly prepareModule?: URL;
	/** Descriptor of the pack with the operator's fonts; must stay open as long as the pool. */
	readonly fontPack?: number | undefined;
	readonly log?: (event: PoolEvent) => void;
}

export interface RenderPool extends Renderer {
	/** Resolves when the first process is ready, or when none will be. */
	whenReady(): Promise<void>;
	/** Process ids, including those that are starting. */
	pids(): number[];
}

/** Starts the processes and returns at once; jobs are accepted immediately. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
	return new ProcessPool(options);
}

const DEFAULTS = {
	spare: true,
	othersAfterMs: 0,
	spareAfterMs: 0,
	recycleMb: 512,
	recycleJobs: 5_000,
	abortGraceMs: 250,
	startTimeoutMs: 60_000,
	drawModule: new URL("../../engine/draw/draw-slide.js", import.meta.url),
	prepareModule: new URL("../../engine/images/prepare.js", import.meta.url),
	log: (_event: PoolEvent) => {},
};

const HEAP_MB = 512;
/**
 * How often a job may lose its process before it was started, for example if all are killed at
 * once.
 */
const MAX_ATTEMPTS = 10;
/** Number of processes that a job may use up: a second one if the first was killed from outside. */
const MAX_KILLED = 2;

/** A waiting or running job. */
interface Entry {
	readonly task: Task<unknown>;
	readonly client: string;
	readonly deadline: Deadline;
	readonly onStep: OnStep | undefined;
	readonly requestId: string | undefined;
	/** performance.now() when it started to wait. */
	queuedAt: number;
	readonly settle: (error: unknown, value?: unknown) => void;
	attempts: number;
	/** Processes that died during the job. */
	killed: number;
	running: RenderChild | undefined;
	/** Whether its caller has given up. */
	over: boolean;
}

class ProcessPool implements RenderPool {
	readonly #options: Required<Omit<RenderPoolOptions, "fontPack">>;
	readonly #usage: Usage;
	/** Light jobs, and all others. */
	readonly #light: FairQueue<Entry>;
	readonly #heavy: FairQueue<Entry>;
	readonly #running = new Set<Entry>();
	readonly #supervisor: ProcessSupervisor;
	/** The id of the last request of each process. */
	readonly #requestOf = new WeakMap<RenderChild, string | undefined>();
	#readyWaiters: (() => void)[] = [];
	#closed = false;

	constructor(options: RenderPoolOptions) {
		this.#usage = options.usage ?? new Usage();
		const rank = (client: string) => this.#usage.of(client);
		this.#light = new FairQueue(rank);
		this.#heavy = new FairQueue(rank);
		this.#options = { ...DEFAULTS, usage: this.#usage, ...options };
		const { drawModule, prepareModule, memoryMb, startTimeoutMs } = this.#options;
		const { size, othersAfterMs, spare, spareAfterMs } = this.#options;
		const { fontPack } = options;
		this.#supervisor = new ProcessSupervisor({
			child: { drawModule, prepareModule, memoryMb, heapMb: HEAP_MB, startTimeoutMs, fontPack },
			size,
			othersAfterMs,
			spare,
			spareAfterMs,
			onReady: () => {
				this.#wakeWaiters();
				this.#dispatch();
			},
			onExit: (child) => this.#exited(child),
		});
	}

	drawSlide(job: SlideJob, images: SlideImages, options: RenderOptions): Promise<RenderedSlide> {
		return this.#enqueue(drawTask(job, images, options), options);
	}

	prepareImage(need: ImageNeed, bytes: Uint8Array, options: RenderOptions): Promise<PreparedImage> {
		return this.#enqueue(prepareTask(need, bytes), options);
	}

	measureSlide(job: SlideJob, options: RenderOptions): Promise<MeasuredLayout> {
		return this.#enqueue(measureTask(job), options);
	}

	groupSizes(job: SlideJob, options: RenderOptions): Promise<GroupSizes> {
		return this.#enqueue(groupSizesTask(job), options);
	}

	health(): RendererHealth {
		const { ready, busy, degraded, hopeless, allStopped } = this.#supervisor;
		const queued = this.#queued;
		const figures = { processes: ready, busy, queued, degraded };
		if (this.#closed) return { ok: false, reason: "closing", ...figures };
		if (allStopped) return { ok: false, reason: "stopped", ...figures };
		return hopeless ? { ok: false, reason: "no_process", ...figures } : { ok: true, ...figures };
	}

	pids(): number[] {
		return this.#supervisor.pids;
	}

	async whenReady(): Promise<void> {
		while (!this.#closed && !this.#supervisor.hopeless && this.#supervisor.ready === 0)
			await new Promise<void>((resolve) => this.#readyWaiters.push(resolve));
	}

	async close(): Promise<void> {
		this.#closed = true;
		this.#refuseWaiting();
		for (const entry of this.#running) entry.settle(overloaded());
		this.#wakeWaiters();
		await this.#supervisor.close();
	}

	#enqueue<T>(task: Task<T>, options: RenderOptions): Promise<T> {
		const { signal, client, deadline, onStep, requestId } = options;
		return new Promise<T>((resolve, reject) => {
			if (signal.aborted) {
				reject(signal.reason);
				return;
			}
			if (this.#closed || this.#supervisor.hopeless) {
				reject(overloaded());
				return;
			}
			const entry: Entry = {
				task,
				client,
				deadline,
				onStep,
				requestId,
				queuedAt: performance.now(),
				attempts: 0,
				killed: 0,
				running: undefined,
				over: false,
				settle: (error, value) => {
					entry.over = true;
					signal.removeEventListener("abort", onAbort);
					if (error === undefined) resolve(value as T);
					else reject(error);
				},
			};
			const onAbort = () => {
				entry.settle(signal.reason);
				this.#abort(entry);
			};
			signal.addEventListener("abort", onAbort, { once: true });
			this.#queueOf(entry).push(client, entry);
			this.#dispatch();
		});
	}

	/**
	 * Dispatches only after callers could react to a result, because the end of a slide may be the
	 * end of its whole render.
	 */
	#dispatchSoon(): void {
		setImmediate(() => this.#dispatch());
	}

	#dispatch(): void {
		while (this.#queued > 0) {
			const child = this.#supervisor.pick(this.#mostBusy);
			if (child === undefined) {
				if (this.#supervisor.othersWait && this.#clientsWait) this.#supervisor.startOthers();
				return;
			}
			const entry = this.#next();
			if (entry === undefined) return;
			void this.#run(entry, child);
		}
	}

	/** Whether a job waits while another is running, not counting the warm-up. */
	get #clientsWait(): boolean {
		const asks = (client: string) => client !== NOBODY;
		if (![...this.#running].some(({ client }) => asks(client))) return false;
		return (this.#light.next(asks) ?? this.#heavy.next(asks)) !== undefined;
	}

	get #queued(): number {
		return this.#light.size + this.#heavy.size;
	}

	#queueOf({ task }: Entry): FairQueue<Entry> {
		return task.light ? this.#light : this.#heavy;
	}

	/** Number of processes that may work at the same time; light jobs may use the spare too. */
	get #mostBusy(): number {
		return this.#options.size + (this.#options.spare ? 1 : 0);
	}

	/**
	 * The next job: light jobs of light users first, then that of the client that has used least.
	 * Undefined if the idle processes are reserved for others.
	 */
	#next(): Entry | undefined {
		const light = this.#nextLight();
		if (light !== undefined) return light;
		if (!this.#mayStartHeavy) return undefined;
		if (this.#heavy.hasReturned || this.#light.size === 0) return this.#heavy.shift();
		return this.#lightUsedLess() ? this.#light.shift() : this.#heavy.shift();
	}

	/**
	 * The next light job of a light user. The spare process is only for clients that others keep
	 * waiting: a single client would get less done with it, because three processes on two cores need
	 * 4 % more processor time for the same work.
	 */
	#nextLight(): Entry | undefined {
		const mayGo = (client: string) =>
			this.#usage.isLittle(client) && !(this.#onlySpareIsFree && this.#isServed(client));
		const isThere = this.#light.hasReturned || this.#light.next(mayGo) !== undefined;
		return isThere ? this.#light.shift(mayGo) : undefined;
	}

	/**
	 * Heavy jobs use neither the spare nor the last warm process while another is being replaced.
	 * Otherwise two renders that kill their processes in succession would take the spare too, and
	 * everybody would wait half a second for a new process.
	 */
	get #mayStartHeavy(): boolean {
		const { replacing, freeAndWarm } = this.#supervisor;
		return !this.#onlySpareIsFree && !(replacing && freeAndWarm <= 1);
	}

	get #onlySpareIsFree(): boolean {
		return this.#running.size >= this.#options.size;
	}

	/**
	 * Whether the client of the next light job has used no more than that of the next heavy one. If
	 * it is the same client, the light job comes first; this needs its own check, because usage
	 * decays between two reads.
	 */
	#lightUsedLess(): boolean {
		const [light = "", heavy] = [this.#light.next(), this.#heavy.next()];
		if (heavy === undefined || light === heavy) return true;
		return this.#usage.of(light) <= this.#usage.of(heavy);
	}

	/** Whether a job of the client is running. */
	#isServed(client: string): boolean {
		for (const entry of this.#running) if (entry.client === client) return true;
		return false;
	}

	#send({ task: { request, blobs } }: Entry, child: RenderChild): Promise<Outcome> {
		// Each job may then use two cores.
		const spareCore = this.#running.size * 2 <= this.#options.size;
		return child.run(request.type === "draw" ? { ...request, spareCore } : request, blobs);
	}

	async #run(entry: Entry, child: RenderChild): Promise<void> {
		entry.attempts++;
		entry.onStep?.("queue", (performance.now() - entry.queuedAt) / 1_000);
		entry.running = child;
		this.#requestOf.set(child, entry.requestId);
		this.#running.add(entry);
		const watched = {
			stage: () => child.stage,
			usage: () => child.usage,
			end: (error: ServiceError) => {
				entry.settle(error);
				// Two limits may end at the same time: that of the job and that of the render.
				if (child.killed) return;
				this.#report("timeout", child);
				this.#supervisor.discard(child);
			},
		};
		const leaveDeadline = entry.deadline.start(watched);
		const leaveCpuLimit = watchCpuLimit({
			...watched,
			path: entry.task.path,
			used: (seconds) => this.#usage.add(entry.client, seconds),
		});
		// Its caller may have given up before it was its turn.
		if (entry.over) this.#abort(entry);
		const outcome = await this.#send(entry, child);
		leaveDeadline();
		leaveCpuLimit();
		entry.running = undefined;
		this.#running.delete(entry);
		this.#conclude(entry, child, outcome);
		this.#dispatchSoon();
	}

	#conclude(entry: Entry, child: RenderChild, outcome: Outcome): void {
		if (outcome.type === "died") {
			if (outcome.accepted) entry.killed++;
			const again = outcome.accepted
				? outcome.fromOutside && entry.killed < MAX_KILLED
				: entry.attempts < MAX_ATTEMPTS;
			if (again && !entry.over && !this.#closed) this.#requeue(entry);
			else entry.settle(deathError(child.stage));
			return;
		}
		const { answer, blob } = outcome;
		if (answer.type === "threw") {
			entry.settle(new ServiceError("internal_error"));
			this.#report("threw", child, crashReport(answer.message));
			// Its libraries may be in a state that corrupts all following jobs.
			this.#supervisor.discard(child);
			return;
		}
		const value = answer.type === "failed" ? undefined : entry.task.read(answer, blob);
		const error = answer.type === "failed" ? carriedError(answer) : undefined;
		if (value === undefined && error === undefined) {
			entry.settle(new ServiceError("internal_error"));
			this.#report("threw", child, "an answer that does not match the request");
			this.#supervisor.discard(child);
			return;
		}
		if (answer.type !== "failed") tellSteps(answer.steps, entry.onStep);
		entry.settle(error, value);
		const grown = child.rss > this.#options.recycleMb * 1024 * 1024;
		if (grown || child.retiring || child.jobsDone >= this.#options.recycleJobs) {
			if (!child.retiring) this.#report("retired", child);
			this.#supervisor.retire(child);
		}
	}

	#requeue(entry: Entry): void {
		entry.queuedAt = performance.now();
		this.#queueOf(entry).giveBack(entry);
	}

	#abort(entry: Entry): void {
		const child = entry.running;
		if (this.#queueOf(entry).remove(entry.client, entry) || child === undefined) return;
		const job = child.jobsStarted;
		setTimeout(() => {
			if (!child.busy || child.jobsStarted !== job) return;
			this.#report("aborted", child);
			this.#supervisor.discard(child);
		}, this.#options.abortGraceMs);
	}

	#exited(child: RenderChild): void {
		if (!child.killed) this.#report("died", child, child.lastWords);
		if (this.#supervisor.hopeless) this.#refuseWaiting();
		this.#wakeWaiters();
		this.#dispatchSoon();
	}

	#refuseWaiting(): void {
		for (const entry of [...this.#light.drain(), ...this.#heavy.drain()])
			entry.settle(overloaded());
	}

	#wakeWaiters(): void {
		for (const resolve of this.#readyWaiters.splice(0)) resolve();
	}

	#report(event: PoolEvent["event"], child: RenderChild, output?: string): void {
		const { pid, stage } = child;
		const requestId = this.#requestOf.get(child);
		this.#options.log({
			event,
			pid,
			...(requestId === undefined ? {} : { requestId }),
			...(stage === undefined ? {} : { stage: stage.name }),
			...(stage?.path === undefined ? {} : { path: stage.path }),
			...(output ? { output } : {}),
		});
	}
}

/** Reports the steps of a job that has just ended, one by one. */
function tellSteps(steps: StepClock["seconds"], onStep: OnStep | undefined): void {
	let left = DRAW_STEPS.reduce((sum, step) => sum + (steps[step] ?? 0), 0);
	for (const step of DRAW_STEPS) {
		const seconds = steps[step];
		if (seconds === undefined) continue;
		left -= seconds;
		onStep?.(step, seconds, left);
	}
}

function overloaded(): ServiceError {
	return new ServiceError("overloaded", { retryAfter: RETRY_AFTER_SECONDS.moment });
}
