import { createHash } from "node:crypto";
import type { ImageType } from "../../contract/formats.js";

/** The finished answer of a link. */
export interface LinkAnswer {
	readonly type: ImageType;
	readonly bytes: Buffer;
	/** What X-Image-Alt says of it. */
	readonly alt: string;
	/** What X-Render-Warnings says of it. */
	readonly warnings: string;
	/** The picture can never be another one: nothing in it comes from elsewhere. */
	readonly lasting: boolean;
	/** It is made of a template or of the brand's values: the link may have another picture later. */
	readonly mayChange: boolean;
	/** Entity tag, with its quotes. */
	readonly etag: string;
	/** When it was drawn. Milliseconds of the Unix clock. */
	readonly drawnAt: number;
}

/** Bytes of a digest that make a name or a tag. */
const DIGEST_BYTES = 16;

const digest = (...parts: readonly (string | Uint8Array)[]): string => {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(part);
	return hash.digest().subarray(0, DIGEST_BYTES).toString("base64url");
};

/**
 * Names the picture of a link, as its store does: links that differ in nothing but their
 * expiry or the key that signed them have one picture.
 * @param renderer what makes the bytes besides the document, see rendererVersion()
 * @param picture payload and file of the link
 */
export const pictureKey = (renderer: string, picture: string): string =>
	digest(renderer, "\n", picture);

/** The entity tag of a picture that nothing can change: known before it is drawn. */
export const lastingTag = (key: string): string => `"${key}"`;

/** The entity tag of a picture that shows images from elsewhere: that of its bytes. */
export const bytesTag = (bytes: Uint8Array): string => `"b.${digest(bytes)}"`;

/** By which a picture is known to be the one that was stored. */
export const bytesDigest = (bytes: Uint8Array): string => digest(bytes);
