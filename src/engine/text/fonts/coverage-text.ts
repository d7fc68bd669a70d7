/**
 * Code points as a coverage string, which `eachCoveredRange` reads.
 * @param codePoints ascending, each once
 */
export function writeCoverage(codePoints: Iterable<number>): string {
	const parts: string[] = [];
	let end = -1;
	let first = -1;
	let last = -1;
	const flush = () => {
		if (first < 0) return;
		const more = last > first ? `.${(last - first).toString(36)}` : "";
		parts.push((first - end).toString(36) + more);
		end = last;
	};
	for (const codePoint of codePoints) {
		if (first >= 0 && codePoint === last + 1) {
			last = codePoint;
			continue;
		}
		flush();
		first = codePoint;
		last = codePoint;
	}
	flush();
	return parts.join(" ");
}
