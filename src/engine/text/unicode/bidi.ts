/**
 * The Unicode bidirectional algorithm, UAX #9, for the text of one block. Takes linear time for any
 * text.
 */
import * as C from "./bidi-classes.js";
import {
	explicitLevels,
	firstStrongLevel,
	isIsolateInitiator,
	isRemoved,
	matchIsolates,
} from "./bidi-explicit.js";
import {
	implicitLevel,
	type Paragraph,
	type RunSequence,
	resolveNeutral,
	resolveWeak,
} from "./bidi-implicit.js";

export type Direction = "ltr" | "rtl";

/** A part of a line with one direction; UTF-16 indices, end exclusive. */
export interface VisualRun {
	readonly start: number;
	readonly end: number;
	readonly rtl: boolean;
}

/** Code points of text[start, end) with their classes and the index of each. */
function decode(text: string, start: number, end: number) {
	const codePoints = new Uint32Array(end - start);
	const classes = new Uint8Array(end - start);
	const offsets = new Uint32Array(end - start + 1);
	let length = 0;
	for (let i = start; i < end; ) {
		const codePoint = text.codePointAt(i)!;
		codePoints[length] = codePoint;
		classes[length] = C.bidiClass(codePoint);
		offsets[length++] = i;
		i += codePoint > 0xffff ? 2 : 1;
	}
	offsets[length] = end;
	return {
		codePoints: codePoints.subarray(0, length),
		classes: classes.subarray(0, length),
		offsets: offsets.subarray(0, length + 1),
	};
}

/** Index after the paragraph separator that ends the paragraph at `start`, or the text's end. */
function paragraphEnd(text: string, start: number): number {
	for (let i = start; i < text.length; i++) {
		// All characters of class B are in the basic plane.
		if (C.bidiClass(text.charCodeAt(i)) === C.B) return i + 1;
	}
	return text.length;
}

/**
 * Direction of the first strong character of the first paragraph, ignoring isolates (P2 and P3), as
 * for `dir="auto"` in HTML.
 * @param otherwise the direction if there is none
 */
export function paragraphDirection(text: string, otherwise: Direction = "ltr"): Direction {
	const { classes } = decode(text, 0, paragraphEnd(text, 0));
	const level = firstStrongLevel(
		classes,
		matchIsolates(classes),
		0,
		classes.length,
		otherwise === "rtl" ? 1 : 0,
	);
	return level === 1 ? "rtl" : "ltr";
}

/**
 * X10: the isolating run sequences of a paragraph. A level run that ends with an isolate initiator
 * continues with the run after its PDI.
 */
function runSequences(
	classes: Uint8Array,
	levels: Uint8Array,
	matches: Int32Array,
	paragraphLevel: number,
): RunSequence[] {
	const kept: number[] = [];
	for (let i = 0; i < classes.length; i++) if (!isRemoved(classes[i]!)) kept.push(i);
	const sequences: { indices: number[]; first: number; last: number }[] = [];
	/** The sequence that continues at the PDI with this index. */
	const waiting = new Map<number, { indices: number[]; first: number; last: number }>();
	for (let k = 0; k < kept.length; ) {
		const start = k;
		const level = levels[kept[k]!]!;
		while (k < kept.length && levels[kept[k]!] === level) k++;
		let sequence = waiting.get(kept[start]!);
		if (sequence === undefined) {
			sequence = { indices: [], first: start, last: 0 };
			sequences.push(sequence);
		}
		for (let j = start; j < k; j++) sequence.indices.push(kept[j]!);
		sequence.last = k - 1;
		const pdi = matches[kept[k - 1]!]!;
		if (pdi > kept[k - 1]!) waiting.set(pdi, sequence);
	}
	return sequences.map(({ indices, first, last }) => {
		const level = levels[indices[0]!]!;
		const before = first > 0 ? levels[kept[first - 1]!]! : paragraphLevel;
		const lastIndex = kept[last]!;
		const isolates = matches[lastIndex] === UNMATCHED_INITIATOR || matches[lastIndex]! > lastIndex;
		const after = isolates || last + 1 >= kept.length ? paragraphLevel : levels[kept[last + 1]!]!;
		return {
			indices,
			level,
			sos: Math.max(before, level) & 1 ? C.R : C.L,
			eos: Math.max(after, level) & 1 ? C.R : C.L,
		};
	});
}

/** In `matches`: an isolate initiator without a PDI. */
const UNMATCHED_INITIATOR = -2;

function paragraphLevels(original: Uint8Array, codePoints: Uint32Array, base: number): Uint8Array {
	const matches = matchIsolates(original);
	const classes = original.slice();
	const levels = explicitLevels(classes, matches, base);
	for (let i = 0; i < original.length; i++) {
		if (isIsolateInitiator(original[i]!) && matches[i]! < 0) matches[i] = UNMATCHED_INITIATOR;
	}
	const paragraph: Paragraph = { codePoints, original, classes };
	for (const sequence of runSequences(classes, levels, matches, base)) {
		resolveWeak(paragraph, sequence);
		resolveNeutral(paragraph, sequence);
		for (const i of sequence.indices) levels[i] = implicitLevel(sequence.level, classes[i]!);
	}
	// Removed characters are not visible; they get the level of the previous character, so that runs
	// are not divided (5.2).
	for (let i = 0; i < levels.length; i++) {
		if (isRemoved(classes[i]!)) levels[i] = i > 0 ? levels[i - 1]! : base;
	}
	return levels;
}

/**
 * Resolved embedding level of each UTF-16 unit (X1 to I2; L1 belongs to the line, see visualRuns).
 * Paragraph separators in the text start a new paragraph with the same base direction. Odd levels
 * are right-to-left.
 */
export function bidiLevels(text: string, base: Direction): Uint8Array {
	const result = new Uint8Array(text.length);
	const level = base === "rtl" ? 1 : 0;
	for (let start = 0; start < text.length; ) {
		const end = paragraphEnd(text, start);
		const { classes, codePoints, offsets } = decode(text, start, end);
		for (const [k, value] of paragraphLevels(classes, codePoints, level).entries()) {
			result.fill(value, offsets[k]!, offsets[k + 1]!);
		}
		start = end;
	}
	return result;
}

/**
 * L1: white space and isolate marks get the level of the paragraph at the end of a line or before a
 * tab.
 */
function isTrailing(cls: number): boolean {
	return cls === C.WS || (cls >= C.LRI && cls <= C.PDI) || isRemoved(cls);
}

/** L1 for text[start, end): a copy of its levels with separators and trailing spaces reset. */
function lineLevels(
	levels: Uint8Array,
	text: string,
	start: number,
	end: number,
	paragraphLevel: number,
): Uint8Array {
	const line = levels.slice(start, end);
	let reset = true;
	for (let i = end - 1; i >= start; i--) {
		// All characters of L1 are in the basic plane except language tags (BN), so a low surrogate is
		// looked up as the character that it ends.
		const unit = text.charCodeAt(i);
		const astral = unit >= 0xdc00 && unit <= 0xdfff && i > start;
		const cls = C.bidiClass((astral ? text.codePointAt(i - 1) : unit) ?? unit);
		const separator = cls === C.S || cls === C.B;
		if (separator) reset = true;
		else if (!isTrailing(cls)) reset = false;
		const width = astral && text.codePointAt(i - 1)! > 0xffff ? 2 : 1;
		if (reset) line.fill(paragraphLevel, i - start - width + 1, i - start + 1);
		i -= width - 1;
	}
	return line;
}

/**
 * The runs of the line text[start, end) in visual order from left to right (L1 and L2). `levels`
 * are those of the whole text. The text of a run stays in logical order; with the direction "rtl",
 * a shaper reverses and mirrors it (L3, L4).
 */
export function visualRuns(
	levels: Uint8Array,
	text: string,
	start: number,
	end: number,
	paragraphLevel: 0 | 1,
): VisualRun[] {
	const line = lineLevels(levels, text, start, end, paragraphLevel);
	const runs: { start: number; end: number; level: number }[] = [];
	let highest = 0;
	let lowestOdd = 255;
	for (let i = 0; i < line.length; ) {
		const level = line[i]!;
		const from = i;
		while (i < line.length && line[i] === level) i++;
		runs.push({ start: start + from, end: start + i, level });
		highest = Math.max(highest, level);
		if (level & 1) lowestOdd = Math.min(lowestOdd, level);
	}
	for (let level = highest; level >= lowestOdd; level--) {
		for (let i = 0; i < runs.length; i++) {
			if (runs[i]!.level < level) continue;
			const from = i;
			while (i < runs.length && runs[i]!.level >= level) i++;
			reverse(runs, from, i);
		}
	}
	return runs.map((run) => ({ start: run.start, end: run.end, rtl: (run.level & 1) === 1 }));
}

/** Reverses items[from, to) in place. */
function reverse<T>(items: T[], from: number, to: number): void {
	for (let a = from, b = to - 1; a < b; a++, b--) {
		const item = items[a]!;
		items[a] = items[b]!;
		items[b] = item;
	}
}
