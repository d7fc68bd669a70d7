/**
 * Whether two words differ by at most one typing error: an additional, missing or wrong letter, or
 * two swapped neighbours (optimal string alignment distance of 0 or 1). Takes linear time.
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
