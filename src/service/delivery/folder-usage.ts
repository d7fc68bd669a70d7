import { FairShare } from "../fairness/fair-share.js";

interface Entry {
	readonly size: number;
	/** Whose it is; undefined: another process wrote it, or this one before its start. */
	readonly client?: string | undefined;
	/** When its file was complete, milliseconds of performance.now(); undefined: it is being written. */
	writtenAt?: number;
}

/** Has what no client of this process has. */
const NOBODY = "";

/**
 * How many bytes of a folder are taken: what the last measurement found, and
 * what this process has written or is writing since. Space is reserved before
 * it is used, so that files written at a time cannot pass the bound together.
 * What other processes write counts from the next measurement on. A client may have so many
 * times what is left: none fills the folder for all others.
 */
export class FolderUsage {
	readonly maxBytes: number;
	#files = new Map<string, Entry>();
	#bytes = 0;
	/** What each client has. */
	#shares: FairShare;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
		this.#shares = new FairShare(maxBytes);
	}

	/** Bytes taken, those included that are reserved. */
	get bytes(): number {
		return this.#bytes;
	}

	get files(): number {
		return this.#files.size;
	}

	/** Takes the space for a file that will be written; false: there is not enough, for this client. */
	reserve(name: string, size: number, client?: string): boolean {
		if (this.#bytes + size > this.maxBytes) return false;
		if (client !== undefined && !this.#shares.mayTake(client, size)) return false;
		this.#files.set(name, { size, client });
		this.#bytes += size;
		this.#shares.add(client ?? NOBODY, size);
		return true;
	}

	/** The file is there now. */
	written(name: string): void {
		const entry = this.#files.get(name);
		if (entry !== undefined) entry.writtenAt = performance.now();
	}

	/** The file is gone, or was never written. */
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
	 * Takes over a measurement. Files that were written while it went on, and
	 * may have been overlooked, are kept.
	 * @param found sizes by name
	 * @param since when it began, milliseconds of performance.now()
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
