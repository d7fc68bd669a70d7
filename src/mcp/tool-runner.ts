import type { Caller } from "../service/processes/renderer.js";
import type { Service } from "../service/service.js";

/** The work of a tool, named by the equivalent endpoint. */
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

/** One part of a tool's work. */
export interface ToolCall {
	readonly caller: Caller;
	/**
	 * Counts renders besides the one that the call counts as.
	 * @throws ServiceError rate_limited
	 */
	readonly count: (besides: number) => Promise<void>;
	/** Adds fields to the log line: enumerations and numbers, never anything that a client wrote. */
	readonly note: (facts: Readonly<Record<string, unknown>>) => void;
}

/**
 * Does work on behalf of the caller of the tool. It is counted, refused and logged like a request
 * to that endpoint.
 * @param signal aborts the work when it fires; the call then rejects with its reason
 * @throws ServiceError from `work`; rate_limited
 */
export type RunTool = <T>(
	operation: ToolOperation,
	signal: AbortSignal,
	work: (call: ToolCall) => Promise<T>,
) => Promise<T>;

/** The service behind the tools, for one caller. */
export interface ToolRunner {
	readonly service: Service;
	readonly version: string;
	/** Start of the URLs in results, without a trailing slash. */
	readonly origin: string;
	/** Host and port of the caller's request. */
	readonly host: string;
	/** Maximum size of a document. Bytes. */
	readonly maxBodyBytes: number;
	readonly run: RunTool;
}
