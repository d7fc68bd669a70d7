import { Readable } from "node:stream";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { Slots } from "../../base/slots.js";
import { type RedisConnection, RedisError } from "../redis/connection.js";
import { newImageName, type StoredType, typeOfName } from "./image-name.js";
import type { ImageStore, StoredImage, StoreStats } from "./image-store.js";
import { beginsAs, MAX_STORED_BYTES } from "./stored-bytes.js";

/** Key prefixes of temporary images, and of pictures of links. */
const IMAGE_PREFIX = "post-image-render-service:image:";
export const LINK_KEY_PREFIX = "post-image-render-service:link:";
/** Bytes that are read at a time, so that a slow client keeps no more than that in memory. */
const PIECE_BYTES = 131_072;
/**
 * How much longer the server keeps an image than clients can request it, so that reads can finish.
 */
const READ_GRACE_MS = 30_000;
/** Images that are written at the same time, so that a large one does not delay all others. */
const WRITES = 4;
/** Longest wait for one of those places. Milliseconds. */
const WRITE_WAIT_MS = 5_000;

/**
 * Temporary images in Redis, for all replicas. Each is one key with an expiry, written by one
 * command.
 */
export class RedisStore implements ImageStore {
	readonly #redis: RedisConnection;
	readonly #ttlMs: number;
	readonly #prefix: string;
	readonly #writes = new Slots(WRITES);

	/** @param redis is closed with the store */
	constructor(redis: RedisConnection, ttlSeconds: number, prefix = IMAGE_PREFIX) {
		this.#redis = redis;
		this.#ttlMs = ttlSeconds * 1_000;
		this.#prefix = prefix;
	}

	start(): Promise<void> {
		return this.#redis.start();
	}

	async put(bytes: Uint8Array, type: StoredType, name = newImageName(type)): Promise<string> {
		const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const expiry = this.#ttlMs + READ_GRACE_MS;
		const write = () =>
			this.#redis.run((client) => client.set(this.#prefix + name, value, "PX", expiry));
		const set = await this.#writes
			.run(name, AbortSignal.timeout(WRITE_WAIT_MS), write)
			.catch(unavailable);
		if (set !== "OK") unavailable(new RedisError("an invalid reply"));
		return name;
	}

	async get(name: string): Promise<StoredImage | undefined> {
		const type = typeOfName(name);
		if (type === undefined) return undefined;
		const key = this.#prefix + name;
		const [size, expiry] = await this.#redis
			.run((client) => Promise.all([client.strlen(key), client.pttl(key)]))
			.catch(unavailable);
		if (!Number.isSafeInteger(size) || !Number.isSafeInteger(expiry))
			unavailable(new RedisError("an invalid reply"));
		const remainingMs = expiry - READ_GRACE_MS;
		// An object without expiry, or with an impossible size, was not stored by this service.
		if (remainingMs <= 0 || size <= 0 || size > MAX_STORED_BYTES) return undefined;
		return {
			type,
			size,
			// Its clock may have been set back.
			remainingSeconds: Math.floor(Math.min(this.#ttlMs, remainingMs) / 1_000),
			read: async (start, end) => {
				const first = await this.#piece(key, start, end).catch(unavailable);
				if (first === undefined) throw new ServiceError("not_found");
				if (start === 0 && this.#prefix === IMAGE_PREFIX && !beginsAs(type, first))
					unavailable(new RedisError("a value that is not the image"));
				return Readable.from(this.#pieces(key, first, start + first.length, end), {
					objectMode: false,
				});
			},
		};
	}

	async delete(names: readonly string[]): Promise<void> {
		const keys = names
			.filter((name) => typeOfName(name) !== undefined)
			.map((name) => this.#prefix + name);
		if (keys.length === 0) return;
		await this.#redis.run((client) => client.unlink(keys)).catch(() => undefined);
	}

	async check(): Promise<void> {
		await this.#redis.check();
	}

	stats(): StoreStats {
		return { store: "redis" };
	}

	close(): void {
		this.#redis.close();
	}

	async *#pieces(key: string, first: Buffer, next: number, end: number): AsyncGenerator<Buffer> {
		yield first;
		for (let start = next; start <= end; ) {
			const piece = await this.#piece(key, start, end);
			// The length was announced, so an answer that breaks off is recognised as incomplete.
			if (piece === undefined) throw new RedisError("the image ended while it was read");
			yield piece;
			start += piece.length;
		}
	}

	/**
	 * The bytes from `start` to `end`, or up to the length of a chunk; undefined if they are not all
	 * there.
	 */
	async #piece(key: string, start: number, end: number): Promise<Buffer | undefined> {
		const last = Math.min(end, start + PIECE_BYTES - 1);
		const piece = await this.#redis.run((client) => client.getrangeBuffer(key, start, last));
		// A copy, because the client library returns a part of a buffer that is many times larger.
		return Buffer.isBuffer(piece) && piece.length === last - start + 1
			? Buffer.from(piece)
			: undefined;
	}
}

function unavailable(cause: unknown): never {
	throw new ServiceError("storage_unavailable", { retryAfter: RETRY_AFTER_SECONDS.outage, cause });
}
