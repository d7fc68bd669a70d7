import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { PostRenderer } from "../app/embed/create-renderer.js";
import { ServiceError } from "../base/errors.js";
import type { RenderBody } from "../contract/template-request.js";
import type { Warning } from "../contract/warning.js";
import type { DataRow, RowVariables } from "../documents/rows/csv-rows.js";
import { warningLine } from "./document-file.js";
import { type Format, holdsAllSlides, pictureFile, save, slideCountOf } from "./files.js";
import { EXIT } from "./usage.js";

/** Rows in progress, in addition to one per processor. */
const ROWS_AHEAD = 1;
const ROW_DIGITS = 4;

/** What to render for each row. */
export interface RowsToDraw {
	readonly document: RenderBody;
	readonly rows: readonly DataRow[];
	readonly format: Format | undefined;
	/** Only this slide, counted from 1. */
	readonly slide: number | undefined;
	/** Folder. */
	readonly out: string;
	/** Name of the file with the rows, for messages. */
	readonly data: string;
	readonly quiet: boolean;
	/** Called when a row is finished. */
	readonly onRow: () => void;
	/** Prints a message above the progress line. */
	readonly say: (line: string) => void;
}

/** The result of all rows. */
export interface RowsDrawn {
	/** The exit status, apart from warnings. */
	readonly exit: number;
	readonly failed: number;
	/** How often each warning code occurred, the most frequent first. */
	readonly warnings: readonly (readonly [code: string, count: number])[];
}

/** Warnings that are printed in full; the summary counts all. */
const MAX_TOLD = 20;

/**
 * Renders a document once for each row, several rows at a time: out/row-0001-slide-01.png and so
 * on. A row that fails is reported, and the others are still rendered.
 */
export async function renderRows(renderer: PostRenderer, work: RowsToDraw): Promise<RowsDrawn> {
	let exit: number = EXIT.ok;
	let failed = 0;
	let told = 0;
	const counts = new Map<string, number>();
	const say = (row: number, text: string) => work.say(`${work.data}: row ${row}: ${text}`);
	const warn = (row: number, warning: Warning) => {
		counts.set(warning.code, (counts.get(warning.code) ?? 0) + 1);
		if (!work.quiet && told++ < MAX_TOLD) say(row, `warning: ${warningLine(warning)}`);
	};
	const queue = work.rows.entries();
	const drawNext = async () => {
		for (const [index, row] of queue) {
			const number = index + 1;
			try {
				if ("fault" in row)
					throw new ServiceError("invalid_render_request", { message: row.fault });
				const warnings = await renderRow(renderer, work, number, row.variables);
				for (const warning of warnings) warn(number, warning);
			} catch (error) {
				if (!(error instanceof ServiceError)) throw error;
				const invalid = error.status === 400;
				failed++;
				exit = Math.max(exit, invalid ? EXIT.invalid : EXIT.failed);
				say(number, error.message);
			}
			work.onRow();
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() + ROWS_AHEAD }, drawNext));
	return { exit, failed, warnings: [...counts].sort(([, a], [, b]) => b - a) };
}

/** @returns its warnings */
async function renderRow(
	renderer: PostRenderer,
	{ document, format, slide, out }: RowsToDraw,
	number: number,
	variables: RowVariables,
): Promise<readonly Warning[]> {
	const filled = {
		...document,
		variables: { ...document.variables, ...variables },
	} as RenderBody;
	const name = `row-${String(number).padStart(ROW_DIGITS, "0")}`;
	if (holdsAllSlides(format)) {
		const { bytes, warnings } = await renderer.renderFile(filled, format);
		save(join(out, `${name}.${format}`), bytes);
		return warnings;
	}
	const { images, warnings } = await renderer.render(filled);
	const wanted = images.filter((image) => slide === undefined || image.slide === slide);
	if (wanted.length === 0)
		throw new ServiceError("invalid_render_request", {
			message: `has only ${slideCountOf(images)} slides; there is no slide ${slide}`,
		});
	for (const image of wanted) save(join(out, pictureFile(image, `${name}-`)), image.bytes);
	return warnings;
}
