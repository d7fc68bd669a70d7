/**
 * Whether two words differ by one typing error at most: a letter too many, one
 * missing, another one in its place, or two neighbours in the wrong order
 * (optimal string alignment distance of 1 or 0). Linear time.
 */
export function isOneTypingErrorApart(a: string, b: string): boolean {
	if (Math.abs(a.length - b.length) > 1) return false;
	let start = 0;
	while (start < a.length && a[start] === b[start]) start++;
	let endA = a.length;
	let endB = b.length;
	while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
		endA--;
		endB--;
	}
	const restA = endA - start;
	const restB = endB - start;
	if (restA <= 1 && restB <= 1) return true;
	return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
