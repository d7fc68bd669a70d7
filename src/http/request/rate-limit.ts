import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../errors/errors.js";
import { RedisConnection, RedisError } from "../../redis/connection.js";
import { logRedis } from "../log/log.js";
import { clientOf } from "./client.js";

const MINUTE_MS = 60_000;
/** Clients that this process counts; beyond it the one seen least recently is forgotten. */
const MAX_CLIENTS = 10_000;

/** Time for Redis to count a request, which waits for it. Milliseconds. */
const COUNT_TIMEOUT_MS = 500;
/** After a failure Redis is not asked for so long. Milliseconds. */
const AWAY_MS = 2_000;
const KEY_PREFIX = "post-image-render-service:rate:";

/** Counts a request. Returns 0 when it may pass, else the whole seconds until one may. */
type Counter = (request: FastifyRequest) => Promise<number>;

/** Counts a request whose route is not counted by itself. @throws ServiceError rate_limited */
export type CountRequest = (request: FastifyRequest) => Promise<void>;

/**
 * Lets each client send so many requests a minute; routes that are `open` are
 * not counted. With Redis all replicas count together; while it is away, each
 * counts for itself.
 * @param max requests per minute; 0: no limit
 * @returns for routes that cost something only at times
 */
export async function limitRate(
	app: FastifyInstance,
	{ max, redisUrl }: { readonly max: number; readonly redisUrl: string | undefined },
): Promise<CountRequest> {
	if (max === 0) return async () => undefined;
	const own = await counter(app, { max, cache: MAX_CLIENTS });
	const count = redisUrl === undefined ? own : await sharedCounter(app, max, redisUrl, own);
	const countOrRefuse: CountRequest = async (request) => {
		const retryAfter = await count(request);
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
	const shared = await counter(app, { max, redis: redis.client, nameSpace: KEY_PREFIX });
	let askAgainAt = Number.NEGATIVE_INFINITY;
	let alone = false;
	return async (request) => {
		if (performance.now() < askAgainAt) return own(request);
		try {
			const retryAfter = await redis.run(() => shared(request));
			alone = false;
			return retryAfter;
		} catch (error) {
			askAgainAt = performance.now() + AWAY_MS;
			const reason = error instanceof RedisError ? error.message : "unexpected";
			if (!alone) app.log.warn({ reason }, "this process counts requests alone");
			alone = true;
			return own(request);
		}
	};
}

/** Each counter is a plugin instance of its own, in a scope of its own. */
async function counter(
	app: FastifyInstance,
	store: { readonly max: number; readonly cache: number } | SharedStore,
): Promise<Counter> {
	const { default: rateLimit } = await import("@fastify/rate-limit");
	let count: ReturnType<FastifyInstance["createRateLimit"]> | undefined;
	await app.register(async (scope) => {
		await scope.register(rateLimit, {
			...store,
			global: false,
			timeWindow: MINUTE_MS,
			keyGenerator: clientOf,
		});
		count = scope.createRateLimit();
	});
	return async (request) => {
		const outcome = await count?.(request);
		if (outcome === undefined || outcome.isAllowed || !outcome.isExceeded) return 0;
		return Math.max(1, outcome.ttlInSeconds);
	};
}

interface SharedStore {
	readonly max: number;
	readonly redis: RedisConnection["client"];
	readonly nameSpace: string;
}
