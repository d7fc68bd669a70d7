import { readdirSync, statSync } from "node:fs";
import t from "tap";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import {
	eachCoveredRange,
	fontsFolder,
	readFontManifest,
	unicodeRanges,
} from "../../../../src/engine/text/fonts/manifest.js";

const { families } = readFontManifest();

t.test("a coverage string unpacks into ranges", async (t) => {
	const ranges: [number, number][] = [];
	// 0x20-0x7e, 0xa0, then 0x1f600 to 0x1f601
	eachCoveredRange("x.2m y 2rg0.1", (first, last) => ranges.push([first, last]));
	t.same(ranges, [
		[0x20, 0x7e],
		[0xa0, 0xa0],
		[0xa0 + Number.parseInt("2rg0", 36), 0xa1 + Number.parseInt("2rg0", 36)],
	]);
	t.equal(unicodeRanges("x.2m y"), "U+20-7e,U+a0");
});

t.test("the folder holds what the manifest lists, each family with its licence", async (t) => {
	let total = 0;
	for (const family of families) {
		const listed = family.slices.flatMap((slice) => slice.files);
		for (const { file, bytes } of listed) {
			if (statSync(new URL(file, fontsFolder)).size !== bytes) t.fail(`${file} has another size`);
			total += bytes;
		}
		t.same(
			new Set(readdirSync(new URL(`${family.id}/`, fontsFolder))),
			new Set([...listed.map(({ file }) => file.split("/")[1]), "LICENSE.txt"]),
			family.id,
		);
		t.equal(family.license, "OFL-1.1", family.id);
	}
	t.ok(total < 50_000_000, `${total} bytes of fonts`);
});

t.test("slices of a family are disjoint and few enough for a byte", async (t) => {
	for (const { id, slices } of families) {
		t.ok(slices.length < 256, id);
		const seen = new Set<number>();
		let twice = 0;
		for (const { coverage } of slices) {
			eachCoveredRange(coverage, (first, last) => {
				for (let codePoint = first; codePoint <= last; codePoint++) {
					if (seen.has(codePoint)) twice++;
					seen.add(codePoint);
				}
			});
		}
		t.equal(twice, 0, id);
	}
});

t.test(
	"every file opens and has a glyph for every character that the manifest claims",
	async (t) => {
		const library = await openFontLibrary();
		let characters = 0;
		for (const { family, slices } of families) {
			for (const { coverage, files } of slices) {
				for (const file of files) {
					const font = library.load({
						key: file.file,
						family,
						file,
						weight: file.weight[0],
						syntheticItalic: false,
						has: () => true,
					});
					eachCoveredRange(coverage, (first, last) => {
						for (let codePoint = first; codePoint <= last; codePoint++) {
							characters++;
							if (!font.has(codePoint)) t.fail(`${file.file} lacks ${codePoint.toString(16)}`);
						}
					});
				}
			}
		}
		t.ok(characters > 60_000, `${characters} characters looked up`);
	},
);
