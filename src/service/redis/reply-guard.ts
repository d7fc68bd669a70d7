import type { Socket } from "node:net";

/**
 * Limits of a reply. The service gets some numbers, or 128 kB of an image; INFO has some kilobytes.
 */
const LIMITS = {
	/** Levels of nested arrays. */
	depth: 4,
	/** Members of one array. */
	members: 1_024,
	/** Bytes of a line: a status, an error, a number, a length. */
	lineBytes: 16_384,
	/** Bytes of one string. */
	stringBytes: 1_048_576,
	/** Bytes of one reply in all. */
	replyBytes: 2_097_152,
};

const CR = 0x0d;
const DOLLAR = 0x24;
const STAR = 0x2a;
const LINE_TYPES = new Set([0x2b, 0x2d, 0x3a, DOLLAR, STAR]);

/**
 * Scans a stream of replies (RESP2) to check their limits. A parser that builds values overflows
 * its stack on deep replies, and allocates what long ones announce. Linear in its bytes.
 */
export class ReplyGuard {
	/** Remaining members of each open array. */
	readonly #open: number[] = [];
	/** Remaining bytes of the current string, including its line end. */
	#stringLeft = 0;
	/** The current line so far, without its end. */
	#line = "";
	#inLine = false;
	#replyBytes = 0;

	/** @returns false if the service must not see this reply */
	admits(chunk: Uint8Array): boolean {
		for (let at = 0; at < chunk.length; ) {
			if (this.#stringLeft > 0) {
				const taken = Math.min(this.#stringLeft, chunk.length - at);
				at += taken;
				this.#stringLeft -= taken;
				if (this.#stringLeft === 0) this.#ended();
				continue;
			}
			if (!this.#inLine) {
				if (!LINE_TYPES.has(chunk[at]!)) return false;
				this.#inLine = true;
			}
			const end = chunk.indexOf(CR, at);
			const until = end < 0 ? chunk.length : end;
			const type = this.#line === "" ? chunk[at]! : this.#line.charCodeAt(0);
			this.#replyBytes += until - at;
			if (this.#replyBytes > LIMITS.replyBytes || this.#line.length + until - at > LIMITS.lineBytes)
				return false;
			// For other lines only the length matters.
			this.#line += Buffer.from(chunk.buffer, chunk.byteOffset + at, until - at).toString("latin1");
			at = until;
			if (end < 0) return true;
			// The line feed is skipped like a string of one byte.
			at++;
			const line = this.#line;
			this.#line = "";
			this.#inLine = false;
			if (!this.#lineEnded(type, line)) return false;
		}
		return true;
	}

	#lineEnded(type: number, line: string): boolean {
		const counts = type === DOLLAR || type === STAR;
		if (counts && !/^.(?:-1|\d{1,10})$/.test(line)) return false;
		const length = counts ? Number(line.slice(1)) : 0;
		if (type === DOLLAR && length >= 0) {
			if (length > LIMITS.stringBytes) return false;
			this.#replyBytes += length;
			if (this.#replyBytes > LIMITS.replyBytes) return false;
			// Its own line feed, the string, and the end of that.
			this.#stringLeft = 1 + length + 2;
			return true;
		}
		if (type === STAR && length > 0) {
			if (length > LIMITS.members || this.#open.length >= LIMITS.depth) return false;
			this.#open.push(length);
		}
		this.#lineFeed = type === STAR && length > 0 ? "array" : "value";
		this.#stringLeft = 1;
		return true;
	}

	/** What ends with the skipped line feed: the head of an array, or a value. */
	#lineFeed: "array" | "value" | undefined;

	/** A value has ended; with its last value, an array ends too. */
	#ended(): void {
		const was = this.#lineFeed;
		this.#lineFeed = undefined;
		if (was === "array") return;
		while (this.#open.length > 0) {
			const left = this.#open.pop()! - 1;
			if (left > 0) {
				this.#open.push(left);
				return;
			}
		}
		this.#replyBytes = 0;
	}
}

/** Closes a connection if its server sends an invalid reply, before anything else reads it. */
export function guardReplies(socket: Socket): void {
	const guard = new ReplyGuard();
	const push = socket.push.bind(socket);
	socket.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
		if (socket.destroyed) return false;
		if (chunk === null || guard.admits(chunk)) return push(chunk, encoding);
		socket.destroy(new Error("a reply exceeds the limits"));
		return false;
	};
}
