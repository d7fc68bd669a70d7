import { FairShare } from "../../base/fair-share.js";

interface Entry {
	readonly size: number;
	/** Client of the file; undefined if another process wrote it, or this one before its start. */
	readonly client?: string | undefined;
	/**
	 * When the file was complete, milliseconds of performance.now(); undefined while it is being
	 * written.
	 */
	writtenAt?: number;
}

/** Owner of the files that belong to no client of this process. */
const NOBODY = "";

/**
 * How many bytes of a folder are used: the result of the last measurement, and what this process
 * has written or reserved since. Space is reserved before it is used, so that simultaneous writes
 * cannot exceed the limit together. Files of other processes count from the next measurement on. A
 * client may use a multiple of the free space, so that none fills the folder alone.
 */
export class FolderUsage {
	readonly maxBytes: number;
	#files = new Map<string, Entry>();
	#bytes = 0;
	/** Usage of each client. */
	#shares: FairShare;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
		this.#shares = new FairShare(maxBytes);
	}

	/** Used bytes, including reserved ones. */
	get bytes(): number {
		return this.#bytes;
	}

	get files(): number {
		return this.#files.size;
	}

	/** Reserves space for a file; false if there is not enough for this client. */
	reserve(name: string, size: number, client?: string): boolean {
		if (this.#bytes + size > this.maxBytes) return false;
		if (client !== undefined && !this.#shares.mayTake(client, size)) return false;
		this.#files.set(name, { size, client });
		this.#bytes += size;
		this.#shares.add(client ?? NOBODY, size);
		return true;
	}

	/** The file is complete. */
	written(name: string): void {
		const entry = this.#files.get(name);
		if (entry !== undefined) entry.writtenAt = performance.now();
	}

	/** The file was deleted, or never written. */
	release(name: string): void {
		const entry = this.#files.get(name);
		if (entry === undefined) return;
		this.#bytes -= entry.size;
		this.#shares.add(entry.client ?? NOBODY, -entry.size);
		this.#files.delete(name);
	}

	/** Whether this process is writing the file. */
	isWriting(name: string): boolean {
		const entry = this.#files.get(name);
		return entry !== undefined && entry.writtenAt === undefined;
	}

	/**
	 * Applies a measurement. Files that were written during it, and may have been missed, are kept.
	 * @param found sizes by name
	 * @param since when the measurement began, milliseconds of performance.now()
	 */
	measured(found: ReadonlyMap<string, number>, since: number): void {
		const files = new Map<string, Entry>();
		for (const [name, size] of found)
			files.set(name, { size, writtenAt: since, client: this.#files.get(name)?.client });
		for (const [name, entry] of this.#files) {
			const { writtenAt } = entry;
			if (writtenAt === undefined || (writtenAt >= since && !found.has(name))) {
				files.set(name, entry);
			}
		}
		this.#files = files;
		this.#bytes = 0;
		this.#shares = new FairShare(this.maxBytes);
		for (const { size, client = NOBODY } of files.values()) {
			this.#bytes += size;
			this.#shares.add(client, size);
		}
	}
}
