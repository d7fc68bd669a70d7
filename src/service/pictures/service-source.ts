/** Paths below which this service serves images that it resolves in the process. */
export const OWN_IMAGES_PATH = "/api/assets/";

/** Where this service is, to tell its own images from those of others. */
export interface OwnOrigin {
	/** PUBLIC_BASE_URL, with a path perhaps. */
	readonly publicBaseUrl?: string | undefined;
	/** Host and port that the client of a request named; its word, and believed only for this. */
	readonly host?: string | undefined;
}

/**
 * The path of a URL on this service, query included, when the URL lies below
 * PUBLIC_BASE_URL or names the host that the client itself asked; undefined when
 * it is somebody else's. Of the host it does not matter by which scheme: a proxy
 * in front may have taken TLS off.
 */
export function ownPath(url: URL, { publicBaseUrl, host }: OwnOrigin): string | undefined {
	const { pathname, search } = url;
	if (publicBaseUrl !== undefined && URL.canParse(publicBaseUrl)) {
		const base = new URL(publicBaseUrl);
		const prefix = base.pathname.replace(/\/+$/, "");
		if (url.origin === base.origin && pathname.startsWith(`${prefix}${OWN_IMAGES_PATH}`)) {
			return pathname.slice(prefix.length) + search;
		}
	}
	if (host === undefined || !pathname.startsWith(OWN_IMAGES_PATH)) return undefined;
	const asked = `${url.protocol}//${host}`;
	return URL.canParse(asked) && new URL(asked).host === url.host ? pathname + search : undefined;
}
