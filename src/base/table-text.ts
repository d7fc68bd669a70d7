/**
 * Bytes of a table as text: UTF-8, UTF-16, or a single-byte code page, which is recognised by its
 * letters. The service and the page in the browser read the same files.
 */
import { type CodePages, guessCodePage } from "./table-code-pages.js";
import { TableError } from "./table-error.js";

/** Bytes after the first one beyond ASCII that decide the encoding. */
const SAMPLE_BYTES = 65_536;
/** Bytes in which the kind of another file is recognised. */
const MAGIC_BYTES = 4_096;

/** Spreadsheets that people send instead of CSV: what they contain, and how to save a CSV. */
const SPREADSHEETS: readonly (readonly [part: RegExp, name: string, menu: string])[] = [
	[
		/vnd\.oasis\.opendocument/,
		"an OpenDocument spreadsheet (.ods)",
		"in LibreOffice choose File > Save As, Text CSV",
	],
	[/\.iwa/, "a Numbers spreadsheet (.numbers)", "in Numbers choose File > Export To > CSV"],
	[
		/\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|xl\//,
		"an Excel workbook (.xlsx)",
		"in Excel choose File > Save As, CSV UTF-8 (Comma delimited)",
	],
	[
		/^/,
		"a spreadsheet file such as .xlsx or .numbers",
		"in Excel choose File > Save As, CSV UTF-8 (Comma delimited); in Numbers File > Export To > CSV; in Google Sheets File > Download > Comma-separated values",
	],
];
const ZIP = "PK\u0003\u0004";
const OLE = "\u00d0\u00cf\u0011\u00e0";

/** Turns bytes of a table into text; holds them back until their encoding is known. */
export class TableTextReader {
	readonly #codePages: CodePages;
	#held: Uint8Array[] = [];
	#size = 0;
	/** Bytes that must be there before they are looked at. */
	#enough = MAGIC_BYTES;
	#isStart = true;
	#decode: Decode | undefined;

	/** @param codePages the single-byte code pages to choose from */
	constructor(codePages: CodePages) {
		this.#codePages = codePages;
	}

	/**
	 * @returns the text of which the bytes are certain
	 * @throws TableError for another kind of file, and for an unknown encoding
	 */
	read(piece: Uint8Array): string {
		if (this.#decode !== undefined) return this.#decode(piece);
		this.#held.push(piece);
		this.#size += piece.length;
		return this.#size < this.#enough ? "" : this.#look(false);
	}

	/** @throws TableError, like `read` */
	end(): string {
		const rest = this.#decode === undefined ? this.#look(true) : "";
		return rest + (this.#decode?.() ?? "");
	}

	#look(ended: boolean): string {
		const bytes = joined(this.#held);
		if (this.#isStart) {
			refuseSpreadsheet(bytes);
			this.#decode = wideDecoder(bytes);
			if (this.#decode !== undefined) return this.#decode(bytes);
		}
		this.#isStart = false;
		const high = bytes.findIndex((byte) => byte >= 0x80);
		// All encodings but UTF-16 have ASCII in common, which can be read at once.
		const end = high === -1 ? bytes.length : high;
		const ascii = new TextDecoder().decode(bytes.subarray(0, end));
		const rest = bytes.subarray(end);
		if (rest.length > 0 && (ended || rest.length >= SAMPLE_BYTES)) {
			const sample = rest.subarray(0, SAMPLE_BYTES);
			this.#decode = this.#decoderOf(sample, ended && sample.length === rest.length);
			return ascii + this.#decode(rest);
		}
		this.#held = [rest];
		this.#size = rest.length;
		this.#enough = rest.length === 0 ? 1 : SAMPLE_BYTES;
		return ascii;
	}

	/** @throws TableError if the encoding is unknown */
	#decoderOf(sample: Uint8Array, isWhole: boolean): Decode {
		try {
			new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: !isWhole });
			return strictDecoder("utf-8");
		} catch {
			const page = guessCodePage(sample, this.#codePages);
			if (page === undefined)
				throw new TableError({
					message:
						"is in an encoding that is not recognised: save it as CSV UTF-8 (in Excel: File > Save As, CSV UTF-8)",
				});
			return (bytes) => (bytes === undefined ? "" : page(bytes));
		}
	}
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		all.set(piece, at);
		at += piece.length;
	}
	return all;
}

/** @throws TableError if the bytes are the start of a spreadsheet file */
export function refuseSpreadsheet(start: Uint8Array): void {
	const text = String.fromCharCode(...start.subarray(0, MAGIC_BYTES));
	if (text.startsWith(OLE))
		throw new TableError({
			message:
				"is an old Excel workbook (.xls), not CSV: in Excel choose File > Save As, CSV UTF-8 (Comma delimited)",
		});
	if (!text.startsWith(ZIP)) return;
	const [, name, menu] = SPREADSHEETS.find(([part]) => part.test(text))!;
	throw new TableError({ message: `is ${name}, not CSV: ${menu}` });
}

/** Reads the next bytes; without any, the rest of those that were read. */
type Decode = (bytes?: Uint8Array) => string;

/** Of text in UTF-16, with or without a byte order mark. */
function wideDecoder(bytes: Uint8Array): Decode | undefined {
	const name = bytes.length < 2 ? undefined : wideName(bytes);
	return name === undefined ? undefined : strictDecoder(name);
}

function wideName(bytes: Uint8Array): string | undefined {
	const mark = (bytes[0]! << 8) | bytes[1]!;
	if (mark === 0xfffe) return "utf-16le";
	if (mark === 0xfeff) return "utf-16be";
	// The names of columns are mostly ASCII, of which every second byte is zero.
	if (bytes[0] === 0 && bytes[1] !== 0) return "utf-16be";
	return bytes[0] !== 0 && bytes[1] === 0 ? "utf-16le" : undefined;
}

function strictDecoder(name: string): Decode {
	const decoder = new TextDecoder(name, { fatal: true });
	return (bytes) => {
		try {
			return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
		} catch {
			throw new TableError({
				message: `is ${name.toUpperCase()} only in part: save it as CSV UTF-8 (in Excel: File > Save As, CSV UTF-8)`,
			});
		}
	};
}
