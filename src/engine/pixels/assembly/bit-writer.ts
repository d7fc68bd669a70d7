/** Writes bits in Deflate's order: from the lowest bit of each byte. */

let start: usize = 0;
let position: usize = 0;
let bits: u64 = 0;
/** Number of bits not yet in memory, less than 32. */
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

/** Leaves fewer than 8 bits that are not yet in memory. */
export function writeWholeBytes(): void {
	for (; count >= 8; count -= 8, bits >>= 8) store<u8>(position++, <u8>bits);
}

/** Pads the last byte with zeros. @returns the number of bytes written since the beginning */
export function endBits(): i32 {
	writeWholeBytes();
	if (count > 0) store<u8>(position++, <u8>bits);
	return <i32>(position - start);
}

/** Number of bits written since the beginning. */
export function bitsWritten(): u32 {
	return ((<u32>(position - start)) << 3) + count;
}

/**
 * Copies bits that were written before, seven bytes per step.
 * @param from start of the stream that contains them
 * @param first their bit position in that stream
 */
export function copyBits(from: usize, first: u32, length: u32): void {
	writeWholeBytes();
	let at = from + (first >> 3);
	const shift = <u64>(first & 7);
	const pending = <u64>count;
	const mask: u64 = ((<u64>1) << 56) - 1;
	let left = length;
	for (; left >= 56; left -= 56, at += 7) {
		bits |= ((load<u64>(at) >> shift) & mask) << pending;
		store<u64>(position, bits);
		position += 7;
		bits >>= 56;
	}
	const rest = (load<u64>(at) >> shift) & (((<u64>1) << left) - 1);
	if (left > 32) {
		put(<u32>rest, 32);
		put(<u32>(rest >> 32), left - 32);
	} else put(<u32>rest, left);
}

/**
 * The state, for loops that write millions of codes: they keep it in local variables, because
 * globals are in memory.
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

/** Continues where such a loop ended. @param left number of bits not yet in memory, less than 32 */
export function resume(at: usize, pending: u64, left: u32): void {
	position = at;
	bits = pending;
	count = left;
}
