import { Worker } from "node:worker_threads";
import type { EmbeddedIcon } from "./embedded-sets.js";
import type { FoundIcons } from "./icon-library.js";

interface Calls {
	readonly search: { readonly query: string; readonly limit: number; readonly offset: number };
	readonly icon: { readonly set: string; readonly name: string };
	readonly nearest: { readonly set: string; readonly name: string };
	readonly warm: object;
}
/** A request to the thread. */
export type IconCall = {
	[M in keyof Calls]: { readonly id: number; readonly method: M } & Calls[M];
}[keyof Calls];

/** A reply of the thread. */
export interface IconResponse {
	readonly id: number;
	readonly value?: unknown;
	readonly error?: string;
}

interface Pending {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: Error) => void;
}

/**
 * The icon library in a thread with a separate heap. The index has hundreds of thousands of small
 * objects. On the heap of the HTTP thread, each garbage collection would visit them all, which
 * takes tens of milliseconds.
 */
export class ThreadedIconLibrary {
	readonly #pending = new Map<number, Pending>();
	readonly #thread: URL;
	#worker: Worker | undefined;
	#lastId = 0;

	/** @param thread module that runs in the thread */
	constructor(thread = new URL("./icon-thread.js", import.meta.url)) {
		this.#thread = thread;
	}

	/** As IconLibrary's. */
	search(query: string, limit: number, offset = 0): Promise<FoundIcons> {
		return this.#call("search", { query, limit, offset }) as Promise<FoundIcons>;
	}

	/** As IconLibrary's. */
	icon(set: string, name: string): Promise<EmbeddedIcon | undefined> {
		return this.#call("icon", { set, name }) as Promise<EmbeddedIcon | undefined>;
	}

	/** As IconLibrary's. */
	nearest(set: string, name: string): Promise<readonly string[]> {
		return this.#call("nearest", { set, name }) as Promise<readonly string[]>;
	}

	/** As IconLibrary's. */
	async warm(): Promise<void> {
		await this.#call("warm", {});
	}

	#call<M extends keyof Calls>(method: M, parameters: Calls[M]): Promise<unknown> {
		this.#worker ??= this.#start();
		const worker = this.#worker;
		const id = ++this.#lastId;
		return new Promise((resolve, reject) => {
			this.#pending.set(id, { resolve, reject });
			// It keeps the process alive only while a call is in progress.
			worker.ref();
			worker.postMessage({ id, method, ...parameters });
		});
	}

	#start(): Worker {
		const worker = new Worker(this.#thread, {
			env: {},
			// New objects are short-lived; a small young generation keeps the thread small.
			resourceLimits: { maxYoungGenerationSizeMb: 8 },
		});
		worker.on("message", ({ id, value, error }: IconResponse) => {
			const pending = this.#pending.get(id);
			this.#pending.delete(id);
			if (this.#pending.size === 0) worker.unref();
			if (error === undefined) pending?.resolve(value);
			else pending?.reject(new Error(error));
		});
		// The next call starts a new thread.
		worker.on("error", (error) => this.#ended(worker, error));
		worker.on("exit", () => this.#ended(worker, new Error("the icon thread ended")));
		worker.unref();
		return worker;
	}

	#ended(worker: Worker, error: Error): void {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		for (const { reject } of this.#pending.values()) reject(error);
		this.#pending.clear();
	}
}
