import { Readable } from "node:stream";
import { MEDIA_TYPES } from "../../contract/formats.js";
import { LIMITS } from "../../contract/limits.js";
import { sniffImage } from "../../engine/images/sniff.js";
import { DOCUMENT_TYPE, type StoredType } from "./image-name.js";

/** Warnings and a digest, which are stored with the picture of a link. Bytes. */
const HEAD_BYTES = 4_096;
/** The first bytes of a stored document. */
const OPEN_BRACE = 0x7b;

/** Largest object of a store: a slide. Anything larger was not stored by this service. Bytes. */
export const MAX_STORED_BYTES = LIMITS.maxSlideBytes + HEAD_BYTES;

/** Whether bytes begin with the signature of an image type, or of a document. */
export function beginsAs(type: StoredType, bytes: Uint8Array): boolean {
	if (type === DOCUMENT_TYPE) return bytes[0] === OPEN_BRACE;
	const format = sniffImage(bytes);
	return format !== undefined && format in MEDIA_TYPES
		? MEDIA_TYPES[format as keyof typeof MEDIA_TYPES] === type
		: false;
}

/**
 * A stream that begins with the signature of an image type, so that anything else in a store is
 * never sent with a 200.
 * @throws Error if it does not
 */
export async function beginningAs(type: StoredType, body: Readable): Promise<Readable> {
	const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
	const first = await pieces.next();
	if (first.done || !beginsAs(type, first.value)) {
		body.destroy();
		throw new Error("what was stored is not the image");
	}
	const all = async function* () {
		yield first.value;
		for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
	};
	const stream = Readable.from(all(), { objectMode: false });
	stream.once("close", () => body.destroy());
	return stream;
}
