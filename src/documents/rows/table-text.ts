import { onDemand, requirePackage } from "../../base/on-demand.js";
import type { CodePages } from "../../base/table-code-pages.js";
import { TableTextReader } from "../../base/table-text.js";

// TextDecoder of Node 20 reads windows-1252 as Latin-1, and has no code pages of MS-DOS.
const iconv = onDemand(() => requirePackage("iconv-lite") as typeof import("iconv-lite"));
const codePages: CodePages = (name) => (bytes) => iconv().decode(bytes, name);

/**
 * The text of a table as spreadsheets save it: UTF-8, UTF-16, or a single-byte code page, which is
 * recognised by its letters.
 * @param pieces bytes, in chunks of any size
 * @throws TableError for another kind of file, and for an unknown encoding
 */
export async function* tableText(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
	const reader = new TableTextReader(codePages);
	for await (const piece of pieces) yield reader.read(piece);
	yield reader.end();
}

/** Like `tableText`, for bytes that are all there. */
export function wholeTableText(bytes: Buffer): string {
	const reader = new TableTextReader(codePages);
	return reader.read(bytes) + reader.end();
}
