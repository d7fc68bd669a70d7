/**
 * How much a test tries: `npm test` takes a sample, `npm run test:long` everything (it runs all files
 * that import this module). TEST_SAMPLES=all does that for files that are run by name.
 */
const all = process.env.TEST_SAMPLES === "all";

/** A number of cases: few in `npm test`. */
export const sampleSize = (few: number, many: number): number => (all ? many : few);

/** Each n-th case in `npm test`, beginning with the first. */
export const sampled = <T>(cases: readonly T[], every: number): readonly T[] =>
	all ? cases : cases.filter((_, i) => i % every === 0);
