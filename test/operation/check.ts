import type { Test } from "tap";

/**
 * @param claim what should hold, as a sentence without a full stop
 * @param figures measured values with units
 */
export const check = (t: Test, claim: string, holds: boolean, figures = ""): boolean =>
	t.ok(holds, figures === "" ? claim : `${claim} (${figures})`);
