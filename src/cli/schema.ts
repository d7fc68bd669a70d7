import { EXAMPLES } from "../contract/examples.js";
import { guide } from "../contract/guide.js";
import { RenderRequestSchema } from "../contract/render-request.js";
import type { Options } from "./arguments.js";
import { EXIT } from "./usage.js";

/** Prints the JSON Schema of a document, the examples, or the contract on a page. */
export async function schema({ examples, guide: page }: Options): Promise<number> {
	const text = page
		? guide()
		: `${JSON.stringify(examples ? EXAMPLES : RenderRequestSchema, null, 2)}\n`;
	process.stdout.write(text);
	return EXIT.ok;
}
