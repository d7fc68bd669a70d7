/** Writes bits as Deflate packs them: from the lowest of each byte. */

let start: usize = 0;
let position: usize = 0;
let bits: u64 = 0;
/** Bits that are not yet in memory, less than 32. */
let count: u32 = 0;

export function beginBits(at: usize): void {
	start = at;
	position = at;
	bits = 0;
	count = 0;
}

/** Writes at most 32 bits. */
export function put(value: u32, length: u32): void {
	bits |= (<u64>value) << count;
	count += length;
	if (count >= 32) {
		store<u32>(position, <u32>bits);
		position += 4;
		bits >>= 32;
		count -= 32;
	}
}

/** Leaves less than 8 bits that are not yet in memory. */
export function writeWholeBytes(): void {
	for (; count >= 8; count -= 8, bits >>= 8) store<u8>(position++, <u8>bits);
}

/** Fills the last byte with zeros. @returns the bytes written since the beginning */
export function endBits(): i32 {
	writeWholeBytes();
	if (count > 0) store<u8>(position++, <u8>bits);
	return <i32>(position - start);
}

/**
 * The state, for loops that write millions of codes: they keep it in local
 * variables, as a global is in memory.
 */
export function pendingBits(): u64 {
	return bits;
}
export function pendingCount(): u32 {
	return count;
}
export function writePosition(): usize {
	return position;
}

/** Goes on where such a loop has ended. @param left bits that are not yet in memory, less than 32 */
export function resume(at: usize, pending: u64, left: u32): void {
	position = at;
	bits = pending;
	count = left;
}
