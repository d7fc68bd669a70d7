import { ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import type { Contract } from "../../contract/contract.js";
import { DOCUMENT_DEFAULTS } from "../../contract/defaults.js";
import type { OutputFormat } from "../../contract/enums.js";
import { isLossy } from "../../contract/formats.js";
import { LIMITS } from "../../contract/limits.js";
import {
	ExpandedLinkRequestSchema,
	type LinkRequest,
	type LinkResponse,
} from "../../contract/links.js";
import type { CommonLayers, RenderRequest, Slide } from "../../contract/render-request.js";
import type { Warning } from "../../contract/warning.js";
import { documentExpander, templateOf, usualFormat } from "../../documents/expand-document.js";
import { fillIn } from "../../documents/fill-in.js";
import { layerBounds } from "../../documents/layer-bounds.js";
import { type OwnOrigin, ownPath } from "../../documents/own-images.js";
import { platformMember, slidesNumbered, slidesOfMode } from "../../documents/pick-slides.js";
import { contentCheck, fitting, refuse } from "../../documents/resolve-document.js";
import type { ResolvedSlide } from "../../documents/resolved-document.js";
import { schemaCheck } from "../../documents/schema-check.js";
import { parseImageSrc } from "../../documents/source-url.js";
import type { TemplateLibrary } from "../../documents/templates/template-library.js";
import type { Members } from "../../documents/variables/places.js";
import { isObject } from "../../documents/variables/values.js";
import { commonGroups, groupsOf } from "../render/fit-groups.js";
import type { LinkKeys } from "./link-keys.js";
import { LINK_PREFIX, platformQuery, signedPart } from "./link-path.js";
import { openIssues } from "./open-values.js";
import { encodePayload } from "./payload.js";

/** What is needed to sign links. */
export interface SignOptions {
	readonly contract: Contract;
	readonly templates: TemplateLibrary;
	/** Undefined if links are disabled. */
	readonly keys: LinkKeys | undefined;
	readonly publicBaseUrl: string | undefined;
	/** Largest number of characters of all strings of a document after variables were filled in. */
	readonly maxLength: number;
}

/**
 * Characters of the JSON of a document that is compressed: about thirty times those of the longest
 * link.
 */
const MAX_JSON_LENGTH = 262_144;

/**
 * Signs links to slides of a document, and renders nothing.
 * @param request a LinkRequest as it was sent; changed in place
 * @param origin start of the links, without a trailing slash
 * @param host host and port of the request
 * @throws ServiceError invalid_render_request; not_found if links are disabled
 */
export type SignLinks = (request: unknown, origin: string, host: string) => LinkResponse;

export function linkSigner({
	contract,
	templates,
	keys,
	publicBaseUrl,
	maxLength,
}: SignOptions): SignLinks {
	const expand = documentExpander({ contract, templates, maxLength });
	const checkContent = contentCheck(contract);
	const check = schemaCheck<LinkRequest>(contract.adapt(ExpandedLinkRequestSchema));
	return (request, origin, host) => {
		const { document: written, ...asked } = (request ?? {}) as {
			document?: unknown;
			open?: unknown;
			format?: unknown;
		};
		if (asked.format !== undefined) asked.format = usualFormat(asked.format);
		const short = shortForm(written);
		const checked = Array.isArray(asked.open)
			? withSamples(written, asked.open, templates)
			: written;
		const expanded = expand(checked, "/document");
		const { value, template, mayChange, steps, numbered } = expanded;
		if (value !== checked)
			refuse(
				layerBounds(value, expanded.commons).map((issue) => ({
					...issue,
					path: `/document${issue.path}`,
				})),
			);
		const {
			document: source,
			slide,
			expiresIn,
			format: named,
			inline = false,
			open,
		} = fitting(check({ ...asked, document: value }), { template, base: "/document" });
		if (keys === undefined) {
			throw new ServiceError("not_found", {
				message: "Signed links are disabled: set LINK_KEYS.",
			});
		}
		if (open !== undefined) {
			if (template === undefined)
				throw refusedOpen("needs a document with a template, whose variables it names");
			if (inline) throw refusedOpen("cannot be combined with inline");
			refuse(openIssues(open, template.template.variables, "/open"));
			short.open = open;
		}
		const commons = checkContent(source, expanded, "/document");
		const templateVersion = template?.version ?? null;
		const format = named ?? source.format ?? DOCUMENT_DEFAULTS.format;
		const document = {
			...fillIn(source, contract, { use: format, commons }),
			templateVersion,
			mayChange,
			steps,
		};
		const slides = slide === undefined ? slidesOfMode(document) : slidesNumbered(document, slide);
		const expires =
			expiresIn === undefined ? undefined : Math.floor(Date.now() / 1_000) + expiresIn;
		const payloadOf = (linked: unknown, index: number) => {
			const { length } = JSON.stringify(linked);
			// A document of this size is too long even when it is compressed, which would take a
			// while.
			if (length > MAX_JSON_LENGTH) throw tooLong(index, length);
			return encodePayload(linked);
		};
		// The payload is the same for all slides, so it is compressed once.
		const shared =
			mayChange && !inline
				? payloadOf(withoutUnused(short, format), slides[0]?.index ?? 0)
				: undefined;
		// The links of one slide to several platforms have the same payload.
		const payloads = new Map<number, string>();
		const urls = slides.map((linkedSlide) => {
			const { index, position } = linkedSlide;
			const payload =
				shared ??
				payloads.get(index) ??
				payloadOf(
					withSlide(withCommon(source, numbered, commons?.[index]), linkedSlide, format, {
						publicBaseUrl,
						host,
					}),
					index,
				);
			payloads.set(index, payload);
			const signed = signedPart({ payload, slide: position + 1, format, expires });
			const { platform } = platformMember(document, linkedSlide);
			const query = platform === undefined ? "" : `?${platformQuery(platform)}`;
			const path = `${LINK_PREFIX}${keys.sign(signed)}${signed}${query}`;
			if (path.length > LIMITS.maxLinkLength) throw tooLong(index, path.length);
			return `${origin}${path}`;
		});
		return {
			ok: true,
			urls,
			...(template !== undefined && { templateVersion: template.version }),
			expiresAt: expires === undefined ? null : new Date(expires * 1_000).toISOString(),
			warnings: [...urls.flatMap(longLink), ...document.ignored.map(ofDocument)],
		};
	};
}

const refusedOpen = (message: string) =>
	invalid("invalid_render_request", [{ path: "/open", message }]);

/** The document with sample values of open variables that have no fallback, to check the rest. */
function withSamples(
	document: unknown,
	open: readonly unknown[],
	templates: TemplateLibrary,
): unknown {
	const template = templateOf(document, templates, "/document");
	if (template === undefined || !isObject(document)) return document;
	const given = document.variables ?? {};
	if (!isObject(given)) return document;
	const samples = Object.entries(template.template.variables).filter(
		([name, { sample }]) => open.includes(name) && sample !== undefined,
	);
	const isGiven = (name: string) =>
		Object.keys(given).some((key) => key === name || key.startsWith(`${name}.`));
	const missing = samples.filter(([name]) => !isGiven(name));
	const values = Object.fromEntries(missing.map(([name, { sample }]) => [name, sample]));
	return { ...document, variables: { ...given, ...values } };
}

/** A copy of the document as it was written: a template and its variables, or strings with braces. */
const shortForm = (document: unknown): Members =>
	isObject(document) && (document.template != null || document.variables != null)
		? (structuredClone(document) as Members)
		: {};

/**
 * Such a document without what the extension of the link says, and without fields that the format
 * does not use.
 */
function withoutUnused(
	{ delivery: _, format: __, quality, maxBytes, ...rest }: Members,
	format: OutputFormat,
): Members {
	return {
		...rest,
		...(isLossy(format) && quality != null && { quality }),
		...(isLossy(format) && maxBytes != null && { maxBytes }),
	};
}

/**
 * The document as it was sent, reduced to what one slide needs. Of the other slides, only their
 * number matters, and the texts that share a fit group with this slide. The format is in the
 * extension of the link.
 */
function withSlide(
	source: RenderRequest,
	{ index, acrossRtl }: Pick<ResolvedSlide, "index" | "acrossRtl">,
	format: OutputFormat,
	own: OwnOrigin,
): RenderRequest {
	const { delivery: _, format: __, quality, maxBytes, ...rest } = source;
	const groups = new Set([
		...groupsOf(rest.slides[index]!),
		...(rest.common ? commonGroups(rest.common) : []),
	]);
	const slides = rest.slides.map((one, i): Slide => {
		if (i === index) return withOwnPaths(one, own);
		if (groupsOf(one).some((group) => groups.has(group))) return textsOf(one);
		// Layers across all slides begin where most slides do.
		return {
			...presenceOf(one),
			...(rest.common?.across?.length && { dir: acrossRtl ? "rtl" : "ltr" }),
		};
	});
	return {
		...rest,
		...(isLossy(format) && quality !== undefined && { quality }),
		...(isLossy(format) && maxBytes !== undefined && { maxBytes }),
		slides,
	};
}

/** Slide numbers, which documents without variables fill in too. */
const NUMBERS = /\{\{\s*slides?\s*\}\}/;

/**
 * A document with the common layers of one slide. If the text of a value looks like the number of a
 * slide, braces are escaped, so that it is not filled in when the link is opened.
 * @param numbered common layers that keep the numbers of slides
 * @param own common layers of the slide, if they are different on each
 */
function withCommon(source: RenderRequest, numbered: unknown, own: unknown): RenderRequest {
	const common = (numbered ?? own ?? source.common) as CommonLayers | undefined;
	if (common === undefined) return source;
	const document = { ...source, common };
	const isText = numbered === undefined && NUMBERS.test(JSON.stringify(common));
	return isText ? { ...(withEscapes(document) as RenderRequest), variables: {} } : document;
}

function withEscapes(value: unknown): unknown {
	if (typeof value === "string") return value.replaceAll("{{", "{{{{");
	if (Array.isArray(value)) return value.map(withEscapes);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withEscapes(one)]));
}

/** Fields that decide whether a slide is left out. */
const presenceOf = ({ showIf, hideIf }: Slide): Slide => ({
	...(showIf != null && { showIf }),
	...(hideIf != null && { hideIf }),
});

/** A slide without the fields that do not affect the size of its texts. */
function textsOf({ image: _, imageOverlays: __, alt: ___, ...rest }: Slide): Slide {
	return rest;
}

/**
 * Images of this service as paths, which are shorter and work on every host. Names of layers are
 * removed, because only editors use them.
 */
function withOwnPaths(slide: Slide, own: OwnOrigin): Slide {
	const short = (src: string) => {
		const source = src.startsWith("data:") ? undefined : parseImageSrc(src);
		return (source?.kind === "remote" && ownPath(source.url, own)) || src;
	};
	const { image, imageOverlays } = slide;
	return {
		...slide,
		...(image != null && { image: short(image) }),
		...(imageOverlays && {
			imageOverlays: imageOverlays.map(({ name, ...overlay }) => ({
				...overlay,
				src: short(overlay.src),
			})),
		}),
	};
}

const tooLong = (index: number, length: number): ServiceError =>
	invalid("invalid_render_request", [
		{
			path: `/document/slides/${index}`,
			message: `makes a link of ${length} characters; at most ${LIMITS.maxLinkLength} are allowed`,
			maxLength: LIMITS.maxLinkLength,
		},
	]);

function longLink(url: string, index: number): LinkResponse["warnings"] {
	if (url.length <= LIMITS.longLink) return [];
	const message = `The link has ${url.length} characters; some programs cut off links longer than ${LIMITS.longLink}.`;
	return [{ code: "long_link", severity: "warning", path: `/urls/${index}`, message }];
}

/** A warning about a field of the document, with its path in the request. */
const ofDocument = ({ path, message }: Warning): LinkResponse["warnings"][number] => ({
	code: "field_ignored",
	severity: "info",
	path: `/document${path}`,
	message,
});
