import { deflateSync } from "node:zlib";
import { UNDETERMINED } from "../../../engine/text/language/script-language.js";
import type { PdfInfo } from "./info.js";
import type { PdfReference, PdfWriter } from "./writer.js";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Title and conformance of a document as XMP. A document with a known language is marked as
 * PDF/UA-1 (ISO 14289-1, 5 and 7.2).
 */
export function metadata(writer: PdfWriter, { title, language }: PdfInfo): PdfReference {
	const clean = title.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
	const escaped = clean.replace(/[&<>]/g, (character) => ESCAPES[character]!);
	const claim =
		language === UNDETERMINED
			? ""
			: ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"';
	const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"${claim}><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
	const reference = writer.ref({ Type: "Metadata", Subtype: "XML", Filter: "FlateDecode" });
	reference.end(deflateSync(xmp, { level: 9 }));
	return reference;
}
