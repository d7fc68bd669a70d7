import type { FastifyBaseLogger } from "fastify";
import type { Health } from "../../contract/health.js";

/**
 * Logs changes of the health, not every probe: the service counts as healthy until a check fails.
 */
export function healthLog(log: FastifyBaseLogger): (checks: Health["checks"]) => void {
	let told = "{}";
	return (checks) => {
		const failing = Object.fromEntries(
			Object.entries(checks)
				.filter(([, { ok }]) => !ok)
				.map(([name, { reason = "unknown" }]) => [name, reason]),
		);
		const state = JSON.stringify(failing);
		if (state === told) return;
		told = state;
		if (state === "{}") log.warn("health: every check passes again");
		else log.warn({ failing }, "health: a check fails");
	};
}
