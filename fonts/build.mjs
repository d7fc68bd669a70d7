// Makes the font folders and manifest.json beside this file from the packages
// that package.json pins: npm ci --ignore-scripts && node build.mjs
// With ids of families behind it only those are made anew.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import * as hb from "harfbuzzjs";
import wawoff2 from "wawoff2";
import subsetFont from "subset-font";
import { buildEmoji } from "./build-emoji.mjs";
import { decodeCoverage, encodeCoverage } from "./coverage.mjs";
import { families } from "./sources.mjs";

const here = new URL("./", import.meta.url);

/** Code points of a WOFF2 file, sorted, and the range of its wght axis if it has one. */
async function inspect(packed) {
	const face = new hb.Face(new hb.Blob(await wawoff2.decompress(packed)));
	const axis = face.getAxisInfos().wght;
	return {
		codePoints: [...face.collectUnicodes()],
		weight: axis && [axis.min, axis.max],
	};
}

/** Files of a package in the order of the numbers in their names. */
function filesMatching(root, pattern) {
	return readdirSync(new URL("files/", root))
		.map((name) => `files/${name}`)
		.filter((path) => pattern.test(path))
		.sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
		.map((path) => ({ path }));
}

/** Neither a control nor for private use: what a font draws there is nobody's text. */
const isPublic = (codePoint) => !/[\p{Cc}\p{Co}]/u.test(String.fromCodePoint(codePoint));

const interHas = new Set();
const sets = JSON.parse(readFileSync(new URL("character-sets.json", here), "utf8"));

/** Where Debian's packages put fonts: apt-get install fonts-noto-core */
const debianFonts = "file:///usr/share/fonts/truetype/noto/";

/** Characters of named sets that none of some families has, which are built already. */
function lacking(names, ids) {
	const slices = manifest.families.filter(({ id }) => ids.includes(id)).flatMap((family) => family.slices);
	const had = new Set(slices.flatMap(({ coverage }) => decodeCoverage(coverage)));
	return names.flatMap((name) => decodeCoverage(sets[name])).filter((c) => !had.has(c));
}

/** The part of a font that a source asks for, as WOFF2; all of its features stay. */
async function subset(font, { only, wanted = [] }) {
	const codePoints = [...new hb.Face(new hb.Blob(font)).collectUnicodes()];
	const asked = new Set(wanted.flatMap(({ sets: names, lackedBy }) => lacking(names, lackedBy)));
	const kept = codePoints
		.filter((c) => wanted.length === 0 || asked.has(c))
		.map((c) => String.fromCodePoint(c))
		.filter((char) => only.test(char));
	return subsetFont(font, kept.join(""), { targetFormat: "woff2" });
}

/** A source's font as WOFF2: the part that it asks for, the whole of it, or as the package has it. */
async function packedFont(source, spec) {
	if (spec.subset) return subset(source, spec.subset);
	return spec.whole ? Buffer.from(await wawoff2.compress(source)) : source;
}

const notoCopyright = "Copyright 2022 The Noto Project Authors (https://github.com/notofonts)\n";

function openFontLicence(holder) {
	const text = readFileSync(new URL("inter/LICENSE.txt", here), "utf8");
	return `${holder}\n${text.slice(text.indexOf("This Font Software is licensed"))}`;
}

/** Copies the licence's text; the version of the package and the SPDX identifier. */
function licenceOf(spec, root, target) {
	if (spec.debian) {
		const copyright = readFileSync(`/usr/share/doc/${spec.debian}/copyright`, "utf8");
		const version = execFileSync("dpkg-query", ["-W", "-f=${Version}", spec.debian]).toString();
		const [holder] = copyright.match(/^Copyright:\n(?: .*\n)+/m);
		writeFileSync(target, openFontLicence(holder));
		return { version, license: "OFL-1.1" };
	}
	const text = new URL(spec.license ?? "LICENSE", root);
	const { version, license } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
	if (!existsSync(text)) {
		// Older packages have no file for the font's licence and name that of their code.
		writeFileSync(target, openFontLicence(notoCopyright));
		return { version, license: "OFL-1.1" };
	}
	cpSync(text, target);
	// These packages name the licence of their own code beside that of the font.
	return { version, license: spec.license ? "OFL-1.1" : license };
}

async function buildFamily(spec) {
	const root = spec.debian ? new URL(debianFonts) : new URL(`node_modules/${spec.package}/`, here);
	const folder = new URL(`${spec.id}/`, here);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	const { version, license } = licenceOf(spec, root, new URL("LICENSE.txt", folder));

	/** By coverage: which files have the same characters. */
	const slices = new Map();
	/** The files of one slice are to have the same characters: italics may have fewer. */
	let common;
	const taken = new Set();
	for (const entry of spec.files ?? filesMatching(root, spec.slices)) {
		const source = readFileSync(new URL(entry.path, root));
		const packed = await packedFont(source, spec);
		const { codePoints, weight } = await inspect(packed);
		let covered = codePoints.filter(
			(c) =>
				isPublic(c) && !spec.except?.some((pattern) => pattern.test(String.fromCodePoint(c))),
		);
		if (spec.slices) {
			covered = covered.filter(
				(c) =>
					(!interHas.has(c) || spec.shared?.test(String.fromCodePoint(c))) && !taken.has(c),
			);
			if (covered.length === 0) continue;
			for (const c of covered) taken.add(c);
		}
		if (spec.id === "inter") for (const c of covered) interHas.add(c);
		const file = `${spec.id}/${basename(entry.path).replace(/\.ttf$/, ".woff2")}`;
		writeFileSync(new URL(file, here), packed);
		if (spec.subset || spec.whole) {
			common = common ? common.filter((c) => covered.includes(c)) : covered;
			covered = [];
		}
		const coverage = encodeCoverage(covered);
		if (!slices.has(coverage)) slices.set(coverage, { coverage, files: [] });
		const fixed = entry.weight ?? spec.weight;
		slices.get(coverage).files.push({
			file,
			weight: weight ?? [fixed, fixed],
			variable: weight !== undefined,
			italic: entry.italic ?? false,
			bytes: packed.length,
		});
	}
	if (common) slices.get("").coverage = encodeCoverage(common);
	if (!spec.slices && slices.size > 1) throw new Error(`${spec.id}: its files differ in coverage`);
	return {
		id: spec.id,
		family: spec.family,
		scripts: spec.scripts,
		...(spec.han && { han: spec.han }),
		...(spec.rare && { rare: true }),
		...(spec.byName && { byName: true }),
		...(spec.companions && { companions: spec.companions }),
		...(spec.chosenFor && { chosenFor: spec.chosenFor }),
		source: `${spec.package ?? spec.debian}@${version}`,
		license,
		slices: [...slices.values()],
	};
}

const asked = process.argv.slice(2);
const before = JSON.parse(readFileSync(new URL("manifest.json", here), "utf8"));
const manifest = { families: [] };
for (const spec of families) {
	const known = before.families.find(({ id }) => id === spec.id);
	const kept = asked.length > 0 && !asked.includes(spec.id) && known;
	const family = kept || (await buildFamily(spec));
	manifest.families.push(family);
	if (kept) continue;
	const files = family.slices.flatMap((slice) => slice.files);
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	console.log(`${family.id}: ${files.length} files, ${bytes} bytes, ${family.license}`);
}
writeFileSync(new URL("manifest.json", here), `${JSON.stringify(manifest)}\n`);
if (asked.length === 0) buildEmoji();
