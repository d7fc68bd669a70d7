/** What a process that reads font files loads. */
import { FontFault, inspectFont as read } from "./inspect.js";
import type { FontFacts } from "./operator-fonts.js";
import { openWoff2Decoder } from "./woff2.js";

const decoder = openWoff2Decoder();

/**
 * What a font file is, or why it is none: what follows its name in a sentence.
 * @throws errors of the library that reads fonts which are not about the file
 */
export async function inspectFont(bytes: Uint8Array): Promise<FontFacts | { fault: string }> {
	try {
		return read(bytes, await decoder);
	} catch (error) {
		if (error instanceof FontFault) return { fault: error.message };
		throw error;
	}
}
