/** Documents in URL fragments, which browsers do not send to servers; and the draft kept here. */
import { signal } from "@preact/signals";
import { type Design, isDesign } from "./design.js";

const KEEP = "post-image-document";
const SHARED = "post-image-shared-document";
/** Maximum characters of a document from a link; far above the service's limit. */
const MAX_LENGTH = 20_000_000;

const through = async (
	bytes: Uint8Array,
	transform: GenericTransformStream,
): Promise<Uint8Array> => {
	const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform);
	return new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer());
};

/** Deflate (RFC 1951) and base64url, same as in signed links. */
export async function pack(document: unknown): Promise<string> {
	const bytes = await through(
		new TextEncoder().encode(JSON.stringify(document)),
		new CompressionStream("deflate-raw"),
	);
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @returns undefined if the content is not a document */
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

/** A link to this page that contains a document. */
export const shareLink = async (document: unknown): Promise<string> =>
	`${location.origin}${location.pathname}#${await pack(document)}`;

/** A design from a link. */
export interface LinkedDesign {
	readonly text: string;
	/** Only of image links: index of the slide, from 0. */
	readonly slide: number;
	/** Only of image links: the selected platform. */
	readonly platform: string | undefined;
}

/** A link to this page with the design after "#". */
const SHARE_LINK = /^https?:\/\/[^\s#]+#(?<packed>[\w-]{20,})$/;
/** A signed image link: /i/{signature}/{document}/{slide}.{format}, of this or another service. */
const PICTURE_LINK =
	/^(?:https?:\/\/[^\s#?]+)?\/i\/[\w-]+(?:\/e\d+)?\/(?<packed>[\w-]{10,})\/(?<slide>\d{1,3})\.\w+(?:\?(?<query>[^\s#]*))?$/;

/** The design in a pasted link; undefined for any other text. */
export async function linkedDesign(link: string): Promise<LinkedDesign | undefined> {
	const groups = (SHARE_LINK.exec(link) ?? PICTURE_LINK.exec(link))?.groups;
	const text = groups?.packed === undefined ? undefined : await unpack(groups.packed);
	if (text === undefined) return undefined;
	const query = new URLSearchParams(groups?.query);
	return {
		text: withOpenValues(text, query),
		slide: Math.max(0, Number(groups?.slide ?? 1) - 1),
		platform: query.get("platform") ?? undefined,
	};
}

/** A document of a link whose query sets some variables, with their values. */
function withOpenValues(text: string, query: URLSearchParams): string {
	const { open, ...document } = JSON.parse(text) as Design & { open?: unknown };
	if (!Array.isArray(open)) return text;
	const values = [...query].filter(([name, value]) => open.includes(name) && value !== "");
	const variables = { ...document.variables, ...Object.fromEntries(values) };
	return JSON.stringify({ ...document, variables }, null, 2);
}

/** Whether the document came with a link, while the visitor's own draft is kept separately. */
export const shared = signal(false);

/** The visitor's own draft. */
function ownDraft(): string | undefined {
	try {
		return localStorage.getItem(KEEP) ?? undefined;
	} catch {
		return undefined;
	}
}

/** The initial text: from the link, including after a reload, or else the last draft. */
export async function firstText(): Promise<string | undefined> {
	const packed = location.hash.slice(1);
	const linked = packed === "" ? undefined : await unpack(packed);
	// Remove the fragment: it does not contain later edits.
	if (linked !== undefined) history.replaceState(null, "", location.pathname);
	const draft = ownDraft();
	const text = linked ?? inThisTab();
	if (text === undefined) return draft;
	shared.value = draft !== undefined && draft !== text;
	return text;
}

/** A shared document opened or edited in this tab. */
function inThisTab(): string | undefined {
	try {
		return sessionStorage.getItem(SHARED) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Saves the text in this browser; storage that is full or unavailable is ignored. */
export function keep(text: string): void {
	try {
		// A shared document is saved for this tab only and does not overwrite the draft.
		if (shared.value) sessionStorage.setItem(SHARED, text);
		else {
			localStorage.setItem(KEEP, text);
			sessionStorage.removeItem(SHARED);
		}
	} catch {
		// A document with large images may exceed the browser's quota.
	}
}

/** Turns the shared document into the visitor's own draft. */
export function adoptShared(): void {
	shared.value = false;
}

/**
 * Returns from the shared document to the visitor's own draft. @param load sets the editor's text
 */
export function leaveShared(load: (text: string) => void): void {
	const draft = ownDraft();
	// Load it first: afterwards the editor's text is saved as the draft.
	if (draft !== undefined) load(draft);
	shared.value = false;
}
