import * as C from "./bidi-classes.js";

/** N0: maximum number of open brackets. */
const MAX_OPEN_BRACKETS = 63;

/** An isolating run sequence (BD13): indices into the paragraph, in order, without removed characters. */
export interface RunSequence {
	readonly indices: readonly number[];
	readonly level: number;
	/** Class L or R at the start and at the end of the sequence (X10). */
	readonly sos: number;
	readonly eos: number;
}

export interface Paragraph {
	readonly codePoints: Uint32Array;
	/** Original classes. */
	readonly original: Uint8Array;
	/** Classes resolved so far. */
	readonly classes: Uint8Array;
}

const isNeutral = (cls: number): boolean =>
	(cls >= C.B && cls <= C.ON) || (cls >= C.LRI && cls <= C.PDI);

/** L or R for strong characters, numbers counted as R (N0 to N2); -1 for others. */
function strength(cls: number): number {
	if (cls === C.L) return C.L;
	return cls === C.R || cls === C.EN || cls === C.AN ? C.R : -1;
}

/** W1 to W7, each in one pass. */
export function resolveWeak({ classes }: Paragraph, sequence: RunSequence): void {
	const { indices, sos } = sequence;
	const get = (k: number): number => (k < indices.length ? classes[indices[k]!]! : -1);
	let before = sos;
	let strong = sos;
	for (const i of indices) {
		let cls = classes[i]!;
		if (cls === C.NSM) cls = before >= C.LRI && before <= C.PDI ? C.ON : before; // W1
		before = cls;
		if (cls === C.L || cls === C.R || cls === C.AL) strong = cls;
		else if (cls === C.EN && strong === C.AL) cls = C.AN; // W2
		classes[i] = cls;
	}
	for (const i of indices) if (classes[i] === C.AL) classes[i] = C.R; // W3
	for (let k = 1; k + 1 < indices.length; k++) {
		const cls = get(k);
		if (cls !== C.ES && cls !== C.CS) continue;
		const left = get(k - 1);
		if (left !== get(k + 1)) continue;
		if (left === C.EN || (cls === C.CS && left === C.AN)) classes[indices[k]!] = left; // W4
	}
	for (let k = 0; k < indices.length; k++) {
		if (get(k) !== C.ET) continue;
		let end = k;
		while (get(end) === C.ET) end++;
		const number = (k > 0 && get(k - 1) === C.EN) || get(end) === C.EN;
		// W5; terminators that remain are neutral by W6.
		for (; k < end; k++) classes[indices[k]!] = number ? C.EN : C.ON;
		k--;
	}
	strong = sos;
	for (const i of indices) {
		const cls = classes[i]!;
		if (cls === C.ES || cls === C.CS)
			classes[i] = C.ON; // W6
		else if (cls === C.L || cls === C.R) strong = cls;
		else if (cls === C.EN && strong === C.L) classes[i] = C.L; // W7
	}
}

/** BD16: positions in the sequence of opening and closing brackets that match, by opening bracket. */
function bracketPairs({ codePoints, classes }: Paragraph, indices: readonly number[]): number[][] {
	const pairs: number[][] = [];
	const open: { close: number; position: number }[] = [];
	for (const [k, i] of indices.entries()) {
		if (classes[i] !== C.ON) continue;
		const close = C.closingBracketOf(codePoints[i]!);
		if (close !== undefined) {
			if (open.length === MAX_OPEN_BRACKETS) return [];
			open.push({ close, position: k });
			continue;
		}
		const closing = C.asClosingBracket(codePoints[i]!);
		if (closing === undefined) continue;
		const match = open.findLastIndex((entry) => entry.close === closing);
		if (match < 0) continue;
		pairs.push([open[match]!.position, k]);
		open.length = match;
	}
	return pairs.sort((a, b) => a[0]! - b[0]!);
}

/**
 * N0. With counts of strong characters, the time for a pair does not depend on the length of its
 * content.
 */
function resolveBrackets(paragraph: Paragraph, sequence: RunSequence): void {
	const { classes, original } = paragraph;
	const { indices, level, sos } = sequence;
	const pairs = bracketPairs(paragraph, indices);
	if (pairs.length === 0) return;
	const embedding = level & 1 ? C.R : C.L;
	const same = new Uint32Array(indices.length + 1);
	const opposite = new Uint32Array(indices.length + 1);
	for (const [k, i] of indices.entries()) {
		const cls = strength(classes[i]!);
		same[k + 1] = same[k]! + (cls === embedding ? 1 : 0);
		opposite[k + 1] = opposite[k]! + (cls >= 0 && cls !== embedding ? 1 : 0);
	}
	let context = sos;
	let seen = 0;
	for (const [open, close] of pairs as [number, number][]) {
		for (; seen < open; seen++) {
			const cls = strength(classes[indices[seen]!]!);
			if (cls >= 0) context = cls;
		}
		let direction: number;
		if (same[close]! > same[open + 1]!) direction = embedding;
		else if (opposite[close]! > opposite[open + 1]!) {
			direction = context !== embedding ? context : embedding;
		} else continue;
		for (const bracket of [open, close]) {
			classes[indices[bracket]!] = direction;
			// Marks on the bracket get the same class.
			for (let k = bracket + 1; k < indices.length && original[indices[k]!] === C.NSM; k++) {
				classes[indices[k]!] = direction;
			}
		}
	}
}

/** N0 to N2. */
export function resolveNeutral(paragraph: Paragraph, sequence: RunSequence): void {
	resolveBrackets(paragraph, sequence);
	const { classes } = paragraph;
	const { indices, level, sos, eos } = sequence;
	let before = sos;
	for (let k = 0; k < indices.length; k++) {
		const cls = classes[indices[k]!]!;
		if (!isNeutral(cls)) {
			before = strength(cls);
			continue;
		}
		let end = k;
		while (end < indices.length && isNeutral(classes[indices[end]!]!)) end++;
		const after = end < indices.length ? strength(classes[indices[end]!]!) : eos;
		const resolved = before === after ? before : level & 1 ? C.R : C.L;
		for (; k < end; k++) classes[indices[k]!] = resolved;
		k--;
	}
}

/** I1 and I2: by how much a resolved class raises the level. */
export function implicitLevel(level: number, cls: number): number {
	if (level & 1) return cls === C.R ? level : level + 1;
	if (cls === C.R) return level + 1;
	return cls === C.EN || cls === C.AN ? level + 2 : level;
}
