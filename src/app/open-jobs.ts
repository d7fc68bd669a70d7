import { join } from "node:path";
import type { Outages } from "../base/outages.js";
import { VERSION } from "../base/version.js";
import { EmbeddedQueue } from "../service/jobs/embedded-queue.js";
import { FolderFiles } from "../service/jobs/folder-files.js";
import type { JobFiles } from "../service/jobs/job-files.js";
import { type JobParts, Jobs } from "../service/jobs/jobs.js";
import { MemoryJobStates } from "../service/jobs/memory-job-states.js";
import type { JobQueue } from "../service/jobs/queue.js";
import { RedisJobStates } from "../service/jobs/redis-job-states.js";
import { RedisQueue } from "../service/jobs/redis-queue.js";
import { S3Files } from "../service/jobs/s3-files.js";
import { createGuardedPost } from "../service/pictures/fetch/guarded-post.js";
import { RedisConnection } from "../service/redis/connection.js";
import { S3Client } from "../service/s3/client.js";
import { type Config, hasJobs } from "./config/config.js";
import { s3Options } from "./open-stores.js";

const BYTES_PER_MB = 1_048_576;
/** Time limit for a Redis command. Milliseconds. */
const COMMAND_MS = 2_000;
/**
 * Chunks that a replica renders at a time: the next one can start while the last rows of the other
 * finish.
 */
const SLOTS = 2;
/** How long the URL of a redirect to the object store is valid. Seconds. */
const URL_SECONDS = 900;

/** Folder in RENDER_DIR, and the folder in it with the names of unfinished jobs. */
const JOBS_FOLDER = "jobs";
const OPEN_FOLDER = "open";

/**
 * Opens jobs as configured: queued in Redis or in this process, stored in a bucket or in a folder.
 * @returns undefined if jobs are disabled
 */
export function openJobs(
	config: Config,
	outages: Pick<Outages, "note">,
	parts: Pick<JobParts, "services" | "log" | "onRows" | "onWebhook">,
): Jobs | undefined {
	if (!hasJobs(config)) return undefined;
	const folder = config.jobDir ?? join(config.renderDir, JOBS_FOLDER);
	const ttlMs = config.jobTtlSeconds * 1_000;
	const clientBytes = config.jobClientMaxMb * BYTES_PER_MB;
	const inBucket = config.s3Url !== undefined;
	const limits = {
		rowsInFlight: config.jobRowsInFlight,
		openJobs: config.jobMaxOpen,
		ttlMs,
		clientBytes,
		storeBytes: (inBucket ? config.jobS3MaxMb : config.jobDirMaxMb) * BYTES_PER_MB,
	};
	const slots = config.role === "api" ? 0 : SLOTS;
	const files: JobFiles =
		config.s3Url === undefined
			? new FolderFiles({
					directory: folder,
					ttlMs,
					maxBytes: config.jobDirMaxMb * BYTES_PER_MB,
				})
			: new S3Files(
					new S3Client(s3Options(config, config.s3Url), (event) =>
						outages.note("s3", "jobs", event),
					),
					{
						redirect: config.s3Delivery === "redirect",
						urlSeconds: URL_SECONDS,
					},
				);
	let queue: JobQueue;
	if (config.redisUrl === undefined) {
		const directory = join(folder, OPEN_FOLDER);
		queue = new EmbeddedQueue(new MemoryJobStates(limits), { directory, slots });
	} else {
		const redis = new RedisConnection(config.redisUrl, COMMAND_MS, (event) =>
			outages.note("redis", "jobs", event),
		);
		const states = new RedisJobStates(redis, limits);
		queue = new RedisQueue(states, redis, { url: config.redisUrl, slots });
	}
	return new Jobs({
		...parts,
		files,
		queue,
		post: createGuardedPost({
			allowPrivateHosts: config.allowPrivateImageHosts,
			userAgent: `post-image-render-service/${VERSION}`,
		}),
		maxRows: config.jobMaxRows,
		maxBytes: config.jobMaxMb * BYTES_PER_MB,
		clientBytes,
		storeBytes: limits.storeBytes,
		ttlMs,
	});
}
