import { openAsBlob, statSync } from "node:fs";
import { basename, isAbsolute, join, normalize } from "node:path";
import { RenderClient, RenderServiceError } from "../client.js";
import type { Job, JobFile, JobHead } from "../contract/jobs.js";
import type { RenderBody } from "../contract/template-request.js";
import type { Options } from "./arguments.js";
import { isFolder, save } from "./files.js";
import { formatOption, wholeNumber } from "./numbers.js";
import { Progress } from "./progress.js";
import { documentFor } from "./template-document.js";
import { EXIT, UsageError } from "./usage.js";

/** Picture formats of a job. */
const FORMATS = ["png", "svg", "jpeg", "webp"] as const;
/** Downloads at a time. */
const DOWNLOADS = 8;
/** Failed rows whose reason is printed. */
const MAX_TOLD = 20;

/**
 * Starts a job that renders a document once for each row of a file, waits for it, and downloads the
 * pictures.
 * @param path of a JSON file; "-": standard input
 * @param url of the service
 * @returns the exit status
 * @throws UsageError if options contradict each other; DocumentError if the document cannot be read
 */
export async function job(path: string, url: string, options: Options): Promise<number> {
	const { data, out = ".", quiet = false } = options;
	if (data === undefined) throw new UsageError("batch needs --data FILE with rows (CSV or NDJSON)");
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
		throw new UsageError("--jobs needs the URL of a service, such as https://render.example.com");
	if (!statSync(data, { throwIfNoEntry: false })?.isFile())
		throw new UsageError(`${data}: the file does not exist`);
	if (!isFolder(out))
		throw new UsageError(`--data writes many files, but ${out} is one file; name a folder`);
	if (options.slide !== undefined) throw new UsageError("--slide cannot be combined with --jobs");
	const format = formatOption(options.format, FORMATS);
	const quality = wholeNumber("--quality", options.quality, 1, 100);
	const { document } = documentFor(path, options);
	const head = {
		document: {
			...(document as RenderBody),
			...(format !== undefined && { format }),
			...(quality !== undefined && { quality }),
		},
	} as JobHead;
	const { API_KEY: apiKey } = process.env;
	const client = new RenderClient({ baseUrl: url, ...(apiKey && { apiKey }) });
	const rows = new File([await openAsBlob(data)], basename(data));
	const taken = await client.startJobOf(head, rows).catch((error: unknown) => {
		throw error instanceof RenderServiceError ? new Error(`${url}: ${error.message}`) : error;
	});
	const progress = quiet
		? undefined
		: new Progress(process.stderr, taken.rows.total, "rows of the job");
	const cancel = () => {
		progress?.clear();
		process.stderr.write(`the job continues: ${taken.links.self}\n`);
		process.exit(EXIT.failed);
	};
	process.once("SIGINT", cancel);
	let last: Job = taken;
	try {
		for await (last of client.watchJob(taken.id))
			progress?.reach(last.rows.drawn + last.rows.failed);
		progress?.clear();
		await download(client, last, out);
	} finally {
		progress?.clear();
		process.off("SIGINT", cancel);
	}
	const { state, rows: counts, error } = last;
	if (!quiet) {
		process.stderr.write(`${counts.total} rows: ${counts.drawn} drawn, ${counts.failed} failed\n`);
		if (state !== "done") process.stderr.write(`${state}: ${error?.message ?? last.id}\n`);
	}
	return state === "done" && counts.failed === 0 ? EXIT.ok : EXIT.failed;
}

/** Downloads the pictures of a job, several at a time, and prints why rows failed. */
async function download(client: RenderClient, { id }: Job, out: string): Promise<void> {
	const running = new Set<Promise<void>>();
	let told = 0;
	let failure: unknown;
	const fetched = async (file: JobFile) => {
		save(join(out, pathOf(file)), (await client.jobPicture(file)).bytes);
	};
	for await (const line of client.jobManifest(id)) {
		if ("error" in line) {
			if (told++ < MAX_TOLD) process.stderr.write(`row ${line.row}: ${line.error.message}\n`);
			continue;
		}
		for (const file of line.files) {
			const download = fetched(file)
				.catch((error: unknown) => {
					failure ??= error;
				})
				.finally(() => running.delete(download));
			running.add(download);
			if (running.size >= DOWNLOADS) await Promise.race(running);
		}
		if (failure !== undefined) break;
	}
	await Promise.all(running);
	if (failure !== undefined) throw failure;
}

/** A path in the folder. The service has made the names of a job distinct. */
function pathOf({ name }: JobFile): string {
	const path = normalize(name);
	if (path.startsWith("..") || isAbsolute(path))
		throw new Error(`the service names a file outside of the folder: ${name}`);
	return path;
}
