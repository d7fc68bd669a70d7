import { ICON_SETS } from "../contract/assets.js";
import { LIMITS } from "../contract/limits.js";
import { type DataImage, type InvalidImageSource, parseDataUrl } from "./data-url.js";
import { OWN_IMAGES_PATH } from "./own-images.js";

/** The source in `slide.image` or `imageOverlays[].src`, checked by its text. */
export type ImageSource =
	| { readonly kind: "remote"; readonly url: URL }
	/** An image of this service, by its path and query. */
	| { readonly kind: "own"; readonly path: string }
	| DataImage;

const ALLOWED =
	"an http or https URL, a data:image URL, a path of this service (for example /api/assets/icons/lucide/rocket.svg), or an icon (for example lucide:rocket)";

/** Whether a source is fetched from another server. */
export const isRemote = (src: string): boolean => /^ *https?:/i.test(src);

/** Characters of an icon's id. */
const MAX_ICON_ID = 200;
/** An icon of the service by its id. */
const ICON_ID = new RegExp(`^(${ICON_SETS.join("|")}):([a-z0-9]+(?:-[a-z0-9]+)*)$`);
/** Base against which a path is resolved to check it; never requested. */
const OWN_BASE = "http://own.invalid";

/**
 * Reads an image source. Pure and linear in the length of `src`; no name is
 * resolved here, so a URL that passes may still be refused when it is fetched.
 *
 * Remote URLs are parsed by the WHATWG URL standard, but less tolerantly: the standard strips tabs
 * and line breaks, turns backslashes into slashes and accepts `http:host`; another parser may find
 * a different host in such a URL, so they are refused. The fragment is dropped, and so is the one
 * trailing dot of a fully qualified host name. Spaces around a URL are dropped, and those inside of
 * its path or query are encoded, as browsers do.
 */
export function parseImageSrc(source: string): ImageSource | InvalidImageSource {
	const src = withoutSpaces(source);
	if (/^data:/i.test(src)) return parseDataUrl(src);
	if (!/^(?:https?:\/\/|\/api\/assets\/)/i.test(src)) return iconSource(src);
	if (src.length > LIMITS.maxImageUrlLength) {
		return invalid(
			`has ${src.length} characters`,
			`a URL of at most ${LIMITS.maxImageUrlLength} characters`,
		);
	}
	if (hasForbiddenCharacter(src)) {
		return invalid("contains a control character or a backslash", "percent-encoded characters");
	}
	if (src.startsWith("/")) return serviceSource(src);
	const url = URL.canParse(src) ? new URL(src) : undefined;
	if (!url) return invalid("is not a valid URL");
	if (!isPlainHttpUrl(url))
		return invalid("contains a user name or a password", `${ALLOWED}, without`);
	return { kind: "remote", url: normalized(url) };
}

/** Without spaces at either end, in linear time. */
function withoutSpaces(text: string): string {
	let [start, end] = [0, text.length];
	while (text[start] === " ") start++;
	while (end > start && text[end - 1] === " ") end--;
	return text.slice(start, end);
}

/** "lucide:rocket" stands for the path under which that icon is served. */
function iconSource(src: string): ImageSource | InvalidImageSource {
	const [, set, name] = (src.length <= MAX_ICON_ID && ICON_ID.exec(src)) || [];
	return set === undefined || name === undefined
		? invalid(`is not an http(s) or data:image URL${sourceHint(src.slice(0, MAX_ICON_ID))}`)
		: { kind: "own", path: `${OWN_IMAGES_PATH}icons/${set}/${name}.svg` };
}

/** What to send instead of what is no source. */
function sourceHint(src: string): string {
	if (
		/^(file:|[a-z]:[\\/]|\.{0,2}\/|~)/i.test(src) ||
		/^[^:/]+\.(png|jpe?g|webp|svg|gif|avif)$/i.test(src)
	)
		return ": the service cannot read files of yours, so send the content as a data:image URL, or an address that it can fetch";
	if (/^[\w-]+(\.[\w-]+)+\//.test(src)) return `: write https://${src}`;
	if (/^[a-z0-9-]+:[a-z0-9-]+$/i.test(src))
		return `: icons are ${ICON_SETS.map((set) => `${set}:NAME`).join(" or ")}; see GET /api/assets/icons/search`;
	return "";
}

/** A path that stays in the same folder when its dots are resolved. */
function serviceSource(src: string): ImageSource | InvalidImageSource {
	const url = URL.canParse(src, OWN_BASE) ? new URL(src, OWN_BASE) : undefined;
	return url?.pathname.startsWith(OWN_IMAGES_PATH)
		? { kind: "own", path: url.pathname + url.search }
		: invalid("is not a path of this service");
}

/**
 * The URL that a redirect leads to; undefined if it could not be an image source.
 * @param location the value of the Location header
 */
export function parseRedirectTarget(location: string, base: URL): URL | undefined {
	if (location.length > LIMITS.maxImageUrlLength || !URL.canParse(location, base.href))
		return undefined;
	const url = new URL(location, base);
	return isPlainHttpUrl(url) ? normalized(url) : undefined;
}

function isPlainHttpUrl(url: URL): boolean {
	return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/**
 * "example.com." and "example.com" are the same host, but certificates are only issued for the
 * latter.
 */
function normalized(url: URL): URL {
	url.hash = "";
	if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
	return url;
}

/** C0 and C1 control characters, DEL and backslash. */
function hasForbiddenCharacter(src: string): boolean {
	for (let i = 0; i < src.length; i++) {
		const unit = src.charCodeAt(i);
		if (unit < 0x20 || unit === 0x5c || (unit >= 0x7f && unit <= 0x9f)) return true;
	}
	return false;
}

function invalid(problem: string, allowed: string = ALLOWED): InvalidImageSource {
	return { kind: "invalid", problem, allowed };
}
