import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onDemand } from "./on-demand.js";

/** V8's function, which Node hides. */
const collect = onDemand(() => {
	setFlagsFromString("--expose-gc");
	return runInNewContext("gc") as () => void;
});

/**
 * Frees all garbage of the thread at once, and gives its memory back to the system: tens of
 * milliseconds in which nothing else runs.
 */
export function collectGarbage(): void {
	collect()();
}
