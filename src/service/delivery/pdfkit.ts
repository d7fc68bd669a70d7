/** pdfkit as this service uses it: it writes the objects, their table and the information. */
import type PDFKitDocument from "pdfkit";

/** An object of the document. */
export interface PDFReference {
	readonly data: Record<string, unknown>;
	/** Writes it down; no more can be added then. */
	end(data?: Uint8Array): void;
}

/** A document, with members that its types do not tell of. */
export type PDFDocument = Omit<typeof PDFKitDocument.prototype, "ref" | "page" | "info"> & {
	ref(data: object): PDFReference;
	readonly info: Record<string, unknown>;
	/** Writes the information once more, as XMP. */
	endMetadata: () => void;
	readonly page: {
		readonly dictionary: PDFReference;
		readonly xobjects: Record<string, PDFReference>;
	};
};

type Constructor = new (options: object) => PDFDocument;

/** Loads it when the first PDF is wanted: it brings fonts and their parsers, which take a while. */
export const loadPdfKit = async (): Promise<Constructor> =>
	(await import("pdfkit")).default as unknown as Constructor;
