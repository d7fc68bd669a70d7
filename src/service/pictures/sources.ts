import { imageError, ServiceError } from "../../base/errors.js";
import { FairShare } from "../../base/fair-share.js";
import { FetchFailure, unreachable } from "../../base/fetch-failure.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { Slots } from "../../base/slots.js";
import { ImageDataError } from "../../documents/data-url.js";
import { ownPath, type ServiceImages } from "../../documents/own-images.js";
import { type ImageSource, parseImageSrc } from "../../documents/source-url.js";
import { foundDetails, foundFormat } from "../../engine/images/found-format.js";
import { sniffImage } from "../../engine/images/sniff.js";
import { ByteBudget, HeldBytes } from "./fetch/byte-budget.js";
import { ConnectionPool } from "./fetch/connection-pool.js";
import { createResolveHost, type ResolveHost } from "./fetch/dns.js";
import { fetchImage } from "./fetch/fetch-image.js";
import { DEFAULT_FETCH_LIMITS, type FetchLimits } from "./fetch/fetch-limits.js";
import { createGuard } from "./fetch/guard.js";
import { type FetchReport, reported } from "./fetch/report.js";
import { type FetchSession, openSession } from "./fetch/session.js";
import { KeptImages } from "./kept-images.js";

/** A field of the document that names an image. */
export interface ImageRef {
	/** JSON pointer, as "/slides/0/image". */
	readonly path: string;
	readonly src: string;
	/** Something else is shown if it fails. */
	readonly optional?: boolean;
}

export interface ImageSources {
	/**
	 * Gets the bytes of every named image, each distinct one once, by src. The first failure aborts
	 * the rest, except that of an image that is optional everywhere.
	 * @throws {ServiceError} remote_image_failed with the path of the first field that named the
	 * image; overloaded if the images of many requests turn out to be far larger than usual at once;
	 * the signal's reason if it fires
	 */
	load(
		refs: readonly ImageRef[],
		options: {
			readonly signal: AbortSignal;
			/** The bytes count until this signal fires; without it, they only count while they arrive. */
			readonly until?: Promise<unknown>;
			/** Client of the request: fetches of different clients take turns. */
			readonly client?: string;
			/** Host and port of the client's request: images there are resolved in the process. */
			readonly host?: string | undefined;
			/**
			 * The batch that the document belongs to: its documents share the images that they fetch,
			 * until it is forgotten.
			 */
			readonly batch?: object | undefined;
			/** Called for each src of an optional image that failed. */
			readonly onFailure?: (src: string, error: ServiceError) => void;
		},
	): Promise<Map<string, Uint8Array>>;
	/** Releases the images that the documents of a batch share; call it when the batch is over. */
	forget(batch: object): void;
	/** Aborts all fetches in progress. */
	close(): Promise<void>;
}

export interface ImageSourcesOptions {
	/** true: any host; a list: these hosts too, even if they are not public. */
	readonly allowPrivateHosts: boolean | readonly string[];
	readonly userAgent: string;
	/** The configured addresses of this service. */
	readonly publicBaseUrl?: string | undefined;
	readonly serviceImages?: ServiceImages;
	readonly limits?: Partial<FetchLimits>;
	/** Counts the bytes of remote images in memory. Default: as many as one request may have. */
	readonly held?: FairShare;
	readonly resolveHost?: ResolveHost;
	/** Called after each fetch of a remote image. */
	readonly onFetch?: (report: FetchReport) => void;
}

/**
 * The value of the Via header that every fetch carries. A request to this
 * service that carries it comes from a service like this one.
 */
export const VIA = "1.1 post-image-render-service";

/** One image of a request, and the field that named it first. */
interface Wanted {
	readonly source: ImageSource;
	path: string;
	readonly srcs: string[];
	optional: boolean;
}

/**
 * The only way in which bytes from outside enter the service. Two things remain visible: the
 * duration of a failure distinguishes a refused address (at once) from one that does not answer
 * (the deadline), although both errors are the same; and the owner of a public name learns that
 * this service's address fetched from it. Waiting for a slot, or for bytes that other requests
 * hold, counts towards the deadline of the request (the signal), not that of the image.
 */
export function createImageSources(options: ImageSourcesOptions): ImageSources {
	const limits: FetchLimits = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
	const guard = createGuard(options.allowPrivateHosts);
	const resolveHost = options.resolveHost ?? createResolveHost();
	const onFetch = options.onFetch ?? (() => {});
	const serviceSlots = new Slots(limits.fetchesInService);
	const running = new Set<AbortController>();
	const held = new HeldBytes(
		options.held ?? new FairShare(limits.maxRequestBytes),
		limits.beyondShareBytes,
	);
	const kept = new KeptImages(held);
	const sessions = new ConnectionPool(() => openSession(guard, resolveHost, limits));
	const headers = {
		"user-agent": options.userAgent,
		accept: "image/png,image/jpeg,image/webp,image/svg+xml,image/*;q=0.8,*/*;q=0.1",
		"accept-encoding": "identity",
		via: VIA,
	};

	async function load(
		refs: readonly ImageRef[],
		{
			signal,
			until = Promise.resolve(),
			client = "",
			host,
			batch,
			onFailure,
		}: Parameters<ImageSources["load"]>[1],
	) {
		signal.throwIfAborted();
		const wanted = distinct(refs);
		const found = new Map<string, Uint8Array>();
		const abort = new AbortController();
		const onAbort = () => abort.abort(signal.reason);
		signal.addEventListener("abort", onAbort, { once: true });
		running.add(abort);
		const budget = new ByteBudget(limits.maxRequestBytes, held, client);
		let session: FetchSession | undefined;
		const contextFor = ({ origin }: URL) => {
			session ??= sessions.take(client, origin, budget);
			return { session, guard, limits, headers, budget };
		};

		const bytesOf = async (source: ImageSource): Promise<Uint8Array> => {
			if (source.kind === "data") return checked(source.decode());
			const { serviceImages, publicBaseUrl } = options;
			const path =
				source.kind === "own" ? source.path : ownPath(source.url, { publicBaseUrl, host });
			if (path !== undefined && serviceImages) return checked(await serviceImages(path));
			if (source.kind === "own") throw unreachable("this service has no images of its own");
			const fetch = async () =>
				checked(await fetchImage(source.url, contextFor(source.url), abort.signal));
			let fetched = false;
			const fetchInTurn = async () => {
				fetched = true;
				await held.room(client, abort.signal, () => running.values().next().value === abort);
				return serviceSlots.run(client, abort.signal, () => reported(fetch, abort.signal, onFetch));
			};
			if (batch === undefined) return fetchInTurn();
			const caller = { client, signal: abort.signal };
			const bytes = await kept.get(batch, source.url.href, caller, fetchInTurn);
			// An image counts for each document that uses it, whoever has fetched it.
			if (!fetched && !budget.take(bytes.length)) throw budget.exceeded();
			return bytes;
		};
		const queue = wanted.values();
		let failed = false;
		const work = async () => {
			for (const { source, path, srcs, optional } of queue) {
				abort.signal.throwIfAborted();
				try {
					const bytes = await bytesOf(source);
					for (const src of srcs) found.set(src, bytes);
				} catch (error) {
					const found = asPublicError(error, path);
					if (optional && isImageError(found) && !abort.signal.aborted) {
						failed = true;
						for (const src of srcs) onFailure?.(src, found);
						continue;
					}
					// The first failure is the error of all.
					abort.abort(found);
					throw abort.signal.reason;
				}
			}
		};
		try {
			await Promise.all(Array.from({ length: limits.fetchesPerRequest }, work));
			const release = () => budget.release();
			until.then(release, release);
			if (failed) session?.close();
			else if (session) sessions.giveBack(session, client);
			return found;
		} catch (error) {
			budget.release();
			session?.close();
			throw error;
		} finally {
			running.delete(abort);
			held.recheck();
			signal.removeEventListener("abort", onAbort);
		}
	}

	return {
		load,
		forget: (batch) => kept.forget(batch),
		async close() {
			const closing = new ServiceError("overloaded", {
				message: "The service is shutting down.",
				retryAfter: RETRY_AFTER_SECONDS.outage,
			});
			for (const abort of running) abort.abort(closing);
			sessions.close();
		},
	};
}

/**
 * Returns the bytes if they begin like an image. This keeps other content, mostly HTML pages, away
 * from the render processes.
 */
function checked(bytes: Uint8Array): Uint8Array {
	if (sniffImage(bytes) !== undefined) return bytes;
	const details = foundDetails(foundFormat(bytes));
	throw new FetchFailure("not_an_image", "no known image signature", { details });
}

/**
 * One entry per image, however often it is named, and with any fragment. Its path is that of the
 * first field that needs it.
 */
function distinct(refs: readonly ImageRef[]): Wanted[] {
	const bySrc = new Map<string, Wanted>();
	const byKey = new Map<string, Wanted>();
	for (const { src, path, optional = false } of refs) {
		const seen = bySrc.get(src);
		if (seen !== undefined) {
			needs(seen, path, optional);
			continue;
		}
		const source = parseImageSrc(src);
		// Validation refuses such a src with a 400; without validation, there are no bytes.
		if (source.kind === "invalid") throw imageError("not_an_image", path);
		const key = source.kind === "remote" ? source.url.href : "path" in source ? source.path : src;
		const known = byKey.get(key);
		if (known) {
			known.srcs.push(src);
			needs(known, path, optional);
		}
		const wanted = known ?? { source, path, srcs: [src], optional };
		byKey.set(key, wanted);
		bySrc.set(src, wanted);
	}
	return [...byKey.values()];
}

function needs(wanted: Wanted, path: string, optional: boolean): void {
	if (optional || !wanted.optional) return;
	wanted.path = path;
	wanted.optional = false;
}

const isImageError = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && error.code === "remote_image_failed";

/** The failure for the client; an error that is not about the image stays the same. */
function asPublicError(error: unknown, path: string): unknown {
	if (error instanceof FetchFailure) return imageError(error.reason, path, error.details, error);
	if (error instanceof ImageDataError) {
		const problem = `The data URL does not decode: ${error.message}.`;
		return imageError("not_an_image", path, { problem }, error);
	}
	return error;
}
