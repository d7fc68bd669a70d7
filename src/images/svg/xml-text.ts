import { malformed, SVG_LIMITS, tooComplex } from "./budget.js";

const ENTITIES: ReadonlyMap<string, string> = new Map([
	["lt", "<"],
	["gt", ">"],
	["amp", "&"],
	["quot", '"'],
	["apos", "'"],
]);
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,8}));|&/g;
const PROLOG = /\s*<\?xml\s[^?<>]{0,200}\?>/y;
/**
 * Only a document type that names the W3C's own (or none) passes; it is read
 * by nobody. One with declarations of its own is how entities get in.
 */
const DOCTYPE =
	/<!DOCTYPE\s+(?:\w{1,20}:)?svg\s*(?:PUBLIC\s+(?:"-\/\/W3C\/\/DTD SVG[^"<>]{0,60}"|'-\/\/W3C\/\/DTD SVG[^'<>]{0,60}')(?:\s+(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'))?)?\s*>/y;
const SPACE = /\s*/y;

/**
 * UTF-8 bytes to text.
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

/** Checks prolog, comments and document type; returns where the markup goes on. */
export function openDocument(source: string): number {
	PROLOG.lastIndex = 0;
	let at = PROLOG.test(source) ? PROLOG.lastIndex : 0;
	for (let doctypes = 0; ; ) {
		SPACE.lastIndex = at;
		SPACE.test(source);
		at = SPACE.lastIndex;
		if (source.startsWith("<!--", at)) {
			const end = source.indexOf("-->", at + 4);
			if (end < 0) throw malformed("comment");
			at = end + 3;
		} else if (source.startsWith("<!DOCTYPE", at)) {
			DOCTYPE.lastIndex = at;
			if (!DOCTYPE.test(source) || ++doctypes > 1) throw malformed("document type");
			at = DOCTYPE.lastIndex;
		} else return at;
	}
}

/** Resolves character references; any entity but XML's five is an error. */
export function decodeReferences(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
		if (name !== undefined) {
			const value = ENTITIES.get(name);
			if (value === undefined) throw malformed("entity");
			return value;
		}
		const digits = decimal ?? hex;
		if (digits === undefined) throw malformed("reference");
		const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
		if (code === 0 || code > 0x10ffff) throw malformed("character reference");
		return String.fromCodePoint(code);
	});
}
