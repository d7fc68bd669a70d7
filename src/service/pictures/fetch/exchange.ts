import type { Dispatcher } from "undici";
import { FetchFailure, unreachable } from "../../../base/fetch-failure.js";
import { foundDetails } from "../../../engine/images/found-format.js";
import type { ByteBudget } from "./byte-budget.js";
import { ByteCollector } from "./byte-collector.js";
import { contentCoding } from "./content-coding.js";

type Headers = Record<string, string | string[] | undefined>;

/** The result of one request to one URL. */
export type FetchResponse =
	| { readonly kind: "redirect"; readonly location: string }
	| { readonly kind: "body"; readonly bytes: Uint8Array; readonly coding: string | undefined }
	/** The connection closed before the first byte of an answer. */
	| { readonly kind: "closed"; readonly failure: FetchFailure };

/** Abort reason: the deadline of the image has passed. */
export class DeadlinePassed extends Error {
	override readonly name = "DeadlinePassed";

	constructor(readonly timeoutMs: number) {
		super(`the deadline of ${timeoutMs} ms passed`);
	}
}

/** With the picture; 203 if a proxy has transformed it. */
const BODY_STATUSES: ReadonlySet<number> = new Set([200, 203]);
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Maximum number of informational (1xx) responses before the real one. */
const MAX_INFORMATIONAL = 8;
/**
 * Maximum number of bytes of a redirect's body that are read so that its connection can be reused.
 */
const MAX_REDIRECT_BODY = 16_384;
/** Errors of a connection that its server closes. */
const CLOSED_CODES: ReadonlySet<unknown> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);
/** HTML pages are usually errors, whatever their bytes; other media types are ignored. */
const PAGE_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/**
 * Sends one GET and reads the response: the body of a 200 or 203, or the target of a redirect. Bytes are
 * counted as they arrive.
 * @throws {FetchFailure} for anything else, except a connection that closes without an answer. If the
 * deadline passes before the connection is established, the reason is "unreachable", so that a port
 * that drops packets looks like one that refuses. Other abort reasons of the signal are thrown
 * unchanged.
 */
export function exchange(
	dispatcher: Dispatcher,
	request: { url: URL; headers: Record<string, string>; maxBytes: number },
	options: { signal: AbortSignal; budget: ByteBudget },
): Promise<FetchResponse> {
	return new Promise((resolve, reject) => {
		options.signal.throwIfAborted();
		const handler = new ExchangeHandler(request.maxBytes, options.budget, settle);
		const onAbort = () => handler.abort(options.signal.reason);
		options.signal.addEventListener("abort", onAbort, { once: true });
		function settle(outcome: FetchResponse | Error) {
			options.signal.removeEventListener("abort", onAbort);
			if (outcome instanceof Error) reject(outcome);
			else resolve(outcome);
		}
		const { origin, pathname, search } = request.url;
		dispatcher.dispatch(
			{ origin, path: pathname + search, method: "GET", headers: request.headers },
			handler,
		);
	});
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
	readonly #maxBytes: number;
	readonly #budget: ByteBudget;
	readonly #settle: (outcome: FetchResponse | Error) => void;
	#controller: Dispatcher.DispatchController | undefined;
	#collector: ByteCollector | undefined;
	#coding: string | undefined;
	#settled = false;
	#answered = false;
	#informational = 0;
	#drained = 0;

	constructor(
		maxBytes: number,
		budget: ByteBudget,
		settle: (outcome: FetchResponse | Error) => void,
	) {
		this.#maxBytes = maxBytes;
		this.#budget = budget;
		this.#settle = settle;
	}

	/** Aborts the exchange. */
	abort(reason: unknown): void {
		if (!(reason instanceof DeadlinePassed)) {
			this.#fail(reason instanceof Error ? reason : new Error("aborted", { cause: reason }));
		} else if (this.#controller) {
			const details = { timeoutMs: reason.timeoutMs };
			this.#fail(new FetchFailure("timeout", "the answer did not come in time", { details }));
		} else {
			this.#fail(unreachable("no connection in time"));
		}
	}

	onRequestStart(controller: Dispatcher.DispatchController): void {
		this.#controller = controller;
		if (this.#settled) controller.abort(new Error("no longer wanted"));
	}

	onResponseStart(
		_controller: Dispatcher.DispatchController,
		status: number,
		headers: Headers,
	): void {
		this.#answered = true;
		if (status < 200) {
			if (++this.#informational > MAX_INFORMATIONAL) {
				this.#fail(unreachable("too many informational responses"));
			}
			return;
		}
		const location = headers.location;
		if (REDIRECT_STATUSES.has(status) && typeof location === "string") {
			this.#finish({ kind: "redirect", location: escapedBytes(location) });
			return;
		}
		if (!BODY_STATUSES.has(status)) {
			const details = { status };
			this.#fail(new FetchFailure("status", `the server answered ${status}`, { details }));
			return;
		}
		this.#beginBody(headers);
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		if (this.#settled) {
			this.#drained += chunk.length;
			if (this.#drained > MAX_REDIRECT_BODY) controller.abort(new Error("redirect body too long"));
		} else if (!this.#collector?.push(chunk)) {
			this.#fail(tooLarge(this.#maxBytes));
		} else if (!this.#budget.take(chunk.length)) {
			this.#fail(this.#budget.exceeded());
		}
	}

	onResponseEnd(): void {
		if (this.#settled) return;
		const bytes = this.#collector?.bytes() ?? new Uint8Array();
		this.#finish({ kind: "body", bytes, coding: this.#coding });
	}

	onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
		const failure =
			error instanceof FetchFailure ? error : unreachable("the exchange broke", error);
		if (this.#answered || !("code" in error && CLOSED_CODES.has(error.code))) this.#fail(failure);
		else this.#finish({ kind: "closed", failure });
	}

	#beginBody(headers: Headers): void {
		const type = single(headers["content-type"]).split(";", 1)[0]?.trim().toLowerCase() ?? "";
		if (PAGE_TYPES.has(type)) {
			const details = foundDetails("HTML");
			this.#fail(new FetchFailure("not_an_image", `the server sent ${type}`, { details }));
			return;
		}
		const length =
			headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
		if (length !== undefined && !(length <= this.#maxBytes)) {
			this.#fail(tooLarge(this.#maxBytes));
			return;
		}
		try {
			this.#coding = contentCoding(single(headers["content-encoding"]));
		} catch (error) {
			this.#fail(error as FetchFailure);
			return;
		}
		this.#collector = new ByteCollector(this.#maxBytes, length);
	}

	#finish(answer: FetchResponse): void {
		if (this.#settled) return;
		this.#settled = true;
		this.#settle(answer);
	}

	#fail(error: Error): void {
		if (this.#settled) return;
		this.#settled = true;
		this.#settle(error);
		this.#controller?.abort(error);
	}
}

/** A URL in a header with bytes beyond ASCII, which undici reads as Latin-1; most are UTF-8. */
const escapedBytes = (location: string): string =>
	location.replace(
		/[\u0080-\u00ff]/g,
		(byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** A header that was sent several times counts as a list. */
function single(header: string | string[] | undefined): string {
	return Array.isArray(header) ? header.join(", ") : (header ?? "");
}

function tooLarge(maxBytes: number): FetchFailure {
	return new FetchFailure("too_large", "the image is too large", { details: { maxBytes } });
}
