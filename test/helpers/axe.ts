/** axe-core on a page. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** What axe finds on a page as it is: rules with the elements that break them. */
export async function axeFindings(page: Page): Promise<string[]> {
	await page.evaluate(
		await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
	);
	return page.evaluate<string[]>(
		`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`,
	);
}
