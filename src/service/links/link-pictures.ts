import { setTimeout as sleep } from "node:timers/promises";
import type { ImageType } from "../../contract/formats.js";
import { nameOf } from "../delivery/image-name.js";
import type { ImageStore } from "../delivery/image-store.js";
import type { Lock, Locks } from "../redis/locks.js";
import { bytesDigest, bytesTag, lastingTag, type PictureResponse } from "./picture-response.js";
import type { ResponseCache } from "./response-cache.js";
import { SingleFlight } from "./single-flight.js";

/**
 * Where an answer came from: the memory of this process, the shared store, or a render by another
 * request.
 */
export type PictureSource = "memory" | "store" | "joined" | "drawn";

/** A store that replicas share. */
export interface SharedResponses {
	readonly store: ImageStore;
	/** How long it keeps an answer. */
	readonly ttlSeconds: number;
}

export interface LinkPicturesOptions {
	readonly cache: ResponseCache;
	readonly shared?: SharedResponses | undefined;
	/** Locks shared with other replicas; without them, each replica renders for itself. */
	readonly locks?: Locks | undefined;
	/** Age up to which a stored picture that may change is used. Milliseconds. */
	readonly freshMs: number;
}

/** A requested picture. */
export interface WantedPicture {
	readonly key: string;
	readonly type: ImageType;
	/** See PictureResponse. */
	readonly lasting: boolean;
	readonly mayChange: boolean;
	/** Renders it; throws LeaderRefused if this client may not have it rendered. */
	readonly draw: (signal: AbortSignal) => Promise<LinkPicture>;
}

export interface LinkPicture {
	readonly bytes: Buffer;
	/** Visible ASCII characters, which are allowed in a header. */
	readonly alt: string;
	/** Visible ASCII characters and spaces, which are allowed in a header. */
	readonly warnings: string;
}

/**
 * Pauses between checks for the result of another replica: the first, which doubles each time, and
 * the longest.
 */
const FIRST_LOOK_MS = 20;
const MAX_LOOK_MS = 200;
/**
 * Longest wait for the result of another replica. If it is too short, the picture is rendered
 * twice; without a limit, a lock that is never released would block the answer. Milliseconds.
 */
const MAX_WAIT_MS = 10_000;

/**
 * The pictures of links. Each picture is rendered only once for simultaneous requests: within this
 * process by a single flight, and between replicas by a lock, whose holder renders while the others
 * poll the shared store. If a store or a lock fails, a picture may be rendered twice, but every
 * request gets its answer.
 *
 *     1,000 requests ── memory? ── flight ── store? ── lock ─┬─ held: draw, keep, release
 *                                                            └─ another's: wait, store?
 */
export class LinkPictures {
	readonly #options: LinkPicturesOptions;
	readonly #flights = new SingleFlight<{ answer: PictureResponse; from: PictureSource }>();

	constructor(options: LinkPicturesOptions) {
		this.#options = options;
	}

	/** The content of the memory cache. */
	cached(key: string): PictureResponse | undefined {
		return this.#options.cache.get(key);
	}

	/**
	 * @param signal fires when the client disconnects
	 * @throws what `draw` throws; the signal's reason if it fires
	 */
	async get(
		wanted: WantedPicture,
		signal: AbortSignal,
	): Promise<{ readonly answer: PictureResponse; readonly from: PictureSource }> {
		const answer = this.cached(wanted.key);
		if (answer !== undefined) return { answer, from: "memory" };
		const { result, led } = await this.#flights.run(wanted.key, signal, async (until) => {
			const found = await this.#findOrDraw(wanted, until);
			this.#options.cache.put(wanted.key, found.answer);
			return found;
		});
		return led ? result : { answer: result.answer, from: "joined" };
	}

	async #findOrDraw(wanted: WantedPicture, signal: AbortSignal) {
		const { shared, locks } = this.#options;
		const found = await this.#find(wanted);
		if (found !== undefined) return { answer: found, from: "store" as const };
		if (shared === undefined || locks === undefined) return this.#draw(wanted, signal);
		const until = performance.now() + MAX_WAIT_MS;
		for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(MAX_LOOK_MS, 2 * waitMs)) {
			const lock = await locks.take(wanted.key);
			if (lock === "taken" && performance.now() >= until) return this.#draw(wanted, signal);
			if (lock !== "taken") return this.#drawLocked(wanted, signal, lock);
			await sleep(waitMs, undefined, { signal });
			const drawn = await this.#find(wanted);
			if (drawn !== undefined) return { answer: drawn, from: "joined" as const };
		}
	}

	/** @param lock undefined if replicas cannot agree now */
	async #drawLocked(wanted: WantedPicture, signal: AbortSignal, lock: Lock | undefined) {
		try {
			// The previous holder of the lock may have stored its answer since the last check.
			const found = lock && (await this.#find(wanted));
			if (found !== undefined) {
				lock?.release();
				return { answer: found, from: "joined" as const };
			}
			return await this.#draw(wanted, signal, () => lock?.release());
		} catch (error) {
			lock?.release();
			throw error;
		}
	}

	/** @param onKept called when the answer is stored, or cannot be */
	async #draw(wanted: WantedPicture, signal: AbortSignal, onKept = () => {}) {
		const { key, type } = wanted;
		const drawn = await wanted.draw(signal);
		const answer = answerOf(wanted, drawn, Date.now());
		// The client does not wait for the store.
		const kept = this.#options.shared?.store.put(packed(drawn), type, nameOf(key, type));
		void Promise.resolve(kept).then(onKept, onKept);
		return { answer, from: "drawn" as const };
	}

	/** The content of the store; a store that fails counts as empty. */
	async #find(wanted: WantedPicture): Promise<PictureResponse | undefined> {
		const { key, type, lasting } = wanted;
		const { shared, freshMs } = this.#options;
		if (shared === undefined) return undefined;
		try {
			const image = await shared.store.get(nameOf(key, type));
			if (image === undefined) return undefined;
			const ageMs = Math.max(0, shared.ttlSeconds - image.remainingSeconds) * 1_000;
			if (!lasting && ageMs >= freshMs) return undefined;
			const pieces: Buffer[] = [];
			for await (const piece of await image.read(0, image.size - 1)) pieces.push(piece);
			return answerOf(wanted, unpacked(Buffer.concat(pieces)), Date.now() - ageMs);
		} catch {
			// The store has reported this in its own metrics.
			return undefined;
		}
	}
}

function answerOf(
	{ key, type, lasting, mayChange }: WantedPicture,
	{ bytes, alt, warnings }: LinkPicture,
	drawnAt: number,
): PictureResponse {
	const etag = lasting ? lastingTag(key) : bytesTag(bytes);
	return { type, bytes, alt, warnings, lasting, mayChange, drawnAt, etag };
}

/**
 * The stored form of an answer: a digest of the picture, its alternative text, the warnings, a line
 * feed, the picture.
 */
const packed = ({ bytes, alt, warnings }: LinkPicture): Buffer =>
	Buffer.concat([Buffer.from(`${bytesDigest(bytes)} ${alt} ${warnings}\n`, "latin1"), bytes]);

/** Longest line before the picture: a digest, and the longest headers. Bytes. */
const MAX_HEAD_BYTES = 4_096;
const HEAD = /^([A-Za-z0-9_-]{22}) ([\x21-\x7e]*) ([\x20-\x7e]*)$/;

/** @throws Error if it was changed since it was stored */
function unpacked(stored: Buffer): LinkPicture {
	const end = stored.subarray(0, MAX_HEAD_BYTES).indexOf("\n");
	const [, digest, alt, warnings] = HEAD.exec(stored.toString("latin1", 0, Math.max(0, end))) ?? [];
	const bytes = stored.subarray(end + 1);
	if (alt === undefined || warnings === undefined || digest !== bytesDigest(bytes))
		throw new Error("not what was stored");
	return { bytes, alt, warnings };
}
