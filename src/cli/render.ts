import { basename, extname, join } from "node:path";
import type { Issue } from "../contract/issue.js";
import type { RenderBody } from "../contract/template-request.js";
import type { Warning } from "../contract/warning.js";
import { createRenderer, type PostRenderer } from "../embed/create-renderer.js";
import { ServiceError } from "../errors/errors.js";
import type { Options } from "./arguments.js";
import { readData } from "./data-file.js";
import {
	DocumentError,
	type DocumentFile,
	faultLine,
	fieldOf,
	issueLines,
} from "./document-file.js";
import { extensionOf, FORMATS, type Format, formatOf, isFolder, save } from "./files.js";
import { oneOf, wholeNumber } from "./numbers.js";
import { Progress } from "./progress.js";
import { renderRows } from "./render-rows.js";
import { documentFor } from "./template-document.js";
import { EXIT, UsageError } from "./usage.js";

/**
 * Draws a document into files.
 * @param path of a JSON file; "-": standard input
 * @returns the exit status
 * @throws UsageError if options contradict each other; DocumentError if the document is refused
 */
export async function render(path: string, options: Options): Promise<number> {
	const out = options.out ?? ".";
	const slide = wholeNumber("--slide", options.slide, 1, 20);
	const quality = wholeNumber("--quality", options.quality, 1, 100);
	const named = formatOf(out);
	const format = oneOf("--format", options.format, FORMATS) ?? named;
	if (named !== undefined && format !== named)
		throw new UsageError(`${out} is no name for ${format}; leave one of the two out`);
	const file = documentFor(path, options);
	const document = prepared(file, slide, format, quality);
	if (options.data !== undefined) return renderTable(file, document, format, slide, options);
	const single = format === "pdf" || format === "zip";
	const progress = options.quiet
		? undefined
		: new Progress(process.stderr, countOf(document, single));
	const renderer = await createRenderer({ env: environment(), onSlide: () => progress?.step() });
	try {
		const warned = await draw(renderer, document, format, slide, out, file, options.quiet === true);
		progress?.clear();
		return warned && options["fail-on-warnings"] ? EXIT.warned : EXIT.ok;
	} catch (error) {
		progress?.clear();
		throw asDocumentError(error, file);
	} finally {
		await renderer.close();
	}
}

/** Draws the document once for each row of a file of data. */
async function renderTable(
	file: DocumentFile,
	document: RenderBody,
	format: Format | undefined,
	slide: number | undefined,
	{ data = "", out = ".", quiet = false, ...options }: Options,
): Promise<number> {
	if (!isFolder(out)) throw new UsageError(`--data draws many files: ${out} is no folder`);
	if (slide !== undefined && (format === "pdf" || format === "zip"))
		throw new UsageError(`--slide does not go with ${format}`);
	const { rows } = await readData(data);
	const progress = quiet ? undefined : new Progress(process.stderr, rows.length, "rows");
	const renderer = await createRenderer({ env: environment() });
	try {
		const onRow = () => progress?.step();
		const work = { document, rows, format, slide, out, data, quiet, onRow };
		const { exit, warned } = await renderRows(renderer, work);
		if (exit !== EXIT.ok) return exit;
		return warned && options["fail-on-warnings"] ? EXIT.warned : EXIT.ok;
	} catch (error) {
		throw asDocumentError(error, file);
	} finally {
		progress?.clear();
		await renderer.close();
	}
}

/** The service's variables count here too, but for those of a server. */
export const environment = (): Record<string, string> =>
	Object.fromEntries(
		Object.entries(process.env).filter(
			(entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== "REDIS_URL",
		),
	);

/** The document with what the command line says instead. */
function prepared(
	{ document }: DocumentFile,
	slide: number | undefined,
	format: Format | undefined,
	quality: number | undefined,
): RenderBody {
	if (typeof document !== "object" || document === null || Array.isArray(document))
		return document as RenderBody;
	const changed: Record<string, unknown> = { ...document };
	if (slide !== undefined) changed.mode = "carousel";
	if (format !== undefined && format !== "pdf" && format !== "zip") changed.format = format;
	if (quality !== undefined) changed.quality = quality;
	return changed as unknown as RenderBody;
}

function countOf(document: RenderBody, single: boolean): number {
	const slides =
		"slides" in document && Array.isArray(document.slides) ? document.slides.length : 1;
	return single || document.mode === "carousel" ? slides : 1;
}

/** @returns whether there were warnings */
async function draw(
	renderer: PostRenderer,
	document: RenderBody,
	format: Format | undefined,
	slide: number | undefined,
	out: string,
	file: DocumentFile,
	quiet: boolean,
): Promise<boolean> {
	if (format === "pdf" || format === "zip") {
		if (slide !== undefined) throw new UsageError(`--slide does not go with ${format}`);
		const { bytes, warnings } = await renderer.renderFile(document, format);
		save(isFolder(out) ? join(out, `${stem(file)}.${format}`) : out, bytes);
		if (!quiet) printWarnings(file, warnings);
		return warnings.length > 0;
	}
	const { images, warnings } = await renderer.render(document);
	const wanted = images.filter((image) => slide === undefined || image.slide === slide);
	if (wanted.length === 0)
		throw new DocumentError([`${file.name}: has ${images.length} slides, none is number ${slide}`]);
	if (!quiet) printWarnings(file, warnings);
	const one = out === "-" || formatOf(out) !== undefined;
	if (one && wanted.length > 1)
		throw new UsageError(
			`${out} is one file and there are ${wanted.length} slides; name a folder, or a --slide`,
		);
	for (const image of wanted) {
		const number = String(image.slide).padStart(2, "0");
		save(one ? out : join(out, `slide-${number}.${extensionOf(image.mimeType)}`), image.bytes);
	}
	return warnings.length > 0;
}

function printWarnings(file: DocumentFile, warnings: readonly Warning[]): void {
	for (const { path, message } of warnings)
		process.stderr.write(`${file.name}: warning: ${fieldOf(path)}: ${message}\n`);
}

/** Name of the document's file, without its extension. */
const stem = ({ name }: DocumentFile): string =>
	name === "standard input" ? "slides" : basename(name, extname(name));

/** What the service refuses, at the lines of the file. */
export function asDocumentError(error: unknown, file: DocumentFile): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { issues, path } = error.details as { issues?: Issue[]; path?: string };
	if (issues) return new DocumentError(issueLines(file, issues));
	return typeof path === "string" ? new Error(faultLine(file, path, error.message)) : error;
}
