import { resolve } from "node:path";
import { asServiceError, ServiceError } from "../../base/errors.js";
import { allTemplates } from "../../catalog/templates/search-templates.js";
import type {
	IconSearchQuery,
	IconSearchResponse,
	PhotoSearchQuery,
	PhotoSearchResponse,
} from "../../contract/assets.js";
import type { BatchRequest } from "../../contract/batch.js";
import type { LinkRequest, LinkResponse } from "../../contract/links.js";
import type { MeasureResponse } from "../../contract/measure-response.js";
import type { CanvasId } from "../../contract/platforms.js";
import type { RenderBody } from "../../contract/template-request.js";
import type { TemplateSearchQuery, TemplateSummary } from "../../contract/template-search.js";
import type { Template } from "../../contract/templates.js";
import type { Caller } from "../../service/processes/renderer.js";
import { measureDocument } from "../../service/render/measure-document.js";
import type { Service } from "../../service/service.js";
import { type BatchResult, batchResults } from "./batch.js";
import { NO_HOST, openInProcess, THIS_PROGRAM } from "./in-process.js";
import { plainCopy } from "./plain-copy.js";
import { type RenderedFile, type RenderResult, renderFile, renderImages } from "./render.js";
import { findIcons, findPhotos, trackPhoto } from "./search.js";

/** A request for links: LinkRequest of the HTTP API. */
export type LinkBody = Omit<LinkRequest, "document"> & { readonly document: RenderBody };

/** Options of a renderer, none of which changes the pictures. */
export interface RendererOptions {
	/** Number of render processes. Each renders one slide at a time. Default: one per CPU. */
	readonly processes?: number;
	/** Memory limit of a render process. Megabytes, default 1,500. */
	readonly memoryMb?: number;
	/** Time limit for rendering all slides of a document. Milliseconds, default 240,000. */
	readonly timeoutMs?: number;
	/**
	 * Hosts with private addresses that images may be fetched from: true for all, or host names.
	 * Default false.
	 */
	readonly allowPrivateImageHosts?: boolean | readonly string[];
	/** Folder with your own fonts (TTF, OTF, WOFF2), which documents select with `font`. */
	readonly fontsDir?: string;
	/** JSON file with your own brands. */
	readonly brandsFile?: string;
	/** Further settings: environment variables of the service. */
	readonly env?: Readonly<Record<string, string>>;
	/** Address of the service that renders links; URLs of photos and icons start with it too. */
	readonly publicBaseUrl?: string;
	/** Called after each slide of any render. */
	readonly onSlide?: () => void;
}

export interface CallOptions {
	/** Aborts the call when it fires. */
	readonly signal?: AbortSignal;
}

export interface FileOptions extends CallOptions {
	/**
	 * The platform of the file, if the document has several. Default: the first for a PDF; all for a
	 * ZIP, with one folder each.
	 */
	readonly platform?: CanvasId;
}

/** Renders documents in separate processes, until it is closed. */
export interface PostRenderer {
	/**
	 * Renders a document: the first slide in mode single, all slides in mode carousel.
	 * @throws ServiceError with the same code and details as the HTTP API
	 */
	render(document: RenderBody, options?: CallOptions): Promise<RenderResult>;
	/**
	 * Renders all slides into one file.
	 * @throws ServiceError like `render`
	 */
	renderFile(
		document: RenderBody,
		kind: "pdf" | "zip",
		options?: FileOptions,
	): Promise<RenderedFile>;
	/**
	 * Renders a document once for each row of data, like POST /api/batch. Rows are yielded in order
	 * while the next ones are rendered. The result of a failed row has an `error`.
	 * @throws ServiceError invalid_render_request if the request as a whole is wrong
	 */
	batch(request: BatchRequest, options?: CallOptions): AsyncGenerator<BatchResult>;
	/**
	 * Signs links to slides, like POST /api/links. The keys are LINK_KEYS in `env`; the address of
	 * the service that renders them is `publicBaseUrl`, or PUBLIC_BASE_URL in `env`.
	 * @throws ServiceError invalid_render_request; not_found without keys; invalid_request without
	 * an address
	 */
	links(request: LinkBody): LinkResponse;
	/**
	 * Searches photos, like GET /api/assets/photos/search. Use the renderUrl of a result as
	 * slide.image or as the src of an image.
	 * @throws ServiceError invalid_request, provider_failed, rate_limited
	 */
	searchPhotos(query?: PhotoSearchQuery, options?: CallOptions): Promise<PhotoSearchResponse>;
	/**
	 * Reports that a photo was used, as the terms of its provider require.
	 * @param downloadLocation attribution.downloadLocation of a result of searchPhotos
	 * @returns whether the provider counts uses
	 * @throws ServiceError invalid_download_url, provider_failed, rate_limited
	 */
	trackDownload(downloadLocation: string, options?: CallOptions): Promise<boolean>;
	/**
	 * Searches icons, like GET /api/assets/icons/search.
	 * @throws ServiceError invalid_request, provider_failed
	 */
	searchIcons(query?: IconSearchQuery, options?: CallOptions): Promise<IconSearchResponse>;
	/**
	 * Returns the positions of texts and images, without rendering.
	 * @throws ServiceError like `render`
	 */
	measure(document: RenderBody, options?: CallOptions): Promise<MeasureResponse>;
	/** The templates that documents can name, like GET /api/templates. */
	readonly templates: {
		/** All matching templates, sorted by id. */
		list(search?: Pick<TemplateSearchQuery, "query" | "platform" | "tag">): TemplateSummary[];
		/** @returns undefined if there is no such template */
		get(id: string): Template | undefined;
	};
	/** Ends the processes. Nothing can be rendered afterwards. */
	close(): Promise<void>;
}

/**
 * Starts a renderer, which takes about a second.
 * @throws ConfigError if an option is invalid, or a font or brand cannot be used
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
 * @throws ServiceError if the batch is invalid; the signal's reason when it fires
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
	// Aborted rows end without an error.
	signal.throwIfAborted();
}

/**
 * Runs a call of the program.
 * @throws ServiceError if it fails; the signal's reason when it fires
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
