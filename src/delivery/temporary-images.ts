import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "../errors.js";

export type TemporaryType = "image/png" | "image/svg+xml";

const NAME = /^[A-Za-z0-9_-]{22}\.(?:png|svg)$/;
const PARTIAL = /^[A-Za-z0-9_-]{22}\.(?:png|svg)\.part$/;

/** Longest time between two sweeps. Milliseconds. */
const MAX_SWEEP_INTERVAL_MS = 60_000;

/** What a stored image needs to be served. */
export interface TemporaryImage {
	readonly name: string;
	readonly mimeType: TemporaryType;
	/** Whole seconds until it ends, at least 0. */
	readonly remainingSeconds: number;
}

/**
 * Images on disk that end after a while. The name is the only key: 128 random
 * bits. The age is the file's own, so images of an earlier run end in time as
 * well, and several services may share a folder.
 */
export class TemporaryImages {
	readonly directory: string;
	readonly #ttlMs: number;
	readonly #sweeper: NodeJS.Timeout;

	/**
	 * @param directory absolute path; made when it is needed, and private to the user
	 * @param ttlSeconds how long an image can be fetched
	 */
	constructor(directory: string, ttlSeconds: number) {
		this.directory = directory;
		this.#ttlMs = ttlSeconds * 1_000;
		const interval = Math.min(this.#ttlMs, MAX_SWEEP_INTERVAL_MS);
		this.#sweeper = setInterval(() => void this.sweep(), interval);
		this.#sweeper.unref();
	}

	/**
	 * Stores an image, whole or not at all.
	 * @returns its file name
	 * @throws ServiceError storage_unavailable
	 */
	async store(bytes: Uint8Array, mimeType: TemporaryType): Promise<string> {
		const extension = mimeType === "image/png" ? "png" : "svg";
		const name = `${randomBytes(16).toString("base64url")}.${extension}`;
		const path = join(this.directory, name);
		try {
			await this.check();
			await writeFile(`${path}.part`, bytes, { mode: 0o600, flag: "wx" });
			await rename(`${path}.part`, path);
			return name;
		} catch (error) {
			await rm(`${path}.part`, { force: true }).catch(() => undefined);
			throw new ServiceError("storage_unavailable", { cause: error });
		}
	}

	/** The image of that name, unless there is none or its time is over. */
	async find(name: string): Promise<TemporaryImage | undefined> {
		const extension = NAME.test(name) ? name.slice(-3) : undefined;
		if (extension === undefined) return undefined;
		const file = await lstat(join(this.directory, name)).catch(() => undefined);
		if (!file?.isFile() || this.#isOver(file.mtimeMs)) return undefined;
		return {
			name,
			mimeType: extension === "png" ? "image/png" : "image/svg+xml",
			remainingSeconds: Math.max(0, Math.floor((file.mtimeMs + this.#ttlMs - Date.now()) / 1_000)),
		};
	}

	/** Removes images, best when an answer that names them will never be sent. */
	async remove(names: readonly string[]): Promise<void> {
		await Promise.all(
			names
				.filter((name) => NAME.test(name))
				.map((name) => rm(join(this.directory, name), { force: true }).catch(() => undefined)),
		);
	}

	/** Deletes what is over, and what a crash left half written; other files are left alone. */
	async sweep(): Promise<void> {
		const names = await readdir(this.directory).catch(() => []);
		for (const name of names) {
			if (!NAME.test(name) && !PARTIAL.test(name)) continue;
			const path = join(this.directory, name);
			const file = await stat(path).catch(() => undefined);
			if (file && this.#isOver(file.mtimeMs)) await unlink(path).catch(() => undefined);
		}
	}

	/**
	 * Makes sure that the folder is there, is a folder of this user and not a link.
	 * @throws Error when it is not, or cannot be made
	 */
	async check(): Promise<void> {
		await mkdir(this.directory, { recursive: true, mode: 0o700 });
		const folder = await lstat(this.directory);
		if (!folder.isDirectory() || folder.uid !== process.getuid?.()) {
			throw new Error("the folder of temporary images belongs to someone else");
		}
	}

	close(): void {
		clearInterval(this.#sweeper);
	}

	/** A time in the future, after the clock was set back, counts by its distance. */
	#isOver(mtimeMs: number): boolean {
		return Math.abs(Date.now() - mtimeMs) >= this.#ttlMs;
	}
}
