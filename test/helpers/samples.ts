/**
 * How much a test takes of what it could: all in the long part (`npm run test:long`, which sets
 * TEST_SAMPLES), a share in `npm test`. Files that import this run in both.
 */
const all = process.env.TEST_SAMPLES === "all";

/** @returns `count` in the long part, otherwise one in `share` of it, rounded up */
export const samples = (count: number, share: number): number =>
	all ? count : Math.ceil(count / share);

/** @returns the list in the long part, otherwise the first of each `share` items */
export const sampleOf = <T>(list: readonly T[], share: number): readonly T[] =>
	all ? list : list.filter((_, i) => i % share === 0);
