import { below } from "./text.js";

/** Characters of a download location. Unsplash's have about 150. */
export const MAX_DOWNLOAD_LOCATION = 2_048;

const UNSPLASH_ORIGIN = "https://api.unsplash.com";
const UNSPLASH_PATH = /^\/photos\/[A-Za-z0-9_-]{1,128}\/download$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A URL that is written exactly as it is understood. That alone refuses user
 * info without a name, a written default port, dot segments, backslashes, white
 * space, upper-case hosts and whatever else a URL parser repairs.
 */
function exactUrl(text: string): URL | undefined {
	if (text.length > MAX_DOWNLOAD_LOCATION || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	const plain = url.href === text && !url.username && !url.password && !text.includes("#");
	return plain ? url : undefined;
}

/**
 * Where the use of an Unsplash photo is reported: always at `base`, so that the
 * key goes to the configured provider and nowhere else, with the query kept as
 * given, as Unsplash asks (it holds ixid).
 * @param base the configured API; its own locations are accepted as well
 * @returns undefined for anything that Unsplash does not give out
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

/** The detail address of an Openverse image: `{base}/v1/images/{uuid}/`, without a query. */
export function openverseDetailUrl(base: URL, id: string): string | undefined {
	return UUID.test(id) ? below(base, `/v1/images/${id}/`).href : undefined;
}

/** Whether a location is one that openverseDetailUrl made. */
export function isOpenverseDetailUrl(location: string, base: URL): boolean {
	const url = exactUrl(location);
	const id = url?.pathname.split("/").at(-2);
	return id !== undefined && openverseDetailUrl(base, id) === location;
}
