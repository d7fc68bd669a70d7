import { createRequire } from "node:module";
import { dataFault, tooLong } from "./check-data.js";
import { type BarcodeKind, type ErrorCorrection, KINDS } from "./kinds.js";

/** The modules of a code, without its quiet zone. */
export interface Modules {
	/** Modules across and down; a linear code is one module high, and is stretched. */
	readonly columns: number;
	readonly rows: number;
	/** Row by row: 1 is a dark module. */
	readonly dark: Uint8Array;
}

export interface BarcodeRequest {
	readonly kind: BarcodeKind;
	readonly data: string;
	/** Of QR codes. Default M. */
	readonly errorCorrection?: ErrorCorrection | undefined;
}

/** The part of bwip-js that is used; its types only describe images. */
interface BwipJs {
	raw(options: Record<string, unknown>): readonly {
		readonly pixs?: readonly number[];
		readonly pixx?: number;
		readonly pixy?: number;
		readonly sbs?: readonly number[];
	}[];
}

/** The part of lean-qr that is used; its own types do not resolve as an ES module. */
interface LeanQr {
	generate(data: string, options: Record<string, unknown>): QrBitmap;
	readonly mode: Readonly<Record<"numeric" | "alphaNumeric" | "ascii" | "utf8", unknown>>;
	readonly correction: Readonly<Record<ErrorCorrection, number>>;
}
interface QrBitmap {
	readonly size: number;
	get(x: number, y: number): boolean;
}

/** Loaded for the first barcode, because most documents have none. */
const require = createRequire(import.meta.url);

/**
 * Encodes data as a barcode; the same data gives the same modules.
 * @returns the modules, or what is wrong with the data
 */
export function encodeBarcode(request: BarcodeRequest): Modules | { readonly fault: string } {
	const { kind, data, errorCorrection = "M" } = request;
	const fault = dataFault(kind, data, errorCorrection);
	if (fault !== undefined) return { fault };
	try {
		return kind === "qr" ? encodeQr(data, errorCorrection) : encodeOther(kind, data);
	} catch (error) {
		// Data that passed dataFault can only be too long.
		if (/lean-qr error 4|TooLong|TooMuchData/.test(String(error)))
			return { fault: tooLong(kind, data, errorCorrection) };
		throw error;
	}
}

/**
 * lean-qr is ten times as fast as bwip-js, and declares UTF-8 (ECI 26) for non-ASCII data by
 * itself.
 */
function encodeQr(data: string, level: ErrorCorrection): Modules {
	const { generate, mode, correction } = require("lean-qr") as LeanQr;
	const code = generate(data, {
		minCorrectionLevel: correction[level],
		maxCorrectionLevel: correction[level],
		// Without Shift JIS, because readers disagree about some of its characters.
		modes: [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8],
	});
	const { size } = code;
	const dark = Uint8Array.from({ length: size * size }, (_, i) =>
		code.get(i % size, Math.floor(i / size)) ? 1 : 0,
	);
	return { columns: size, rows: size, dark };
}

function encodeOther(kind: Exclude<BarcodeKind, "qr">, data: string): Modules {
	const { raw } = require("bwip-js") as BwipJs;
	const { pixs, pixx, pixy, sbs } = raw({ bcid: kind, ...textOptions(kind, data) })[0]!;
	if (KINDS[kind].matrix) return { columns: pixx!, rows: pixy!, dark: Uint8Array.from(pixs!) };
	const dark = bars(sbs!);
	return { columns: dark.length, rows: 1, dark };
}

/**
 * For non-ASCII data, a Data Matrix code must declare UTF-8 (ECI 26); otherwise readers assume
 * Latin-1.
 */
function textOptions(kind: BarcodeKind, data: string): Record<string, unknown> {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes them
	if (kind !== "datamatrix" || /^[\x00-\x7f]*$/.test(data)) return { text: data };
	return { text: `^ECI000026${data.replaceAll("^", "^^")}`, parsefnc: true };
}

/** Widths of bars and spaces in turn, as modules. */
function bars(widths: readonly number[]): Uint8Array {
	const dark: number[] = [];
	for (const [i, width] of widths.entries())
		for (let k = 0; k < width; k++) dark.push(i % 2 === 0 ? 1 : 0);
	return Uint8Array.from(dark);
}
