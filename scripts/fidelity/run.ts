import type { Page } from "playwright-core";
import { PLATFORMS } from "../../src/contract/platforms.js";
import { drawSlide, useFonts } from "../../src/engine/draw/draw-slide.js";
import type { SlideJob } from "../../src/engine/job.js";
import { resolveScene } from "../../src/engine/scene/scene.js";
import { type FontLibrary, openFontLibrary } from "../../src/engine/text/fonts/library.js";
import { launchChromium, openPage, screenshot } from "./chromium.js";
import { compareLayout, merge, NO_DIFFERENCE } from "./compare-layout.js";
import { comparePictures, decodePicture, differencePicture } from "./compare-picture.js";
import type { FidelityDocument } from "./document.js";
import { emojiFont } from "./emoji-font.js";
import { emojiIn } from "./emoji-pattern.js";
import { showSlide } from "./in-page.js";
import type { OperatorFonts } from "./operator-fonts.js";
import { ourLayout } from "./our-layout.js";
import { emojiPictures, referencePage, slideHtml } from "./reference-page.js";
import { Report, type Result } from "./report.js";

/** Maximum difference of an edge or a baseline. Export pixels. */
const MAX_SHIFT = 1;
/**
 * Mean difference of the ink, percent. For the same outlines, our own SVG rendered by Chromium and
 * by resvg differs by 0.6 (median) to 1.5 (text of 32 pixels, where most ink is edge). For text,
 * Skia's rounding of glyph positions to quarter pixels adds to that, for a total of up to 2.5. Text
 * of 32 pixels that is shifted by one pixel differs by 16 to 19, text of 96 pixels by 7 to 8.
 */
const MAX_MEAN = 3;
/**
 * Ink that is off, percent. 0.000 for the same outlines, even with a shift of up to one pixel; 3 to
 * 30 for text that is shifted by two. The remaining difference comes from corners of outlines,
 * which are round in our rendering and mitred in Chromium: up to 0.22.
 */
const MAX_OFF = 0.3;

const MARKS = "grounds of marks lie below the letters of all lines, Chromium's over those above";

/** Documents that differ intentionally, and why. */
const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
	"half-width kana with marks":
		"beside other signs than kana, Chromium draws the marks from a font of last resort",
	"emoji that no font has as text":
		"they stay pictures; Chromium asks the fonts of the system, or draws boxes",
	"marks on Latin, Greek and Cyrillic":
		"marks that Inter does not place stand on their letters; Chromium puts them behind",
	"textTransform by language":
		"Chromium's capitalize has no İ in Turkish and no IJ in Dutch; uppercase and lowercase are equal",
	"pretty 1": "no line ends a paragraph with one word; Chromium leaves some",
	"pretty 2": "no line ends a paragraph with one word; Chromium leaves some",
	"pretty 3": "no line ends a paragraph with one word; Chromium leaves some",
	"pretty 4": "no line ends a paragraph with one word; Chromium leaves some",
	"pretty 5": "no line ends a paragraph with one word; Chromium leaves some",
	spans:
		"Caveat has several forms of a letter, chosen by those before it: a word that begins a line is shaped anew, Chromium keeps the end of it as it was in its sentence",
	"Khmer and its words": "words are those of ICU 78; Chromium's own data cuts some of them in two",
	"Lao and its words": "as above",
	"own font: Source Serif 4, rich": MARKS,
	"own font: Pacifico, rich": MARKS,
	"own font: Noto Serif JP ExtraLight, rich": MARKS,
	"own font: Pacifico, highlight": "the ground reaches below letters that reach out of it",
};

/** Compares all documents and writes the report; returns true if all are within the limits. */
export async function runFidelity(
	executable: string,
	documents: readonly FidelityDocument[],
	own: OperatorFonts,
	folder: URL,
): Promise<boolean> {
	const started = performance.now();
	useFonts(own.pack);
	const fonts = await openFontLibrary(own.pack);
	const report = await Report.create(folder);
	const browser = await launchChromium(executable);
	const results: Result[] = [];
	try {
		const emoji = emojiOf(documents);
		const html = referencePage(emoji, own.files);
		const page = await openPage(browser, html, {
			emojiFont: emojiFont(emoji),
			own: own.folder,
		});
		const pictures = emojiPictures(emoji);
		for (const document of documents)
			results.push(await compare(document, { page, pictures, fonts, report }));
	} finally {
		await browser.close();
	}
	const outside = results.filter(({ failures }) => failures.length > 0);
	for (const result of results)
		if (isKnown(result) && !outside.includes(result))
			console.log(`${result.name} differs no more: take it off the known differences`);
	const failed = outside.filter((result) => !isKnown(result));
	for (const { name } of outside.filter((result) => !failed.includes(result)))
		console.log(`${name} differs as known: ${KNOWN_DIFFERENCES[name]}`);
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	const summary = `${table(results)}\n\n${results.length} documents, ${failed.length} out of bounds, ${seconds} s`;
	console.log(summary);
	for (const { name, failures } of failed)
		for (const failure of failures) console.log(`  ${name}: ${failure}`);
	await report.write(summary);
	return failed.length === 0;
}

/** All emoji in the documents' texts, without duplicates. */
function emojiOf(documents: readonly FidelityDocument[]): string[] {
	const blocks = documents.flatMap(({ slide }) => slide.textBlocks ?? []);
	const texts = blocks.flatMap(({ text, richText, emoji }) => [text, richText, emoji]);
	const found = texts.flatMap((text) => emojiIn(text ?? "").map(({ emoji }) => emoji));
	// At least one ligature, because the font's table must not be empty.
	return [...new Set(["\u{1f1e6}\u{1f1fa}", ...found])];
}

interface Tools {
	readonly page: Page;
	/** See emojiPictures. */
	readonly pictures: Readonly<Record<string, string>>;
	readonly fonts: FontLibrary;
	readonly report: Report;
}

async function compare(document: FidelityDocument, tools: Tools): Promise<Result> {
	const { page, fonts, report } = tools;
	const { width, height } = PLATFORMS[document.platform];
	const job: SlideJob = {
		slide: document.slide,
		slideIndex: 0,
		slideCount: 1,
		platform: document.platform,
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
		format: "png",
	};
	await page.setViewportSize({ width, height });
	const [{ characters, theirs }, drawn] = await Promise.all([
		drawInChromium(document, tools),
		drawSlide(job, { sources: new Map(), bitmaps: new Map() }, () => {}),
	]);
	const clusters = ourLayout(resolveScene(job), fonts);
	const layout = clusters
		.map((block, index) => compareLayout(block, characters[index]!))
		.reduce(merge, NO_DIFFERENCE);

	const pictures = [await decodePicture(drawn.bytes), await decodePicture(theirs)] as const;
	const picture = comparePictures(...pictures);
	const failures = [...layout.faults];
	if (layout.across > MAX_SHIFT)
		failures.push(`${layout.across.toFixed(2)} px across at ${layout.worst}`);
	if (layout.down > MAX_SHIFT) failures.push(`${layout.down.toFixed(2)} px down`);
	if (picture.mean > MAX_MEAN) failures.push(`mean difference ${picture.mean.toFixed(2)} %`);
	if (picture.off > MAX_OFF) failures.push(`${picture.off.toFixed(3)} % of the ink is off`);
	const result = { name: document.name, layout, picture, failures };
	const difference = await differencePicture(...pictures);
	await report.add(result, { ours: drawn.bytes, theirs, difference });
	return result;
}

const isKnown = ({ name }: Result) => Object.hasOwn(KNOWN_DIFFERENCES, name);

async function drawInChromium(document: FidelityDocument, { page, pictures }: Tools) {
	const { width, height } = PLATFORMS[document.platform];
	const characters = await page.evaluate(showSlide, {
		html: slideHtml(document, width),
		pictures,
		width,
		height,
		background: document.slide.backgroundColor ?? "#000000",
	});
	return { characters, theirs: await screenshot(page) };
}

/** The results, worst first: failures, then by the share of off pixels. */
function table(results: readonly Result[]): string {
	const sorted = [...results].sort(
		(a, b) => b.failures.length - a.failures.length || b.picture.off - a.picture.off,
	);
	const rows = sorted.map((result) => {
		const { name, layout, picture, failures } = result;
		const verdict = failures.length === 0 ? "ok" : isKnown(result) ? "known" : "FAILED";
		return [
			name.padEnd(36),
			String(layout.characters).padStart(6),
			layout.across.toFixed(2).padStart(8),
			layout.down.toFixed(2).padStart(6),
			picture.mean.toFixed(2).padStart(7),
			picture.off.toFixed(3).padStart(7),
			` ${verdict}`,
		].join(" ");
	});
	const head = `${"document".padEnd(36)}  chars   across   down  mean %   off %`;
	return [head, ...rows].join("\n");
}
