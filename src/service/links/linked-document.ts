import { invalid } from "../../base/invalid.js";
import type { Contract } from "../../contract/contract.js";
import { LIMITS } from "../../contract/limits.js";
import { CANVAS_IDS, type CanvasId } from "../../contract/platforms.js";
import { templateOf } from "../../documents/expand-document.js";
import { ownPath } from "../../documents/own-images.js";
import { onPlatform, slideOf } from "../../documents/pick-slides.js";
import { type ResolveDocument, refuse } from "../../documents/resolve-document.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import { parseImageSrc } from "../../documents/source-url.js";
import type { TemplateLibrary } from "../../documents/templates/template-library.js";
import { isObject } from "../../documents/variables/values.js";
import { picturesOfCommon, picturesOfSlide } from "../../engine/scene/layer-pictures.js";
import type { LinkTarget } from "./link-path.js";
import { readQuery, writeQuery } from "./link-query.js";
import type { OpenTarget } from "./open-link.js";
import { openIssues, openValues, withValues } from "./open-values.js";
import { decodePayload } from "./payload.js";

/** The document of a link, and the slide that it names. */
export interface LinkedSlide {
	readonly document: ResolvedDocument;
	readonly slide: ResolvedSlide;
}

/** What reading a link needs. */
export interface LinkReading {
	readonly resolve: ResolveDocument;
	readonly templates: TemplateLibrary;
	readonly contract: Pick<Contract, "brands">;
	/** Largest JSON of a document. Bytes. */
	readonly maxLength: number;
	/** Hosts of images that a query may name. */
	readonly imageHosts: ReadonlySet<string>;
}

/** A link whose URL was read, and whose document was not. */
export interface ReadLink {
	/** The one query of this picture; "" for none. */
	readonly query: string;
	/** @throws ServiceError invalid_render_request */
	readonly slide: () => LinkedSlide;
}

/**
 * Reads the payload and the query of a signed link.
 * @throws ServiceError invalid_request, payload_too_large, invalid_render_request
 */
export function readPayload(
	{ payload, slide, format, query = "" }: LinkTarget,
	{ resolve, templates, maxLength, imageHosts }: LinkReading,
): ReadLink {
	const asked = readQuery(query);
	const written = decodePayload(payload, maxLength);
	const { open = null, ...request } = isObject(written) ? written : {};
	let document = written;
	let values = new Map<string, string>();
	const names = new Set<unknown>(Array.isArray(open) ? open : []);
	if (open !== null) {
		const template = templateOf(request, templates, "");
		const isList = Array.isArray(open) && open.every((name) => typeof name === "string");
		if (!isList || template === undefined)
			throw invalid("invalid_request", [
				{ path: "/open", message: "must be a list of names of variables of a template" },
			]);
		const { variables } = template.template;
		refuse(openIssues(open.slice(0, LIMITS.maxVariables), variables, "/open"));
		values = openValues(asked, { variables, open: new Set(open as string[]), imageHosts });
		const own = request.variables ?? {};
		document = { ...request, variables: isObject(own) ? withValues(own, values) : own };
	}
	const platform = names.has("platform") ? undefined : asked.get("platform") || undefined;
	if (platform !== undefined) values.set("platform", platform);
	const onlyPlatform = () => onPlatform(resolve(document, format), platformOf(platform));
	return {
		query: writeQuery(values),
		slide: () => {
			const resolved = onlyPlatform();
			return { document: resolved, slide: slideOf(resolved, slide) };
		},
	};
}

/** @throws ServiceError invalid_request */
function platformOf(name: string | undefined): CanvasId | undefined {
	const platform = CANVAS_IDS.find((id) => id === name);
	if (name === undefined || platform !== undefined) return platform;
	throw invalid("invalid_request", [
		{ path: "/platform", message: `must be one of ${CANVAS_IDS.join(", ")}`, enum: CANVAS_IDS },
	]);
}

/** Parameters of open template links that are not variables. */
const [BRAND, PLATFORM, SLIDE] = ["_brand", "_platform", "_slide"];

/**
 * Reads the query of an open template link.
 * @throws ServiceError invalid_request that names the parameter
 */
export function readOpenLink(
	{ template: { template }, format, query = "" }: OpenTarget,
	{ resolve, contract, imageHosts }: LinkReading,
): ReadLink {
	const { id, platforms, variables } = template;
	const asked = readQuery(query);
	const values = openValues(asked, {
		variables,
		open: new Set(Object.keys(variables)),
		imageHosts,
	});
	const own = new Map<string, string>();
	const choose = (name: string, isAllowed: (value: string) => boolean, allowed: string) => {
		const value = asked.get(name) || undefined;
		if (value === undefined) return undefined;
		if (!isAllowed(value))
			throw invalid("invalid_request", [{ path: `/${name}`, message: `must be ${allowed}` }]);
		own.set(name, value);
		return value;
	};
	const brands = Object.keys(contract.brands);
	const brand = choose(BRAND!, (value) => brands.includes(value), `one of ${brands.join(", ")}`);
	const platform = choose(
		PLATFORM!,
		(value) => platforms.some((one) => one === value),
		`one of the template's platforms: ${platforms.join(", ")}`,
	);
	const slide = choose(SLIDE!, (value) => /^[1-9]\d{0,2}$/.test(value), "the number of a slide");
	return {
		query: writeQuery(new Map([...own, ...values])),
		slide: () => {
			const document = resolve(
				{
					template: id,
					variables: withValues({}, values),
					platform: platform ?? platforms[0],
					scale: 1,
					...(brand !== undefined && { brand }),
				},
				format,
			);
			const number = Number(slide ?? 1);
			if (number > document.slideCount)
				throw invalid("invalid_request", [
					{ path: `/${SLIDE}`, message: `must be at most ${document.slideCount}` },
				]);
			return { document, slide: slideOf(document, number) };
		},
	};
}

/**
 * Whether a slide always looks the same: it has no images, or only those in the document or of this
 * service. Its template or brand may still change; see ResolvedDocument.mayChange. The host of the
 * request does not matter, because a link is the same picture on every host.
 */
export function isLasting(
	{ slide: { slide, common } }: LinkedSlide,
	publicBaseUrl: string | undefined,
): boolean {
	const pictures = [...picturesOfSlide(slide, ""), ...picturesOfCommon(common ?? {})];
	return pictures.every(({ src }) => {
		// Checked first, so that no megabytes are parsed for it.
		if (src === "" || src.startsWith("data:")) return true;
		const source = parseImageSrc(src);
		return source.kind !== "remote" || ownPath(source.url, { publicBaseUrl }) !== undefined;
	});
}
