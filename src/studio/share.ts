/** Documents in the part of a URL after "#", which browsers send to no server; and the last one, kept here. */
import { isDesign } from "./design.js";

const KEEP = "post-image-document";
/** Characters of a document out of a link; far above what the service takes. */
const MAX_LENGTH = 20_000_000;

const through = async (
	bytes: Uint8Array,
	transform: GenericTransformStream,
): Promise<Uint8Array> => {
	const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform);
	return new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer());
};

/** Deflate (RFC 1951) and base64url, as signed links have it. */
export async function pack(document: unknown): Promise<string> {
	const bytes = await through(
		new TextEncoder().encode(JSON.stringify(document)),
		new CompressionStream("deflate-raw"),
	);
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @returns undefined for what is no document */
async function unpack(packed: string): Promise<string | undefined> {
	try {
		const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
		const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
		const text = new TextDecoder().decode(
			await through(bytes, new DecompressionStream("deflate-raw")),
		);
		if (text.length > MAX_LENGTH) return undefined;
		const value: unknown = JSON.parse(text);
		return isDesign(value) ? JSON.stringify(value, null, 2) : undefined;
	} catch {
		return undefined;
	}
}

/** A link to this page with a document. */
export const shareLink = async (document: unknown): Promise<string> =>
	`${location.origin}${location.pathname}#${await pack(document)}`;

/** The text to begin with: that of the link, else the last one here. */
export async function firstText(): Promise<string | undefined> {
	const packed = location.hash.slice(1);
	const linked = packed === "" ? undefined : await unpack(packed);
	if (linked !== undefined) {
		// The link has done its work: what is typed now would not be in it.
		history.replaceState(null, "", location.pathname);
		return linked;
	}
	try {
		return localStorage.getItem(KEEP) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Keeps the text in this browser; a full or forbidden store is no reason to stop. */
export function keep(text: string): void {
	try {
		localStorage.setItem(KEEP, text);
	} catch {
		// A document with large pictures may be more than the browser keeps.
	}
}
