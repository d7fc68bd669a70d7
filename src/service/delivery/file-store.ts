import { constants } from "node:fs";
import { lstat, open, readdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ServiceError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { FolderUsage } from "./folder-usage.js";
import { newImageName, type StoredType, typeOfName } from "./image-name.js";
import type { ImageStore, StoredImage, StoreStats } from "./image-store.js";

/** Longest time between two sweeps. Milliseconds. */
const MAX_SWEEP_INTERVAL_MS = 60_000;
/** Shortest time between two sweeps of a full folder. Milliseconds. */
const FULL_SWEEP_INTERVAL_MS = 10_000;
/** Files that a sweep checks at the same time. */
const SWEEP_BATCH = 32;

const PARTIAL = ".part";
/**
 * Size of the file that a check writes: larger than what a file system can store in its own tables.
 */
const PROBE = Buffer.alloc(8_192);
/** Error codes for a missing file. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

export interface FileStoreOptions {
	/** Absolute path; the folder is created on demand, and private to the user. */
	readonly directory: string;
	/** How long an image can be fetched. */
	readonly ttlSeconds: number;
	/** Size of all images together; beyond it, new ones are refused. */
	readonly maxBytes: number;
}

/**
 * Temporary images as files of a folder. The age is that of the file, so images of an earlier run
 * expire in time too, and several services may share a folder.
 */
export class FileStore implements ImageStore {
	readonly #directory: string;
	readonly #ttlMs: number;
	readonly #usage: FolderUsage;
	readonly #sweeper: NodeJS.Timeout;
	#sweeping: Promise<void> | undefined;
	#sweptAt = Number.NEGATIVE_INFINITY;

	constructor({ directory, ttlSeconds, maxBytes }: FileStoreOptions) {
		this.#directory = directory;
		this.#ttlMs = ttlSeconds * 1_000;
		this.#usage = new FolderUsage(maxBytes);
		const interval = Math.min(this.#ttlMs, MAX_SWEEP_INTERVAL_MS);
		this.#sweeper = setInterval(() => void this.sweep(), interval);
		this.#sweeper.unref();
	}

	async start(): Promise<void> {
		await this.#prepareFolder().catch(() => undefined);
		await this.sweep();
	}

	async put(
		bytes: Uint8Array,
		type: StoredType,
		name = newImageName(type),
		client?: string,
	): Promise<string> {
		const path = this.#path(name);
		const partial = `${path}${PARTIAL}`;
		await this.#reserve(name, bytes.byteLength, client);
		try {
			await this.#prepareFolder();
			await writeFile(partial, bytes, { mode: 0o600, flag: "wx" });
			await rename(partial, path);
			this.#usage.written(name);
			return name;
		} catch (error) {
			await rm(partial, { force: true }).catch(() => undefined);
			this.#usage.release(name);
			throw unavailable(error);
		}
	}

	async get(name: string): Promise<StoredImage | undefined> {
		const type = typeOfName(name);
		if (type === undefined) return undefined;
		const path = this.#path(name);
		const file = await lstat(path).catch(absentOrThrow);
		// A power failure may leave an empty file.
		if (!file?.isFile() || file.size === 0 || this.#isOver(file.mtimeMs)) return undefined;
		// The clock may have been set back.
		const remainingMs = Math.min(this.#ttlMs, file.mtimeMs + this.#ttlMs - Date.now());
		return {
			type,
			size: file.size,
			remainingSeconds: Math.max(0, Math.floor(remainingMs / 1_000)),
			file: { directory: this.#directory, name },
			read: (start, end) => readFile(path, start, end),
		};
	}

	async delete(names: readonly string[]): Promise<void> {
		await Promise.all(
			names
				.filter((name) => typeOfName(name) !== undefined)
				.map((name) =>
					rm(this.#path(name), { force: true }).then(
						() => this.#usage.release(name),
						() => undefined,
					),
				),
		);
	}

	/**
	 * Checks that the folder exists, belongs to this user, and accepts bytes; a full disk does not.
	 */
	async check(): Promise<void> {
		await this.#prepareFolder();
		const probe = `${this.#path(newImageName("image/png"))}${PARTIAL}`;
		try {
			await writeFile(probe, PROBE, { mode: 0o600, flag: "wx" });
		} finally {
			await rm(probe, { force: true });
		}
	}

	stats(): StoreStats {
		const { bytes, files, maxBytes } = this.#usage;
		return { store: "file", images: files, bytes, maxBytes };
	}

	close(): void {
		clearInterval(this.#sweeper);
	}

	/**
	 * Deletes expired files and incomplete ones that a crash left, and measures the rest; other
	 * files are not touched.
	 */
	async sweep(): Promise<void> {
		this.#sweeping ??= this.#sweep().finally(() => {
			this.#sweeping = undefined;
		});
		await this.#sweeping;
	}

	async #sweep(): Promise<void> {
		const since = performance.now();
		const names = (await readdir(this.#directory).catch(() => [])).filter((name) => {
			const whole = name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name;
			return typeOfName(whole) !== undefined && !this.#usage.isWriting(whole);
		});
		const found = new Map<string, number>();
		for (let i = 0; i < names.length; i += SWEEP_BATCH) {
			await Promise.all(
				names.slice(i, i + SWEEP_BATCH).map(async (name) => {
					const size = await this.#sizeUnlessOver(name);
					if (size !== undefined) found.set(name, size);
				}),
			);
		}
		this.#usage.measured(found, since);
		this.#sweptAt = performance.now();
	}

	/** The size of a file; undefined if it is gone, or was expired and could be deleted. */
	async #sizeUnlessOver(name: string): Promise<number | undefined> {
		const path = this.#path(name);
		const file = await lstat(path).catch(() => undefined);
		if (file === undefined || !this.#isOver(file.mtimeMs)) return file?.size;
		return unlink(path).then(
			() => undefined,
			() => file.size,
		);
	}

	/** Reserves the space for an image; the folder has been measured before. */
	async #reserve(name: string, size: number, client?: string): Promise<void> {
		if (!Number.isFinite(this.#sweptAt)) await this.sweep();
		if (this.#usage.reserve(name, size, client)) return;
		if (performance.now() - this.#sweptAt >= FULL_SWEEP_INTERVAL_MS) await this.sweep();
		if (this.#usage.reserve(name, size, client)) return;
		throw new ServiceError("storage_unavailable", {
			message: "The store of temporary images is full; try again later.",
			retryAfter: FULL_SWEEP_INTERVAL_MS / 1_000,
		});
	}

	async #prepareFolder(): Promise<void> {
		await makeFolder(this.#directory, 0o700);
		const folder = await lstat(this.#directory);
		if (!folder.isDirectory() || folder.uid !== process.getuid?.()) {
			throw new Error("the folder of temporary images belongs to another user");
		}
	}

	#path(name: string): string {
		return join(this.#directory, name);
	}

	/** If the clock was set back, a time in the future counts by its distance. */
	#isOver(mtimeMs: number): boolean {
		return Math.abs(Date.now() - mtimeMs) >= this.#ttlMs;
	}
}

/** Opened before the answer begins; a file that is swept meanwhile can still be read to its end. */
async function readFile(path: string, start: number, end: number): Promise<Readable> {
	const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(absentOrThrow);
	if (file === undefined) throw new ServiceError("not_found");
	return file.createReadStream({ start, end });
}

function absentOrThrow(error: NodeJS.ErrnoException): undefined {
	if (!ABSENT.has(error.code ?? "")) throw unavailable(error);
	return undefined;
}

const unavailable = (cause: unknown): ServiceError =>
	new ServiceError("storage_unavailable", { retryAfter: RETRY_AFTER_SECONDS.outage, cause });
