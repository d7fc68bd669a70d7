/**
 * Compares the layout of random trees of layers, with real text of all scripts, with Chromium's.
 *
 *     node dist/scripts/fidelity/layers/trees.js [--trees 300] [--seed 1] [--show SEED]
 *
 * Exits with 1 if fewer than 98 % of the trees whose content fits are equal, or 75 % of the others.
 * --show prints the boxes of one tree next to Chromium's.
 */
import { parseArgs } from "node:util";
import type { MeasuredLayer } from "../../../src/contract/measure-response.js";
import type { Rect } from "../../../src/engine/layout/index.js";
import { createRenderer, type PostRenderer } from "../../../src/index.js";
import { findChromium, launchChromium, openPage } from "../chromium.js";
import { emojiFont } from "../emoji-font.js";
import { compare, TOLERANCE } from "../layout/compare.js";
import { referencePage } from "../reference-page.js";
import { type RandomTree, randomTree } from "./random-trees.js";
import { SCALE } from "./reference-html.js";

const LEAST_FITTING = 0.98;
const LEAST_OVERFLOWING = 0.75;
const PLATFORM = "photo-feed-post";
/** Size of the slide in export pixels. */
const [WIDTH, HEIGHT] = [1080, 1350];

/**
 * Only the parts of the DOM that are used here: the project is compiled without the DOM's types.
 */
interface DomNode {
	readonly dataset: Record<string, string>;
	readonly style: { cssText: string };
	innerHTML: string;
	querySelectorAll(selector: string): Iterable<DomNode>;
	getBoundingClientRect(): Rect;
}
declare const document: {
	querySelector(selector: string): DomNode;
	readonly fonts: { readonly ready: Promise<unknown> };
};

const { values } = parseArgs({
	options: {
		trees: { type: "string", default: "300" },
		seed: { type: "string", default: "1" },
		show: { type: "string" },
	},
});

const executable = findChromium();
if (executable === undefined) {
	console.log("trees: SKIPPED, there is no Chromium in PATH and CHROMIUM_PATH is not set");
} else {
	const browser = await launchChromium(executable);
	const renderer = await createRenderer({});
	try {
		const style =
			"<style>#slide *{box-sizing:border-box}#slide .plain{overflow-wrap:break-word}</style>";
		const page = await openPage(browser, referencePage([], []) + style, {
			emojiFont: emojiFont([]),
			own: "/",
		});
		const chromiumBoxes = (html: string) => page.evaluate(readBoxes, html);
		await run(renderer, chromiumBoxes);
	} finally {
		await browser.close();
		await renderer.close();
	}
}

async function run(renderer: PostRenderer, chromiumBoxes: (html: string) => Promise<Rect[]>) {
	const { slides } = await renderer.measure({ platform: PLATFORM, slides: [{}] });
	const { safeArea } = slides[0]!;
	const treeOf = (seed: number) =>
		randomTree(seed, { width: WIDTH / SCALE, height: HEIGHT / SCALE }, safeArea);
	const boxesOf = async ({ slide, html }: RandomTree) => {
		const { slides } = await renderer.measure({ platform: PLATFORM, slides: [slide] });
		const theirs = (await chromiumBoxes(html)).map(({ x, y, width, height }) => ({
			x: x / SCALE,
			y: y / SCALE,
			width: width / SCALE,
			height: height / SCALE,
		}));
		return { ours: flat(slides[0]!.layers ?? []), theirs };
	};
	if (values.show !== undefined) {
		const tree = treeOf(Number(values.show));
		const { ours, theirs } = await boxesOf(tree);
		console.log(JSON.stringify(tree.slide, null, 1));
		for (const [i, { path, box }] of ours.entries()) console.log(path, line(box), line(theirs[i]!));
		return;
	}
	const counts = { fits: [0, 0], overflows: [0, 0] };
	for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.trees); seed++) {
		const tree = treeOf(seed);
		const { ours, theirs } = await boxesOf(tree);
		const boxes = ours.map(({ box }) => box);
		const { fits, worst, first } = compare(tree.sample, boxes, theirs);
		const count = counts[fits ? "fits" : "overflows"];
		count[1]!++;
		if (first < 0) count[0]!++;
		else
			console.log(
				`seed ${seed}: ${ours[first]!.path} (${ours[first]!.type}), ${worst.toFixed(2)} px${fits ? "" : ", overflows"}`,
			);
	}
	console.log(`${values.trees} trees with real text, within ${TOLERANCE} px of Chromium:`);
	for (const [name, [right, all]] of Object.entries(counts))
		console.log(
			`  ${name}: ${right} of ${all} (${((100 * right!) / Math.max(1, all!)).toFixed(1)} %)`,
		);
	const share = ([right, all]: readonly number[]) => right! / Math.max(1, all!);
	if (share(counts.fits) < LEAST_FITTING || share(counts.overflows) < LEAST_OVERFLOWING)
		process.exitCode = 1;
}

function line({ x, y, width, height }: Rect): string {
	return [x, y, width, height].map((value) => value.toFixed(2)).join(" ");
}

function flat(layers: readonly MeasuredLayer[]): MeasuredLayer[] {
	return layers.flatMap((layer) => [layer, ...flat(layer.children ?? [])]);
}

/** Runs in the page. */
async function readBoxes(html: string): Promise<Rect[]> {
	const slide = document.querySelector("#slide");
	slide.style.cssText =
		"width:1080px;height:1350px;overflow-wrap:break-word;text-rendering:geometricPrecision";
	slide.innerHTML = html;
	// Fonts are loaded once a text needs them.
	slide.getBoundingClientRect();
	await document.fonts.ready;
	const found: Rect[] = [];
	for (const element of slide.querySelectorAll("[data-box]")) {
		const { x, y, width, height } = element.getBoundingClientRect();
		found[Number(element.dataset.box)] = { x, y, width, height };
	}
	return found;
}
