/** The module that a process for reading font files loads. */
import { FontFault, inspectFont as read } from "./inspect.js";
import type { FontFacts } from "./operator-fonts.js";
import { openWoff2Decoder } from "./woff2.js";

const decoder = openWoff2Decoder();

/**
 * The facts about a font file, or why it cannot be used, as a clause after its name.
 * @throws errors of the font library that are not caused by the file
 */
export async function inspectFont(bytes: Uint8Array): Promise<FontFacts | { fault: string }> {
	try {
		return read(bytes, await decoder);
	} catch (error) {
		if (error instanceof FontFault) return { fault: error.message };
		throw error;
	}
}
