/** What a value that was parsed from JSON takes, about: each value, and each character of a string. Bytes. */
const VALUE_BYTES = 80;
const CHARACTER_BYTES = 2;

/**
 * The memory that a parsed JSON value takes, about: for what is kept while a client's work goes on.
 * Linear in its values.
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
