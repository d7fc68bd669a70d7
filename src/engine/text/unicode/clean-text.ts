/**
 * Control characters (C0 and C1 except tab and newline), which are not visible and can break the
 * output. Browsers do not draw them either.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it is about
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Noncharacters that XML 1.0 forbids (production 2, Char). */
const NOT_XML = /[\ufffe\uffff]/g;

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Newlines of other systems and of Unicode, which text from a word processor may contain. */
const NEWLINES = /\r\n?|[\u2028\u2029]/g;

/**
 * Text that can be shaped and written into XML: newlines of any system are
 * "\n", controls are gone, lone surrogates and U+FFFE and U+FFFF have become
 * U+FFFD. Tabs stay.
 */
export function cleanText(text: string): string {
	return text
		.replace(NEWLINES, "\n")
		.replace(CONTROLS, "")
		.replace(LONE_SURROGATES, "\ufffd")
		.replace(NOT_XML, "\ufffd");
}
