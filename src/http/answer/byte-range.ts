/** Bytes of a file, the first and the last included. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * What a Range header asks for (RFC 9110, 14.1.2). Several ranges at once,
 * other units and what is not valid count as no header, as the RFC allows.
 * @param size of the file in bytes
 * @returns undefined: the whole file
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
