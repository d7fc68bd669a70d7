/** Estimated memory of a parsed JSON value: per value, and per character of a string. Bytes. */
const VALUE_BYTES = 80;
const CHARACTER_BYTES = 2;

/**
 * Estimated memory of a parsed JSON value that is kept during a request. Linear in the number of
 * its values.
 */
export function weightOf(value: unknown): number {
	let weight = 0;
	const waiting = [value];
	while (waiting.length > 0) {
		const next = waiting.pop();
		weight += VALUE_BYTES;
		if (typeof next === "string") weight += next.length * CHARACTER_BYTES;
		else if (typeof next === "object" && next !== null) {
			if (Array.isArray(next)) for (const member of next) waiting.push(member);
			else
				for (const name of Object.keys(next)) {
					weight += name.length * CHARACTER_BYTES;
					waiting.push((next as Record<string, unknown>)[name]);
				}
		}
	}
	return weight;
}
