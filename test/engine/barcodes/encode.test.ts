import t from "tap";
import { encodeBarcode, type Modules } from "../../../src/engine/barcodes/encode.js";
import type { BarcodeKind } from "../../../src/engine/barcodes/kinds.js";

function modulesOf(kind: BarcodeKind, data: string, errorCorrection?: "L" | "M" | "Q" | "H") {
	const modules = encodeBarcode({ kind, data, errorCorrection });
	if ("fault" in modules) throw new Error(modules.fault);
	return modules;
}
const rowOf = ({ columns, dark }: Modules, row: number) =>
	[...dark.slice(row * columns, (row + 1) * columns)].join("");

t.test("EAN-13 has the bars of its standard", async (t) => {
	// 5901234123457: guard, six digits by the pattern of 5, centre, six digits, guard.
	const left = "0001011" + "0100111" + "0110011" + "0010011" + "0111101" + "0011101";
	const right = "1100110" + "1101100" + "1000010" + "1011100" + "1001110" + "1000100";
	const expected = `101${left}01010${right}101`;
	t.equal(rowOf(modulesOf("ean13", "5901234123457"), 0), expected);
	t.equal(rowOf(modulesOf("ean13", "590123412345"), 0), expected, "the check digit is added");
});

t.test("linear codes are as wide as their standards say", async (t) => {
	t.equal(modulesOf("ean8", "96385074").columns, 67);
	t.equal(modulesOf("upca", "036000291452").columns, 95);
	// Start, two pairs of digits, check and stop.
	t.equal(modulesOf("code128", "1234").columns, 11 * 4 + 13);
});

t.test("a QR code has finder patterns in three corners", async (t) => {
	const code = modulesOf("qr", "https://example.com");
	t.equal(code.columns, 25);
	t.equal(rowOf(code, 0).slice(0, 8), "11111110");
	t.equal(rowOf(code, 0).slice(-8), "01111111");
	t.equal(rowOf(code, 24).slice(0, 8), "11111110");
	t.equal(rowOf(code, 6), "1111111" + "01010101010" + "1111111", "and the timing pattern");
});

t.test("more error correction makes a larger QR code", async (t) => {
	const sizes = (["L", "M", "Q", "H"] as const).map(
		(level) => modulesOf("qr", "x".repeat(60), level).columns,
	);
	t.strictSame(
		sizes,
		[...sizes].sort((a, b) => a - b),
	);
	t.ok(sizes[0]! < sizes[3]!);
});

t.test("a Data Matrix code has its solid and its dotted border", async (t) => {
	const code = modulesOf("datamatrix", "hello");
	t.equal(rowOf(code, code.rows - 1), "1".repeat(code.columns));
	t.equal(rowOf(code, 0), "10".repeat(code.columns / 2));
});

t.test("a caret is a character, not an instruction to the encoder", async (t) => {
	t.notSame(modulesOf("datamatrix", "^FNC1é").dark, modulesOf("datamatrix", "é").dark);
	t.doesNotThrow(() => modulesOf("datamatrix", "é^"));
	t.doesNotThrow(() => modulesOf("code128", "^104"));
});

t.test("the same data gives the same modules", async (t) => {
	for (const kind of ["qr", "datamatrix", "code128"] as const)
		t.strictSame(modulesOf(kind, "same"), modulesOf(kind, "same"));
});
