import type { Test } from "tap";

/** Expects a promise to reject with an error like the pattern; `t.rejects` does not take its type. */
export async function rejectsWith(t: Test, work: Promise<unknown>, pattern: object): Promise<void> {
	const error = await work.then(
		() => new Error("it did not fail"),
		(reason: unknown) => reason,
	);
	t.match(error, pattern);
}
