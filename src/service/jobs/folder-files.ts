import { randomBytes } from "node:crypto";
import {
	lstat,
	open,
	opendir,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { ServiceError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { typeOfName } from "../delivery/image-name.js";
import type { StoredImage } from "../delivery/image-store.js";
import { KEYS } from "./job.js";
import type { JobFiles, JobFolder } from "./job-files.js";

/** Interval at which expired folders are deleted and all others are measured. Milliseconds. */
const SWEEP_INTERVAL_MS = 60_000;
/**
 * Age at which a folder without a job is deleted: its rows never arrived completely. Milliseconds.
 */
const UNFINISHED_MS = 3_600_000;
/** Age at which an unfinished job without progress is deleted. Milliseconds. */
const FORGOTTEN_MS = 2_592_000_000;
/** Files deleted at a time. */
const DELETES = 32;
const PICTURES = KEYS.file("");
/** What a check writes: larger than what a file system can store in its own tables. */
const PROBE = Buffer.alloc(8_192);
const FOLDER = /^[A-Za-z0-9_-]{22}$/;

export interface FolderFilesOptions {
	/** Absolute path; created when needed, private to the user. */
	readonly directory: string;
	/** How long results are kept after the end of their job. Milliseconds. */
	readonly ttlMs: number;
	/** Limit for all jobs together. Bytes. */
	readonly maxBytes: number;
}

/** Stores each job as a folder. Processes of one machine may share the directory. */
export class FolderFiles implements JobFiles {
	readonly #options: FolderFilesOptions;
	readonly #sweeper: NodeJS.Timeout;
	/** Size of all jobs: the last measurement, plus what was written since. Bytes. */
	#bytes = 0;
	#sweeping: Promise<void> | undefined;

	constructor(options: FolderFilesOptions) {
		this.#options = options;
		this.#sweeper = setInterval(() => void this.sweep(), SWEEP_INTERVAL_MS).unref();
	}

	async start(): Promise<void> {
		await this.sweep();
	}

	async put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
		const path = this.#path(folder, name);
		// Names are hashes of the bytes, so an existing picture is the same.
		const known = name.startsWith(PICTURES) && (await lstat(path).catch(() => undefined));
		if (known && known.size === bytes.length) return;
		if (this.#bytes + bytes.length > this.#options.maxBytes) throw full();
		const partial = `${path}.${randomBytes(6).toString("hex")}.part`;
		try {
			await this.#write(partial, bytes);
			await rename(partial, path);
			this.#bytes += bytes.length;
		} catch (cause) {
			await rm(partial, { force: true }).catch(() => undefined);
			throw unavailable(cause);
		}
	}

	async get(folder: string, name: string): Promise<Buffer | undefined> {
		return readFile(this.#path(folder, name)).catch(absentOrThrow);
	}

	async image(folder: string, file: string): Promise<StoredImage | undefined> {
		const type = typeOfName(file);
		if (type === undefined) return undefined;
		const path = this.#path(folder, KEYS.file(file));
		const facts = await lstat(path).catch(absentOrThrow);
		if (!facts?.isFile() || facts.size === 0) return undefined;
		return {
			type,
			size: facts.size,
			remainingSeconds: 0,
			file: { directory: dirname(path), name: file },
			read: async (start, end) => {
				const handle = await open(path).catch(absentOrThrow);
				if (handle === undefined) throw new ServiceError("not_found");
				return handle.createReadStream({ start, end });
			},
		};
	}

	async remove(folder: string): Promise<void> {
		const path = join(this.#options.directory, folder);
		// A cancelled chunk may still be storing its last picture.
		const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
		await emptied(path)
			.then(() => rm(path, options))
			.catch((cause: unknown) => {
				throw unavailable(cause);
			});
	}

	async *folders(): AsyncGenerator<JobFolder> {
		const { directory } = this.#options;
		for (const folder of (await readdir(directory).catch(absentOrThrow)) ?? [])
			if (FOLDER.test(folder)) yield { folder, bytes: await sizeOf(join(directory, folder)) };
	}

	async check(): Promise<void> {
		const { directory } = this.#options;
		try {
			await makeFolder(directory, 0o700);
			const probe = join(directory, `.check-${randomBytes(6).toString("hex")}`);
			try {
				await writeFile(probe, PROBE, { mode: 0o600, flag: "wx" });
			} finally {
				await rm(probe, { force: true });
			}
		} catch (cause) {
			throw unavailable(cause);
		}
	}

	close(): void {
		clearInterval(this.#sweeper);
	}

	/** Deletes expired jobs, and measures the others. */
	async sweep(): Promise<void> {
		this.#sweeping ??= this.#sweep().finally(() => {
			this.#sweeping = undefined;
		});
		await this.#sweeping;
	}

	async #sweep(): Promise<void> {
		const { directory } = this.#options;
		let bytes = 0;
		const now = await this.#now();
		for (const folder of await readdir(directory).catch(() => [])) {
			if (!FOLDER.test(folder)) continue;
			if (now !== undefined && (await this.#isOver(join(directory, folder), now)))
				await this.remove(folder).catch(() => undefined);
			else bytes += await sizeOf(join(directory, folder));
		}
		this.#bytes = bytes;
	}

	/**
	 * The current time by the clock of the file system: that of a file server may differ from the
	 * clock of this machine.
	 * @returns undefined if nothing can be written. Milliseconds since 1970
	 */
	async #now(): Promise<number | undefined> {
		const probe = join(this.#options.directory, `.clock-${randomBytes(6).toString("hex")}`);
		try {
			await writeFile(probe, "", { mode: 0o600, flag: "wx" });
			return (await stat(probe)).mtimeMs;
		} catch {
			return undefined;
		} finally {
			await rm(probe, { force: true }).catch(() => undefined);
		}
	}

	/** If the clock was set back, future times count by their distance from now. */
	async #isOver(path: string, now: number): Promise<boolean> {
		const ageOf = async (name: string) => {
			const facts = await stat(join(path, name)).catch(() => undefined);
			return facts && Math.abs(now - facts.mtimeMs);
		};
		const ended = await ageOf(KEYS.end);
		if (ended !== undefined) return ended >= this.#options.ttlMs;
		const isJob = (await ageOf(KEYS.spec)) !== undefined;
		return ((await ageOf(".")) ?? 0) >= (isJob ? FORGOTTEN_MS : UNFINISHED_MS);
	}

	async #write(partial: string, bytes: Uint8Array): Promise<void> {
		const write = () => writeFile(partial, bytes, { mode: 0o600, flag: "wx" });
		await write().catch(async (error: NodeJS.ErrnoException) => {
			if (error.code !== "ENOENT") throw error;
			await makeFolder(dirname(partial), 0o700);
			await write();
		});
	}

	#path(folder: string, name: string): string {
		return join(this.#options.directory, folder, name);
	}
}

/** Bytes of the files in a folder and its subfolders. */
async function sizeOf(path: string): Promise<number> {
	let bytes = 0;
	for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
		const inside = join(path, entry.name);
		if (entry.isDirectory()) bytes += await sizeOf(inside);
		else bytes += (await lstat(inside).catch(() => undefined))?.size ?? 0;
	}
	return bytes;
}

/**
 * Deletes the files of a folder, a few at a time: `rm` deletes all at once, which blocks the event
 * loop for tens of milliseconds if there are ten thousand.
 */
async function emptied(path: string): Promise<void> {
	const folder = await opendir(path).catch(absentOrThrow);
	if (folder === undefined) return;
	let deleting: Promise<void>[] = [];
	for await (const entry of folder) {
		const inside = join(path, entry.name);
		deleting.push(entry.isDirectory() ? emptied(inside) : rm(inside, { force: true }));
		if (deleting.length < DELETES) continue;
		await Promise.all(deleting);
		deleting = [];
	}
	await Promise.all(deleting);
}

function absentOrThrow(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw unavailable(error);
	return undefined;
}

const full = (): ServiceError =>
	new ServiceError("storage_unavailable", {
		message: "The store of job results is full.",
		retryAfter: RETRY_AFTER_SECONDS.outage,
	});

const unavailable = (cause: unknown): ServiceError =>
	new ServiceError("storage_unavailable", {
		message: "The store of job results is not available.",
		retryAfter: RETRY_AFTER_SECONDS.outage,
		cause,
	});
