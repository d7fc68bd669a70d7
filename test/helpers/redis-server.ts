import { execFileSync } from "node:child_process";
import type { Test } from "tap";
import { RedisServer } from "../../scripts/operation/redis-server.js";

/** Why tests with a real Redis cannot run here; false: they can. */
export const noRedis: string | false = (() => {
	try {
		execFileSync("redis-server", ["--version"], { stdio: "ignore" });
		return false;
	} catch {
		return "redis-server is not installed";
	}
})();

/**
 * Starts a real Redis, and ends it with the test.
 * @param options of redis-server
 */
export async function startRedis(t: Test, options: readonly string[] = []): Promise<RedisServer> {
	const server = await RedisServer.create(options);
	t.teardown(() => server.dispose());
	return server;
}
