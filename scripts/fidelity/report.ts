/** Writes a page with three images for each document, and contact sheets. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import type { LayoutDifference } from "./compare-layout.js";
import type { PictureDifference } from "./compare-picture.js";
import { type SheetEntry, writeContactSheets } from "./contact-sheets.js";

export interface Result {
	readonly name: string;
	readonly layout: LayoutDifference;
	readonly picture: PictureDifference;
	/** Reasons why the document fails; empty if it passes. */
	readonly failures: readonly string[];
}

export interface Pictures {
	readonly ours: Buffer;
	readonly theirs: Buffer;
	readonly difference: Buffer;
}

/** The report folder of one run; emptied at the start. */
export class Report {
	readonly #folder: URL;
	readonly #rows: { result: Result; file: string }[] = [];
	readonly #sheetEntries: SheetEntry[] = [];

	private constructor(folder: URL) {
		this.#folder = folder;
	}

	static async create(folder: URL): Promise<Report> {
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		return new Report(folder);
	}

	async add(result: Result, pictures: Pictures): Promise<void> {
		const file = `${String(this.#rows.length + 1).padStart(3, "0")}-${result.name.replace(/[^a-z0-9]+/gi, "-")}`;
		this.#rows.push({ result, file });
		this.#sheetEntries.push({ name: result.name, ...pictures });
		for (const [kind, bytes] of Object.entries(pictures) as [string, Buffer][])
			await writeFile(new URL(`${file}-${kind}.png`, this.#folder), bytes);
	}

	async write(summary: string): Promise<void> {
		await writeContactSheets(this.#sheetEntries, this.#folder);
		const rows = this.#rows.map(({ result, file }) => {
			const { layout, picture, failures } = result;
			const images = ["ours", "theirs", "difference"]
				.map(
					(kind) =>
						`<td><a href="${file}-${kind}.png"><img loading="lazy" src="${file}-${kind}.png"></a>`,
				)
				.join("");
			return (
				`<tr${failures.length > 0 ? ' class="failed"' : ""}><th>${escapeHtml(result.name)}` +
				`<p>across ${layout.across.toFixed(2)} px, down ${layout.down.toFixed(2)} px<br>` +
				`mean ${picture.mean.toFixed(2)} %, off ${picture.off.toFixed(3)} %` +
				`${failures.map((failure) => `<p class="failure">${escapeHtml(failure)}`).join("")}${images}`
			);
		});
		await writeFile(
			new URL("index.html", this.#folder),
			`<!doctype html><meta charset="utf-8"><title>Fidelity</title><style>
body { font: 14px sans-serif; margin: 16px } img { width: 30vw; display: block }
th { text-align: left; width: 8vw; vertical-align: top } td { padding: 4px }
.failed { background: #fdd } .failure { color: #900; overflow-wrap: anywhere } p { font-weight: normal }
</style><h1>Ours, Chromium's, the difference</h1><pre>${escapeHtml(summary)}</pre><table>${rows.join("\n")}</table>\n`,
		);
	}
}

const escapeHtml = (text: string) => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
