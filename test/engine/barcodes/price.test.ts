import t from "tap";
import { encodeBarcode } from "../../../src/engine/barcodes/encode.js";
import { barcodePrice } from "../../../src/engine/barcodes/price.js";

t.test("prices grow with the bytes of the data", async (t) => {
	const price = (data: string) => barcodePrice({ kind: "qr", data });
	t.ok(price("x".repeat(1000)) > 5 * price("x"));
	t.ok(price("日".repeat(100)) > price("x".repeat(100)));
	t.equal(barcodePrice({ kind: "ean13", data: "1" }), barcodePrice({ kind: "ean13", data: "12" }));
});

t.test("a price is not far below the processor time", async (t) => {
	const data = "https://example.com/?q=Some text, 12345; ".repeat(25).slice(0, 1000);
	for (const kind of ["qr", "datamatrix"] as const) {
		const request = { kind, data, errorCorrection: "H" } as const;
		encodeBarcode(request);
		const times = Array.from({ length: 3 }, () => {
			const before = process.cpuUsage();
			encodeBarcode(request);
			const { user, system } = process.cpuUsage(before);
			return (user + system) * 1000;
		});
		// Twice as slow a machine, and one on which others work.
		t.ok(Math.min(...times) < 4 * barcodePrice(request), `${kind}: ${times}`);
	}
});
