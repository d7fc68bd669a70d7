/** The query of a link: values that whoever embeds it may set. */
import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";

/** Values by name; an empty one counts as missing. One of spaces only is empty. */
export type LinkQuery = ReadonlyMap<string, string>;

/**
 * A placeholder of a program that sends e-mails, which it did not fill in: `*|NAME|*`, `{{name}}`,
 * `{% … %}`, `%%name%%`, `[[name]]`, `${name}`.
 */
const MERGE_TAG = /^\s*(?:\*\|.*\|\*|\{\{.*\}\}|\{%.*%\}|%%.*%%|\[\[.*\]\]|\$\{.*\})\s*$/su;

const refused = (message: string) => new ServiceError("invalid_request", { message });

/**
 * Reads a query as browsers do. Merge tags that were not filled in count as empty.
 * @param text as it was sent, without the question mark
 * @throws ServiceError invalid_request if it is too long, not UTF-8, or has a name twice
 */
export function readQuery(text: string): LinkQuery {
	if (text.length > LIMITS.maxLinkLength)
		throw refused(`The query of a link has at most ${LIMITS.maxLinkLength} characters.`);
	const values = new Map<string, string>();
	for (const piece of text.split("&")) {
		if (piece === "") continue;
		const [first = "", ...rest] = piece.split("=");
		const raw = rest.join("=");
		const name = decoded(first);
		const value = decoded(raw) ?? (MERGE_TAG.test(raw) ? "" : undefined);
		if (name === undefined || value === undefined)
			throw refused("The query of a link is not UTF-8.");
		if (values.has(name)) throw refused("The query of a link has a parameter twice.");
		values.set(name, value.trim() === "" || MERGE_TAG.test(value) ? "" : value);
	}
	return values;
}

/** @returns undefined if it is not UTF-8 */
function decoded(text: string): string | undefined {
	// A percent sign without two digits is one, as in `50%`. Characters are bytes, as they were sent.
	const bytes = text
		.replaceAll("+", " ")
		.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	try {
		return UTF8.decode(Buffer.from(bytes, "latin1"));
	} catch {
		return undefined;
	}
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The one spelling of a query that a link has: sorted by name, without empty values. */
export const writeQuery = (values: LinkQuery): string =>
	[...values]
		.filter(([, value]) => value !== "")
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
		.join("&");

/** Escapes all but unreserved characters (RFC 3986, 2.3), so that no program spells it otherwise. */
const escaped = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
