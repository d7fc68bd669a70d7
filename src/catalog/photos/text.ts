import { DEFAULT_PHOTO_QUERY } from "../../contract/assets.js";

/** Maximum length of a description or a name. Characters. */
const LONGEST = 500;

/**
 * A text of a provider on one line: control characters and runs of white space become one space.
 */
export function oneLine(text: string | null | undefined): string {
	const plain = (text ?? "")
		.slice(0, LONGEST * 2)
		.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
		.trim();
	return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1).trimEnd()}…` : plain;
}

/** A normalised http or https URL; undefined for everything else. */
export function webUrl(value: string | null | undefined): string | undefined {
	if (!value || !URL.canParse(value)) return undefined;
	const url = new URL(value);
	return (url.protocol === "https:" || url.protocol === "http:") && !url.username && !url.password
		? url.href
		: undefined;
}

/** `path` below a base URL, which may have a path itself. */
export function below(base: URL, path: string): URL {
	return new URL(`${base.origin}${base.pathname.replace(/\/+$/, "")}${path}`);
}

/** The query for the provider: the default if it is blank. */
export function queryText(query: string): string {
	return oneLine(query) || DEFAULT_PHOTO_QUERY;
}
