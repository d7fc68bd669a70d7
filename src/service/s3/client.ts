import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import type { Dispatcher } from "undici";
import { undici } from "../../runtime/on-demand.js";

/** Where a bucket is, and who asks. */
export interface S3Options {
	/** Endpoint, bucket and prefix: `https://s3.eu-central-1.amazonaws.com/bucket/prefix`. */
	readonly url: string;
	readonly region: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly sessionToken?: string | undefined;
}

/** An error of the object store or of the way to it, without URLs and what was sent. */
export class S3Error extends Error {
	override readonly name = "S3Error";
}

/** What happens to the object store, for the log. */
export type S3Event =
	| { readonly state: "answers"; readonly server: string }
	| { readonly state: "away"; readonly server: string; readonly reason: string };

/** What is known of an object. */
export interface ObjectFacts {
	/** Bytes. */
	readonly size: number;
	/** By the server's own clock. */
	readonly ageMs: number;
}

/** Time for the head of an answer, that of a PUT after its body was sent included. Milliseconds. */
const ANSWER_MS = 5_000;
/** Longest silence within an answer; that of a client who reads slowly does not count. Milliseconds. */
const SILENCE_MS = 5_000;
/** Longest wait for all pieces of an object together, and how fast it has to come besides. */
const PIECES_MS = 10_000;
const BYTES_PER_MS = 256;
/** How long a server that did not answer is left alone: others fail at once meanwhile. Milliseconds. */
const AWAY_MS = 1_000;
/** Longest text of an error that is read. Bytes. */
const MAX_ERROR_BYTES = 4_096;
/** How long that is waited for. Milliseconds. */
const ERROR_MS = 1_000;
const ERROR_CODE = /<Code>(\w{1,60})<\/Code>/;
/** What is left of an answer that nobody reads: so much of it, and so long, is waited for. */
const MAX_REST_BYTES = 16_384;
const REST_MS = 5_000;

/**
 * Objects in a bucket, by the S3 API: path-style URLs, and requests signed with AWS
 * Signature Version 4. A server that is away, slow or refusing fails what is asked of
 * it within a bounded time; nothing waits for better times.
 */
export class S3Client {
	readonly #options: S3Options;
	readonly #base: string;
	readonly #server: string;
	readonly #log: (event: S3Event) => void;
	/** Keys of the signature, which are made once a day. */
	readonly #keys = new Map<string, ArrayBuffer>();
	/**
	 * Not Node's fetch, whose connections are those of whichever undici was loaded first: from
	 * another version than its own, as ours is on Node 20 and 22, they refuse a length.
	 */
	readonly #agent = new (undici().Agent)();
	readonly #closed = new AbortController();
	#state: S3Event["state"] | undefined;
	#askAgainAt = Number.NEGATIVE_INFINITY;

	constructor(options: S3Options, log: (event: S3Event) => void) {
		this.#options = options;
		this.#base = options.url.replace(/\/$/, "");
		this.#server = new URL(options.url).host;
		this.#log = log;
	}

	/**
	 * Stores an object, whole: the server checks its SHA-256.
	 * @throws S3Error
	 */
	async put(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void> {
		const digest = createHash("sha256").update(bytes).digest("hex");
		const { body } = await this.#ask("PUT", key, bytes, {
			...headers,
			"content-length": String(bytes.length),
			"x-amz-content-sha256": digest,
		});
		letGo(body);
	}

	/** @returns undefined: there is no such object. @throws S3Error */
	async head(key: string): Promise<ObjectFacts | undefined> {
		const { statusCode, headers, body } = await this.#ask("HEAD", key);
		letGo(body);
		if (statusCode === 404) return undefined;
		const now = Date.parse(String(headers.date)) || Date.now();
		const modified = Date.parse(String(headers["last-modified"]));
		const size = Number(headers["content-length"] ?? Number.NaN);
		if (!(Number.isSafeInteger(size) && size >= 0 && modified > 0))
			throw new S3Error("an object without size or date");
		return { size, ageMs: Math.max(0, now - modified) };
	}

	/**
	 * The bytes from `start` to `end`, both included.
	 * @returns undefined: there is no such object. @throws S3Error
	 */
	async get(key: string, start: number, end: number): Promise<Readable | undefined> {
		const range = `bytes=${start}-${end}`;
		const { statusCode, headers, body } = await this.#ask("GET", key, undefined, { range });
		const length = end - start + 1;
		if (statusCode === 404) {
			letGo(body);
			return undefined;
		}
		const announced = headers["content-length"];
		const isRange = statusCode === 206 || (statusCode === 200 && start === 0);
		if (isRange && (announced === undefined || Number(announced) === length))
			return Readable.from(exactly(body, length, announced !== undefined), { objectMode: false });
		body.destroy();
		throw this.#refused("it answers another range than was asked for");
	}

	/** @throws S3Error */
	async delete(key: string): Promise<void> {
		letGo((await this.#ask("DELETE", key)).body);
	}

	/** Asks for the bucket. @throws S3Error when it is not there, or not for these credentials */
	async check(): Promise<void> {
		const { origin, pathname } = new URL(this.#base);
		const bucket = `${origin}/${pathname.split("/")[1]}`;
		const { statusCode, body } = await this.#send("HEAD", bucket);
		letGo(body);
		if (statusCode !== 200) throw this.#refused(`status ${statusCode}`);
		this.#tell({ state: "answers", server: this.#server });
	}

	/** A URL that gives the object without credentials, for so many seconds. */
	async presigned(key: string, seconds: number): Promise<string> {
		const url = new URL(`${this.#base}/${key}`);
		url.searchParams.set("X-Amz-Expires", String(seconds));
		const signed = await this.#signer({ method: "GET", url: url.href, signQuery: true }).sign();
		return signed.url.href;
	}

	/** Ends what is under way. */
	close(): void {
		this.#closed.abort(new S3Error("the service ends"));
		void this.#agent.destroy();
	}

	/** An answer that is a success, or a 404 for what is read. */
	async #ask(
		method: string,
		key: string,
		body?: Uint8Array,
		headers?: Record<string, string>,
	): Promise<Dispatcher.ResponseData> {
		const answer = await this.#send(method, `${this.#base}/${key}`, body, headers);
		const { statusCode } = answer;
		const absent = statusCode === 404 && (method === "GET" || method === "HEAD");
		if ((statusCode >= 200 && statusCode < 300) || absent) {
			this.#tell({ state: "answers", server: this.#server });
			return answer;
		}
		throw this.#refused(`status ${statusCode}${await errorCode(answer.body)}`);
	}

	/** One request, and a second one when the connection broke: it may have been an old one. */
	async #send(
		method: string,
		url: string,
		body?: Uint8Array,
		headers: Record<string, string> = {},
	): Promise<Dispatcher.ResponseData> {
		if (performance.now() < this.#askAgainAt) throw new S3Error("the object store is unreachable");
		const deadline = new AbortController();
		const end = () => deadline.abort(new S3Error("it does not answer"));
		const timer = setTimeout(end, ANSWER_MS);
		const signal = AbortSignal.any([deadline.signal, this.#closed.signal]);
		const send = async () => {
			const signed = await this.#signer({ method, url, headers }).sign();
			return undici().request(signed.url, {
				dispatcher: this.#agent,
				method: method as Dispatcher.HttpMethod,
				headers: signed.headers,
				signal,
				bodyTimeout: SILENCE_MS,
				...(body !== undefined && { body }),
			});
		};
		try {
			const answer = await send().catch((error: unknown) => {
				if (signal.aborted) throw error;
				return send();
			});
			// Who ends a body early does not listen any more.
			answer.body.on("error", () => undefined);
			return answer;
		} catch (error) {
			const late = deadline.signal.aborted;
			this.#askAgainAt = performance.now() + (late ? AWAY_MS : 0);
			throw this.#refused(late ? "it does not answer" : networkReason(error));
		} finally {
			clearTimeout(timer);
		}
	}

	#signer(request: {
		method: string;
		url: string;
		headers?: Record<string, string>;
		signQuery?: boolean;
	}) {
		const { region, accessKeyId, secretAccessKey, sessionToken } = this.#options;
		return new AwsV4Signer({
			...request,
			service: "s3",
			region,
			accessKeyId,
			secretAccessKey,
			...(sessionToken !== undefined && { sessionToken }),
			cache: this.#keys,
		});
	}

	#refused(reason: string): S3Error {
		this.#tell({ state: "away", server: this.#server, reason });
		return new S3Error(reason);
	}

	/** The same state is told once. */
	#tell(event: S3Event): void {
		if (this.#closed.signal.aborted || event.state === this.#state) return;
		this.#state = event.state;
		this.#log(event);
	}
}

/** Leaves the connection to the next request once the rest has come; nobody waits for that, and it has an end. */
function letGo(body: Dispatcher.ResponseData["body"]): void {
	const timer = endLate(body, REST_MS);
	body
		.dump({ limit: MAX_REST_BYTES })
		.catch(() => undefined)
		.finally(() => clearTimeout(timer));
}

const endLate = (body: Readable, afterMs: number): NodeJS.Timeout =>
	setTimeout(() => body.destroy(new S3Error("it does not come to an end")), afterMs).unref();

/** The code in the body of an error, as ", NoSuchBucket"; nothing else of it is passed on. */
async function errorCode(body: Readable): Promise<string> {
	let text = "";
	const timer = endLate(body, ERROR_MS);
	try {
		for await (const piece of body) {
			text += (piece as Buffer).toString("latin1");
			if (text.length >= MAX_ERROR_BYTES || ERROR_CODE.test(text)) break;
		}
	} catch {
		// Cut off or silent: what has come of it.
	} finally {
		clearTimeout(timer);
	}
	const code = ERROR_CODE.exec(text.slice(0, MAX_ERROR_BYTES))?.[1];
	return code === undefined ? "" : `, ${code}`;
}

/**
 * A body that has to be so long, and to come in time: what the server lets its reader wait counts,
 * not what the reader lets the server wait.
 */
async function* exactly(
	body: Readable,
	length: number,
	announced: boolean,
): AsyncGenerator<Buffer> {
	let left = length;
	let waited = 0;
	const most = PIECES_MS + length / BYTES_PER_MS;
	const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
	try {
		for (;;) {
			const began = performance.now();
			const timer = endLate(body, Math.max(0, most - waited));
			const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
			if (done) break;
			waited += performance.now() - began;
			left -= value.length;
			if (left < 0) throw new S3Error("more was received than asked for");
			yield value;
			// Where no length was announced there may be no end either.
			if (left === 0 && !announced) return;
		}
		if (left > 0) throw new S3Error("less was received than asked for");
	} finally {
		body.destroy();
	}
}

/** The code of a failed connection, as ECONNREFUSED; the message may have more in it than that. */
function networkReason(error: unknown): string {
	const { code } = error as { code?: unknown };
	return typeof code === "string" ? code : "the connection broke";
}
