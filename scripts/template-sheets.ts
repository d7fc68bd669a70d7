/**
 * Renders every template on each of its canvases, with each example and each brand, as contact
 * sheets for visual review.
 *
 *     npm run build && node dist/scripts/template-sheets.js FOLDER [ID …] [--brand brand-a,brand-b] [--row long,rtl] [--height 240]
 *
 * Writes FOLDER/ID-BRAND.webp: a row for each example, a column for each canvas and slide. The last
 * two rows have a wide and a tall logo. Prints every relevant warning, and the time for rendering.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { Template } from "../src/contract/templates.js";
import { samplesOf } from "../src/documents/templates/named-template.js";
import { bundledTemplates } from "../src/documents/templates/template-library.js";
import { createRenderer, type PostRenderer, type RenderRequest } from "../src/index.js";
import { type Cell, writeContactSheet } from "./template-sheets/contact-sheet.js";
import { tallLogo, wideLogo } from "./template-sheets/logos.js";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		brand: { type: "string", default: "brand-a,brand-b" },
		row: { type: "string" },
		height: { type: "string", default: "240" },
	},
});
const [folder, ...ids] = positionals;
if (folder === undefined) throw new Error("Name the folder for the sheets.");
const templates = bundledTemplates()
	.map(({ template }) => template)
	.filter(({ id }) => ids.length === 0 || ids.includes(id));

const wanted = values.row?.split(",");

/** Totals for the last line. */
const total = { pictures: 0, seconds: 0, warnings: 0 };

/** The names and values of the rows of a sheet. */
function rowsOf(template: Template): [string, Record<string, unknown>][] {
	const samples = samplesOf(template);
	const brand = { "brand.name": "Northlight", "brand.handle": "@northlight" };
	const rows: [string, Record<string, unknown>][] = [
		["samples", samples],
		...template.examples.map(({ name, variables }): [string, Record<string, unknown>] => [
			name,
			variables,
		]),
		["wide logo", { ...samples, ...brand, "brand.logo": wideLogo }],
		["tall logo", { ...samples, ...brand, "brand.logo": tallLogo }],
	];
	return rows.filter(([name]) => wanted === undefined || wanted.includes(name));
}

/** One row of a sheet: the example on all canvases. */
async function renderRow(
	renderer: PostRenderer,
	template: Template,
	brand: string,
	[row, variables]: readonly [string, Record<string, unknown>],
): Promise<Cell[]> {
	const cells: Cell[] = [];
	for (const platform of template.platforms) {
		const document = { template: template.id, variables, platform, brand };
		const start = performance.now();
		const { images, warnings } = await renderer.render(document as unknown as RenderRequest);
		total.seconds += (performance.now() - start) / 1_000;
		for (const { severity, code, path, message } of warnings)
			if (severity !== "info") {
				total.warnings++;
				console.log(`${template.id} ${brand} ${platform} ${row}: ${code} ${path} ${message}`);
			}
		for (const { bytes, slide } of images)
			cells.push({ bytes, label: `${row} · ${platform}${images.length > 1 ? ` · ${slide}` : ""}` });
		total.pictures += images.length;
	}
	return cells;
}

const renderer = await createRenderer({});
try {
	await mkdir(folder, { recursive: true });
	for (const template of templates)
		for (const brand of values.brand.split(",")) {
			const rows: Cell[][] = [];
			for (const row of rowsOf(template))
				rows.push(await renderRow(renderer, template, brand, row));
			await writeContactSheet(
				rows,
				join(folder, `${template.id}-${brand}.webp`),
				Number(values.height),
			);
		}
} finally {
	await renderer.close();
}
console.log(
	`${total.pictures} pictures of ${templates.length} templates in ${total.seconds.toFixed(1)} s, ${total.warnings} warnings`,
);
