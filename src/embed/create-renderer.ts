import { resolve } from "node:path";
import type { MeasureResponse } from "../contract/measure-response.js";
import type { RenderBody } from "../contract/template-request.js";
import type { TemplateSearchQuery, TemplateSummary } from "../contract/template-search.js";
import type { Template } from "../contract/templates.js";
import { asServiceError } from "../errors/errors.js";
import { measureDocument } from "../service/draw/measure-document.js";
import type { Caller } from "../service/render/renderer.js";
import { allTemplates } from "../service/templates/search-templates.js";
import { openInProcess, THIS_PROGRAM } from "./in-process.js";
import { plainCopy } from "./plain-copy.js";
import { type RenderResult, renderFile, renderImages } from "./render.js";

/** How a renderer works; nothing here changes what is drawn. */
export interface RendererOptions {
	/** Processes that draw, each one slide at a time. Default: one per CPU. */
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
	/** Told after each slide that any render has drawn. */
	readonly onSlide?: () => void;
}

export interface CallOptions {
	/** Gives up when it fires. */
	readonly signal?: AbortSignal;
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
	renderFile(document: RenderBody, kind: "pdf" | "zip", options?: CallOptions): Promise<Uint8Array>;
	/**
	 * Says where texts and images lie, without drawing.
	 * @throws ServiceError as `render`
	 */
	measure(document: RenderBody, options?: CallOptions): Promise<MeasureResponse>;
	/** The templates that documents can name: GET /api/templates of the service. */
	readonly templates: {
		/** All that match, in the order of their ids. */
		list(search?: Pick<TemplateSearchQuery, "query" | "platform" | "tag">): TemplateSummary[];
		/** @returns undefined: there is no such template */
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
	const { fontsDir, brandsFile } = options;
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
		},
		onSlide,
	);
	const { service, close } = inProcess;
	return {
		render: (document, call) =>
			asked(call, (caller) => renderImages(service, { ...document, delivery: "dataUrl" }, caller)),
		renderFile: (document, kind, call) =>
			asked(call, (caller) => renderFile(service, document, kind, caller)),
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
 * Does what the program asks for.
 * @throws ServiceError whatever went wrong; the signal's reason when it fires
 */
async function asked<T>(
	{ signal = new AbortController().signal }: CallOptions = {},
	work: (caller: Caller) => Promise<T>,
): Promise<T> {
	signal.throwIfAborted();
	try {
		return await work({ client: THIS_PROGRAM, signal });
	} catch (error) {
		throw signal.aborted ? signal.reason : asServiceError(error);
	}
}
