import { onDemand, requirePackage } from "../../base/on-demand.js";

/** The metrics library, loaded while the render processes start. */
export const promClient = onDemand(
	() => requirePackage("prom-client") as typeof import("prom-client"),
);

/**
 * Metrics of the process (CPU, memory, descriptors, event loop), in one registry for all services
 * in it.
 */
export const processRegistry = onDemand(() => {
	const { Registry, collectDefaultMetrics } = promClient();
	const register = new Registry();
	collectDefaultMetrics({ register });
	return register;
});
