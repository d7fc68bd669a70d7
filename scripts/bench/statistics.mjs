/** @param {readonly number[]} values at least one @param {number} share 0 to 1, nearest rank */
export function quantile(values, share) {
	const sorted = [...values].sort((a, b) => a - b);
	return /** @type {number} */ (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]);
}

/** @param {readonly number[]} values at least one */
export const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values at least one @returns {string} the range of the middle half */
export const middleHalf = (values, decimals = 2) =>
	[0.25, 0.75].map((share) => quantile(values, share).toFixed(decimals)).join(" to ");
