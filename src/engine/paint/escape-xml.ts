/** A text in XML, also in an attribute. XML 1.0 allows no control characters and no lone surrogates. */
export const escapeXml = (text: string): string =>
	text
		.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, " ")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
