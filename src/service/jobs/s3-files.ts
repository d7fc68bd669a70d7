import type { Readable } from "node:stream";
import { ServiceError } from "../../errors/errors.js";
import { RETRY_AFTER_SECONDS } from "../../errors/retry-after.js";
import { typeOfName } from "../delivery/image-name.js";
import type { StoredImage } from "../delivery/image-store.js";
import type { S3Client } from "../s3/client.js";
import { KEYS } from "./job.js";
import { bytesOf, type JobFiles, MAX_OBJECT_BYTES } from "./job-files.js";

/** What all keys begin with, behind the prefix of the URL. */
const PREFIX = "jobs/";
/** Objects that are deleted at a time. */
const DELETES = 8;

export interface S3FilesOptions {
	/** Clients are sent to the object store for pictures. */
	readonly redirect: boolean;
	/** How long the URL of a redirect works. Seconds. */
	readonly urlSeconds: number;
}

/** Jobs in a bucket, for all replicas; a lifecycle rule of the bucket deletes what is left. */
export class S3Files implements JobFiles {
	readonly #s3: S3Client;
	readonly #options: S3FilesOptions;

	/** @param s3 is closed with the store */
	constructor(s3: S3Client, options: S3FilesOptions) {
		this.#s3 = s3;
		this.#options = options;
	}

	async start(): Promise<void> {
		// The store of temporary images looks at the same bucket, and logs what is wrong with it.
	}

	async put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
		const type = typeOfName(name.replace(/^files\//, "")) ?? "application/octet-stream";
		await this.#s3.put(keyOf(folder, name), bytes, { "content-type": type }).catch(unavailable);
	}

	async get(folder: string, name: string): Promise<Buffer | undefined> {
		const key = keyOf(folder, name);
		const facts = await this.#s3.head(key).catch(unavailable);
		if (facts === undefined) return undefined;
		if (facts.size === 0) return Buffer.alloc(0);
		if (facts.size > MAX_OBJECT_BYTES) unavailable(new Error("larger than all that is stored"));
		const body: Readable | undefined = await this.#s3
			.get(key, 0, facts.size - 1)
			.catch(unavailable);
		return body && bytesOf(body).catch(unavailable);
	}

	async image(folder: string, file: string): Promise<StoredImage | undefined> {
		const type = typeOfName(file);
		if (type === undefined) return undefined;
		const key = keyOf(folder, KEYS.file(file));
		const facts = await this.#s3.head(key).catch(unavailable);
		if (facts === undefined || facts.size === 0) return undefined;
		const { redirect, urlSeconds } = this.#options;
		return {
			type,
			size: facts.size,
			remainingSeconds: urlSeconds,
			...(redirect && { location: () => this.#s3.presigned(key, urlSeconds) }),
			read: async (start, end) => {
				const body: Readable | undefined = await this.#s3.get(key, start, end).catch(unavailable);
				if (body === undefined) throw new ServiceError("not_found");
				return body;
			},
		};
	}

	async remove(folder: string, names: () => AsyncIterable<string>): Promise<void> {
		let deleting: Promise<void>[] = [];
		for await (const name of names()) {
			deleting.push(this.#s3.delete(keyOf(folder, name)).catch(() => undefined));
			if (deleting.length < DELETES) continue;
			await Promise.all(deleting);
			deleting = [];
		}
		await Promise.all(deleting);
	}

	close(): void {
		this.#s3.close();
	}
}

const keyOf = (folder: string, name: string): string => `${PREFIX}${folder}/${name}`;

function unavailable(cause: unknown): never {
	throw new ServiceError("storage_unavailable", {
		message: "The results of jobs cannot be stored or read now.",
		retryAfter: RETRY_AFTER_SECONDS.outage,
		cause,
	});
}
