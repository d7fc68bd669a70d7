import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { typeOfName } from "../delivery/image-name.js";
import type { StoredImage } from "../delivery/image-store.js";
import { type ObjectList, type S3Client, S3Error } from "../s3/client.js";
import { KEYS } from "./job.js";
import { type JobFiles, type JobFolder, MAX_OBJECT_BYTES } from "./job-files.js";

/** Prefix of all keys, after that of the URL. */
const PREFIX = "jobs/";
/** Object that checks write. */
const CHECK_NAME = "check";
/** Names of the objects of a job: see KEYS. */
const NAME = /^(?:[a-z]+\/)?[\w-]+\.[a-z]+$/;
/** Objects deleted at a time. */
const DELETES = 8;
/** Pauses between the attempts to read something. Milliseconds. */
const READ_WAITS_MS = [50, 200, 800];
/** Attempts to delete a folder: out of many requests, a store fails some. */
const DELETE_TRIES = 3;

export interface S3FilesOptions {
	/** Whether clients are redirected to the object store for pictures. */
	readonly redirect: boolean;
	/** How long the URL of a redirect is valid. Seconds. */
	readonly urlSeconds: number;
}

/** Jobs in a bucket, for all replicas. */
export class S3Files implements JobFiles {
	readonly #s3: S3Client;
	readonly #options: S3FilesOptions;

	/** @param s3 closed with the store */
	constructor(s3: S3Client, options: S3FilesOptions) {
		this.#s3 = s3;
		this.#options = options;
	}

	async start(): Promise<void> {
		// The store of temporary images checks the same bucket, and logs its problems.
	}

	async put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
		const type = typeOfName(name.replace(/^files\//, "")) ?? "application/octet-stream";
		await this.#s3.put(keyOf(folder, name), bytes, { "content-type": type }).catch(unavailable);
	}

	async get(folder: string, name: string): Promise<Buffer | undefined> {
		return repeated(() => this.#s3.getWhole(keyOf(folder, name), MAX_OBJECT_BYTES));
	}

	async image(folder: string, file: string, whole = false): Promise<StoredImage | undefined> {
		const type = typeOfName(file);
		if (type === undefined) return undefined;
		const key = keyOf(folder, KEYS.file(file));
		const { redirect, urlSeconds } = this.#options;
		const isOpened = whole && !redirect;
		const opened = isOpened ? await repeated(() => this.#s3.open(key)) : undefined;
		const facts = isOpened ? opened : await repeated(() => this.#s3.head(key));
		if (facts === undefined || facts.size === 0) {
			opened?.body.destroy();
			return undefined;
		}
		return {
			type,
			size: facts.size,
			remainingSeconds: urlSeconds,
			...(redirect && { location: () => this.#s3.presigned(key, urlSeconds) }),
			read: async (start, end) => {
				if (opened !== undefined) return opened.body;
				const body: Readable | undefined = await repeated(() => this.#s3.get(key, start, end));
				if (body === undefined) throw new ServiceError("not_found");
				return body;
			},
		};
	}

	async remove(folder: string): Promise<void> {
		const prefix = keyOf(folder, "");
		let failure: unknown;
		for (let tries = 0; tries < DELETE_TRIES; tries++) {
			failure = undefined;
			for await (const { objects } of this.#lists(prefix)) {
				// Other objects are not ours, and a path could lead out of the folder.
				const ours = objects.filter(({ key }) => NAME.test(key));
				const keys = ours.map(({ key }) => `${prefix}${key}`).values();
				const some = async () => {
					for (const key of keys)
						await this.#s3.delete(key).catch((error: unknown) => {
							failure = error;
						});
				};
				await Promise.all(Array.from({ length: DELETES }, some));
			}
			if (failure === undefined) return;
		}
		unavailable(failure);
	}

	async *folders(): AsyncGenerator<JobFolder> {
		for await (const { folders } of this.#lists(PREFIX, "/"))
			for (const folder of folders) {
				let bytes = 0;
				for await (const { objects } of this.#lists(keyOf(folder, "")))
					for (const { size } of objects) bytes += size;
				yield { folder, bytes };
			}
	}

	/** Everything below a prefix, one list at a time. */
	async *#lists(prefix: string, delimiter: "" | "/" = ""): AsyncGenerator<ObjectList> {
		for (let after: string | undefined = ""; after !== undefined; ) {
			const from = after;
			const list: ObjectList = await repeated(() => this.#s3.list(prefix, from, delimiter));
			yield list;
			after = list.next;
		}
	}

	async check(): Promise<void> {
		await this.#s3.checkWrite(`${PREFIX}${CHECK_NAME}`).catch(unavailable);
	}

	close(): void {
		this.#s3.close();
	}
}

const keyOf = (folder: string, name: string): string => `${PREFIX}${folder}/${name}`;

/**
 * A read that is repeated while it fails for a reason that may pass: a store fails now and then even
 * when it works, and what is in an archive cannot be taken back.
 */
async function repeated<Found>(read: () => Promise<Found>): Promise<Found> {
	for (const waitMs of READ_WAITS_MS) {
		try {
			return await read();
		} catch (error) {
			if (error instanceof S3Error && !error.isPassing) unavailable(error);
			await sleep(waitMs * (0.5 + Math.random()));
		}
	}
	return read().catch(unavailable);
}

function unavailable(cause: unknown): never {
	throw new ServiceError("storage_unavailable", {
		message: "The store of job results is not available.",
		retryAfter: RETRY_AFTER_SECONDS.outage,
		cause,
	});
}
