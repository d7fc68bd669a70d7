/**
 * Compares the documents of cases.ts with Chromium's rendering of equivalent HTML and CSS: pictures,
 * and for texts also line breaks and the positions of characters. FIDELITY_CASES selects those with
 * this part in their names. What differs is written to fidelity-report/: ours, Chromium's, and the
 * difference; with FIDELITY_PICTURES=1 everything is.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import t from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { PLATFORMS } from "../../src/contract/platforms.js";
import { drawSlide, useFonts } from "../../src/engine/draw/draw-slide.js";
import { resolveScene } from "../../src/engine/scene/scene.js";
import { type FontLibrary, openFontLibrary } from "../../src/engine/text/fonts/library.js";
import { createRenderer, type PostRenderer, type RenderRequest } from "../../src/index.js";
import { operatorFonts } from "./cases/operator-fonts.js";
import { CASES, type FidelityCase } from "./cases.js";
import { findChromium, launchChromium, openPage, screenshot } from "./chromium.js";
import { compareLayout, merge, NO_DIFFERENCE } from "./compare-layout.js";
import { comparePictures, decodePicture, differencePicture } from "./compare-picture.js";
import { emojiFont } from "./emoji-font.js";
import { emojiIn } from "./emoji-pattern.js";
import { type PageCharacter, showSlide } from "./in-page.js";
import { layersHtml } from "./layers/reference-html.js";
import { ourLayout } from "./our-layout.js";
import { emojiPictures, referencePage, slideHtml } from "./reference-page.js";

/** Maximum difference of an edge or a baseline. Export pixels. */
const MAX_SHIFT = 1;
/**
 * Mean difference of the ink of a text, percent. For the same outlines, our own SVG rendered by
 * Chromium and by resvg differs by 0.6 (median) to 1.5 (text of 32 pixels, where most ink is edge).
 * Skia's rounding of glyph positions to quarter pixels adds to that, for a total of up to 2.5. Text
 * of 32 pixels that is shifted by one pixel differs by 16 to 19, text of 96 pixels by 7 to 8.
 */
const MAX_MEAN = 3;
/**
 * Ink of a text that is off, percent. 0.000 for the same outlines, even with a shift of up to one
 * pixel; 3 to 30 for text that is shifted by two. Corners of outlines, which are round in our
 * rendering and mitred in Chromium, are off by up to 0.22.
 */
const MAX_OFF = 0.3;
/** Mean difference of all pixels of a slide of layers, percent. */
const MAX_WHOLE = 1.5;
/** Pixels of a slide of layers that visibly differ, percent. */
const MAX_VISIBLE = 1;

const wanted = CASES.filter(({ name }) => name.includes(process.env.FIDELITY_CASES ?? ""));
const everything = process.env.FIDELITY_PICTURES === "1";
const report = new URL("fidelity-report/", packageRoot);
const executable = findChromium();

t.test(
	"documents look as in Chromium",
	{ skip: executable === undefined && "no Chromium" },
	async (t) => {
		const own = await operatorFonts();
		useFonts(own.pack);
		const tools = { fonts: await openFontLibrary(own.pack), renderer: await createRenderer({}) };
		t.teardown(() => tools.renderer.close());
		const browser = await launchChromium(executable!);
		t.teardown(() => browser.close());
		const emoji = emojiOf(wanted);
		const page = await openPage(browser, referencePage(emoji, own.files), {
			emojiFont: emojiFont(emoji),
			own: own.folder,
		});
		const pictures = emojiPictures(emoji);
		for (const one of wanted) {
			const failures = await compare(one, { ...tools, page, pictures });
			if (one.known === undefined) t.same(failures, [], one.name);
			else t.comment(`${one.name} differs on purpose, ${one.known}: ${failures.join("; ")}`);
		}
	},
);

/** All emoji in the documents' texts, without duplicates. */
function emojiOf(documents: readonly FidelityCase[]): string[] {
	const found = documents.flatMap(({ slide }) =>
		emojiIn(JSON.stringify(slide)).map(({ emoji }) => emoji),
	);
	// At least one ligature, because the font's table must not be empty.
	return [...new Set(["\u{1f1e6}\u{1f1fa}", ...found])];
}

interface Tools {
	readonly page: Page;
	/** See emojiPictures. */
	readonly pictures: Readonly<Record<string, string>>;
	readonly fonts: FontLibrary;
	readonly renderer: PostRenderer;
}

/** @returns what differs; empty if nothing does */
async function compare(one: FidelityCase, tools: Tools): Promise<string[]> {
	const { name, slide, platform } = one;
	const { page, pictures, renderer } = tools;
	const { width, height } = PLATFORMS[platform];
	await page.setViewportSize({ width, height });
	const layered = slide.layers !== undefined;
	const safeArea = { x: 0, y: 0, width, height };
	const characters = await page.evaluate(showSlide, {
		html: layered ? layersHtml({ slide, width, height, safeArea }) : slideHtml(one, width),
		pictures,
		width,
		height,
		background: slide.backgroundColor ?? "#000000",
	});
	const theirs = await screenshot(page);
	const document = {
		platform,
		mode: "single",
		stepperStyle: "none",
		slides: [slide],
	} satisfies RenderRequest;
	const ours = layered
		? Buffer.from((await renderer.render(document)).images[0]!.bytes)
		: await drawText(one);
	const decoded = [await decodePicture(ours), await decodePicture(theirs)] as const;
	const picture = comparePictures(...decoded);
	const failures = layered ? [] : layoutFailures(one, characters, tools.fonts);
	const limits = layered
		? [
				[picture.whole, MAX_WHOLE, "mean difference"] as const,
				[picture.visible, MAX_VISIBLE, "visibly different"] as const,
			]
		: [
				[picture.mean, MAX_MEAN, "mean difference of the ink"] as const,
				[picture.off, MAX_OFF, "ink that is off"] as const,
			];
	if (everything) console.log(`# ${name}:`, ...limits.map(([value]) => value.toFixed(3)));
	for (const [value, most, what] of limits)
		if (value > most) failures.push(`${what}: ${value.toFixed(3)} %`);
	if (failures.length > 0 || everything) {
		mkdirSync(report, { recursive: true });
		const difference = await differencePicture(...decoded);
		const file = name.replace(/[^a-z0-9]+/gi, "-");
		for (const [kind, bytes] of Object.entries({ ours, theirs, difference }))
			writeFileSync(new URL(`${file}-${kind}.png`, report), bytes);
	}
	return failures;
}

const jobOf = ({ slide, platform }: FidelityCase) =>
	({
		slide,
		platform,
		slideIndex: 0,
		slideCount: 1,
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
		format: "png",
	}) as const;

/** With the operator's fonts, in this process. */
async function drawText(one: FidelityCase): Promise<Buffer> {
	const images = { sources: new Map(), bitmaps: new Map() };
	return (await drawSlide(jobOf(one), images, () => {})).bytes;
}

function layoutFailures(
	one: FidelityCase,
	characters: readonly PageCharacter[][],
	fonts: FontLibrary,
): string[] {
	const layout = ourLayout(resolveScene(jobOf(one)), fonts)
		.map((block, index) => compareLayout(block, characters[index]!))
		.reduce(merge, NO_DIFFERENCE);
	const failures = [...layout.faults];
	if (layout.across > MAX_SHIFT)
		failures.push(`${layout.across.toFixed(2)} px across at ${layout.worst}`);
	if (layout.down > MAX_SHIFT) failures.push(`${layout.down.toFixed(2)} px down`);
	return failures;
}
