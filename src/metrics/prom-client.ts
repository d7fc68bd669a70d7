import { onDemand, requirePackage } from "../runtime/on-demand.js";

/** The library that keeps and prints metrics; loaded while the render processes start. */
export const promClient = onDemand(
	() => requirePackage("prom-client") as typeof import("prom-client"),
);

/** Metrics of the process (CPU, memory, descriptors, event loop): one registry for all services in it. */
export const processRegistry = onDemand(() => {
	const { Registry, collectDefaultMetrics } = promClient();
	const register = new Registry();
	collectDefaultMetrics({ register });
	return register;
});
