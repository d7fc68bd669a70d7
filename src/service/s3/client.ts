import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import type { Dispatcher } from "undici";
import { undici } from "../../base/on-demand.js";
import type { DependencyEvent, OutageKind } from "../../base/outages.js";

/** Address and credentials of a bucket. */
export interface S3Options {
	/** Endpoint, bucket and prefix: `https://s3.eu-central-1.amazonaws.com/bucket/prefix`. */
	readonly url: string;
	readonly region: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly sessionToken?: string | undefined;
	/** Most objects of one list, 1 to 1,000. Default: 1,000 */
	readonly listKeys?: number;
}

/** An error of the object store or of the connection, without URLs and sent data. */
export class S3Error extends Error {
	override readonly name = "S3Error";
	/** Whether the same request may succeed if it is sent again soon. */
	readonly isPassing: boolean;

	constructor(message: string, isPassing = true) {
		super(message);
		this.isPassing = isPassing;
	}
}

/** Metadata of an object. */
export interface ObjectFacts {
	/** Bytes. */
	readonly size: number;
	/** By the clock of the server. */
	readonly ageMs: number;
}

/** Some of the objects whose keys begin with a prefix. */
export interface ObjectList {
	readonly objects: readonly {
		/** Without the prefix. */
		readonly key: string;
		/** Bytes. */
		readonly size: number;
	}[];
	/** Common prefixes: the part between the prefix and the next slash. */
	readonly folders: readonly string[];
	/** Continue after this key; undefined if the list is complete. */
	readonly next: string | undefined;
}

/** Time limit for the head of a response, also for a PUT after its body was sent. Milliseconds. */
const ANSWER_MS = 5_000;
/** Longest pause within an answer; pauses caused by a slow client do not count. Milliseconds. */
const SILENCE_MS = 5_000;
/** Time for all chunks of an object, and the minimum rate after that. */
const PIECES_MS = 10_000;
const BYTES_PER_MS = 256;
/**
 * How long a server that did not answer is not asked again: other requests fail at once.
 * Milliseconds.
 */
const AWAY_MS = 1_000;
/** Interval of checks that write, which a provider may charge for. Milliseconds. */
const WRITE_CHECK_MS = 5_000;
/** Longest text of an error that is read. Bytes. */
const MAX_ERROR_BYTES = 4_096;
/** Time limit for reading it. Milliseconds. */
const ERROR_MS = 1_000;
/** Some stores ask for a slower client with this status, others with 503. */
const TOO_MANY_REQUESTS = 429;
const ERROR_CODE = /<Code>(\w{1,60})<\/Code>/;
/** Maximum number of objects in one list, and of its bytes. */
const LIST_KEYS = 1_000;
const MAX_LIST_BYTES = 4_194_304;
const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
};
/** Limits of size and time for reading the rest of an unused response. */
const MAX_REST_BYTES = 16_384;
const REST_MS = 5_000;

/**
 * Objects in a bucket, by the S3 API: path-style URLs, and requests signed with AWS Signature
 * Version 4. If the server is unavailable, slow or refuses requests, calls fail within a limited
 * time.
 */
export class S3Client {
	readonly #options: S3Options;
	readonly #base: string;
	readonly #server: string;
	readonly #log: (event: DependencyEvent) => void;
	/** Keys of the signature, which change once a day. */
	readonly #keys = new Map<string, ArrayBuffer>();
	/**
	 * Not Node's fetch, whose connections belong to the undici that was loaded first. If that is not
	 * Node's own version, as on Node 20 and 22, it refuses a content length.
	 */
	readonly #agent = new (undici().Agent)();
	readonly #closed = new AbortController();
	#state: DependencyEvent["state"] | undefined;
	#askAgainAt = Number.NEGATIVE_INFINITY;
	/** performance.now() at the last check that wrote. */
	#wroteAt = Number.NEGATIVE_INFINITY;

	constructor(options: S3Options, log: (event: DependencyEvent) => void) {
		this.#options = options;
		this.#base = options.url.replace(/\/$/, "");
		this.#server = new URL(options.url).host;
		this.#log = log;
	}

	/**
	 * Stores an object completely: the server verifies its SHA-256.
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

	/**
	 * @returns undefined if there is no such object
	 * @throws S3Error
	 */
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
	 * The bytes from `start` to `end`, inclusive.
	 * @returns undefined if there is no such object
	 * @throws S3Error
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
		throw this.#refused("the answer has a different range");
	}

	/**
	 * The size of an object and its bytes, in one request. The caller must end the stream.
	 * @returns undefined if there is no such object
	 * @throws S3Error
	 */
	async open(key: string): Promise<{ size: number; body: Readable } | undefined> {
		const { statusCode, headers, body } = await this.#ask("GET", key);
		if (statusCode === 404) {
			letGo(body);
			return undefined;
		}
		const size = Number(headers["content-length"] ?? Number.NaN);
		if (Number.isSafeInteger(size) && size >= 0)
			return { size, body: Readable.from(exactly(body, size, true), { objectMode: false }) };
		body.destroy();
		throw this.#refused("an object without length");
	}

	/**
	 * An object as a whole, in one request.
	 * @param maxBytes that it may have
	 * @returns undefined: there is no such object.
	 * @throws S3Error
	 */
	async getWhole(key: string, maxBytes: number): Promise<Buffer | undefined> {
		const { statusCode, headers, body } = await this.#ask("GET", key);
		if (statusCode === 404) {
			letGo(body);
			return undefined;
		}
		const length = Number(headers["content-length"] ?? Number.NaN);
		if (Number.isSafeInteger(length) && length >= 0 && length <= maxBytes)
			return collected(exactly(body, length, true));
		body.destroy();
		throw this.#refused("an object without length, or larger than it may be");
	}

	/**
	 * Lists objects in the order of their keys, in several parts.
	 * @param prefix of the keys, after that of the URL, such as "jobs/"
	 * @param after `next` of the previous list
	 * @param delimiter "/" to leave out the content of folders
	 * @throws S3Error
	 */
	async list(prefix: string, after = "", delimiter: "" | "/" = ""): Promise<ObjectList> {
		const { origin, pathname } = new URL(this.#base);
		const [, bucket = "", ...path] = pathname.split("/");
		const own = path.map((part) => `${decodeURIComponent(part)}/`).join("");
		const whole = `${own}${prefix}`;
		const url = new URL(`${origin}/${bucket}`);
		url.searchParams.set("prefix", whole);
		url.searchParams.set("max-keys", String(this.#options.listKeys ?? LIST_KEYS));
		if (after !== "") url.searchParams.set("marker", `${whole}${after}`);
		if (delimiter !== "") url.searchParams.set("delimiter", delimiter);
		const { statusCode, body } = await this.#send("GET", url.href);
		if (statusCode !== 200) throw this.#answered(statusCode, `${await errorCode(body)} for a list`);
		this.#tell({ state: "answers", server: this.#server });
		const text = (await upTo(body, MAX_LIST_BYTES)).toString();
		const below = (key: string) => {
			const plain = key.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ENTITIES[name] ?? "");
			return plain.startsWith(whole) ? plain.slice(whole.length) : undefined;
		};
		const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, one = ""]) => {
			const key = below(/<Key>([^<]{1,4096})<\/Key>/.exec(one)?.[1] ?? "");
			const size = Number(/<Size>(\d{1,15})<\/Size>/.exec(one)?.[1]);
			return key === undefined || Number.isNaN(size) ? [] : [{ key, size }];
		});
		const folders = [
			...text.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]{1,4096})<\/Prefix>/g),
		].flatMap(([, one = ""]) => below(one)?.replace(/\/$/, "") ?? []);
		// All keys are ASCII, so they are sorted by their characters.
		const last = [...objects.map(({ key }) => key), ...folders.map((name) => `${name}/`)]
			.sort()
			.at(-1);
		const more = /<IsTruncated>\s*true/.test(text) && last !== undefined && last > after;
		return { objects, folders, next: more ? last : undefined };
	}

	/** @throws S3Error */
	async delete(key: string): Promise<void> {
		letGo((await this.#ask("DELETE", key)).body);
	}

	/**
	 * Checks the bucket.
	 * @throws S3Error if it does not exist, or the credentials do not allow it
	 */
	async check(): Promise<void> {
		const { origin, pathname } = new URL(this.#base);
		const bucket = `${origin}/${pathname.split("/")[1]}`;
		const { statusCode, body } = await this.#send("HEAD", bucket);
		letGo(body);
		if (statusCode !== 200) throw this.#answered(statusCode);
		this.#tell({ state: "answers", server: this.#server });
	}

	/**
	 * Checks the bucket, and every few seconds also that it stores something.
	 * @param key of the object that is written; a lifecycle rule deletes it
	 * @throws S3Error
	 */
	async checkWrite(key: string): Promise<void> {
		await this.check();
		if (performance.now() - this.#wroteAt < WRITE_CHECK_MS) return;
		await this.put(key, new Uint8Array(1), {});
		this.#wroteAt = performance.now();
	}

	/** A URL that needs no credentials for this number of seconds. */
	async presigned(key: string, seconds: number): Promise<string> {
		const url = new URL(`${this.#base}/${key}`);
		url.searchParams.set("X-Amz-Expires", String(seconds));
		const signed = await this.#signer({ method: "GET", url: url.href, signQuery: true }).sign();
		return signed.url.href;
	}

	/** Aborts all requests. */
	close(): void {
		this.#closed.abort(new S3Error("the service ends", false));
		void this.#agent.destroy();
	}

	/** An answer that is a success, or a 404 for a read. */
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
		throw this.#answered(statusCode, await errorCode(answer.body));
	}

	/** Sends a request, and once more if the connection broke: it may have been an old one. */
	async #send(
		method: string,
		url: string,
		body?: Uint8Array,
		headers: Record<string, string> = {},
	): Promise<Dispatcher.ResponseData> {
		if (performance.now() < this.#askAgainAt)
			throw new S3Error("the object store is unreachable", false);
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
			// If the server ends the body early, it no longer reads.
			answer.body.on("error", () => undefined);
			return answer;
		} catch (error) {
			const late = deadline.signal.aborted;
			this.#askAgainAt = performance.now() + (late ? AWAY_MS : 0);
			throw late
				? this.#refused("it does not answer", "timeout", false)
				: this.#refused(networkReason(error), "refused");
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

	/** The error for an answer that is none of those expected. */
	#answered(status: number, detail = ""): S3Error {
		const isPassing = status < 400 || status >= 500 || status === TOO_MANY_REQUESTS;
		return this.#refused(`status ${status}${detail}`, kindOf(status), isPassing);
	}

	#refused(reason: string, kind: OutageKind = "error", isPassing = true): S3Error {
		this.#tell({ state: "away", server: this.#server, kind, reason });
		return new S3Error(reason, isPassing);
	}

	/** The same state is reported once. */
	#tell(event: DependencyEvent): void {
		if (this.#closed.signal.aborted || event.state === this.#state) return;
		this.#state = event.state;
		this.#log(event);
	}
}

function kindOf(status: number): OutageKind {
	if (status === 401 || status === 403) return "denied";
	return status >= 500 ? "5xx" : "4xx";
}

/**
 * Makes the connection available for the next request once the rest of the answer has arrived.
 * Nobody waits for that, and it has limits.
 */
function letGo(body: Dispatcher.ResponseData["body"]): void {
	const timer = endLate(body, REST_MS);
	body
		.dump({ limit: MAX_REST_BYTES })
		.catch(() => undefined)
		.finally(() => clearTimeout(timer));
}

const endLate = (body: Readable, afterMs: number): NodeJS.Timeout =>
	setTimeout(() => body.destroy(new S3Error("the body does not end")), afterMs).unref();

/** The error code in the body of an answer, for example ", NoSuchBucket"; nothing else is used. */
async function errorCode(body: Readable): Promise<string> {
	let text = "";
	const timer = endLate(body, ERROR_MS);
	try {
		for await (const piece of body) {
			text += (piece as Buffer).toString("latin1");
			if (text.length >= MAX_ERROR_BYTES || ERROR_CODE.test(text)) break;
		}
	} catch {
		// If it breaks off, use what has arrived.
	} finally {
		clearTimeout(timer);
	}
	const code = ERROR_CODE.exec(text.slice(0, MAX_ERROR_BYTES))?.[1];
	return code === undefined ? "" : `, ${code}`;
}

/**
 * A body with a required length and a time limit. Only time in which the server is slow counts, not
 * time in which the client is.
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
			if (left < 0) throw new S3Error("the body is longer than requested");
			yield value;
			// A body without a length may never end.
			if (left === 0 && !announced) return;
		}
		if (left > 0) throw new S3Error("the body is shorter than requested");
	} finally {
		body.destroy();
	}
}

async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(piece);
	return Buffer.concat(all);
}

/** A body of unknown length. @throws S3Error if it has more bytes or takes too long */
async function upTo(body: Readable, maxBytes: number): Promise<Buffer> {
	const timer = endLate(body, PIECES_MS);
	const pieces: Buffer[] = [];
	let left = maxBytes;
	try {
		for await (const piece of body) {
			left -= (piece as Buffer).length;
			if (left < 0) throw new S3Error("more was received than asked for");
			pieces.push(piece as Buffer);
		}
		return Buffer.concat(pieces);
	} finally {
		clearTimeout(timer);
		body.destroy();
	}
}

/**
 * The code of a failed connection, such as ECONNREFUSED; the message may contain more than that.
 */
function networkReason(error: unknown): string {
	const { code } = error as { code?: unknown };
	return typeof code === "string" ? code : "the connection broke";
}
