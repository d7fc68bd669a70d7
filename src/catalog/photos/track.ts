import { below } from "./text.js";

/** Maximum length of a download location. Those of Unsplash have about 150 characters. */
export const MAX_DOWNLOAD_LOCATION = 2_048;

const UNSPLASH_ORIGIN = "https://api.unsplash.com";
const UNSPLASH_PATH = /^\/photos\/[A-Za-z0-9_-]{1,128}\/download$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A URL that is already in its normal form. This refuses user info without a name, explicit default
 * ports, dot segments, backslashes, white space, upper-case hosts and everything else that a URL
 * parser repairs.
 */
function exactUrl(text: string): URL | undefined {
	if (text.length > MAX_DOWNLOAD_LOCATION || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	const plain = url.href === text && !url.username && !url.password && !text.includes("#");
	return plain ? url : undefined;
}

/**
 * The URL that reports the use of an Unsplash photo. It is always at `base`, so that the key is
 * only sent to the configured provider. The query is not changed, as Unsplash requires (it contains
 * ixid).
 * @param base the configured API; its own locations are accepted as well
 * @returns undefined for anything that is not a location of Unsplash
 */
export function unsplashTrackingUrl(location: string, base: URL): URL | undefined {
	const url = exactUrl(location);
	if (url === undefined) return undefined;
	const prefix = base.pathname.replace(/\/+$/, "");
	let path: string | undefined;
	if (url.origin === base.origin && url.pathname.startsWith(`${prefix}/`))
		path = url.pathname.slice(prefix.length);
	else if (url.origin === UNSPLASH_ORIGIN) path = url.pathname;
	if (path === undefined || !UNSPLASH_PATH.test(path)) return undefined;
	const tracking = below(base, path);
	tracking.search = url.search;
	return tracking;
}

/** The detail URL of an Openverse image: `{base}/v1/images/{uuid}/`, without a query. */
export function openverseDetailUrl(base: URL, id: string): string | undefined {
	return UUID.test(id) ? below(base, `/v1/images/${id}/`).href : undefined;
}

/** Whether a location was made by openverseDetailUrl. */
export function isOpenverseDetailUrl(location: string, base: URL): boolean {
	const url = exactUrl(location);
	const id = url?.pathname.split("/").at(-2);
	return id !== undefined && openverseDetailUrl(base, id) === location;
}
