import * as C from "./bidi-classes.js";

/** BD2: the deepest explicit level. */
const MAX_DEPTH = 125;
/** The stack never has more than MAX_DEPTH + 2 entries. */
const NO_OVERRIDE = -1;

interface Status {
	readonly level: number;
	readonly override: number;
	readonly isolate: boolean;
}

/**
 * BD9: for every isolate initiator the index of its PDI, for every matched PDI the index of its
 * initiator; -1 for everything else. Takes linear time.
 */
export function matchIsolates(classes: Uint8Array): Int32Array {
	const matches = new Int32Array(classes.length).fill(-1);
	const open: number[] = [];
	for (let i = 0; i < classes.length; i++) {
		const cls = classes[i]!;
		if (isIsolateInitiator(cls)) open.push(i);
		else if (cls === C.PDI) {
			const initiator = open.pop();
			if (initiator === undefined) continue;
			matches[initiator] = i;
			matches[i] = initiator;
		}
	}
	return matches;
}

export function isIsolateInitiator(cls: number): boolean {
	return cls === C.LRI || cls === C.RLI || cls === C.FSI;
}

/** X9: embeddings, overrides and BN are ignored by the implicit rules. */
export function isRemoved(cls: number): boolean {
	return cls === C.BN || (cls >= C.LRE && cls <= C.PDF);
}

/**
 * P2 and P3: the level by the first strong character from start to end, skipping isolates;
 * `fallback` if there is none.
 */
export function firstStrongLevel(
	classes: Uint8Array,
	matches: Int32Array,
	start: number,
	end: number,
	fallback: number,
): number {
	for (let i = start; i < end; i++) {
		const cls = classes[i]!;
		if (cls === C.L) return 0;
		if (cls === C.R || cls === C.AL) return 1;
		if (isIsolateInitiator(cls)) {
			const pdi = matches[i]!;
			if (pdi < 0) return fallback;
			i = pdi;
		}
	}
	return fallback;
}

/**
 * For each FSI, the level of its content by its first strong character. Computed from the right, so
 * that nested isolates are not visited twice.
 */
function firstStrongInside(classes: Uint8Array, matches: Int32Array): Int8Array {
	// strong[i]: level of the first strong character from i on within the same isolate, else -1.
	const strong = new Int8Array(classes.length + 1).fill(-1);
	for (let i = classes.length - 1; i >= 0; i--) {
		const cls = classes[i]!;
		if (cls === C.L) strong[i] = 0;
		else if (cls === C.R || cls === C.AL) strong[i] = 1;
		else if (isIsolateInitiator(cls)) strong[i] = matches[i]! < 0 ? -1 : strong[matches[i]! + 1]!;
		else if (cls === C.PDI && matches[i]! >= 0) strong[i] = -1;
		else strong[i] = strong[i + 1]!;
	}
	return strong;
}

/**
 * X1 to X8 for one paragraph: the explicit level of every character; overrides
 * are written into `classes`.
 */
export function explicitLevels(
	classes: Uint8Array,
	matches: Int32Array,
	paragraphLevel: number,
): Uint8Array {
	const levels = new Uint8Array(classes.length);
	const strong = firstStrongInside(classes, matches);
	const stack: Status[] = [{ level: paragraphLevel, override: NO_OVERRIDE, isolate: false }];
	let overflowIsolates = 0;
	let overflowEmbeddings = 0;
	let validIsolates = 0;
	const top = (): Status => stack[stack.length - 1]!;
	const place = (i: number): void => {
		levels[i] = top().level;
		if (top().override !== NO_OVERRIDE) classes[i] = top().override;
	};
	for (let i = 0; i < classes.length; i++) {
		const cls = classes[i]!;
		if (cls >= C.LRE && cls <= C.RLO) {
			levels[i] = top().level; // X2 to X5
			const level = nextLevel(top().level, cls === C.RLE || cls === C.RLO);
			if (level <= MAX_DEPTH && overflowIsolates === 0 && overflowEmbeddings === 0) {
				const override = cls === C.RLO ? C.R : cls === C.LRO ? C.L : NO_OVERRIDE;
				stack.push({ level, override, isolate: false });
			} else if (overflowIsolates === 0) overflowEmbeddings++;
		} else if (isIsolateInitiator(cls)) {
			place(i); // X5a to X5c
			const rtl = cls === C.RLI || (cls === C.FSI && strong[i + 1] === 1);
			const level = nextLevel(top().level, rtl);
			if (level <= MAX_DEPTH && overflowIsolates === 0 && overflowEmbeddings === 0) {
				validIsolates++;
				stack.push({ level, override: NO_OVERRIDE, isolate: true });
			} else overflowIsolates++;
		} else if (cls === C.PDI) {
			if (overflowIsolates > 0)
				overflowIsolates--; // X6a
			else if (validIsolates > 0) {
				overflowEmbeddings = 0;
				while (!top().isolate) stack.pop();
				stack.pop();
				validIsolates--;
			}
			place(i);
		} else if (cls === C.PDF) {
			levels[i] = top().level; // X7
			if (overflowIsolates > 0) continue;
			if (overflowEmbeddings > 0) overflowEmbeddings--;
			else if (!top().isolate && stack.length >= 2) stack.pop();
		} else if (cls === C.B)
			levels[i] = paragraphLevel; // X8
		else if (cls === C.BN) levels[i] = top().level;
		else place(i); // X6
	}
	return levels;
}

/** The smallest odd or even level above a level. */
function nextLevel(level: number, rtl: boolean): number {
	return rtl ? (level + 1) | 1 : (level + 2) & ~1;
}
