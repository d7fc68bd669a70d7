import { createHash } from "node:crypto";
import type { ImageType } from "../../contract/formats.js";

/** The finished answer of a link. */
export interface PictureResponse {
	readonly type: ImageType;
	readonly bytes: Buffer;
	/** Value of X-Image-Alt. */
	readonly alt: string;
	/** Value of X-Render-Warnings. */
	readonly warnings: string;
	/** The picture can never change, because nothing in it comes from outside. */
	readonly lasting: boolean;
	/** It depends on a template or a brand, so the link may have another picture later. */
	readonly mayChange: boolean;
	/** Entity tag, including its quotes. */
	readonly etag: string;
	/** When it was rendered. Milliseconds, Unix time. */
	readonly drawnAt: number;
}

/** Bytes of a digest that are used in a name or a tag. */
const DIGEST_BYTES = 16;

const digest = (...parts: readonly (string | Uint8Array)[]): string => {
	const hash = createHash("sha256");
	for (const part of parts) hash.update(part);
	return hash.digest().subarray(0, DIGEST_BYTES).toString("base64url");
};

/**
 * The name of a link's picture in a store. Links that differ only in their expiry or their key have
 * the same picture.
 * @param renderer what determines the bytes besides the document, see rendererVersion()
 * @param picture payload and file of the link
 */
export const pictureKey = (renderer: string, picture: string): string =>
	digest(renderer, "\n", picture);

/** The entity tag of a picture that cannot change: known before it is rendered. */
export const lastingTag = (key: string): string => `"${key}"`;

/** The entity tag of a picture with remote images: the hash of its bytes. */
export const bytesTag = (bytes: Uint8Array): string => `"b.${digest(bytes)}"`;

/** Digest with which a stored picture is verified. */
export const bytesDigest = (bytes: Uint8Array): string => digest(bytes);
