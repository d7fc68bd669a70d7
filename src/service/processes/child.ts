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
import { type Answer, ReplySchema } from "./reply-schema.js";
import { type RecordedStage, StageRecord } from "./stage-record.js";

export interface ChildOptions {
	/** URL of the DrawModule. */
	readonly drawModule: URL;
	/** URL of the PrepareModule. */
	readonly prepareModule: URL;
	/** All private writable memory that the process may map, touched or not, but for V8's code range. MB. */
	readonly memoryMb: number;
	/** Old generation of V8 in MB. */
	readonly heapMb: number;
	/** Time until it has to be warm. Milliseconds. */
	readonly startTimeoutMs: number;
	/** Descriptor of the pack with the operator's fonts, if there are any. */
	readonly fontPack?: number | undefined;
}

/** How a job ended. */
export type Outcome =
	| { readonly type: "answer"; readonly answer: Answer; readonly blob: Buffer }
	| {
			readonly type: "died";
			readonly accepted: boolean;
			/** Ended by a signal that no fault of its own gives: an operator's, or that of the kernel out of memory. */
			readonly fromOutside: boolean;
	  };

export interface ChildEvents {
	/** Jobs are welcome, or (again) everything is warm. */
	onReady(child: RenderChild): void;
	/** The process is gone, and what it had said is read. Called once. */
	onExit(child: RenderChild): void;
}

const STDERR_KEPT = 4_000;
/** What a process may write there in its life; libraries warn now and then. Bytes. */
const MAX_STDERR = 4_194_304;

/** RLIMIT_DATA counts it too. MB. */
const codeRange = codeRangeMb();

/** Signals that come from outside; a fault gives SIGABRT, SIGSEGV, SIGBUS, SIGILL or an exit code. */
const OUTSIDE_SIGNALS: ReadonlySet<string> = new Set([
	"SIGKILL",
	"SIGTERM",
	"SIGINT",
	"SIGHUP",
	"SIGQUIT",
]);

/**
 * The limits are set by the shell, which then becomes the process. Core dumps
 * would fill the disk. A process that hangs in native code does not notice that
 * its socket closed, so the kernel is asked to end it with its parent, where
 * util-linux is at hand. Niced, so that the process that serves HTTP answers at
 * once while every core draws.
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

/** Nothing of the service's own environment, which may hold keys, but the path to find setpriv. */
const CHILD_ENV = {
	PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
	NODE_ENV: "production",
	LANG: "C.UTF-8",
	TZ: "UTC",
	// What is drawn aside is drawn in turn: two threads beside the first would share a core.
	UV_THREADPOOL_SIZE: "1",
	...ALLOCATOR_ENV,
};

/** One render process: its start, its limits, its one job at a time, its end. */
export class RenderChild {
	readonly #events: ChildEvents;
	readonly #process: ChildProcess | undefined;
	readonly #socket: Duplex | undefined;
	#finish: ((outcome: Outcome) => void) | undefined;
	#record: StageRecord | undefined;
	#usage: UsageReader | undefined;
	/** What the record said in the end. */
	#lastRecorded: RecordedStage | undefined;
	/** Runs out when the process hangs before it is warm. */
	readonly #starting: NodeJS.Timeout;
	#stderr = "";
	#stderrBytes = 0;
	/** The job that it has not answered yet. */
	#asked: JobRequest["type"] | undefined;
	readonly #notes: string[] = [];
	#dead = false;
	#distrusted = false;
	#ready = false;
	#warm = false;
	/** No new job is to be given to it once another can take over. */
	retiring = false;
	/** Killed by the pool, so its end is no fault of its own. */
	killed = false;
	jobsStarted = 0;
	jobsDone = 0;
	/** performance.now() of its last job's start. */
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
			if (this.#stderrBytes > MAX_STDERR && !this.#distrusted) this.#distrust("a flood of words");
		});
		const socket = this.#process.stdio[CHANNEL_FD] as Duplex | undefined;
		this.#socket = socket;
		const limits = () => (this.#asked === undefined ? IDLE_LIMITS : ANSWER_LIMITS[this.#asked]);
		const reader = new FrameReader(limits, (frame) => this.#read(frame));
		socket?.on("data", (chunk: Buffer) => {
			if (this.#distrusted) return;
			try {
				reader.push(chunk);
			} catch (error) {
				this.#distrust(String(error));
			}
		});
		// A broken socket ends with the process, whose end is what counts.
		socket?.on("error", () => {});
		socket?.on("close", () => this.#signal());
	}

	get pid(): number | undefined {
		return this.#process?.pid;
	}
	/** What it has taken of the machine; undefined where there is no /proc, and when it has ended. */
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
		return this.#finish !== undefined;
	}
	get dead(): boolean {
		return this.#dead;
	}
	/** What it is at with its last job, or was when it died; undefined until it has the whole job. */
	get stage(): Stage | undefined {
		const recorded = this.#dead ? this.#lastRecorded : this.#record?.read();
		return recorded?.job === this.jobsStarted ? recorded.stage : undefined;
	}
	/** Why it ended, for the log: what was noted here, its exit, and what it wrote itself. */
	get lastWords(): string {
		return [...this.#notes, crashReport(this.#stderr)].filter((text) => text !== "").join("\n");
	}

	/** Gives it a job; it must be ready and not busy. Never rejects. */
	run(request: JobRequest, blobs: readonly Uint8Array[]): Promise<Outcome> {
		return new Promise((resolve) => {
			this.#finish = resolve;
			this.#asked = request.type;
			this.jobsStarted++;
			this.lastUsed = performance.now();
			if (this.#socket?.writable) writeFrame(this.#socket, request, blobs);
		});
	}

	/** Ends it at once; only SIGKILL is sure. */
	kill(): void {
		this.killed = true;
		this.#signal();
	}

	#signal(): void {
		if (!this.#dead) this.#process?.kill("SIGKILL");
	}

	#read({ header, blobs }: Frame): void {
		if (!Value.Check(ReplySchema, header)) {
			this.#distrust("a reply of no known form");
			return;
		}
		switch (header.type) {
			case "ready":
			case "warm":
				// Each is said once: the pool looks at all of its processes each time.
				if (header.type === "ready" ? this.#ready : this.#warm) {
					this.#distrust("it says again that it is ready");
					return;
				}
				this.#ready = true;
				this.#warm = header.type === "warm";
				if (this.#warm) clearTimeout(this.#starting);
				this.#events.onReady(this);
				return;
			default: {
				const finish = this.#finish;
				if (finish === undefined) {
					this.#distrust("an answer without a question");
					return;
				}
				this.#finish = undefined;
				this.#asked = undefined;
				this.jobsDone++;
				if (header.type !== "threw") this.rss = header.rss;
				finish({ type: "answer", answer: header, blob: blobs[0] ?? Buffer.alloc(0) });
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
		const finish = this.#finish;
		this.#finish = undefined;
		const fromOutside =
			signal !== null && OUTSIDE_SIGNALS.has(signal) && !this.killed && !this.#distrusted;
		finish?.({ type: "died", accepted: this.stage !== undefined, fromOutside });
		this.#events.onExit(this);
	}
}
