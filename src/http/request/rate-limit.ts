import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { RedisConnection, RedisError } from "../../service/redis/connection.js";
import { logRedis } from "../log/log.js";
import { clientOfRequest } from "./caller.js";

const MINUTE_MS = 60_000;
/**
 * Clients that this process counts; if there are more, the least recently seen one is forgotten.
 */
const MAX_CLIENTS = 10_000;

/** Time limit for Redis to count a request, which waits for it. Milliseconds. */
const COUNT_TIMEOUT_MS = 500;
/** Time after a failure during which Redis is not asked. Milliseconds. */
const AWAY_MS = 2_000;
const KEY_PREFIX = "post-image-render-service:rate:";

/**
 * Counts a request as this number of renders. Returns 0 if it is allowed, otherwise the whole
 * seconds until one is.
 */
type Counter = (request: FastifyRequest, renders: number) => Promise<number>;

/**
 * Counts work that the count of the request does not cover.
 * @param besides renders in addition to one that was counted; limited to a full minute of the
 * client, so that no document is always refused
 * @throws ServiceError rate_limited
 */
export type CountRequest = (request: FastifyRequest, besides?: number) => Promise<void>;

/**
 * Limits the requests per minute of each client, except on routes that are `open`. With Redis, all
 * replicas count together; while it is unavailable, each counts for itself.
 * @param max requests per minute; 0 for no limit
 * @returns for routes that only count in some cases
 */
export async function limitRate(
	app: FastifyInstance,
	{ max, redisUrl }: { readonly max: number; readonly redisUrl: string | undefined },
): Promise<CountRequest> {
	if (max === 0) return async () => undefined;
	const own = await ownCounter(app, max);
	const count = redisUrl === undefined ? own : await sharedCounter(app, max, redisUrl, own);
	const countOrRefuse: CountRequest = async (request, besides) => {
		const renders = besides === undefined ? 1 : Math.min(besides, max - 1);
		if (renders === 0) return;
		const retryAfter = await count(request, renders);
		if (retryAfter > 0) throw new ServiceError("rate_limited", { retryAfter });
	};
	app.addHook("onRequest", async (request) => {
		const { open, uncounted } = request.routeOptions.config;
		if (!open && !uncounted && request.method !== "OPTIONS") await countOrRefuse(request);
	});
	return countOrRefuse;
}

async function sharedCounter(
	app: FastifyInstance,
	max: number,
	redisUrl: string,
	own: Counter,
): Promise<Counter> {
	const redis = new RedisConnection(redisUrl, COUNT_TIMEOUT_MS, (event) =>
		logRedis(app.log, event, "rate limits"),
	);
	app.addHook("onClose", async () => redis.close());
	await redis.start();
	const shared = countIn(redis, max);
	let askAgainAt = Number.NEGATIVE_INFINITY;
	let alone = false;
	return async (request, renders) => {
		if (performance.now() < askAgainAt) return own(request, renders);
		try {
			const retryAfter = await shared(request, renders);
			alone = false;
			return retryAfter;
		} catch (error) {
			askAgainAt = performance.now() + AWAY_MS;
			const reason = error instanceof RedisError ? error.message : "unexpected";
			if (!alone)
				app.log.warn({ reason }, "this process counts requests by itself until Redis is available");
			alone = true;
			return own(request, renders);
		}
	};
}

/** Counts in this process. The plugin has its own scope. */
async function ownCounter(app: FastifyInstance, max: number): Promise<Counter> {
	const { default: rateLimit } = await import("@fastify/rate-limit");
	let count: ReturnType<FastifyInstance["createRateLimit"]> | undefined;
	await app.register(async (scope) => {
		await scope.register(rateLimit, {
			max,
			cache: MAX_CLIENTS,
			global: false,
			timeWindow: MINUTE_MS,
			keyGenerator: clientOfRequest,
		});
		count = scope.createRateLimit();
	});
	return async (request, renders) => {
		let retryAfter = 0;
		for (let i = 0; i < renders; i++) {
			const outcome = await count?.(request);
			if (outcome === undefined || outcome.isAllowed || !outcome.isExceeded) continue;
			retryAfter = Math.max(1, outcome.ttlInSeconds);
		}
		return retryAfter;
	};
}

/** The count of a client in this minute, and the milliseconds until the next one. */
const COUNT = `local count = redis.call("incrby", KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then redis.call("pexpire", KEYS[1], ARGV[1]) end
return { count, redis.call("pttl", KEYS[1]) }`;

/**
 * Counts in Redis, and validates the reply: the plugin's own store would throw where nothing can
 * catch it.
 * @throws RedisError
 */
const countIn =
	(redis: RedisConnection, max: number): Counter =>
	async (request, renders) => {
		const key = `${KEY_PREFIX}${clientOfRequest(request)}`;
		const answer = await redis.run((client) => client.eval(COUNT, 1, key, MINUTE_MS, renders));
		const [count, leftMs] = Array.isArray(answer) ? (answer as unknown[]) : [];
		if (!(Number.isSafeInteger(count) && Number.isSafeInteger(leftMs)))
			throw new RedisError("an invalid reply");
		if ((count as number) <= max) return 0;
		return Math.min(60, Math.max(1, Math.ceil((leftMs as number) / 1_000)));
	};
