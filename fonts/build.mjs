// Makes the font folders and manifest.json beside this file from the packages
// that package.json pins: npm ci --ignore-scripts && node build.mjs
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import * as hb from "harfbuzzjs";
import wawoff2 from "wawoff2";
import { buildEmoji } from "./build-emoji.mjs";
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

/** Writes sorted code points as "gap" and "gap.more" in base 36; src/text/fonts/manifest.ts reads it. */
function encodeCoverage(codePoints) {
	const parts = [];
	let last = -1;
	for (let i = 0; i < codePoints.length; ) {
		const first = codePoints[i];
		let end = first;
		while (codePoints[++i] === end + 1) end++;
		const more = end - first;
		parts.push((first - last).toString(36) + (more > 0 ? `.${more.toString(36)}` : ""));
		last = end;
	}
	return parts.join(" ");
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

async function buildFamily(spec) {
	const root = new URL(`node_modules/${spec.package}/`, here);
	const folder = new URL(`${spec.id}/`, here);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	cpSync(new URL(spec.license ?? "LICENSE", root), new URL("LICENSE.txt", folder));
	const { version, license } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

	const slices = new Map();
	const taken = new Set();
	for (const entry of spec.files ?? filesMatching(root, spec.slices)) {
		const packed = readFileSync(new URL(entry.path, root));
		const { codePoints, weight } = await inspect(packed);
		let covered = codePoints.filter(isPublic);
		if (spec.slices) {
			covered = covered.filter(
				(c) =>
					!interHas.has(c) &&
					!taken.has(c) &&
					!spec.except?.some((pattern) => pattern.test(String.fromCodePoint(c))),
			);
			if (covered.length === 0) continue;
			for (const c of covered) taken.add(c);
		}
		if (spec.id === "inter") for (const c of covered) interHas.add(c);
		const file = `${spec.id}/${basename(entry.path)}`;
		writeFileSync(new URL(file, here), packed);
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
	if (!spec.slices && slices.size > 1) throw new Error(`${spec.id}: its files differ in coverage`);
	return {
		id: spec.id,
		family: spec.family,
		scripts: spec.scripts,
		...(spec.han && { han: spec.han }),
		source: `${spec.package}@${version}`,
		license: spec.id === "inter" ? "OFL-1.1" : license,
		slices: [...slices.values()],
	};
}

const manifest = { families: [] };
for (const spec of families) {
	const family = await buildFamily(spec);
	manifest.families.push(family);
	const files = family.slices.flatMap((slice) => slice.files);
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	console.log(`${family.id}: ${files.length} files, ${bytes} bytes, ${family.license}`);
}
writeFileSync(new URL("manifest.json", here), `${JSON.stringify(manifest)}\n`);
buildEmoji();
