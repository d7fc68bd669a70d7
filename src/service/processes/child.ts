import { type ChildProcess, spawn } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Value } from "@sinclair/typebox/value";
import type { Stage } from "../../engine/stage.js";
import { ALLOCATOR_ENV } from "./allocator-env.js";
import { type Frame, FrameReader, writeFrame } from "./channel.js";
import { codeRangeMb } from "./code-range.js";
import { crashReport } from "./crash-report.js";
import { type ProcessUsage, UsageReader } from "./process-usage.js";
import { ANSWER_LIMITS, CHANNEL_FD, IDLE_LIMITS, type JobRequest } from "./protocol.js";
import { type JobReply, ReplySchema } from "./reply-schema.js";
import { type RecordedStage, StageRecord } from "./stage-record.js";

export interface ChildOptions {
	/** URL of the DrawModule. */
	readonly drawModule: URL;
	/** URL of the PrepareModule. */
	readonly prepareModule: URL;
	/**
	 * Limit of all private writable memory that the process may map, used or not, except V8's code
	 * range. MB.
	 */
	readonly memoryMb: number;
	/** Size limit of V8's old generation. MB. */
	readonly heapMb: number;
	/** Time limit for the warm-up. Milliseconds. */
	readonly startTimeoutMs: number;
	/** Descriptor of the pack with the operator's fonts, if there are any. */
	readonly fontPack?: number | undefined;
}

/** How a job ended. */
export type Outcome =
	| { readonly type: "answer"; readonly answer: JobReply; readonly blob: Buffer }
	| {
			readonly type: "died";
			readonly accepted: boolean;
			/**
			 * Killed by a signal that its own code did not cause: by an operator, or by the kernel
			 * because memory ran out.
			 */
			readonly fromOutside: boolean;
	  };

interface Job {
	readonly type: JobRequest["type"];
	readonly finish: (outcome: Outcome) => void;
}

export interface ChildEvents {
	/** The process accepts jobs, or is completely warm (again). */
	onReady(child: RenderChild): void;
	/** The process has ended, and its output was read. Called once. */
	onExit(child: RenderChild): void;
}

const STDERR_KEPT = 4_000;
/** Maximum output of a process to standard error; libraries sometimes print warnings. Bytes. */
const MAX_STDERR = 4_194_304;

/** Counts towards RLIMIT_DATA too. MB. */
const codeRange = codeRangeMb();

/** Signals from outside; a crash causes SIGABRT, SIGSEGV, SIGBUS, SIGILL or an exit code. */
const OUTSIDE_SIGNALS: ReadonlySet<string> = new Set([
	"SIGKILL",
	"SIGTERM",
	"SIGINT",
	"SIGHUP",
	"SIGQUIT",
]);

/**
 * A shell sets the limits, and is then replaced by the process. Core dumps are disabled, because
 * they would fill the disk. A process that hangs in native code does not notice that its socket was
 * closed, so the kernel kills it with its parent, if util-linux is available. It runs with a lower
 * priority, so that the process that serves HTTP responds at once while every core is drawing.
 */
const LAUNCHER = [
	'ulimit -d "$0" || exit 70',
	"ulimit -c 0",
	"renice -n 10 -p $$ >/dev/null 2>&1",
	"if setpriv --pdeathsig KILL true 2>/dev/null",
	'then exec setpriv --pdeathsig KILL "$@"',
	'else exec "$@"',
	"fi",
].join("\n");

/**
 * Passes nothing from the environment of the service, which may contain keys, except the path to
 * find setpriv.
 */
const CHILD_ENV = {
	PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
	NODE_ENV: "production",
	LANG: "C.UTF-8",
	TZ: "UTC",
	// One thread for asynchronous drawing: two besides the main thread would share a core.
	UV_THREADPOOL_SIZE: "1",
	...ALLOCATOR_ENV,
};

/** One render process: starts it, limits it, runs its jobs one after the other, and ends it. */
export class RenderChild {
	readonly #events: ChildEvents;
	readonly #process: ChildProcess | undefined;
	readonly #socket: Duplex | undefined;
	/** The job in progress. */
	#job: Job | undefined;
	#record: StageRecord | undefined;
	#usage: UsageReader | undefined;
	/** The stage record when the process ended. */
	#lastRecorded: RecordedStage | undefined;
	/** Fires if the process is not warm in time. */
	readonly #starting: NodeJS.Timeout;
	#stderr = "";
	#stderrBytes = 0;
	readonly #notes: string[] = [];
	#dead = false;
	#distrusted = false;
	#ready = false;
	#warm = false;
	/** Whether it gets no new job as soon as another process can take over. */
	retiring = false;
	/** Whether the pool killed it, so that its end is not its own fault. */
	killed = false;
	jobsStarted = 0;
	jobsDone = 0;
	/** performance.now() at the start of its last job. */
	lastUsed = 0;
	/** Resident bytes after the last job. */
	rss = 0;

	constructor(options: ChildOptions, events: ChildEvents) {
		this.#events = events;
		this.#starting = setTimeout(() => this.#distrust("not warm in time"), options.startTimeoutMs);
		const args = [
			"-c",
			LAUNCHER,
			String((options.memoryMb + codeRange) * 1024),
			process.execPath,
			`--max-old-space-size=${options.heapMb}`,
			"--expose-gc",
			// Four threads that share 1 ms of work take time from the other processes: with them, cards
			// have 4 % less throughput.
			"--single-threaded-gc",
			// Megabytes for new objects. With V8's 16, texts, cards and photos take 2 % more processor
			// time, probably because the objects push the slide out of the processor's cache.
			"--max-semi-space-size=4",
			fileURLToPath(new URL("./process-main.js", import.meta.url)),
			options.drawModule.href,
			options.prepareModule.href,
			...(options.fontPack === undefined ? [] : ["fonts"]),
		];
		try {
			this.#record = new StageRecord();
			this.#process = spawn("/bin/sh", args, {
				env: CHILD_ENV,
				// In the order of their numbers: see CHANNEL_FD and those after it.
				stdio: [
					"ignore",
					"ignore",
					"pipe",
					"pipe",
					this.#record.fd,
					...(options.fontPack === undefined ? [] : [options.fontPack]),
				],
			});
		} catch (error) {
			this.#notes.push(String(error));
			setImmediate(() => this.#exited());
			return;
		}
		this.#usage = new UsageReader(this.#process.pid);
		this.#process.on("error", (error) => {
			this.#notes.push(String(error));
			if (this.pid === undefined) this.#exited();
		});
		this.#process.on("close", (code, signal) => {
			this.#notes.push(`ended with ${signal ?? code}`);
			this.#exited(signal);
		});
		const stderr = this.#process.stdio[2] as Readable | undefined;
		stderr?.on("error", () => {});
		stderr?.on("data", (chunk: Buffer) => {
			this.#stderr = (this.#stderr + chunk.toString("latin1")).slice(-STDERR_KEPT);
			this.#stderrBytes += chunk.length;
			if (this.#stderrBytes > MAX_STDERR && !this.#distrusted)
				this.#distrust("too much output on standard error");
		});
		const socket = this.#process.stdio[CHANNEL_FD] as Duplex | undefined;
		this.#socket = socket;
		const limits = () => (this.#job === undefined ? IDLE_LIMITS : ANSWER_LIMITS[this.#job.type]);
		const reader = new FrameReader(limits, (frame) => this.#read(frame));
		socket?.on("data", (chunk: Buffer) => {
			if (this.#distrusted) return;
			try {
				reader.push(chunk);
			} catch (error) {
				this.#distrust(String(error));
			}
		});
		// After a broken socket, the process ends, which is handled.
		socket?.on("error", () => {});
		socket?.on("close", () => this.#signal());
	}

	get pid(): number | undefined {
		return this.#process?.pid;
	}
	/** What the process has used; undefined without /proc, and after its end. */
	get usage(): ProcessUsage | undefined {
		return this.#usage?.read();
	}
	get ready(): boolean {
		return this.#ready && !this.#dead;
	}
	get warm(): boolean {
		return this.#warm;
	}
	get busy(): boolean {
		return this.#job !== undefined;
	}
	get dead(): boolean {
		return this.#dead;
	}
	/** Whether a signal has stopped it, so that it does nothing until it is continued. */
	get stopped(): boolean {
		return this.usage?.stopped === true;
	}
	/** The stage of its current or last job; undefined until it has received the whole job. */
	get stage(): Stage | undefined {
		const recorded = this.#dead ? this.#lastRecorded : this.#record?.read();
		return recorded?.job === this.jobsStarted ? recorded.stage : undefined;
	}
	/** Why it ended, for the log: notes of this class, its exit status, and its output. */
	get lastWords(): string {
		return [...this.#notes, crashReport(this.#stderr)].filter((text) => text !== "").join("\n");
	}

	/** Runs a job. The process must be ready, and have none. Never rejects. */
	run(request: JobRequest, blobs: readonly Uint8Array[]): Promise<Outcome> {
		return new Promise((finish) => {
			this.#job = { type: request.type, finish };
			this.jobsStarted++;
			this.lastUsed = performance.now();
			if (this.#socket?.writable) writeFrame(this.#socket, request, blobs);
		});
	}

	/** Kills it at once; only SIGKILL is reliable. */
	kill(): void {
		this.killed = true;
		this.#signal();
	}

	/** Kills a process that was stopped from outside: its job is run again. */
	killStopped(): void {
		this.#notes.push("was stopped by a signal");
		this.#signal();
	}

	#signal(): void {
		if (!this.#dead) this.#process?.kill("SIGKILL");
	}

	#read({ header, blobs }: Frame): void {
		if (!Value.Check(ReplySchema, header)) {
			this.#distrust("an invalid reply");
			return;
		}
		switch (header.type) {
			case "ready":
			case "warm":
				// Each message may only come once, because the pool checks all of its processes each time.
				if (header.type === "ready" ? this.#ready : this.#warm) {
					this.#distrust("a second ready message");
					return;
				}
				this.#ready = true;
				this.#warm = header.type === "warm";
				if (this.#warm) clearTimeout(this.#starting);
				this.#events.onReady(this);
				return;
			default: {
				const job = this.#job;
				if (job === undefined) {
					this.#distrust("an answer without a request");
					return;
				}
				this.#job = undefined;
				this.jobsDone++;
				if (header.type !== "threw") this.rss = this.usage?.rss ?? header.rss ?? 0;
				job.finish({ type: "answer", answer: header, blob: blobs[0] ?? Buffer.alloc(0) });
			}
		}
	}

	#distrust(why: string): void {
		this.#distrusted = true;
		this.#notes.push(why);
		this.#socket?.destroy();
		this.#signal();
	}

	#exited(signal: NodeJS.Signals | null = null): void {
		if (this.#dead) return;
		this.#dead = true;
		clearTimeout(this.#starting);
		this.#socket?.destroy();
		this.#lastRecorded = this.#record?.read();
		this.#record?.close();
		this.#usage?.close();
		const job = this.#job;
		this.#job = undefined;
		const fromOutside =
			signal !== null && OUTSIDE_SIGNALS.has(signal) && !this.killed && !this.#distrusted;
		job?.finish({ type: "died", accepted: this.stage !== undefined, fromOutside });
		this.#events.onExit(this);
	}
}
