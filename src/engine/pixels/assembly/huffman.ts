/** Huffman codes for Deflate (RFC 1951, 3.2.2): canonical, of limited length. */

const MAX_SYMBOLS: i32 = 288;

/** Frequency and symbol, sorted by frequency. */
const sorted = new StaticArray<u64>(MAX_SYMBOLS);
/** Weights of leaves and inner nodes; later their depths. */
const nodes = new StaticArray<u32>(2 * MAX_SYMBOLS);
const parents = new StaticArray<i32>(2 * MAX_SYMBOLS);

/**
 * The code length of each symbol, 0 if it does not occur. If a code is longer than the limit, the
 * frequencies are made more equal until none is.
 */
export function codeLengths(
	frequencies: StaticArray<u32>,
	count: i32,
	limit: u32,
	lengths: StaticArray<u8>,
): void {
	for (let shift: u32 = 0; ; shift++) {
		const used = sortSymbols(frequencies, count, shift, lengths);
		if (used == 0) return;
		if (used == 1) {
			lengths[symbolAt(0)] = 1;
			return;
		}
		if (buildTree(used, lengths) <= limit) return;
	}
}

function symbolAt(i: i32): i32 {
	return <i32>(unchecked(sorted[i]) & 0xffff);
}

/** @returns the number of symbols that occur */
function sortSymbols(
	frequencies: StaticArray<u32>,
	count: i32,
	shift: u32,
	lengths: StaticArray<u8>,
): i32 {
	let used = 0;
	for (let i = 0; i < count; i++) {
		unchecked((lengths[i] = 0));
		const frequency = unchecked(frequencies[i]);
		if (frequency == 0) continue;
		const weight = max<u32>(1, frequency >> shift);
		unchecked((sorted[used++] = ((<u64>weight) << 16) | <u64>i));
	}
	let gap = 1;
	while (gap < used / 3) gap = gap * 3 + 1;
	for (; gap > 0; gap /= 3) {
		for (let i = gap; i < used; i++) {
			const value = unchecked(sorted[i]);
			let j = i;
			for (; j >= gap && unchecked(sorted[j - gap]) > value; j -= gap)
				unchecked((sorted[j] = sorted[j - gap]));
			unchecked((sorted[j] = value));
		}
	}
	return used;
}

/**
 * Joins the two lightest nodes until one is left. Leaves are in sorted order and inner nodes in
 * order of creation, so that the head of each queue is its lightest node.
 * @returns the greatest length
 */
function buildTree(used: i32, lengths: StaticArray<u8>): u32 {
	for (let i = 0; i < used; i++) unchecked((nodes[i] = <u32>(sorted[i] >> 16)));
	let leaf = 0;
	let inner = used;
	const root = 2 * used - 2;
	for (let made = used; made <= root; made++) {
		let weight: u32 = 0;
		for (let child = 0; child < 2; child++) {
			const takeLeaf = leaf < used && (inner >= made || unchecked(nodes[leaf] <= nodes[inner]));
			const node = takeLeaf ? leaf++ : inner++;
			weight += unchecked(nodes[node]);
			unchecked((parents[node] = made));
		}
		unchecked((nodes[made] = weight));
	}
	let deepest: u32 = 0;
	unchecked((nodes[root] = 0));
	for (let node = root - 1; node >= 0; node--) {
		const depth = unchecked(nodes[unchecked(parents[node])]) + 1;
		unchecked((nodes[node] = depth));
		if (node >= used) continue;
		unchecked((lengths[symbolAt(node)] = <u8>depth));
		deepest = max<u32>(deepest, depth);
	}
	return deepest;
}

const perLength = new StaticArray<u16>(16);
const next = new StaticArray<u16>(16);

/** The codes for given lengths, with their bits reversed, as Deflate writes them. */
export function codesOf(lengths: StaticArray<u8>, count: i32, codes: StaticArray<u16>): void {
	for (let i = 0; i < 16; i++) perLength[i] = 0;
	for (let i = 0; i < count; i++) unchecked(perLength[unchecked(lengths[i])]++);
	perLength[0] = 0;
	let code: u16 = 0;
	for (let i = 1; i < 16; i++) {
		code = (code + perLength[i - 1]) << 1;
		next[i] = code;
	}
	for (let i = 0; i < count; i++) {
		const length = <u32>unchecked(lengths[i]);
		if (length == 0) continue;
		let bits = <u32>unchecked(next[length]++);
		let reversed: u32 = 0;
		for (let k: u32 = 0; k < length; k++, bits >>= 1) reversed = (reversed << 1) | (bits & 1);
		unchecked((codes[i] = <u16>reversed));
	}
}
