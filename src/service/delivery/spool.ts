import type { FileHandle } from "node:fs/promises";
import { ServiceError } from "../../base/errors.js";
import { FairShare } from "../../base/fair-share.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { LIMITS } from "../../contract/limits.js";
import type { BytesInFlight } from "../fairness/bytes-in-flight.js";
import { type NamedSlide, SpooledSlide } from "./spooled-slide.js";
import { unlinkedFile } from "./unlinked-file.js";

/** Bytes of the slides of one answer that may be in memory; the rest goes to disk. */
const ANSWER_MEMORY_BYTES = 16_777_216;

export interface SpoolOptions {
	/** Absolute path of the folder for slides that do not stay in memory; created on demand. */
	readonly directory: string;
	/** The memory that slides may use, as one kind of several. */
	readonly inFlight: BytesInFlight;
	/** Bytes on disk of all answers together. */
	readonly maxDiskBytes: number;
}

/**
 * Keeps rendered slides until their client has read them. A response starts when all its slides are
 * rendered, so that a failure of the last one still has its HTTP status:
 *
 *     drawn, in any order ──► memory, while the client's share has room ──► in order,
 *                        └──► an unlinked file, likewise ─────────────────► piece by piece
 *
 * Each client has a share of both. A slow client uses its share until it has read the response or
 * is disconnected because it is too slow, but it does not occupy a place or a turn.
 */
export class Spool {
	readonly #options: SpoolOptions;
	readonly #disk: FairShare;

	constructor(options: SpoolOptions) {
		this.#options = options;
		this.#disk = new FairShare(options.maxDiskBytes);
	}

	/** Bytes that wait on disk. */
	get diskBytes(): number {
		return this.#disk.total;
	}

	/**
	 * Whether slides of this client can be stored at all; if not, nothing needs to be drawn for it.
	 */
	hasRoom(client: string): boolean {
		return this.#disk.mayTake(client);
	}

	/** Space for the slides of one answer. The caller must release it. */
	open(client: string): SpooledSlides {
		return new SpooledSlides(client, this.#options, this.#disk);
	}
}

/**
 * The rendered slides of one response. A streaming endpoint takes them in order, each when it can
 * send it:
 *
 *     const slides = await draw(request, reply, indexes, { format: "png" }, onStep);
 *     for await (const slide of slides) {
 *         archive.begin(slide.size);
 *         for await (const piece of slide.pieces()) await archive.write(piece);
 *     }
 *
 * Nothing is sent before every slide is rendered, so an error before the loop still has its HTTP
 * status. In addition to the shares, only one piece (or one slide, with `bytes()`) is in memory. A
 * slide is released when the loop continues with the next one, and all slides when the response has
 * ended, whatever the result.
 */
export class SpooledSlides implements AsyncIterable<SpooledSlide> {
	readonly #client: string;
	readonly #options: SpoolOptions;
	readonly #disk: FairShare;
	readonly #slides: (SpooledSlide | undefined)[] = [];
	#file: Promise<FileHandle> | undefined;
	#memoryBytes = 0;
	#diskBytes = 0;
	#released = false;

	constructor(client: string, options: SpoolOptions, disk: FairShare) {
		this.#client = client;
		this.#options = options;
		this.#disk = disk;
	}

	/** The stored slides. */
	get length(): number {
		return this.#slides.length;
	}

	/** The slides in order; each can be read more than once. */
	get all(): readonly SpooledSlide[] {
		return this.#slides.filter((slide) => slide !== undefined);
	}

	/**
	 * Stores a slide. Resolves when its bytes are at their final place; the renderer waits for it.
	 * @param position in the answer, from 0
	 * @throws ServiceError answer_too_large; overloaded if neither memory nor disk has room;
	 * storage_unavailable if the disk fails
	 */
	async keep(position: number, slide: NamedSlide): Promise<void> {
		const { bytes, ...meta } = slide;
		const size = bytes.length;
		const total = this.#memoryBytes + this.#diskBytes + size;
		if (total > LIMITS.maxAnswerBytes)
			throw new ServiceError("answer_too_large", {
				details: { maxAnswerBytes: LIMITS.maxAnswerBytes },
			});
		if (this.#released) return;
		if (this.#takeMemory(size)) {
			const release = () => this.#options.inFlight.slides.add(this.#client, -size);
			this.#slides[position] = new SpooledSlide(meta, { bytes, release });
			return;
		}
		const start = this.#diskBytes;
		if (!this.#disk.take(this.#client, size)) throw noRoom();
		this.#diskBytes += size;
		try {
			this.#file ??= unlinkedFile(this.#options.directory);
			const file = await this.#file;
			await writeAll(file, bytes, start);
			this.#slides[position] = new SpooledSlide(meta, { file, start, size });
		} catch (cause) {
			throw noRoom(cause);
		}
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<SpooledSlide> {
		for (const slide of this.#slides) {
			if (slide === undefined) continue;
			yield slide;
			slide.release();
		}
	}

	/** Releases all slides at once; reads in progress are aborted. May be called again. */
	release(): void {
		if (this.#released) return;
		this.#released = true;
		for (const slide of this.#slides) slide?.release();
		const giveBack = () => this.#disk.add(this.#client, -this.#diskBytes);
		// Its bytes count as on disk until then.
		if (this.#file === undefined) giveBack();
		else this.#file.then((file) => file.close()).then(giveBack, giveBack);
	}

	#takeMemory(size: number): boolean {
		if (this.#memoryBytes + size > ANSWER_MEMORY_BYTES) return false;
		if (!this.#options.inFlight.slides.take(this.#client, size)) return false;
		this.#memoryBytes += size;
		return true;
	}
}

async function writeAll(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		const { bytesWritten } = await file.write(bytes, done, bytes.length - done, start + done);
		done += bytesWritten;
	}
}

/** @param cause why the disk refuses them, for the log */
const noRoom = (cause?: unknown): ServiceError =>
	new ServiceError(cause === undefined ? "overloaded" : "storage_unavailable", {
		message: "There is no space for more rendered slides at the moment; try again later.",
		retryAfter: RETRY_AFTER_SECONDS.outage,
		cause,
	});
