import { Usage } from "../service/fairness/usage.js";
import { createRenderPool, type PoolEvent, type RenderPool } from "../service/processes/pool.js";
import type { Config } from "./config/config.js";
import type { OperatorDesigns } from "./operator/operator-designs.js";

/**
 * When the spare render process starts, which takes a second of a core. Milliseconds after the
 * start.
 */
const SPARE_AFTER_MS = 5_000;

/** Render processes, and what the rest of the service shares with them. */
export interface RenderProcesses {
	/** What the operator added, with which they draw. */
	readonly operatorDesigns: OperatorDesigns;
	readonly renderer: RenderPool;
	/** Processor time of the clients. */
	readonly usage: Usage;
	/** Sets the listener for replaced processes. It also gets the events from before. */
	onEvent(listener: (event: PoolEvent) => void): void;
}

/**
 * Starts the render processes. It needs little of the service, so that they load while the rest of
 * it does.
 * @param othersAfterMs see RenderPoolOptions
 */
export function startRenderProcesses(
	config: Config,
	operatorDesigns: OperatorDesigns,
	othersAfterMs = 0,
): RenderProcesses {
	const earlier: PoolEvent[] = [];
	let tell = (event: PoolEvent): void => void earlier.push(event);
	const usage = new Usage();
	const renderer = createRenderPool({
		fontPack: operatorDesigns.fontPack,
		size: config.renderProcesses,
		othersAfterMs,
		memoryMb: config.renderMemoryMb,
		spareAfterMs: SPARE_AFTER_MS,
		usage,
		log: (event) => tell(event),
	});
	return {
		operatorDesigns,
		renderer,
		usage,
		onEvent(listener) {
			tell = listener;
			for (const event of earlier.splice(0)) listener(event);
		},
	};
}
