/** The search tools. They return what a document needs, with a line for each result. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Static, TObject } from "@sinclair/typebox";
import { invalid } from "../base/invalid.js";
import { searchIcons, searchPhotos } from "../catalog/search.js";
import { ICON_SETS, IconSearchQuerySchema, PhotoSearchQuerySchema } from "../contract/assets.js";
import { coerceQuery } from "../documents/coerce-query.js";
import { schemaCheck } from "../documents/schema-check.js";
import type { ToolRunner } from "./tool-runner.js";

/** Default number of results. */
const PHOTOS = 8;
const ICONS = 16;
/** Maximum length of a description and of a credit line. Characters. */
const MAX_WORDS = 120;
/** Maximum length of all results in characters, because URLs of photos may be long. */
const MAX_CHARACTERS = 40_000;

/** Note for results without a photo provider. */
const DRAWN =
	"No photo provider is connected: these are drawn backgrounds, not photographs of what was asked for. For a photograph, give its http(s) address or data URL.";

export const photosTool = (
	{ run, service, origin: baseUrl }: ToolRunner,
	query: object,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("searchPhotos", signal, async ({ caller }) => {
		const search = searchOf(PhotoSearchQuerySchema, query, PHOTOS);
		const context = { baseUrl, signal: caller.signal };
		const answer = await searchPhotos(service.photos, search, context);
		const { provider, total, page, totalPages, results, note, subjects } = answer;
		const lines = results.map((photo) => {
			const { description, width, height, color, renderUrl, attribution } = photo;
			const size = width === null || height === null ? "" : ` ${width}x${height}`;
			const credit = attribution.text === "" ? "" : ` | credit: ${short(attribution.text)}`;
			return `- ${ownPath(renderUrl, baseUrl)} ${JSON.stringify(short(description))}${size}${color === null ? "" : ` mostly ${color}`}${credit}`;
		});
		return listed([
			`${total} photos, page ${page} of ${totalPages}. The address goes into slide.image, or into src of an image.`,
			...(provider === "builtin" ? [DRAWN] : []),
			...lines,
			...(note === undefined ? [] : [note]),
			...(subjects === undefined ? [] : [`Try: ${subjects.slice(0, 40).join(", ")}`]),
		]);
	});

export const iconsTool = (
	{ run, service, origin }: ToolRunner,
	query: object,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("searchIcons", signal, async () => {
		const search = searchOf(IconSearchQuerySchema, query, ICONS);
		const { total, results } = await searchIcons(service.icons, search, origin);
		const lines = results.map(({ id, set, renderUrl, tags }) => {
			const own = (ICON_SETS as readonly string[]).includes(set);
			return `- ${own ? id : ownPath(renderUrl, origin)}: ${tags.slice(0, 6).join(", ")}`;
		});
		return listed([
			`${total} icons. Put the name into src of an image; color tints it (black without).`,
			...lines,
		]);
	});

/**
 * A search from a model, parsed as leniently as a query string: "2" is a number too.
 * @param limit default number of results
 * @throws ServiceError invalid_request
 */
function searchOf<T extends TObject>(schema: T, query: object, limit: number): Static<T> {
	const limited = "per_page" in query ? query : { limit, ...query };
	const words = Object.entries(limited)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => [name, String(value)]);
	const checked = schemaCheck<Static<T>>(schema)(coerceQuery(schema, Object.fromEntries(words)));
	if ("issues" in checked) throw invalid("invalid_request", checked.issues);
	return checked.value;
}

/** Pictures of this service as paths, which are shorter and valid on any host. */
const ownPath = (url: string, origin: string): string =>
	url.startsWith(`${origin}/api/assets/`) ? url.slice(origin.length) : url;

const short = (text: string): string =>
	text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS - 1)}…` : text;

function listed(lines: readonly string[]): CallToolResult {
	let length = 0;
	const shown = lines.filter((line) => {
		length += line.length + 1;
		return length <= MAX_CHARACTERS;
	});
	return { content: [{ type: "text", text: shown.join("\n") }] };
}
