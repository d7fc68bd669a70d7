import type { Caller } from "../service/render/renderer.js";
import type { Service } from "../service/service.js";

/** What a tool does, by the endpoint that does the same. */
export type ToolOperation =
	| "createJob"
	| "getJob"
	| "getRenderSchema"
	| "measure"
	| "renderImages"
	| "renderPng"
	| "searchIcons"
	| "searchPhotos"
	| "searchTemplates";

/** One piece of a tool's work. */
export interface ToolCall {
	readonly caller: Caller;
	/**
	 * Counts renders besides the one that the call counts as.
	 * @throws ServiceError rate_limited
	 */
	readonly count: (besides: number) => Promise<void>;
	/** Adds to the line of the log: enumerations and numbers, never what a client wrote. */
	readonly note: (facts: Readonly<Record<string, unknown>>) => void;
}

/**
 * Does a piece of work with the rights of whoever calls the tool: counted, refused and logged as
 * a request to that endpoint.
 * @param signal ends the work when it fires; rejects with its reason then
 * @throws ServiceError what `work` throws; rate_limited
 */
export type RunTool = <T>(
	operation: ToolOperation,
	signal: AbortSignal,
	work: (call: ToolCall) => Promise<T>,
) => Promise<T>;

/** The service behind the tools, for one caller. */
export interface ToolService {
	readonly service: Service;
	readonly version: string;
	/** What the URLs of its answers begin with, without a trailing slash. */
	readonly origin: string;
	/** Host and port by which the caller asks the service. */
	readonly host: string;
	/** Largest document. Bytes. */
	readonly maxBodyBytes: number;
	readonly run: RunTool;
}
