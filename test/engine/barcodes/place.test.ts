import t from "tap";
import type { Modules } from "../../../src/engine/barcodes/encode.js";
import { placeBarcode } from "../../../src/engine/barcodes/place.js";

const matrix: Modules = { columns: 2, rows: 2, dark: Uint8Array.of(1, 1, 0, 1) };
const bars: Modules = { columns: 4, rows: 1, dark: Uint8Array.of(1, 0, 1, 1) };

t.test("modules are a whole number of output pixels, centred", async (t) => {
	const placed = placeBarcode("qr", matrix, { x: 10, y: 20, width: 47, height: 60 })!;
	// 10 modules with the quiet zone: 4 pixels each, 40 of 47 pixels.
	t.equal(placed.modulePixels, 4);
	t.strictSame(placed.symbol, { x: 14, y: 30, width: 40, height: 40 });
	t.strictSame(placed.code, { x: 30, y: 46, width: 8, height: 8 });
	t.equal(placed.path, "M30 46h8v4h-8zM34 50h4v4h-4z", "neighbours are one rectangle");
});

t.test("a box that is off by rounding has the modules of the whole number", async (t) => {
	const box = { x: 0, y: 0, width: 39.9999999, height: 40 };
	t.equal(placeBarcode("qr", matrix, box)!.modulePixels, 4);
});

t.test("at another scale the modules are whole pixels of the output", async (t) => {
	const box = { x: 1, y: 1, width: 47, height: 47 };
	const placed = placeBarcode("qr", matrix, box, undefined, 0.5)!;
	t.equal(placed.modulePixels, 2);
	t.equal(placed.symbol.width, 40, "in export pixels");
	t.equal((placed.code.x * 0.5) % 1, 0);
});

t.test("a linear code is as high as its box, with a quiet zone left and right", async (t) => {
	const placed = placeBarcode("ean13", bars, { x: 0, y: 5, width: 45, height: 30 })!;
	t.equal(placed.modulePixels, 2);
	t.strictSame(placed.symbol, { x: 1, y: 5, width: 44, height: 30 });
	t.equal(placed.path, "M23 5h2v30h-2zM27 5h4v30h-4z");
});

t.test("a quiet zone below the standard's is reported", async (t) => {
	const box = { x: 0, y: 0, width: 50, height: 50 };
	t.equal(placeBarcode("qr", matrix, box, 4)!.quietZoneSuffices, true);
	t.equal(placeBarcode("qr", matrix, box, 3)!.quietZoneSuffices, false);
	t.equal(placeBarcode("ean13", bars, box, 10)!.quietZoneSuffices, false);
	t.equal(placeBarcode("qr", matrix, box, 0)!.modulePixels, 25);
});

t.test("a box too small for one pixel per module is filled as far as possible", async (t) => {
	const placed = placeBarcode("qr", matrix, { x: 0, y: 0, width: 5, height: 8 })!;
	t.equal(placed.modulePixels, 0.5);
	t.strictSame(placed.symbol, { x: 0, y: 1.5, width: 5, height: 5 });
	t.equal(placeBarcode("qr", matrix, { x: 0, y: 0, width: 0, height: 8 }), null);
});
