/**
 * Writes docs/text-times.md: the size of fonts, the time for the first text of each script, which
 * opens its fonts, and the time for a measurement.
 *
 *     npm run text-times
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { packageRoot } from "../src/base/package-root.js";
import { EXAMPLES } from "../src/contract/examples.js";
import type { RenderRequest } from "../src/contract/render-request.js";
import { measureSlide } from "../src/engine/report/measure-slide.js";
import { type FontLibrary, openFontLibrary } from "../src/engine/text/fonts/library.js";
import { type FontFile, readFontManifest } from "../src/engine/text/fonts/manifest.js";
import { slideLanguages } from "../src/engine/text/language/language.js";
import { typeset } from "../src/engine/text/layout/typeset.js";
import { rareScriptSamples, SCRIPT_SAMPLES } from "./fidelity/script-samples.js";

const SETTING = { fontSize: 96, wrapWidth: 900 } as const;
/** Number of runs, each with a library that has opened no fonts; the median is printed. */
const RUNS = 7;
const MEASUREMENTS = 200;

/** Processor time so far, which other load does not affect. Milliseconds. */
const processorTime = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};
const milliseconds = (run: () => unknown): number => {
	const start = processorTime();
	run();
	return processorTime() - start;
};
const middle = (values: readonly number[]) => quantile(values, 0.5);
const quantile = (values: readonly number[], share: number) =>
	[...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;

interface ScriptRow {
	readonly script: string;
	readonly files: readonly FontFile[];
	readonly first: number;
	readonly second: number;
}

async function timeScript(script: string, text: string): Promise<ScriptRow> {
	const language = slideLanguages([{ text }])[0]!;
	const runs = [{ text, style: { weight: 800, italic: false } as const }];
	const first: number[] = [];
	const second: number[] = [];
	let files: readonly FontFile[] = [];
	for (let run = 0; run < RUNS; run++) {
		const fonts = new Listening(await openFontLibrary());
		const lay = () => typeset(runs, { ...SETTING, fonts, language });
		first.push(milliseconds(lay));
		second.push(milliseconds(lay));
		files = [...fonts.files];
	}
	return { script, files, first: middle(first), second: middle(second) };
}

/** A library that records which files it opens. */
class Listening implements FontLibrary {
	readonly files = new Set<FontFile>();
	readonly #library: FontLibrary;

	constructor(library: FontLibrary) {
		this.#library = library;
	}

	partsFor: FontLibrary["partsFor"] = (cluster, query) => this.#library.partsFor(cluster, query);
	faceFor: FontLibrary["faceFor"] = (cluster, query) => this.#library.faceFor(cluster, query);
	hasFamily: FontLibrary["hasFamily"] = (name) => this.#library.hasFamily(name);
	primaryFace: FontLibrary["primaryFace"] = (query) => this.#library.primaryFace(query);
	load: FontLibrary["load"] = (face) => {
		this.files.add(face.file);
		return this.#library.load(face);
	};
}

/** Times for measuring the examples' slides, in a process that is warmed up. Milliseconds. */
async function timeMeasurements(): Promise<{ middle: number; slow: number; slides: number }> {
	const fonts = await openFontLibrary();
	const inputs = Object.values<RenderRequest>(EXAMPLES).flatMap(
		({ slides, platform = "short-video-carousel", mode = "single" }) =>
			slides.map((slide, slideIndex) => ({
				...{ slide, slideIndex, slideCount: slides.length, platform, mode },
				...({ stepperColor: "#D4AF37", stepperStyle: "none" } as const),
			})),
	);
	for (let i = 0; i < MEASUREMENTS; i++) await measureSlide(inputs[i % inputs.length]!, fonts);
	const times: number[] = [];
	for (let i = 0; i < MEASUREMENTS; i++) {
		const start = processorTime();
		await measureSlide(inputs[i % inputs.length]!, fonts);
		times.push(processorTime() - start);
	}
	return { middle: middle(times), slow: quantile(times, 0.95), slides: inputs.length };
}

const kilobytes = (bytes: number) => Math.round(bytes / 1000).toLocaleString("en");
const sizeOf = (files: readonly FontFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

const { families } = readFontManifest();
const all = families.flatMap(({ slices }) => slices.flatMap(({ files }) => files));
// Compile the WebAssembly of HarfBuzz and the decoder before measuring.
await timeScript("Latin", "a");
const rows: ScriptRow[] = [];
for (const [script, text] of [
	["Latin", "Three small habits that stick: start with two minutes."] as const,
	...Object.entries(SCRIPT_SAMPLES),
	...rareScriptSamples(),
])
	rows.push(await timeScript(script, text));
const measured = await timeMeasurements();
const slowest = rows.reduce((most, row) => (row.first > most.first ? row : most));

const table = rows.map(
	({ script, files, first, second }) =>
		`| ${script} | ${files.length} | ${kilobytes(sizeOf(files))} | ${first.toFixed(1)} | ${second.toFixed(1)} |`,
);
writeFileSync(
	new URL("docs/text-times.md", packageRoot),
	`# Size and speed of the fonts

\`npm run text-times\` generated this page on ${new Date().toISOString().slice(0, 10)} (${cpus()[0]!.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}). Times are processor time.

**Size.** The fonts take ${(sizeOf(all) / 1e6).toFixed(1)} MB on disk, in ${all.length} files of ${families.length} families. A file is opened when a text first needs it.

**Measuring.** In a warm process, it takes ${measured.middle.toFixed(1)} ms to measure a slide of the ${Object.keys(EXAMPLES).length} examples (median of ${measured.slides} slides; 95 % take at most ${measured.slow.toFixed(1)} ms).

**First texts.** The table shows how long the layout of a text of some lines takes in a process that has not opened any font yet, and how long the same text takes again. The slowest script is ${slowest.script} (${slowest.first.toFixed(0)} ms). A render process opens the fonts of the most common scripts before its first request.

| Script | files | kB | first text, ms | again, ms |
| --- | ---: | ---: | ---: | ---: |
${table.join("\n")}
`,
);
