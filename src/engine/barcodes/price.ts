import type { BarcodeRequest } from "./encode.js";

/**
 * Nanoseconds to encode a barcode: a fixed part, and a part per byte. Fitted to the processor time
 * of the slowest of four mixtures of characters (letters and signs, capitals, digits, UTF-8) with
 * Node 20, at error correction H, from 1 to 1,000 characters.
 */
const PRICES: Readonly<Record<BarcodeRequest["kind"], readonly [fixed: number, perByte: number]>> =
	{
		qr: [500_000, 16_000],
		datamatrix: [2_000_000, 50_000],
		code128: [200_000, 12_000],
		ean13: [50_000, 0],
		ean8: [50_000, 0],
		upca: [50_000, 0],
	};

/** The price of encoding a barcode in nanoseconds, before its data is checked. */
export function barcodePrice({ kind, data }: BarcodeRequest): number {
	const [fixed, perByte] = PRICES[kind];
	return fixed + perByte * Buffer.byteLength(data);
}
