/**
 * The number of typing errors between two words: inserted, missing or replaced letters, and swapped
 * neighbours (optimal string alignment).
 * @param limit above which the exact number is not computed
 * @returns limit + 1 if the words differ by more
 */
export function typingErrors(a: string, b: string, limit: number): number {
	if (Math.abs(a.length - b.length) > limit) return limit + 1;
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			if (swapped) least = Math.min(least, beforeLast[j - 2]! + 1);
			row.push(least);
		}
		if (Math.min(...row) > limit) return limit + 1;
		beforeLast = last;
		last = row;
	}
	return Math.min(last[b.length]!, limit + 1);
}

/** Longest word that is compared. Characters. */
const MAX_LENGTH = 64;

/**
 * The names that a misspelt one may have meant, nearest first. Up to a third of the letters may be
 * wrong, at most three; case is ignored.
 */
export function nearest(word: string, names: Iterable<string>, count: number): string[] {
	if (word.length > MAX_LENGTH) return [];
	const asked = word.toLowerCase();
	const limit = Math.min(3, Math.floor(asked.length / 3));
	const found: { name: string; errors: number }[] = [];
	for (const name of names) {
		const errors = typingErrors(asked, name.toLowerCase(), limit);
		if (errors <= limit) found.push({ name, errors });
	}
	return found
		.sort((a, b) => a.errors - b.errors)
		.slice(0, count)
		.map(({ name }) => name);
}
