/** Documents in the part of a URL after "#", which browsers send to no server; and the last one, kept here. */
import { signal } from "@preact/signals";
import { isDesign } from "./design.js";

const KEEP = "post-image-document";
const SHARED = "post-image-shared-document";
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

/** A design out of a link. */
export interface LinkedDesign {
	readonly text: string;
	/** Of the link of a picture: the slide that it shows, from 0. */
	readonly slide: number;
	/** Of the link of a picture: the platform that it chooses. */
	readonly platform: string | undefined;
}

/** A link to this page, whose design is after the "#". */
const SHARE_LINK = /^https?:\/\/[^\s#]+#(?<packed>[\w-]{20,})$/;
/** A signed link to a picture: /i/{signature}/{document}/{slide}.{format}, of this service or another. */
const PICTURE_LINK =
	/^(?:https?:\/\/[^\s#?]+)?\/i\/[\w-]+(?:\/e\d+)?\/(?<packed>[\w-]{10,})\/(?<slide>\d{1,3})\.\w+(?:\?platform=(?<platform>[\w-]+))?$/;

/** The design in a link that somebody copied; undefined for any other text. */
export async function linkedDesign(link: string): Promise<LinkedDesign | undefined> {
	const groups = (SHARE_LINK.exec(link) ?? PICTURE_LINK.exec(link))?.groups;
	const text = groups?.packed === undefined ? undefined : await unpack(groups.packed);
	if (text === undefined) return undefined;
	return { text, slide: Math.max(0, Number(groups?.slide ?? 1) - 1), platform: groups?.platform };
}

/** Whether the document came with a link, and the visitor's own draft is kept beside it. */
export const shared = signal(false);

/** The visitor's own last text. */
function ownDraft(): string | undefined {
	try {
		return localStorage.getItem(KEEP) ?? undefined;
	} catch {
		return undefined;
	}
}

/** The text to begin with: that of the link, also when its page is loaded again; else the last one here. */
export async function firstText(): Promise<string | undefined> {
	const packed = location.hash.slice(1);
	const linked = packed === "" ? undefined : await unpack(packed);
	// The link has done its work: what is typed now would not be in it.
	if (linked !== undefined) history.replaceState(null, "", location.pathname);
	const draft = ownDraft();
	const text = linked ?? inThisTab();
	if (text === undefined) return draft;
	shared.value = draft !== undefined && draft !== text;
	return text;
}

/** A shared document that was opened, or worked on, in this tab. */
function inThisTab(): string | undefined {
	try {
		return sessionStorage.getItem(SHARED) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Keeps the text in this browser; a full or forbidden store is no reason to stop. */
export function keep(text: string): void {
	try {
		// A shared document is kept with its tab, and overwrites no draft.
		if (shared.value) sessionStorage.setItem(SHARED, text);
		else {
			localStorage.setItem(KEEP, text);
			sessionStorage.removeItem(SHARED);
		}
	} catch {
		// A document with large pictures may be more than the browser keeps.
	}
}

/** Makes the shared document the visitor's own draft. */
export function adoptShared(): void {
	shared.value = false;
}

/** Goes back from the shared document to the visitor's own draft. @param load puts a text into the editor */
export function leaveShared(load: (text: string) => void): void {
	const draft = ownDraft();
	// Before it counts as the draft: what is in the editor then is kept as that.
	if (draft !== undefined) load(draft);
	shared.value = false;
}
