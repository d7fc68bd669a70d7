import type { Config } from "../../config/config.js";
import type { SharedAnswers } from "../links/link-pictures.js";
import { RedisConnection, type RedisEvent } from "../redis/connection.js";
import { type Locks, RedisLocks } from "../redis/locks.js";
import { S3Client, type S3Event, type S3Options } from "../s3/client.js";
import { FileStore } from "./file-store.js";
import type { ImageStore } from "./image-store.js";
import { quotaStore } from "./quota-store.js";
import { LINK_KEY_PREFIX, RedisStore } from "./redis-store.js";
import { S3Store } from "./s3-store.js";

const BYTES_PER_MB = 1_048_576;

/** Time for Redis to take or give the bytes of an image. Milliseconds. */
const IMAGE_COMMAND_MS = 2_000;

/** How long the object store keeps the picture of a link, which nobody has to draw anew meanwhile. */
const S3_LINK_SECONDS = 2_592_000;

/** Where images are kept, as the configuration has it. */
export interface Stores {
	readonly temporaryImages: ImageStore;
	/** The pictures of links, for all replicas; undefined: each keeps its own in memory. */
	readonly linkAnswers?: SharedAnswers;
	/** By which replicas agree who draws; undefined: there is no Redis. */
	readonly locks?: Locks | undefined;
	/** What the store of temporary images does not start and close with itself. */
	start?(): Promise<void>;
	close?(): void;
}

/** Who is told of what happens to servers. */
export interface StoreLog {
	readonly onRedis: (event: RedisEvent) => void;
	readonly onS3: (event: S3Event) => void;
}

/** Makes the stores: in an object store, else in Redis, else in files. */
export function openStores(config: Config, { onRedis, onS3 }: StoreLog): Stores {
	const { redisUrl, renderDir: directory, renderTtlSeconds: ttlSeconds, renderDirMaxMb } = config;
	const redis =
		redisUrl === undefined ? undefined : new RedisConnection(redisUrl, IMAGE_COMMAND_MS, onRedis);
	const locks = redis ? new RedisLocks(redis) : undefined;
	if (config.s3Url !== undefined) {
		const s3 = new S3Client(s3Options(config, config.s3Url), onS3);
		const redirect = config.s3Delivery === "redirect";
		return {
			temporaryImages: quotaStore(
				new S3Store(s3, { folder: "images/", ttlSeconds, redirect, images: true }),
				config.s3MaxMb * BYTES_PER_MB,
				ttlSeconds,
			),
			linkAnswers: {
				store: new S3Store(s3, {
					folder: "links/",
					ttlSeconds: S3_LINK_SECONDS,
					redirect: false,
					images: false,
				}),
				ttlSeconds: S3_LINK_SECONDS,
			},
			locks,
			start: async () => redis?.start(),
			close: () => redis?.close(),
		};
	}
	const maxBytes = renderDirMaxMb * BYTES_PER_MB;
	if (redis) {
		return {
			temporaryImages: quotaStore(new RedisStore(redis, ttlSeconds), maxBytes, ttlSeconds),
			linkAnswers: { store: new RedisStore(redis, ttlSeconds, LINK_KEY_PREFIX), ttlSeconds },
			locks,
		};
	}
	return { temporaryImages: new FileStore({ directory, ttlSeconds, maxBytes }) };
}

/** How the bucket of S3_URL is asked. */
export const s3Options = (config: Config, url: string): S3Options => ({
	url,
	region: config.awsRegion,
	accessKeyId: config.awsAccessKeyId ?? "",
	secretAccessKey: config.awsSecretAccessKey ?? "",
	sessionToken: config.awsSessionToken,
});
