interface Entry {
	readonly size: number;
	/** When its file was complete, milliseconds of performance.now(); undefined: it is being written. */
	writtenAt?: number;
}

/**
 * How many bytes of a folder are taken: what the last measurement found, and
 * what this process has written or is writing since. Space is reserved before
 * it is used, so that files written at a time cannot pass the bound together.
 * What other processes write counts from the next measurement on.
 */
export class FolderUsage {
	readonly maxBytes: number;
	#files = new Map<string, Entry>();
	#bytes = 0;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
	}

	/** Bytes taken, those included that are reserved. */
	get bytes(): number {
		return this.#bytes;
	}

	get files(): number {
		return this.#files.size;
	}

	/** Takes the space for a file that will be written; false: there is not enough. */
	reserve(name: string, size: number): boolean {
		if (this.#bytes + size > this.maxBytes) return false;
		this.#files.set(name, { size });
		this.#bytes += size;
		return true;
	}

	/** The file is there now. */
	written(name: string): void {
		const entry = this.#files.get(name);
		if (entry !== undefined) entry.writtenAt = performance.now();
	}

	/** The file is gone, or was never written. */
	release(name: string): void {
		this.#bytes -= this.#files.get(name)?.size ?? 0;
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
		for (const [name, size] of found) files.set(name, { size, writtenAt: since });
		for (const [name, entry] of this.#files) {
			const { writtenAt } = entry;
			if (writtenAt === undefined || (writtenAt >= since && !found.has(name))) {
				files.set(name, entry);
			}
		}
		this.#files = files;
		this.#bytes = 0;
		for (const { size } of files.values()) this.#bytes += size;
	}
}
