export type BarcodeKind = "qr" | "datamatrix" | "ean13" | "ean8" | "upca" | "code128";
export type ErrorCorrection = "L" | "M" | "Q" | "H";

/** Empty modules at the left and right (linear), or on all sides (matrix codes). */
export interface QuietZone {
	readonly left: number;
	readonly right: number;
}

interface KindTraits {
	readonly matrix: boolean;
	/** The quiet zone that the standard requires. */
	readonly quietZone: QuietZone;
}

/** Quiet zones of ISO/IEC 18004, ISO/IEC 16022, GS1 General Specifications 5.2 and ISO/IEC 15417. */
export const KINDS: Readonly<Record<BarcodeKind, KindTraits>> = {
	qr: { matrix: true, quietZone: { left: 4, right: 4 } },
	datamatrix: { matrix: true, quietZone: { left: 1, right: 1 } },
	ean13: { matrix: false, quietZone: { left: 11, right: 7 } },
	ean8: { matrix: false, quietZone: { left: 7, right: 7 } },
	upca: { matrix: false, quietZone: { left: 9, right: 9 } },
	code128: { matrix: false, quietZone: { left: 10, right: 10 } },
};

/** Characters of data, for every kind. */
export const MAX_DATA = 1_000;
