/** The boxes of samples as Chromium lays them out. */
import type { Page } from "playwright-core";
import type { Rect } from "../../../src/engine/layout/index.js";
import { referenceHtml } from "./reference-html.js";
import type { Sample } from "./sample.js";

/** Samples in the page at the same time. */
const BATCH = 50;

const PAGE = `<!doctype html><style>
*{box-sizing:border-box}
body{margin:0}
section{position:absolute;left:0;top:0;font-size:0}
i{display:inline-block;vertical-align:top}
</style><body></body>`;

/**
 * Only the parts of the DOM that are used here: the project is compiled without the DOM's types.
 */
interface DomNode {
	readonly dataset: Record<string, string>;
	innerHTML: string;
	querySelectorAll(selector: string): Iterable<DomNode>;
	getBoundingClientRect(): Rect;
}
declare const document: { readonly body: DomNode };

/** @returns the boxes of each sample in document order */
export async function chromiumBoxes(page: Page, samples: readonly Sample[]): Promise<Rect[][]> {
	await page.setContent(PAGE);
	const boxes: Rect[][] = [];
	for (let from = 0; from < samples.length; from += BATCH) {
		const batch = samples.slice(from, from + BATCH);
		const html = batch.map((sample) => `<section>${referenceHtml(sample)}</section>`).join("");
		boxes.push(...(await page.evaluate(readBoxes, html)));
	}
	return boxes;
}

/** Runs in the page. */
function readBoxes(html: string): Rect[][] {
	document.body.innerHTML = html;
	return [...document.body.querySelectorAll("section")].map((section) => {
		const found: Rect[] = [];
		for (const element of section.querySelectorAll("[data-box]")) {
			const { x, y, width, height } = element.getBoundingClientRect();
			found[Number(element.dataset.box)] = { x, y, width, height };
		}
		return found;
	});
}
