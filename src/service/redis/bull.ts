import type { Redis } from "ioredis";
import { onDemand, requirePackage } from "../../base/on-demand.js";
import { patientRedisOptions } from "./options.js";

/** BullMQ, which is only needed for jobs with a Redis. */
export const bullmq = onDemand(() => requirePackage("bullmq") as typeof import("bullmq"));

/**
 * A connection whose commands wait until the server is available. BullMQ makes copies of it for
 * blocking commands.
 */
export function patientConnection(url: string): Redis {
	const ioredis = requirePackage("ioredis") as typeof import("ioredis");
	const client = new ioredis.Redis(patientRedisOptions(url));
	// The other connection reports this already.
	client.on("error", () => undefined);
	return client;
}
