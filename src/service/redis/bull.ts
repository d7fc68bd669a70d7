import type { Redis } from "ioredis";
import { onDemand, requirePackage } from "../../runtime/on-demand.js";
import { patientRedisOptions } from "./options.js";

/** BullMQ, which only a service with jobs and a Redis needs. */
export const bullmq = onDemand(() => requirePackage("bullmq") as typeof import("bullmq"));

/**
 * A connection whose commands wait until the server is there. BullMQ makes more of the same kind for
 * what blocks.
 */
export function patientConnection(url: string): Redis {
	const ioredis = requirePackage("ioredis") as typeof import("ioredis");
	const client = new ioredis.Redis(patientRedisOptions(url));
	// It is told by the connection that is asked for answers.
	client.on("error", () => undefined);
	return client;
}
