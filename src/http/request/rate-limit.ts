import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { ServiceError } from "../../base/errors.js";
import type { Outages } from "../../base/outages.js";
import { clientOf } from "../../service/fairness/client.js";
import { RedisConnection, RedisError } from "../../service/redis/connection.js";
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
 * Counts a request of a client as this number of renders. Returns 0 if it is allowed, otherwise the
 * whole seconds until one is.
 */
type Counter = (client: string, renders: number) => number | Promise<number>;

/**
 * Counts work that the count of the request does not cover.
 * @param besides renders in addition to one that was counted; limited to a full minute of the
 * client, so that no document is always refused
 * @throws ServiceError rate_limited
 */
export type CountRequest = (request: FastifyRequest, besides?: number) => Promise<void>;

/**
 * Counts a request without a valid key by its address, apart from requests that have one: wrong
 * keys never use up the limit of a right one.
 * @throws ServiceError rate_limited
 */
export type CountWrongKey = (request: FastifyRequest) => Promise<void>;

/**
 * Limits the requests per minute of each client, except on routes that are `open`. With Redis, all
 * replicas count together; while it is unavailable, each counts for itself.
 * @param max requests per minute; 0 for no limit
 * @param keys whether clients need an API key: then only requests with one count here
 * @returns for routes that only count in some cases, and for requests without a valid key
 */
export async function limitRate(
	app: FastifyInstance,
	{
		max,
		redisUrl,
		keys,
		outages,
	}: {
		readonly max: number;
		readonly redisUrl: string | undefined;
		readonly keys: boolean;
		readonly outages: Pick<Outages, "note">;
	},
): Promise<{ readonly countRequest: CountRequest; readonly countWrongKey: CountWrongKey }> {
	const nothing = async () => undefined;
	if (max === 0) return { countRequest: nothing, countWrongKey: nothing };
	const own = new MinuteCounts(max);
	const countHere: Counter = (client, renders) => own.add(client, renders);
	const count =
		redisUrl === undefined
			? countHere
			: await sharedCounter(app, { max, redisUrl, outages }, countHere);
	const countOrRefuse = async (client: string, renders: number) => {
		const retryAfter = await count(client, renders);
		if (retryAfter > 0) throw new ServiceError("rate_limited", { retryAfter });
	};
	const countRequest: CountRequest = async (request, besides) => {
		const renders = besides === undefined ? 1 : Math.min(besides, max - 1);
		if (renders > 0) await countOrRefuse(clientOfRequest(request), renders);
	};
	app.addHook("onRequest", async (request) => {
		const { open, uncounted } = request.routeOptions.config;
		if (open || uncounted || request.method === "OPTIONS") return;
		if (!keys || request.tenant !== undefined) await countRequest(request);
	});
	return {
		countRequest,
		countWrongKey: (request) => countOrRefuse(`refused ${clientOf(request.ip)}`, 1),
	};
}

/** Counts per minute, in this process. Each minute of a client begins with its first request. */
export class MinuteCounts {
	readonly #max: number;
	readonly #now: () => number;
	readonly #counts = new LRUCache<string, { count: number; readonly until: number }>({
		max: MAX_CLIENTS,
	});

	/** @param now milliseconds, from a clock that never goes back */
	constructor(max: number, now: () => number = () => performance.now()) {
		this.#max = max;
		this.#now = now;
	}

	/** @returns 0 if the client is within its limit, otherwise whole seconds until the next minute */
	add(client: string, renders: number): number {
		const now = this.#now();
		const known = this.#counts.get(client);
		const minute =
			known !== undefined && known.until > now ? known : { count: 0, until: now + MINUTE_MS };
		minute.count += renders;
		this.#counts.set(client, minute);
		return minute.count <= this.#max ? 0 : Math.ceil((minute.until - now) / 1_000);
	}
}

async function sharedCounter(
	app: FastifyInstance,
	{
		max,
		redisUrl,
		outages,
	}: { readonly max: number; readonly redisUrl: string; readonly outages: Pick<Outages, "note"> },
	own: Counter,
): Promise<Counter> {
	const redis = new RedisConnection(redisUrl, COUNT_TIMEOUT_MS, (event) =>
		outages.note("redis", "rate limits", event),
	);
	app.addHook("onClose", async () => redis.close());
	await redis.start();
	const shared = countIn(redis, max);
	let askAgainAt = Number.NEGATIVE_INFINITY;
	let alone = false;
	return async (client, renders) => {
		if (performance.now() < askAgainAt) return own(client, renders);
		try {
			const retryAfter = await shared(client, renders);
			alone = false;
			return retryAfter;
		} catch (error) {
			askAgainAt = performance.now() + AWAY_MS;
			const reason = error instanceof RedisError ? error.message : "unexpected";
			if (!alone)
				app.log.warn({ reason }, "this process counts requests by itself until Redis is available");
			alone = true;
			return own(client, renders);
		}
	};
}

/**
 * The count of a client in this minute, and the milliseconds until the next one. Expiry is by the
 * clock of the server: if it was set back, a minute would last as much longer.
 */
const COUNT = `local left = redis.call("pttl", KEYS[1])
if left <= 0 or left > tonumber(ARGV[1]) then
	redis.call("set", KEYS[1], ARGV[2], "px", ARGV[1])
	return { tonumber(ARGV[2]), tonumber(ARGV[1]) }
end
return { redis.call("incrby", KEYS[1], ARGV[2]), left }`;

/**
 * Counts in Redis, and validates the reply.
 * @throws RedisError
 */
const countIn =
	(redis: RedisConnection, max: number): Counter =>
	async (client, renders) => {
		const key = `${KEY_PREFIX}${client}`;
		const answer = await redis.run((redis) => redis.eval(COUNT, 1, key, MINUTE_MS, renders));
		const [count, leftMs] = Array.isArray(answer) ? (answer as unknown[]) : [];
		if (!(Number.isSafeInteger(count) && Number.isSafeInteger(leftMs)))
			throw new RedisError("an invalid reply");
		if ((count as number) <= max) return 0;
		return Math.min(60, Math.max(1, Math.ceil((leftMs as number) / 1_000)));
	};
