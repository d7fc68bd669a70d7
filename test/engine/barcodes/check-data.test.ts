import t from "tap";
import { checkDigit, dataFault } from "../../../src/engine/barcodes/check-data.js";
import { encodeBarcode } from "../../../src/engine/barcodes/encode.js";

t.test("check digits are those of published numbers", async (t) => {
	for (const number of ["4006381333931", "5901234123457", "96385074", "036000291452"])
		t.equal(checkDigit(number.slice(0, -1)), number.at(-1), number);
});

t.test("a retail code says how many digits it needs", async (t) => {
	t.match(dataFault("ean13", "12345"), /EAN-13 needs 12 digits, or 13 with .* this has 5/);
	t.match(dataFault("ean8", "123456789"), /EAN-8 needs 7 digits, or 8 .* this has 9/);
	t.match(dataFault("upca", "03600029145x"), /UPC-A needs 11 digits.* no other characters/);
	t.match(
		dataFault("ean13", "４００６３８１３３３９３１"),
		/no other characters/,
		"fullwidth digits",
	);
});

t.test("a wrong check digit is answered with the right one", async (t) => {
	t.match(dataFault("ean13", "4006381333930"), "The check digit of 400638133393 is 1, not 0");
	t.equal(dataFault("ean13", "4006381333931"), undefined);
	t.equal(dataFault("ean13", "400638133393"), undefined);
});

t.test("Code 128 names the first character that it does not have", async (t) => {
	t.match(dataFault("code128", "Café"), /ASCII.*"é" \(character 4\)/);
	t.equal(dataFault("code128", "A\tb~"), undefined);
});

t.test("data that is empty, too long or not text is refused", async (t) => {
	t.match(dataFault("qr", ""), "needs data");
	t.match(dataFault("qr", "x".repeat(1001)), /1001 characters.*at most 1000/);
	t.match(dataFault("qr", "a\ud800b"), "surrogate");
	t.equal(dataFault("qr", "😀"), undefined);
});

t.test("data beyond a code's capacity is a fault that names the capacity", async (t) => {
	const faultOf = (...[request]: Parameters<typeof encodeBarcode>) => {
		const result = encodeBarcode(request);
		return "fault" in result ? result.fault : undefined;
	};
	const wide = "日".repeat(500);
	t.match(
		faultOf({ kind: "qr", data: wide, errorCorrection: "H" }),
		/1500 bytes.*errorCorrection H holds at most 1273.*lower errorCorrection/,
	);
	t.equal(faultOf({ kind: "qr", data: wide, errorCorrection: "L" }), undefined);
	t.match(faultOf({ kind: "qr", data: "日".repeat(1000), errorCorrection: "L" }), /at most 2953/);
	t.match(faultOf({ kind: "datamatrix", data: "é".repeat(900) }), /1800 bytes.*at most 1555/);
	t.match(faultOf({ kind: "code128", data: "a".repeat(600) }), /at most 500.*QR code/);
});
