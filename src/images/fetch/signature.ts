const startsWith = (signature: string, at = 0) => {
	const expected = Buffer.from(signature, "latin1");
	return (bytes: Buffer) => bytes.subarray(at, at + expected.length).equals(expected);
};

/** First bytes of the formats that the service decodes. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
	startsWith("\x89PNG\r\n\x1a\n"),
	startsWith("\xff\xd8\xff"),
	startsWith("GIF8"),
	startsWith("RIFF"),
	// ISO base media: AVIF
	startsWith("ftyp", 4),
	// gzip: SVG stored compressed
	startsWith("\x1f\x8b"),
];

/** Bytes looked at to find the first character of a text. */
const HEAD_BYTES = 4_096;

/**
 * Whether bytes could be an image, judged by their beginning alone. False is
 * certain; true is for the decoder to confirm. It spares the render processes
 * what servers send in place of images, HTML pages above all.
 */
export function mayBeImage(bytes: Uint8Array): boolean {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
	if (SIGNATURES.some((matches) => matches(head))) return true;
	const text = head
		.toString("utf8")
		.replace(/^\ufeff/, "")
		.trimStart();
	return text.startsWith("<") && !/^<(?:!doctype\s+html|html|head|body)\b/i.test(text);
}
