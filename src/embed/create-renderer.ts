import { resolve } from "node:path";
import type {
	IconSearchQuery,
	IconSearchResponse,
	PhotoSearchQuery,
	PhotoSearchResponse,
} from "../contract/assets.js";
import type { BatchRequest } from "../contract/batch.js";
import type { LinkRequest, LinkResponse } from "../contract/links.js";
import type { MeasureResponse } from "../contract/measure-response.js";
import type { CanvasId } from "../contract/platforms.js";
import type { RenderBody } from "../contract/template-request.js";
import type { TemplateSearchQuery, TemplateSummary } from "../contract/template-search.js";
import type { Template } from "../contract/templates.js";
import { asServiceError, ServiceError } from "../errors/errors.js";
import { measureDocument } from "../service/draw/measure-document.js";
import type { Caller } from "../service/render/renderer.js";
import type { Service } from "../service/service.js";
import { allTemplates } from "../service/templates/search-templates.js";
import { type BatchResult, batchResults } from "./batch.js";
import { NO_HOST, openInProcess, THIS_PROGRAM } from "./in-process.js";
import { plainCopy } from "./plain-copy.js";
import { type RenderedFile, type RenderResult, renderFile, renderImages } from "./render.js";
import { findIcons, findPhotos, trackPhoto } from "./search.js";

/** A document to make links of: LinkRequest of the HTTP API. */
export type LinkBody = Omit<LinkRequest, "document"> & { readonly document: RenderBody };

/** How a renderer works; nothing here changes what is drawn. */
export interface RendererOptions {
	/** Number of render processes. Each renders one slide at a time. Default: one per CPU. */
	readonly processes?: number;
	/** Memory that one of them may take. Megabytes, default 1,500. */
	readonly memoryMb?: number;
	/** Time for drawing all slides of a document. Milliseconds, default 240,000. */
	readonly timeoutMs?: number;
	/** true, or host names: images may be fetched from private addresses. Default false. */
	readonly allowPrivateImageHosts?: boolean | readonly string[];
	/** Folder with fonts of your own (TTF, OTF, WOFF2), which documents then name in `font`. */
	readonly fontsDir?: string;
	/** JSON file with brands of your own. */
	readonly brandsFile?: string;
	/** Further settings, as the environment variables of the service. */
	readonly env?: Readonly<Record<string, string>>;
	/** Where the service is that draws links, and what the URLs of photos and icons begin with. */
	readonly publicBaseUrl?: string;
	/** Called after each slide of any render. */
	readonly onSlide?: () => void;
}

export interface CallOptions {
	/** Gives up when it fires. */
	readonly signal?: AbortSignal;
}

export interface FileOptions extends CallOptions {
	/**
	 * Which of the document's platforms the file is for. Default: the first for a PDF, all for a ZIP,
	 * which has a folder for each.
	 */
	readonly platform?: CanvasId;
}

/** Draws documents in processes of its own, until it is closed. */
export interface PostRenderer {
	/**
	 * Draws a document: the first slide in mode single, all in mode carousel.
	 * @throws ServiceError with the code and the details that the service answers
	 */
	render(document: RenderBody, options?: CallOptions): Promise<RenderResult>;
	/**
	 * Draws all slides into one file.
	 * @throws ServiceError as `render`
	 */
	renderFile(
		document: RenderBody,
		kind: "pdf" | "zip",
		options?: FileOptions,
	): Promise<RenderedFile>;
	/**
	 * Draws a document once for each row of data: POST /api/batch of the service. Rows come in their
	 * order while the next ones are drawn; a row that fails is a result with an `error`.
	 * @throws ServiceError invalid_render_request when the request as a whole is wrong
	 */
	batch(request: BatchRequest, options?: CallOptions): AsyncGenerator<BatchResult>;
	/**
	 * Signs links to slides: POST /api/links of the service. LINK_KEYS in `env` has the keys;
	 * `publicBaseUrl`, or PUBLIC_BASE_URL in `env`, is where the service that draws them is.
	 * @throws ServiceError invalid_render_request; not_found without keys; invalid_request when nothing
	 *   says where the service is
	 */
	links(request: LinkBody): LinkResponse;
	/**
	 * Searches photos: GET /api/assets/photos/search of the service. The renderUrl of a result goes
	 * into slide.image or the src of an image.
	 * @throws ServiceError invalid_request, provider_failed, rate_limited
	 */
	searchPhotos(query?: PhotoSearchQuery, options?: CallOptions): Promise<PhotoSearchResponse>;
	/**
	 * Reports that a photo was used, as its provider's terms ask.
	 * @param downloadLocation attribution.downloadLocation of a result of searchPhotos
	 * @returns whether the provider counts uses
	 * @throws ServiceError invalid_download_url, provider_failed, rate_limited
	 */
	trackDownload(downloadLocation: string, options?: CallOptions): Promise<boolean>;
	/**
	 * Searches icons: GET /api/assets/icons/search of the service.
	 * @throws ServiceError invalid_request, provider_failed
	 */
	searchIcons(query?: IconSearchQuery, options?: CallOptions): Promise<IconSearchResponse>;
	/**
	 * Says where texts and images lie, without drawing.
	 * @throws ServiceError as `render`
	 */
	measure(document: RenderBody, options?: CallOptions): Promise<MeasureResponse>;
	/** The templates that documents can name: GET /api/templates of the service. */
	readonly templates: {
		/** All that match, in the order of their ids. */
		list(search?: Pick<TemplateSearchQuery, "query" | "platform" | "tag">): TemplateSummary[];
		/** @returns undefined if there is no such template */
		get(id: string): Template | undefined;
	};
	/** Ends the processes. Nothing can be drawn afterwards. */
	close(): Promise<void>;
}

/**
 * Starts what draws; ready within a second.
 * @throws ConfigError when an option is out of its bounds, or a font or brand cannot be used
 */
export async function createRenderer(options: RendererOptions = {}): Promise<PostRenderer> {
	const { processes, memoryMb, timeoutMs, allowPrivateImageHosts, env, onSlide } = options;
	const { fontsDir, brandsFile, publicBaseUrl } = options;
	const inProcess = await openInProcess(
		{
			...env,
			...(processes !== undefined && { RENDER_PROCESSES: String(processes) }),
			...(memoryMb !== undefined && { RENDER_MEMORY_MB: String(memoryMb) }),
			...(timeoutMs !== undefined && { RENDER_TIMEOUT_MS: String(timeoutMs) }),
			...(allowPrivateImageHosts !== undefined && {
				ALLOW_PRIVATE_IMAGE_HOSTS: String(allowPrivateImageHosts),
			}),
			...(fontsDir !== undefined && { FONTS_DIR: resolve(fontsDir) }),
			...(brandsFile !== undefined && { BRANDS_FILE: resolve(brandsFile) }),
			...(publicBaseUrl !== undefined && { PUBLIC_BASE_URL: publicBaseUrl }),
		},
		onSlide,
	);
	const { service, config, close } = inProcess;
	const origin = config.publicBaseUrl ?? `http://${NO_HOST}`;
	return {
		render: (document, call) =>
			asked(call, (caller) => renderImages(service, { ...document, delivery: "dataUrl" }, caller)),
		renderFile: (document, kind, call) =>
			asked(call, (caller) => renderFile(service, document, kind, call?.platform, caller)),
		batch: (request, call) => rowByRow(service, request, call),
		links(request) {
			if (config.publicBaseUrl === undefined)
				throw new ServiceError("invalid_request", {
					message: "Links need publicBaseUrl: the address of the service that renders them.",
				});
			return service.signLinks(plainCopy(request), origin, NO_HOST);
		},
		searchPhotos: (query = {}, call) =>
			asked(call, (caller) => findPhotos(service, query, origin, caller)),
		trackDownload: (downloadLocation, call) =>
			asked(call, (caller) => trackPhoto(service, downloadLocation, origin, caller)),
		searchIcons: (query = {}, call) => asked(call, () => findIcons(service, query, origin)),
		measure: (document, call) =>
			asked(call, (caller) =>
				measureDocument(service, service.resolve(plainCopy(document), "measure"), caller),
			),
		templates: {
			list: (search = {}) => structuredClone(allTemplates(service.templates, search).results),
			get: (id) => structuredClone(service.templates.get(id)?.template),
		},
		close,
	};
}

/**
 * The rows of a batch, one after the other.
 * @throws ServiceError whatever is wrong with the batch; the signal's reason when it fires
 */
async function* rowByRow(
	service: Service,
	request: unknown,
	{ signal = new AbortController().signal }: CallOptions = {},
): AsyncGenerator<BatchResult> {
	signal.throwIfAborted();
	try {
		yield* batchResults(service, request, { client: THIS_PROGRAM, host: NO_HOST, signal });
	} catch (error) {
		throw signal.aborted ? signal.reason : asServiceError(error);
	}
	// Rows that were given up just end.
	signal.throwIfAborted();
}

/**
 * Does what the program asks for.
 * @throws ServiceError whatever went wrong; the signal's reason when it fires
 */
async function asked<T>(
	{ signal = new AbortController().signal }: CallOptions = {},
	work: (caller: Caller) => Promise<T>,
): Promise<T> {
	signal.throwIfAborted();
	try {
		return await work({ client: THIS_PROGRAM, host: NO_HOST, signal });
	} catch (error) {
		throw signal.aborted ? signal.reason : asServiceError(error);
	}
}
