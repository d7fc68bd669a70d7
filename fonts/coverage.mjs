// The notation of code point sets in manifest.json and character-sets.json.

/** Writes sorted code points as "gap" and "gap.more" in base 36; src/text/fonts/manifest.ts reads it. */
export function encodeCoverage(codePoints) {
	const parts = [];
	let last = -1;
	for (let i = 0; i < codePoints.length; ) {
		const first = codePoints[i];
		let end = first;
		while (codePoints[++i] === end + 1) end++;
		const more = end - first;
		parts.push((first - last).toString(36) + (more > 0 ? `.${more.toString(36)}` : ""));
		last = end;
	}
	return parts.join(" ");
}

/** The code points of such a string. */
export function decodeCoverage(coverage) {
	const codePoints = [];
	let last = -1;
	for (const part of coverage.split(" ")) {
		const [gap, more = "0"] = part.split(".");
		const first = last + Number.parseInt(gap, 36);
		last = first + Number.parseInt(more, 36);
		for (let codePoint = first; codePoint <= last; codePoint++) codePoints.push(codePoint);
	}
	return codePoints;
}
