import { readConfig } from "../app/config/config.js";
import { openOperatorDesigns } from "../app/operator/operator-designs.js";
import { EXAMPLES } from "../contract/examples.js";
import { guide } from "../contract/guide.js";
import { plainSchema } from "../contract/plain-schema.js";
import type { Options } from "./arguments.js";
import { environment } from "./render.js";
import { EXIT } from "./usage.js";

/** Prints the JSON Schema of a document, the examples, or the guide. */
export async function schema({ examples, guide: page }: Options): Promise<number> {
	const operatorDesigns = await openOperatorDesigns(readConfig(environment()));
	const { contract } = operatorDesigns;
	const text = page
		? guide(contract)
		: `${JSON.stringify(examples ? EXAMPLES : plainSchema(contract.renderRequest), null, 2)}\n`;
	operatorDesigns.close();
	process.stdout.write(text);
	return EXIT.ok;
}
