/** The decompressed copies of fonts: the same bytes as their WOFF2 files decompress to. */
import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { fontsFolder } from "../../../../src/engine/text/fonts/manifest.js";
import { readUnpacked } from "../../../../src/engine/text/fonts/unpacked.js";
import { openWoff2Decoder } from "../../../../src/engine/text/fonts/woff2.js";

const filesOf = (folder: string) =>
	readdirSync(new URL(folder, fontsFolder))
		.filter((name) => name.endsWith(".woff2"))
		.map((name) => `${folder}${name}`);

t.test("each file of Inter has a copy", async (t) => {
	const decode = await openWoff2Decoder();
	const files = filesOf("inter/");
	t.ok(files.length >= 12);
	for (const file of files) {
		const copy = readUnpacked(file);
		const font = decode(readFileSync(new URL(file, fontsFolder)));
		t.ok(copy && Buffer.compare(copy, font) === 0, file);
	}
});

t.test("other files have none", async (t) => {
	for (const file of [...filesOf("caveat/"), ...filesOf("noto-sans-arabic/"), "inter/none.woff2"])
		t.equal(readUnpacked(file), undefined, file);
});
