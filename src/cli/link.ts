import { NO_HOST, openInProcess } from "../app/embed/in-process.js";
import type { Options } from "./arguments.js";
import { formatOption, wholeNumber } from "./numbers.js";
import { asDocumentError, environment } from "./render.js";
import { documentFor } from "./template-document.js";
import { EXIT, UsageError } from "./usage.js";

/** A hundred years, in seconds. */
const MAX_SECONDS = 3_155_760_000;

/**
 * Prints signed links to the slides of a document, one per line.
 * @param path of a JSON file; "-" for standard input
 * @returns the exit status
 * @throws UsageError if a variable of the environment or an option is missing or invalid;
 * DocumentError if the document is refused
 */
export async function link(path: string, options: Options): Promise<number> {
	const env = environment();
	for (const name of ["LINK_KEYS", "PUBLIC_BASE_URL"])
		if (!env[name]) throw new UsageError(`link needs the environment variable ${name}`);
	const slide = wholeNumber("--slide", options.slide, 1, 20);
	const expiresIn = wholeNumber("--expires-in", options["expires-in"], 1, MAX_SECONDS);
	const format = formatOption(options.format, ["png", "jpeg", "webp", "svg"]);
	const file = documentFor(path, options);
	const { service, config, close } = await openInProcess({ ...env, RENDER_PROCESSES: "1" });
	try {
		const request = {
			document: file.document,
			...(slide !== undefined && { slide }),
			...(expiresIn !== undefined && { expiresIn }),
			...(format !== undefined && { format }),
		};
		const { urls } = service.signLinks(request, config.publicBaseUrl ?? "", NO_HOST);
		for (const url of urls) process.stdout.write(`${url}\n`);
		return EXIT.ok;
	} catch (error) {
		throw asDocumentError(error, file);
	} finally {
		await close();
	}
}
