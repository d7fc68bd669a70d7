import { resolve } from "node:path";
import type { MeasureResponse } from "../contract/measure-response.js";
import type { RenderRequest } from "../contract/render-request.js";
import type { RenderResponse } from "../contract/render-response.js";
import type { Warning } from "../contract/warning.js";
import { type ErrorCode, ServiceError } from "../errors/errors.js";
import { type ApiAnswer, jsonOf } from "../mcp/api.js";
import { openInProcess } from "./in-process.js";

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

/** One slide as it was drawn. */
export interface SlideImage {
	/** Number of the slide, counted from 1. */
	readonly slide: number;
	readonly mimeType: string;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	readonly bytes: Uint8Array;
}

export interface RenderResult {
	readonly images: readonly SlideImage[];
	/** What was drawn but is hardly meant; 50 at most. */
	readonly warnings: readonly Warning[];
	readonly warningCount: number;
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
	render(document: RenderRequest, options?: CallOptions): Promise<RenderResult>;
	/**
	 * Draws all slides into one file.
	 * @throws ServiceError as `render`
	 */
	renderFile(
		document: RenderRequest,
		kind: "pdf" | "zip",
		options?: CallOptions,
	): Promise<Uint8Array>;
	/**
	 * Says where texts and images lie, without drawing.
	 * @throws ServiceError as `render`
	 */
	measure(document: RenderRequest, options?: CallOptions): Promise<MeasureResponse>;
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
	const service = await openInProcess(
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
	const post = async (path: string, document: unknown, { signal }: CallOptions = {}) => {
		const answer = await service.call("POST", path, document, signal);
		if (answer.status !== 200) throw errorOf(answer);
		return answer;
	};
	return {
		async render(document, call) {
			const answer = await post("/api/render", { ...document, delivery: "dataUrl" }, call);
			const { images, warnings, warningCount } = jsonOf<RenderResponse>(answer);
			return {
				images: images.map(({ slide, mimeType, width, height, dataUrl = "" }) => {
					const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
					return { slide, mimeType, width, height, bytes };
				}),
				warnings,
				warningCount,
			};
		},
		renderFile: async (document, kind, call) =>
			(await post(`/api/render.${kind}`, document, call)).body,
		measure: async (document, call) =>
			jsonOf<MeasureResponse>(await post("/api/measure", document, call)),
		close: () => service.close(),
	};
}

/** The error that an answer tells of. */
export function errorOf(answer: ApiAnswer): ServiceError {
	const { error } = jsonOf<{
		error: { code: ErrorCode; message: string; details: Record<string, unknown> };
	}>(answer);
	return new ServiceError(error.code, { message: error.message, details: error.details });
}
