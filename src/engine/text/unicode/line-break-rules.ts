/**
 * The Unicode line breaking algorithm, UAX #14 revision 55 (Unicode 17), without tailoring.
 * `line-break.ts` adds the rules of browsers.
 */
import * as C from "./line-break-classes.js";
import { lineBreakClass, lineBreakProperties } from "./line-break-properties.js";

const { FLAGS } = C;
const DOTTED_CIRCLE = 0x25cc;

/** No break, an opportunity, or an obligation to break before a UTF-16 unit. */
export const NO_BREAK = 0;
export const BREAK_ALLOWED = 1;
export const BREAK_MANDATORY = 2;

export interface LineBreakOptions {
	/**
	 * How class CJ (small kana) is resolved: NS is strict breaking, ID is CSS `line-break: normal`.
	 */
	readonly smallKana: "NS" | "ID";
	/**
	 * Curly quotes are treated as brackets and the wave dash as an ideograph, as in CLDR for Chinese.
	 */
	readonly chinese?: boolean;
}

const WAVE_DASH = 0x301c;
const isCurly = (codePoint: number) => codePoint >= 0x2018 && codePoint <= 0x201d;

/** A set of classes as a lookup table. */
function setOf(...classes: number[]): (cls: number) => boolean {
	const members = new Uint8Array(64);
	for (const cls of classes) members[cls] = 1;
	return (cls) => members[cls] === 1;
}

const isHardBreak = setOf(C.BK, C.CR, C.LF, C.NL);
const isBaseless = setOf(C.BK, C.CR, C.LF, C.NL, C.SP, C.ZW);
const isNeverAfterAnything = setOf(C.CL, C.CP, C.EX, C.SY);
const opensInitialQuote = setOf(C.BK, C.CR, C.LF, C.NL, C.OP, C.QU, C.GL, C.SP, C.ZW);
const closesFinalQuote = setOf(
	...[C.SP, C.GL, C.WJ, C.CL, C.QU, C.CP, C.EX, C.IS, C.SY, C.BK, C.CR, C.LF, C.NL, C.ZW],
);
const allowsGlueBreak = setOf(C.SP, C.BA, C.HY, C.HH);
const isHyphen = setOf(C.HY, C.HH);
const startsHyphenatedWord = setOf(C.BK, C.CR, C.LF, C.NL, C.SP, C.ZW, C.CB, C.GL);
const staysWithBefore = setOf(C.BA, C.HH, C.HY, C.NS);
const isLetter = setOf(C.AL, C.HL);
const isLetterOrDigit = setOf(C.AL, C.HL, C.NU);
const isPictographic = setOf(C.ID, C.EB, C.EM);
const isAffix = setOf(C.PR, C.PO);
const isNumberSeparator = setOf(C.SY, C.IS);
const isClosing = setOf(C.CL, C.CP);
const isHangul = setOf(C.JL, C.JV, C.JT, C.H2, C.H3);
const followsLeadingJamo = setOf(C.JL, C.JV, C.H2, C.H3);

/** The state of LB25's regular expression for numbers after a character. */
const OUTSIDE = 0;
const NUMBER = 1;
const CLOSED_NUMBER = 2;

/**
 * The units of the rules from LB11 on: characters with the marks that LB9 attaches. They are stored
 * in parallel arrays, because a text has thousands.
 */
class Clusters {
	length = 0;
	readonly classes: Uint8Array;
	readonly properties: Uint16Array;
	/** UTF-16 index of the first unit. */
	readonly starts: Uint32Array;
	/** 1: ends with ZWJ (LB8a). */
	readonly joined: Uint8Array;
	/** 1: an orthographic syllable of class AK or AS, or a dotted circle (LB28a). */
	readonly aksara: Uint8Array;

	constructor(text: string, options: LineBreakOptions) {
		const size = text.length;
		this.classes = new Uint8Array(size);
		this.properties = new Uint16Array(size);
		this.starts = new Uint32Array(size);
		this.joined = new Uint8Array(size);
		this.aksara = new Uint8Array(size);
		for (let i = 0; i < size; ) {
			const codePoint = text.codePointAt(i)!;
			this.add(codePoint, i, options);
			i += codePoint > 0xffff ? 2 : 1;
		}
	}

	private add(codePoint: number, start: number, options: LineBreakOptions): void {
		const properties = lineBreakProperties(codePoint);
		let cls = lineBreakClass(properties);
		if (cls === C.SA)
			cls = properties & FLAGS.complexMark ? C.CM : C.AL; // LB1
		else if (cls === C.CJ)
			cls = options.smallKana === "NS" ? C.NS : C.ID; // LB1
		else if (options.chinese === true) {
			if (codePoint === WAVE_DASH) cls = C.ID;
			else if (cls === C.QU && isCurly(codePoint)) cls = properties & FLAGS.initial ? C.OP : C.CL;
		}
		const last = this.length - 1;
		if (cls === C.CM || cls === C.ZWJ) {
			const joiner = cls === C.ZWJ ? 1 : 0;
			if (last >= 0 && !isBaseless(this.classes[last]!)) {
				this.joined[last] = joiner; // LB9: part of the previous character
				return;
			}
			cls = C.AL; // LB10
			this.joined[this.length] = joiner;
		}
		this.classes[this.length] = cls;
		this.properties[this.length] = properties;
		this.starts[this.length] = start;
		if (cls === C.AK || cls === C.AS || codePoint === DOTTED_CIRCLE) this.aksara[this.length] = 1;
		this.length++;
	}

	/** Class at an index; -1 before the start and after the end of the text. */
	at(index: number): number {
		return index < 0 || index >= this.length ? -1 : this.classes[index]!;
	}

	/** True for a cluster that exists and has the flag. */
	has(index: number, flag: number): boolean {
		return index >= 0 && index < this.length && (this.properties[index]! & flag) !== 0;
	}

	isQuote(index: number, flag: number): boolean {
		return this.at(index) === C.QU && this.has(index, flag);
	}

	isAksara(index: number): boolean {
		return index >= 0 && index < this.length && this.aksara[index] === 1;
	}
}

/** What the rules need to know about the text before the current position. */
interface Context {
	/** Index of the last cluster that is not a space, -1 at the start. */
	solid: number;
	/** LB15a holds for the quote at `solid`. */
	initialQuote: boolean;
	/** LB25's state. */
	number: typeof OUTSIDE | typeof NUMBER | typeof CLOSED_NUMBER;
	/** Number of consecutive regional indicators directly before. */
	regional: number;
}

/** Adds the cluster at an index to the context. */
function advance(context: Context, clusters: Clusters, index: number): void {
	const cls = clusters.at(index);
	context.regional = cls === C.RI ? context.regional + 1 : 0;
	if (cls === C.NU) context.number = NUMBER;
	else if (context.number === NUMBER && isClosing(cls)) context.number = CLOSED_NUMBER;
	else if (!(context.number === NUMBER && isNumberSeparator(cls))) context.number = OUTSIDE;
	if (cls === C.SP) return;
	context.solid = index;
	context.initialQuote =
		clusters.isQuote(index, FLAGS.initial) &&
		(index === 0 || opensInitialQuote(clusters.at(index - 1)));
}

/**
 * LB4 to LB18: hard breaks, spaces, joiners, glue, closing punctuation, quotes. Null: no rule
 * applies.
 */
function strongRules(clusters: Clusters, i: number, context: Context): number | null {
	const before = clusters.at(i - 1);
	const after = clusters.at(i);
	if (before === C.CR && after === C.LF) return NO_BREAK; // LB5
	if (isHardBreak(before)) return BREAK_MANDATORY; // LB4, LB5
	if (isHardBreak(after) || after === C.SP || after === C.ZW) return NO_BREAK; // LB6, LB7
	const solid = clusters.at(context.solid);
	if (solid === C.ZW) return BREAK_ALLOWED; // LB8
	if (clusters.joined[i - 1] === 1) return NO_BREAK; // LB8a
	if (before === C.WJ || after === C.WJ) return NO_BREAK; // LB11
	if (before === C.GL) return NO_BREAK; // LB12
	if (after === C.GL && !allowsGlueBreak(before)) return NO_BREAK; // LB12a
	if (isNeverAfterAnything(after)) return NO_BREAK; // LB13
	if (solid === C.OP) return NO_BREAK; // LB14
	if (context.initialQuote) return NO_BREAK; // LB15a
	if (clusters.isQuote(i, FLAGS.final)) {
		if (i + 1 >= clusters.length || closesFinalQuote(clusters.at(i + 1))) return NO_BREAK; // LB15b
	}
	if (before === C.SP && after === C.IS && clusters.at(i + 1) === C.NU) return BREAK_ALLOWED; // LB15c
	if (after === C.IS) return NO_BREAK; // LB15d
	if (isClosing(solid) && after === C.NS) return NO_BREAK; // LB16
	if (solid === C.B2 && after === C.B2) return NO_BREAK; // LB17
	if (before === C.SP) return BREAK_ALLOWED; // LB18
	return null;
}

/** LB19 and LB19a: quotation marks, which have no spaces around them in East Asian text. */
function keepsQuotes(clusters: Clusters, i: number): boolean {
	const before = clusters.at(i - 1);
	const after = clusters.at(i);
	const narrow = (index: number): boolean => !clusters.has(index, FLAGS.eastAsian);
	if (after === C.QU) {
		if (!clusters.has(i, FLAGS.initial)) return true;
		if (narrow(i - 1) || narrow(i + 1)) return true;
	}
	if (before === C.QU) {
		if (!clusters.has(i - 1, FLAGS.final)) return true;
		if (narrow(i) || narrow(i - 2)) return true;
	}
	return false;
}

/** LB25: numbers with their signs, separators, brackets and units. */
function keepsNumber(clusters: Clusters, i: number, context: Context): boolean {
	const before = clusters.at(i - 1);
	const after = clusters.at(i);
	if (isAffix(after) && context.number !== OUTSIDE) return true;
	if (after === C.NU) {
		return isAffix(before) || before === C.HY || before === C.IS || context.number === NUMBER;
	}
	if (isAffix(before) && after === C.OP) {
		const next = clusters.at(i + 1);
		return next === C.NU || (next === C.IS && clusters.at(i + 2) === C.NU);
	}
	return false;
}

/** LB26: the jamos of one Hangul syllable. */
function keepsSyllable(before: number, after: number): boolean {
	if (before === C.JL) return followsLeadingJamo(after);
	if (before === C.JV || before === C.H2) return after === C.JV || after === C.JT;
	return (before === C.JT || before === C.H3) && after === C.JT;
}

/** LB28a: orthographic syllables of Brahmic scripts written without spaces. */
function keepsAksara(clusters: Clusters, i: number): boolean {
	const before = clusters.at(i - 1);
	const after = clusters.at(i);
	if (before === C.AP) return clusters.isAksara(i);
	if (clusters.isAksara(i - 1)) {
		if (after === C.VF || after === C.VI) return true;
		return clusters.isAksara(i) && clusters.at(i + 1) === C.VF;
	}
	if (before === C.VI && clusters.isAksara(i - 2)) {
		return after === C.AK || (clusters.isAksara(i) && after !== C.AS);
	}
	return false;
}

/** LB20 to LB31. */
function weakRules(clusters: Clusters, i: number, context: Context): number {
	const before = clusters.at(i - 1);
	const after = clusters.at(i);
	if (before === C.CB || after === C.CB) return BREAK_ALLOWED; // LB20
	if (
		isHyphen(before) &&
		isLetter(after) &&
		(i === 1 || startsHyphenatedWord(clusters.at(i - 2)))
	) {
		return NO_BREAK; // LB20a
	}
	if (staysWithBefore(after) || before === C.BB) return NO_BREAK; // LB21
	if (isHyphen(before) && clusters.at(i - 2) === C.HL && after !== C.HL) return NO_BREAK; // LB21a
	if (before === C.SY && after === C.HL) return NO_BREAK; // LB21b
	if (after === C.IN) return NO_BREAK; // LB22
	if (isLetter(before) && after === C.NU) return NO_BREAK; // LB23
	if (before === C.NU && isLetter(after)) return NO_BREAK; // LB23
	if (before === C.PR && isPictographic(after)) return NO_BREAK; // LB23a
	if (isPictographic(before) && after === C.PO) return NO_BREAK; // LB23a
	if (isAffix(before) && isLetter(after)) return NO_BREAK; // LB24
	if (isLetter(before) && isAffix(after)) return NO_BREAK; // LB24
	if (keepsNumber(clusters, i, context)) return NO_BREAK; // LB25
	if (keepsSyllable(before, after)) return NO_BREAK; // LB26
	if (isHangul(before) && after === C.PO) return NO_BREAK; // LB27
	if (before === C.PR && isHangul(after)) return NO_BREAK; // LB27
	if (isLetter(before) && isLetter(after)) return NO_BREAK; // LB28
	if (keepsAksara(clusters, i)) return NO_BREAK; // LB28a
	if (before === C.IS && isLetter(after)) return NO_BREAK; // LB29
	const narrow = (index: number): boolean => !clusters.has(index, FLAGS.eastAsian);
	if (isLetterOrDigit(before) && after === C.OP && narrow(i)) return NO_BREAK; // LB30
	if (before === C.CP && isLetterOrDigit(after) && narrow(i - 1)) return NO_BREAK; // LB30
	if (before === C.RI && after === C.RI && context.regional % 2 === 1) return NO_BREAK; // LB30a
	if (after === C.EM) {
		if (before === C.EB || clusters.has(i - 1, FLAGS.reservedPictographic)) return NO_BREAK; // LB30b
	}
	return BREAK_ALLOWED; // LB31
}

/**
 * Break opportunities by UAX #14 alone. result[i] for i in 0..text.length is for the position
 * before UTF-16 unit i. The end is always mandatory (LB3), and the start never breaks (LB2). Linear
 * in the length of the text.
 */
export function unicodeLineBreaks(text: string, options: LineBreakOptions): Uint8Array {
	const result = new Uint8Array(text.length + 1);
	if (text.length === 0) return result;
	const clusters = new Clusters(text, options);
	const context: Context = { solid: -1, initialQuote: false, number: OUTSIDE, regional: 0 };
	for (let i = 1; i < clusters.length; i++) {
		advance(context, clusters, i - 1);
		let decided = strongRules(clusters, i, context);
		if (decided === null && keepsQuotes(clusters, i)) decided = NO_BREAK;
		result[clusters.starts[i]!] = decided ?? weakRules(clusters, i, context);
	}
	result[text.length] = BREAK_MANDATORY;
	return result;
}
