/** A range of bytes of a file, inclusive at both ends. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * The range that a Range header requests (RFC 9110, 14.1.2). Several ranges, other units and
 * invalid values count as no header, as the RFC allows.
 * @param size of the file in bytes
 * @returns undefined for the whole file
 */
export function byteRange(
	header: string | undefined,
	size: number,
): ByteRange | "unsatisfiable" | undefined {
	const [, first = "", last = ""] = /^bytes= *(\d*)-(\d*) *$/i.exec(header ?? "") ?? [];
	if (first === "" && last === "") return undefined;
	if (first === "") {
		const count = Math.min(Number(last), size);
		return count === 0 ? "unsatisfiable" : { start: size - count, end: size - 1 };
	}
	const start = Number(first);
	const end = last === "" ? Number.POSITIVE_INFINITY : Number(last);
	if (end < start) return undefined;
	return start >= size ? "unsatisfiable" : { start, end: Math.min(end, size - 1) };
}
