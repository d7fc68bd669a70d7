import { randomBytes } from "node:crypto";
import type { RedisConnection } from "./connection.js";

const PREFIX = "post-image-render-service:lock:";
/** Time after which the lock of a dead process is released. Milliseconds. */
const LEASE_MS = 5_000;
/** Interval in which a holder renews its lock. Milliseconds. */
const RENEWAL_MS = 1_500;

/** Only the holder, which knows the token, may extend or release a lock. */
const RENEW =
	'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end';
const RELEASE =
	'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end';

/** A lock that is held until it is released or the process dies. */
export interface Lock {
	/** Releases it, at most once; does not fail. */
	release(): void;
}

export interface Locks {
	/** @returns undefined when Redis cannot be asked now */
	take(name: string): Promise<Lock | "taken" | undefined>;
}

/**
 * Locks shared by replicas to save work. A holder that hangs for longer than its lease loses the
 * lock, and the work is done twice.
 */
export class RedisLocks implements Locks {
	readonly #redis: RedisConnection;

	/** @param redis is not closed by this class */
	constructor(redis: RedisConnection) {
		this.#redis = redis;
	}

	async take(name: string): Promise<Lock | "taken" | undefined> {
		const key = PREFIX + name;
		const token = randomBytes(16).toString("base64url");
		const run = (script: string, ...values: (string | number)[]) =>
			this.#redis.run((client) => client.eval(script, 1, key, ...values)).catch(() => undefined);
		try {
			const set = await this.#redis.run((client) => client.set(key, token, "PX", LEASE_MS, "NX"));
			if (set === null) return "taken";
			// An invalid reply counts as "not acquired".
			if (set !== "OK") return undefined;
		} catch {
			return undefined;
		}
		const renewal = setInterval(() => void run(RENEW, token, LEASE_MS), RENEWAL_MS).unref();
		let held = true;
		return {
			release() {
				if (!held) return;
				held = false;
				clearInterval(renewal);
				void run(RELEASE, token);
			},
		};
	}
}
