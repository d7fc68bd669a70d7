import { errorOf } from "../embed/create-renderer.js";
import { openInProcess } from "../embed/in-process.js";
import { jsonOf } from "../mcp/api.js";
import type { Options } from "./arguments.js";
import { readDocument } from "./document-file.js";
import { oneOf, wholeNumber } from "./numbers.js";
import { asDocumentError, environment } from "./render.js";
import { EXIT, UsageError } from "./usage.js";

/** Seconds of a hundred years. */
const MAX_SECONDS = 3_155_760_000;

/** Prints signed links to the slides of a document, a line each. */
export async function link(path: string, options: Options): Promise<number> {
	const env = environment();
	for (const name of ["LINK_KEYS", "PUBLIC_BASE_URL"])
		if (!env[name]) throw new UsageError(`link needs ${name} in the environment`);
	const slide = wholeNumber("--slide", options.slide, 1, 20);
	const expiresIn = wholeNumber("--expires-in", options["expires-in"], 1, MAX_SECONDS);
	const format = oneOf("--format", options.format, ["png", "jpeg", "webp", "svg"]);
	const file = readDocument(path);
	const service = await openInProcess({ ...env, RENDER_PROCESSES: "1" });
	try {
		const answer = await service.call("POST", "/api/links", {
			document: file.document,
			...(slide !== undefined && { slide }),
			...(expiresIn !== undefined && { expiresIn }),
			...(format !== undefined && { format }),
		});
		if (answer.status !== 200) throw asDocumentError(errorOf(answer), file);
		for (const url of jsonOf<{ urls: string[] }>(answer).urls) process.stdout.write(`${url}\n`);
		return EXIT.ok;
	} finally {
		await service.close();
	}
}
