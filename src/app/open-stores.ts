import type { Outages } from "../base/outages.js";
import { FileStore } from "../service/delivery/file-store.js";
import type { ImageStore } from "../service/delivery/image-store.js";
import { quotaStore } from "../service/delivery/quota-store.js";
import { LINK_KEY_PREFIX, RedisStore } from "../service/delivery/redis-store.js";
import { S3Store } from "../service/delivery/s3-store.js";
import type { SharedResponses } from "../service/links/link-pictures.js";
import { RedisConnection } from "../service/redis/connection.js";
import { type Locks, RedisLocks } from "../service/redis/locks.js";
import { S3Client, type S3Options } from "../service/s3/client.js";
import type { Config } from "./config/config.js";

const BYTES_PER_MB = 1_048_576;

/** Time limit for Redis to read or write the bytes of an image. Milliseconds. */
const IMAGE_COMMAND_MS = 2_000;

/** How long the object store keeps the picture of a link, so that it need not be rendered again. */
const S3_LINK_SECONDS = 2_592_000;

/** The stores that the configuration selects. */
export interface Stores {
	readonly temporaryImages: ImageStore;
	/** The pictures of links, for all replicas; undefined: each replica keeps its own in memory. */
	readonly linkResponses?: SharedResponses;
	/** Lets replicas agree on which one renders; undefined without Redis. */
	readonly locks?: Locks | undefined;
	/** Connections that the store of temporary images does not start and close itself. */
	start?(): Promise<void>;
	close?(): void;
}

/** Creates the stores: in an object store, otherwise in Redis, otherwise in files. */
export function openStores(config: Config, outages: Pick<Outages, "note">): Stores {
	const { redisUrl, renderDir: directory, renderTtlSeconds: ttlSeconds, renderDirMaxMb } = config;
	const redis =
		redisUrl === undefined
			? undefined
			: new RedisConnection(redisUrl, IMAGE_COMMAND_MS, (event) =>
					outages.note("redis", "images", event),
				);
	const locks = redis ? new RedisLocks(redis) : undefined;
	if (config.s3Url !== undefined) {
		const s3 = new S3Client(s3Options(config, config.s3Url), (event) =>
			outages.note("s3", "images", event),
		);
		const redirect = config.s3Delivery === "redirect";
		return {
			temporaryImages: quotaStore(
				new S3Store(s3, { folder: "images/", ttlSeconds, redirect, images: true }),
				config.s3MaxMb * BYTES_PER_MB,
				ttlSeconds,
			),
			linkResponses: {
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
			linkResponses: { store: new RedisStore(redis, ttlSeconds, LINK_KEY_PREFIX), ttlSeconds },
			locks,
		};
	}
	return { temporaryImages: new FileStore({ directory, ttlSeconds, maxBytes }) };
}

/** The client for the bucket of S3_URL. */
export const s3Options = (config: Config, url: string): S3Options => ({
	url,
	region: config.awsRegion,
	accessKeyId: config.awsAccessKeyId ?? "",
	secretAccessKey: config.awsSecretAccessKey ?? "",
	sessionToken: config.awsSessionToken,
});
