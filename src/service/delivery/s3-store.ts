import type { Readable } from "node:stream";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { Slots } from "../../base/slots.js";
import type { ObjectFacts, S3Client } from "../s3/client.js";
import { newImageName, type StoredType, typeOfName } from "./image-name.js";
import type { ImageStore, StoredImage, StoreStats } from "./image-store.js";
import { beginningAs, MAX_STORED_BYTES } from "./stored-bytes.js";

/** Images that are written at the same time; the bytes of those that wait are in memory. */
const WRITES = 16;
/** Longest wait for one of those places. Milliseconds. */
const WRITE_WAIT_MS = 5_000;
/** How much longer the URL of a redirect works than the image can be requested. Seconds. */
const READ_GRACE_SECONDS = 30;

export interface S3StoreOptions {
	/** Key prefix after that of the URL: "images/". */
	readonly folder: string;
	/** How long an image can be requested; the lifecycle rule of the bucket deletes it later. */
	readonly ttlSeconds: number;
	/** Clients are redirected to the object store for the bytes. */
	readonly redirect: boolean;
	/**
	 * Objects are plain images: one that does not begin with the signature of its type is not sent.
	 */
	readonly images: boolean;
}

/**
 * Images in a bucket, for all replicas. An object is written once and never changed; its age is
 * what the bucket reports.
 */
export class S3Store implements ImageStore {
	readonly #s3: S3Client;
	readonly #options: S3StoreOptions;
	readonly #writes = new Slots(WRITES);

	/** @param s3 is closed with the store */
	constructor(s3: S3Client, options: S3StoreOptions) {
		this.#s3 = s3;
		this.#options = options;
	}

	async start(): Promise<void> {
		// A missing bucket is logged, and the service still starts.
		void this.#s3.check().catch(() => undefined);
	}

	async put(bytes: Uint8Array, type: StoredType, name = newImageName(type)): Promise<string> {
		const headers = {
			"content-type": type,
			"cache-control": `public, max-age=${this.#options.ttlSeconds}, immutable`,
		};
		const write = () => this.#s3.put(this.#key(name), bytes, headers);
		await this.#writes.run(name, AbortSignal.timeout(WRITE_WAIT_MS), write).catch(unavailable);
		return name;
	}

	async get(name: string): Promise<StoredImage | undefined> {
		const type = typeOfName(name);
		if (type === undefined) return undefined;
		const key = this.#key(name);
		const facts: ObjectFacts | undefined = await this.#s3.head(key).catch(unavailable);
		const { ttlSeconds, redirect } = this.#options;
		const remainingMs = ttlSeconds * 1_000 - (facts?.ageMs ?? 0);
		if (facts === undefined || facts.size === 0 || remainingMs <= 0) return undefined;
		if (facts.size > MAX_STORED_BYTES) unavailable(new Error("larger than all that is stored"));
		const remainingSeconds = Math.floor(remainingMs / 1_000);
		return {
			type,
			size: facts.size,
			remainingSeconds,
			...(redirect && {
				location: () => this.#s3.presigned(key, remainingSeconds + READ_GRACE_SECONDS),
			}),
			read: async (start, end) => {
				const body: Readable | undefined = await this.#s3.get(key, start, end).catch(unavailable);
				if (body === undefined) throw new ServiceError("not_found");
				if (!this.#options.images || start > 0) return body;
				return beginningAs(type, body).catch(unavailable);
			},
		};
	}

	async delete(names: readonly string[]): Promise<void> {
		const known = names.filter((name) => typeOfName(name) !== undefined);
		await Promise.allSettled(known.map((name) => this.#s3.delete(this.#key(name))));
	}

	async check(): Promise<void> {
		await this.#s3.checkWrite(this.#key(CHECK_NAME));
	}

	stats(): StoreStats {
		return { store: "s3" };
	}

	close(): void {
		this.#s3.close();
	}

	#key(name: string): string {
		return `${this.#options.folder}${name}`;
	}
}

/** Object that checks write. */
const CHECK_NAME = "check";

function unavailable(cause: unknown): never {
	throw new ServiceError("storage_unavailable", { retryAfter: RETRY_AFTER_SECONDS.outage, cause });
}
