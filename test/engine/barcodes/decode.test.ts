/**
 * Reads the codes back with independent readers: zbarimg (Debian's zbar-tools) and
 * dmtxread (dmtx-utils). Where these are not installed, the tests are skipped and say so.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import t from "tap";
import { type BarcodeRequest, encodeBarcode } from "../../../src/engine/barcodes/encode.js";
import { placeBarcode } from "../../../src/engine/barcodes/place.js";

const folder = mkdtempSync(join(tmpdir(), "barcodes-"));
t.teardown(() => rmSync(folder, { recursive: true }));

/** Draws a code 3 pixels per module and more, in the middle of a grey picture. */
function draw(request: BarcodeRequest): string {
	const modules = encodeBarcode(request);
	if ("fault" in modules) throw new Error(modules.fault);
	const side = (modules.columns + 20) * 3 + 2;
	const height = modules.rows === 1 ? 120 : side;
	const placed = placeBarcode(request.kind, modules, { x: 20, y: 20, width: side, height })!;
	const { x, y, width, height: high } = placed.symbol;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side + 40}" height="${height + 40}"><rect width="100%" height="100%" fill="#ccc"/><rect x="${x}" y="${y}" width="${width}" height="${high}" fill="#fff"/><path d="${placed.path}"/></svg>`;
	const file = join(folder, "code.png");
	writeFileSync(file, new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
	return file;
}

function read(program: string, args: readonly string[]): string | undefined {
	const { error, stdout } = spawnSync(program, args, { encoding: "utf8" });
	return error === undefined ? stdout.replace(/\n$/, "") : undefined;
}

const without = (program: string, probe: string) =>
	read(program, [probe]) === undefined ? `${program} is not installed` : false;

const QUICK: readonly BarcodeRequest[] = [
	{ kind: "ean13", data: "4006381333931" },
	{ kind: "ean8", data: "96385074" },
	{ kind: "upca", data: "036000291452" },
	{ kind: "code128", data: "Order 2024-000123 ~ {x}" },
	{ kind: "qr", data: "https://example.com/a?b=c&d=e" },
	{ kind: "qr", data: "1234567890123" },
	{ kind: "qr", data: "Grüße, é and €100" },
	{ kind: "qr", data: "日本語テキスト العربية 🎉 ^ECI000026" },
	{ kind: "qr", data: "ｶﾀｶﾅ 点茗" },
	{ kind: "qr", data: "abcdefghij".repeat(100), errorCorrection: "H" },
	{ kind: "qr", data: "x", errorCorrection: "L" },
	{ kind: "qr", data: "HELLO WORLD", errorCorrection: "Q" },
];

t.test("zbar reads what was encoded", { skip: without("zbarimg", "--version") }, async (t) => {
	for (const request of QUICK) {
		const text = read("zbarimg", ["-q", "--raw", "-Supca.enable", draw(request)]);
		// zbar reports a UPC-A code as the EAN-13 that it also is.
		t.equal(request.kind === "upca" ? text?.slice(-12) : text, request.data);
	}
});

t.test("dmtxread reads what was encoded", { skip: without("dmtxread", "--version") }, async (t) => {
	for (const data of [
		"hello",
		"https://example.com/a?b=c",
		"12345678",
		"ABC def-12 ".repeat(14).trim(),
	])
		t.equal(read("dmtxread", ["-N1", "-m20000", draw({ kind: "datamatrix", data })]), data);
	// It prints the declaration of UTF-8 as a character of its own.
	const text = read("dmtxread", [
		"-N1",
		"-m20000",
		draw({ kind: "datamatrix", data: "Grüße ^ €" }),
	]);
	t.equal(text?.slice(1), "Grüße ^ €");
});
