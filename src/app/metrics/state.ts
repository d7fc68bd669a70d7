import type { Registry } from "prom-client";
import type { Dependency } from "../../base/outages.js";
import type { StoreStats } from "../../service/delivery/image-store.js";
import type { ByteKind } from "../../service/fairness/bytes-in-flight.js";
import type { RendererHealth } from "../../service/processes/renderer.js";
import { promClient } from "./prom-client.js";

/** The current state of a service. */
export interface ServiceState {
	/** Accepted renders, and how many of them draw or wait for their turn. */
	readonly accepted: number;
	readonly running: number;
	readonly waiting: number;
	/** Maximum number of accepted renders. */
	readonly places: number;
	/** Configured number of render processes. */
	readonly processes: number;
	readonly renderer: RendererHealth;
	readonly store: StoreStats;
	/** Bytes in memory for clients, by kind. */
	readonly bytesInFlight: Readonly<Record<ByteKind, number>>;
	/** Whether an outage is known. */
	readonly isAway: (dependency: Dependency) => boolean;
}

/** Gauges that are computed when they are read. */
export function stateGauges(register: Registry, state: () => ServiceState): void {
	const { Gauge } = promClient();
	const registers = [register];
	new Gauge({
		name: "post_image_renders",
		help: "Render requests in the service: fetching images, waiting for their turn, or rendering (running).",
		labelNames: ["state"] as const,
		registers,
		collect() {
			const { accepted, running, waiting } = state();
			this.set({ state: "fetching" }, Math.max(0, accepted - running - waiting));
			this.set({ state: "waiting" }, waiting);
			this.set({ state: "running" }, running);
		},
	});
	new Gauge({
		name: "post_image_render_places",
		help: "Render requests that the service accepts at the same time; further ones get 503.",
		registers,
		collect() {
			this.set(state().places);
		},
	});
	new Gauge({
		name: "post_image_render_load_ratio",
		help: "Waiting and running render requests per render process. Use it for scaling: at 1, every process is busy.",
		registers,
		collect() {
			const { running, waiting, processes } = state();
			this.set((running + waiting) / processes);
		},
	});
	new Gauge({
		name: "post_image_slides_queued",
		help: "Slides and shared images of running renders that wait for a process.",
		registers,
		collect() {
			this.set(state().renderer.queued);
		},
	});
	new Gauge({
		name: "post_image_render_processes",
		help: "Ready render processes: busy, or idle including the spare.",
		labelNames: ["state"] as const,
		registers,
		collect() {
			const { processes, busy } = state().renderer;
			this.set({ state: "busy" }, busy);
			this.set({ state: "idle" }, Math.max(0, processes - busy));
		},
	});
	new Gauge({
		name: "post_image_bytes_in_flight",
		help: "Bytes held for clients: request bodies, fetched images, rendered slides that are not sent yet.",
		labelNames: ["kind"] as const,
		registers,
		collect() {
			for (const [kind, bytes] of Object.entries(state().bytesInFlight)) this.set({ kind }, bytes);
		},
	});
	storeGauges(register, () => state().store);
	new Gauge({
		name: "post_image_renderer_up",
		help: "1 if slides can be rendered, otherwise 0.",
		registers,
		collect() {
			this.set(state().renderer.ok ? 1 : 0);
		},
	});
}

/**
 * What the store of temporary images knows about its contents; without that, there are no series.
 */
function storeGauges(register: Registry, stats: () => StoreStats): void {
	const known = (name: string, help: string, value: (stats: StoreStats) => number | undefined) =>
		new (promClient().Gauge)({
			name,
			help,
			labelNames: ["store"] as const,
			registers: [register],
			collect() {
				const now = stats();
				const number = value(now);
				if (number !== undefined) this.set({ store: now.store }, number);
			},
		});
	known("post_image_store_images", "Number of stored temporary images.", ({ images }) => images);
	known("post_image_store_bytes", "Size of the temporary images.", ({ bytes }) => bytes);
	known(
		"post_image_store_max_bytes",
		"Maximum size of the temporary images.",
		({ maxBytes }) => maxBytes,
	);
}
