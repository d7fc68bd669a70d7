/** Paths of images that this service resolves in the process. */
export const OWN_IMAGES_PATH = "/api/assets/";

/** Addresses of this service, to recognise its own images. */
export interface OwnOrigin {
	/** PUBLIC_BASE_URL, optionally with a path. */
	readonly publicBaseUrl?: string | undefined;
	/** Host and port of the client's request; used only for this purpose. */
	readonly host?: string | undefined;
}

/**
 * The path of a URL on this service, including the query, if the URL is below PUBLIC_BASE_URL or
 * has the host of the client's request; undefined for all other URLs. The scheme of the host does
 * not matter, because a proxy in front may terminate TLS.
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

/**
 * Bytes of an image of this service (icons, built-in backgrounds).
 * @param path path and query on this service, below /api/assets/
 * @throws FetchFailure if there is none
 */
export type ServiceImages = (path: string) => Promise<Uint8Array>;
