/** A deterministic source of numbers for drawing: the same name always gives the same picture. */
export type Random = (
	/** A number in [from, to); without arguments in [0, 1). */
	from?: number,
	to?: number,
) => number;

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
export function hash32(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) {
		hash ^= text.charCodeAt(i);
		hash = Math.imul(hash, 0x01000193);
	}
	return hash >>> 0;
}

/** mulberry32 seeded by a name: small, fast, and uniform enough for pictures. */
export function randomOf(name: string): Random {
	let state = hash32(name);
	return (from = 0, to = 1) => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return from + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (to - from);
	};
}

/** One element of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
	return list[Math.floor(random() * list.length)] as T;
}
