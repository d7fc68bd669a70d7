/**
 * The line breaking classes of UAX #14 (Unicode 17) in the order of the generated table. XX, AI and
 * SG are AL there (rule LB1); CJ and SA are kept, because their resolution depends on the caller.
 */
export const LINE_BREAK_CLASSES = Object.freeze(
	(
		"AL AK AP AS B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV " +
		"LF NL NS NU OP PO PR QU RI SA SP SY VF VI WJ ZW ZWJ AI"
	).split(" "),
);

/** Bits of a table value with the class; the other bits are flags. */
export const CLASS_BITS = 6;

/** Further properties of a code point that the rules need. */
export const FLAGS = Object.freeze({
	/** East_Asian_Width is Fullwidth, Wide or Halfwidth (LB19a, LB30). */
	eastAsian: 1 << 6,
	/** General_Category Pi, of class QU (LB15a, LB19). */
	initial: 1 << 7,
	/** General_Category Pf, of class QU (LB15b, LB19). */
	final: 1 << 8,
	/** A mark of class SA, which LB1 resolves to CM. */
	complexMark: 1 << 9,
	/** Extended_Pictographic and unassigned (LB30b). */
	reservedPictographic: 1 << 10,
});

/** The number of a class in the table. */
function numberOf(name: string): number {
	const index = LINE_BREAK_CLASSES.indexOf(name);
	if (index < 0) throw new Error(`no line breaking class ${name}`);
	return index;
}

export const AL = numberOf("AL");
export const AK = numberOf("AK");
export const AP = numberOf("AP");
export const AS = numberOf("AS");
export const B2 = numberOf("B2");
export const BA = numberOf("BA");
export const BB = numberOf("BB");
export const BK = numberOf("BK");
export const CB = numberOf("CB");
export const CJ = numberOf("CJ");
export const CL = numberOf("CL");
export const CM = numberOf("CM");
export const CP = numberOf("CP");
export const CR = numberOf("CR");
export const EB = numberOf("EB");
export const EM = numberOf("EM");
export const EX = numberOf("EX");
export const GL = numberOf("GL");
export const H2 = numberOf("H2");
export const H3 = numberOf("H3");
export const HH = numberOf("HH");
export const HL = numberOf("HL");
export const HY = numberOf("HY");
export const ID = numberOf("ID");
export const IN = numberOf("IN");
export const IS = numberOf("IS");
export const JL = numberOf("JL");
export const JT = numberOf("JT");
export const JV = numberOf("JV");
export const LF = numberOf("LF");
export const NL = numberOf("NL");
export const NS = numberOf("NS");
export const NU = numberOf("NU");
export const OP = numberOf("OP");
export const PO = numberOf("PO");
export const PR = numberOf("PR");
export const QU = numberOf("QU");
export const RI = numberOf("RI");
export const SA = numberOf("SA");
export const SP = numberOf("SP");
export const SY = numberOf("SY");
export const VF = numberOf("VF");
export const VI = numberOf("VI");
export const WJ = numberOf("WJ");
export const ZW = numberOf("ZW");
export const ZWJ = numberOf("ZWJ");
