import { malformed, SVG_LIMITS, tooComplex } from "./budget.js";

/**
 * Decodes UTF-8.
 * @throws ImageFault not_an_image for another encoding, too_complex for too many bytes
 */
export function decodeSvgText(bytes: Uint8Array): string {
	if (bytes.length > SVG_LIMITS.bytes) throw tooComplex(`${bytes.length} bytes`);
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		throw Object.assign(malformed("not UTF-8"), { cause });
	}
	if (text.includes("\0")) throw malformed("NUL");
	return text;
}
