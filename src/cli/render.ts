import { basename, extname, join } from "node:path";
import { createRenderer, type PostRenderer } from "../app/embed/create-renderer.js";
import { ServiceError } from "../base/errors.js";
import type { Issue } from "../base/issue.js";
import type { RenderBody } from "../contract/template-request.js";
import type { Warning } from "../contract/warning.js";
import type { Options } from "./arguments.js";
import { readData } from "./data-file.js";
import {
	DocumentError,
	type DocumentFile,
	faultLine,
	issueLines,
	warningLine,
} from "./document-file.js";
import {
	checkOut,
	FORMATS,
	type Format,
	formatOf,
	holdsAllSlides,
	isFolder,
	pictureFile,
	save,
	slideCountOf,
} from "./files.js";
import { formatOption, wholeNumber } from "./numbers.js";
import { Progress } from "./progress.js";
import { type RowsDrawn, renderRows } from "./render-rows.js";
import { documentFor } from "./template-document.js";
import { EXIT, UsageError } from "./usage.js";
import { changesOf } from "./watch.js";

/**
 * Renders a document into files.
 * @param path of a JSON file; "-" for standard input
 * @returns the exit status
 * @throws UsageError if options contradict each other; DocumentError if the document is refused
 */
export async function render(path: string, options: Options): Promise<number> {
	const command = readOptions(options);
	if (options.data !== undefined) return drawTable(path, options.data, command, options);
	if (options.watch) return watchDocument(path, command, options);
	const file = documentFor(path, options);
	const drawing = new Drawing(command);
	const renderer = await createRenderer({
		env: environment(),
		onSlide: drawing.onSlide,
		// A second process would only slow down the start of the first.
		...(countOf(file, command) === 1 && { processes: 1 }),
	});
	try {
		const warned = await drawing.draw(renderer, file);
		return warned && options["fail-on-warnings"] ? EXIT.warned : EXIT.ok;
	} catch (error) {
		throw asDocumentError(error, file);
	} finally {
		await renderer.close();
	}
}

/**
 * Renders a document once for each row of a data file.
 * @param path of a JSON file; "-" for standard input
 * @returns the exit status
 * @throws UsageError without --data, or if options contradict each other; DocumentError if the
 * document or the rows are refused
 */
export async function batch(path: string, options: Options): Promise<number> {
	if (options.data === undefined)
		throw new UsageError("batch needs --data FILE with rows (CSV, JSON or NDJSON)");
	return drawTable(path, options.data, readOptions(options), options);
}

/** The options of a render. */
interface Command {
	readonly out: string;
	readonly format: Format | undefined;
	/** Only this slide, counted from 1. */
	readonly slide: number | undefined;
	readonly quality: number | undefined;
	readonly quiet: boolean;
}

/** @throws UsageError if options contradict each other */
function readOptions(options: Options): Command {
	const { out = ".", quiet = false } = options;
	const slide = wholeNumber("--slide", options.slide, 1, 20);
	const quality = wholeNumber("--quality", options.quality, 1, 100);
	checkOut(out);
	const named = formatOf(out);
	const format = formatOption(options.format, FORMATS) ?? named;
	if (named !== undefined && format !== named)
		throw new UsageError(
			`the file name ${out} does not match --format ${format}; leave one of them out`,
		);
	return { out, format, slide, quality, quiet };
}

/** Renders the document again whenever its file changes, until the process is stopped. */
async function watchDocument(path: string, command: Command, options: Options): Promise<number> {
	if (options.template !== undefined || path === "-")
		throw new UsageError("--watch needs a document file; it cannot watch standard input");
	if (command.out === "-")
		throw new UsageError("--watch cannot write to standard output; name a file or a folder");
	const drawing = new Drawing(command);
	const renderer = await createRenderer({ env: environment(), onSlide: drawing.onSlide });
	const end = new AbortController();
	process.once("SIGINT", () => end.abort()).once("SIGTERM", () => end.abort());
	const changes = changesOf([path], end.signal);
	// The first change may happen during the first render.
	let changed = changes.next();
	const drawOnce = async () => {
		let file: DocumentFile | undefined;
		try {
			file = documentFor(path, options);
			await drawing.draw(renderer, file);
			if (!command.quiet) process.stderr.write(`${path}: rendered; waiting for changes\n`);
		} catch (error) {
			// Keep watching: the next change may fix the mistake.
			const told = file === undefined ? error : asDocumentError(error, file);
			process.stderr.write(`${told instanceof Error ? told.message : told}\n`);
		}
	};
	try {
		for (let ended = false; !ended; ) {
			await drawOnce();
			ended = (await changed).done === true;
			changed = changes.next();
		}
		return EXIT.ok;
	} finally {
		await renderer.close();
	}
}

/** Renders the document once for each row of the data file. */
async function drawTable(
	path: string,
	data: string,
	command: Command,
	options: Options,
): Promise<number> {
	const { out, format, slide, quiet } = command;
	if (options.watch) throw new UsageError("--watch cannot be combined with --data");
	if (!isFolder(out))
		throw new UsageError(
			`--data writes many files, but ${out} is one file; name a folder or a .zip`,
		);
	checkSlideOption(command);
	const file = documentFor(path, options);
	const document = prepared(file, command);
	const rows = await readData(data);
	const progress = quiet ? undefined : new Progress(process.stderr, rows.length, "rows");
	const renderer = await createRenderer({ env: environment() });
	const say = (line: string) => {
		progress?.clear();
		process.stderr.write(`${line}\n`);
		progress?.show();
	};
	try {
		const onRow = () => progress?.step();
		const work = { document, rows, format, slide, out, data, quiet, onRow, say };
		const drawn = await renderRows(renderer, work);
		progress?.clear();
		if (!quiet) process.stderr.write(`${summaryOf(rows.length, drawn)}\n`);
		if (drawn.exit !== EXIT.ok) return drawn.exit;
		return drawn.warnings.length > 0 && options["fail-on-warnings"] ? EXIT.warned : EXIT.ok;
	} catch (error) {
		progress?.clear();
		throw asDocumentError(error, file);
	} finally {
		await renderer.close();
	}
}

function checkSlideOption({ format, slide }: Command): void {
	if (slide !== undefined && holdsAllSlides(format))
		throw new UsageError(
			`--slide has no effect on ${format}, which contains all slides; leave it out`,
		);
}

/** "40 rows: 38 drawn, 2 failed; warnings: 3 text_truncated, 1 low_contrast". */
function summaryOf(rows: number, { failed, warnings }: RowsDrawn): string {
	const head = `${rows} ${rows === 1 ? "row" : "rows"}: ${rows - failed} drawn, ${failed} failed`;
	const codes = warnings.map(([code, count]) => `${count} ${code}`).join(", ");
	return codes === "" ? `${head}; no warnings` : `${head}; warnings: ${codes}`;
}

/** The service's environment variables apply here too, except those of a server. */
export const environment = (): Record<string, string> =>
	Object.fromEntries(
		Object.entries(process.env).filter(
			(entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== "REDIS_URL",
		),
	);

/** The document with the options of the command line applied. */
function prepared({ document }: DocumentFile, { slide, format, quality }: Command): RenderBody {
	if (typeof document !== "object" || document === null || Array.isArray(document))
		return document as RenderBody;
	const changed: Record<string, unknown> = { ...document };
	if (slide !== undefined) changed.mode = "carousel";
	if (format !== undefined && !holdsAllSlides(format)) changed.format = format;
	if (quality !== undefined) changed.quality = quality;
	return changed as unknown as RenderBody;
}

/**
 * The number of pictures to render; undefined for a template, whose slides depend on its variables.
 */
function countOf(file: DocumentFile, command: Command): number | undefined {
	const { format } = command;
	// Not checked yet: it can be anything that JSON can be.
	const document = Object(prepared(file, command)) as Record<string, unknown>;
	const { slides, mode, platforms } = document;
	if (!Array.isArray(slides)) return undefined;
	const allSlides = holdsAllSlides(format) || mode === "carousel";
	const drawn = allSlides ? slides.length : 1;
	return drawn * (Array.isArray(platforms) && format !== "pdf" ? platforms.length : 1);
}

/** Renders documents with the options of the command line, and shows the progress. */
class Drawing {
	readonly #command: Command;
	#progress: Progress | undefined;

	constructor(command: Command) {
		this.#command = command;
	}

	/** Counts finished slides. */
	readonly onSlide = (): void => this.#progress?.step();

	/** @returns whether there were warnings */
	async draw(renderer: PostRenderer, file: DocumentFile): Promise<boolean> {
		const { format, quiet } = this.#command;
		const document = prepared(file, this.#command);
		if (!quiet) this.#progress = new Progress(process.stderr, countOf(file, this.#command) ?? 1);
		try {
			const warnings = holdsAllSlides(format)
				? await this.#drawFile(renderer, document, format, file)
				: await this.#drawImages(renderer, document, file);
			this.#progress?.clear();
			if (!quiet) printWarnings(file, warnings);
			return warnings.length > 0;
		} catch (error) {
			this.#progress?.clear();
			throw error;
		}
	}

	async #drawFile(
		renderer: PostRenderer,
		document: RenderBody,
		format: "pdf" | "zip",
		file: DocumentFile,
	): Promise<readonly Warning[]> {
		checkSlideOption(this.#command);
		const { out } = this.#command;
		const { bytes, warnings } = await renderer.renderFile(document, format);
		save(isFolder(out) ? join(out, `${stem(file)}.${format}`) : out, bytes);
		return warnings;
	}

	async #drawImages(
		renderer: PostRenderer,
		document: RenderBody,
		file: DocumentFile,
	): Promise<readonly Warning[]> {
		const { out, slide } = this.#command;
		const { images, warnings } = await renderer.render(document);
		const wanted = images.filter((image) => slide === undefined || image.slide === slide);
		if (wanted.length === 0)
			throw new DocumentError([
				`${file.name}: has only ${slideCountOf(images)} slides; there is no slide ${slide}`,
			]);
		const one = out === "-" || formatOf(out) !== undefined;
		if (one && wanted.length > 1)
			throw new UsageError(
				`${out} is one file, but there are ${wanted.length} images; name a folder, or choose one with --slide${wanted[0]?.platform === undefined ? "" : " and a --platform"}`,
			);
		for (const image of wanted) save(one ? out : join(out, pictureFile(image)), image.bytes);
		return warnings;
	}
}

function printWarnings(file: DocumentFile, warnings: readonly Warning[]): void {
	for (const warning of warnings)
		process.stderr.write(`${file.name}: warning: ${warningLine(warning)}\n`);
}

/** File name of the document without its extension. */
const stem = ({ name }: DocumentFile): string =>
	name === "standard input" ? "slides" : basename(name, extname(name));

/** Adds the lines of the file to the mistakes that the service reports. */
export function asDocumentError(error: unknown, file: DocumentFile): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { issues, path } = error.details as { issues?: Issue[]; path?: string };
	if (issues) return new DocumentError(issueLines(file, issues));
	return typeof path === "string" ? new Error(faultLine(file, path, error.message)) : error;
}
