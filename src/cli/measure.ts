import { createRenderer } from "../app/embed/create-renderer.js";
import type { RenderBody } from "../contract/template-request.js";
import type { Options } from "./arguments.js";
import { asDocumentError, environment } from "./render.js";
import { documentFor } from "./template-document.js";
import { EXIT } from "./usage.js";

/**
 * Prints the positions of the texts and images of a document.
 * @param path of a JSON file; "-" for standard input
 * @returns the exit status
 * @throws DocumentError if the document is refused
 */
export async function measure(path: string, options: Options): Promise<number> {
	const file = documentFor(path, options);
	const renderer = await createRenderer({ env: environment(), processes: 1 });
	try {
		const measured = await renderer.measure(file.document as RenderBody);
		process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
		return EXIT.ok;
	} catch (error) {
		throw asDocumentError(error, file);
	} finally {
		await renderer.close();
	}
}
