import { setTimeout as sleep } from "node:timers/promises";
import type { ImageType } from "../../contract/formats.js";
import { nameOf } from "../delivery/image-name.js";
import type { ImageStore } from "../delivery/image-store.js";
import type { Lock, Locks } from "../redis/locks.js";
import type { AnswerCache } from "./answer-cache.js";
import { bytesDigest, bytesTag, type LinkAnswer, lastingTag } from "./link-answer.js";
import { SingleFlight } from "./single-flight.js";

/** Where an answer came from: this process' memory, the store of all, another's drawing that was waited for. */
export type PictureSource = "memory" | "store" | "joined" | "drawn";

/** A store that replicas share. */
export interface SharedAnswers {
	readonly store: ImageStore;
	/** How long it keeps an answer. */
	readonly ttlSeconds: number;
}

export interface LinkPicturesOptions {
	readonly cache: AnswerCache;
	readonly shared?: SharedAnswers | undefined;
	/** Agreed on with other replicas; without it each draws for itself. */
	readonly locks?: Locks | undefined;
	/** Age up to which a picture that may change is taken from the store. Milliseconds. */
	readonly freshMs: number;
}

/** A picture that is wanted. */
export interface WantedPicture {
	readonly key: string;
	readonly type: ImageType;
	/** See LinkAnswer. */
	readonly lasting: boolean;
	readonly mayChange: boolean;
	/** Draws it; LeaderRefused when the one who asks may not have it drawn. */
	readonly draw: (signal: AbortSignal) => Promise<DrawnPicture>;
}

export interface DrawnPicture {
	readonly bytes: Buffer;
	/** Visible ASCII characters, as a header has them. */
	readonly alt: string;
	/** Visible ASCII characters and spaces, as a header has them. */
	readonly warnings: string;
}

/** Waiting times between looks at what another replica draws: the first, doubled each time, and the longest. */
const FIRST_LOOK_MS = 20;
const MAX_LOOK_MS = 200;
/**
 * Longest wait for what another replica draws. It costs a second drawing to be impatient, and a lock
 * that is never given back would else cost the answer. Milliseconds.
 */
const MAX_WAIT_MS = 10_000;

/**
 * The pictures of links, each drawn once for all who want it at a time: in this
 * process by one flight, and over replicas by a lock, whose holder draws while the
 * others look for its answer in the store that they share. A store or a lock that
 * fails costs a drawing, never an answer.
 *
 *     1,000 requests ── memory? ── flight ── store? ── lock ─┬─ held: draw, keep, release
 *                                                            └─ another's: wait, store?
 */
export class LinkPictures {
	readonly #options: LinkPicturesOptions;
	readonly #flights = new SingleFlight<{ answer: LinkAnswer; from: PictureSource }>();

	constructor(options: LinkPicturesOptions) {
		this.#options = options;
	}

	/** What is in memory. */
	cached(key: string): LinkAnswer | undefined {
		return this.#options.cache.get(key);
	}

	/**
	 * @param signal the one who asks has gone
	 * @throws what `draw` throws; the signal's reason when it fires
	 */
	async get(
		wanted: WantedPicture,
		signal: AbortSignal,
	): Promise<{ readonly answer: LinkAnswer; readonly from: PictureSource }> {
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

	/** @param lock undefined: there is no way to agree now */
	async #drawLocked(wanted: WantedPicture, signal: AbortSignal, lock: Lock | undefined) {
		try {
			// Who held the lock before may have left its answer since the last look.
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

	/** @param onKept called when the store has the answer, or will not have it */
	async #draw(wanted: WantedPicture, signal: AbortSignal, onKept = () => {}) {
		const { key, type } = wanted;
		const drawn = await wanted.draw(signal);
		const answer = answerOf(wanted, drawn, Date.now());
		// The one who waits for the picture does not wait for the store.
		const kept = this.#options.shared?.store.put(packed(drawn), type, nameOf(key, type));
		void Promise.resolve(kept).then(onKept, onKept);
		return { answer, from: "drawn" as const };
	}

	/** What the store has; a store that fails has nothing. */
	async #find(wanted: WantedPicture): Promise<LinkAnswer | undefined> {
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
			// The store has told of it, in its own metrics.
			return undefined;
		}
	}
}

function answerOf(
	{ key, type, lasting, mayChange }: WantedPicture,
	{ bytes, alt, warnings }: DrawnPicture,
	drawnAt: number,
): LinkAnswer {
	const etag = lasting ? lastingTag(key) : bytesTag(bytes);
	return { type, bytes, alt, warnings, lasting, mayChange, drawnAt, etag };
}

/** What the store keeps: a digest of the picture, its alternative text, the warnings, a line feed, the picture. */
const packed = ({ bytes, alt, warnings }: DrawnPicture): Buffer =>
	Buffer.concat([Buffer.from(`${bytesDigest(bytes)} ${alt} ${warnings}\n`, "latin1"), bytes]);

/** Longest line before the picture: a digest, and the longest headers. Bytes. */
const MAX_HEAD_BYTES = 4_096;
const HEAD = /^([A-Za-z0-9_-]{22}) ([\x21-\x7e]*) ([\x20-\x7e]*)$/;

/** @throws Error for what is not as it was stored */
function unpacked(stored: Buffer): DrawnPicture {
	const end = stored.subarray(0, MAX_HEAD_BYTES).indexOf("\n");
	const [, digest, alt, warnings] = HEAD.exec(stored.toString("latin1", 0, Math.max(0, end))) ?? [];
	const bytes = stored.subarray(end + 1);
	if (alt === undefined || warnings === undefined || digest !== bytesDigest(bytes))
		throw new Error("not what was stored");
	return { bytes, alt, warnings };
}
