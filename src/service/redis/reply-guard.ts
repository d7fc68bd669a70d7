import type { Socket } from "node:net";

/**
 * What the service asks for is answered by a few numbers, or by a piece of an image of 128 kB;
 * INFO has some kilobytes.
 */
const LIMITS = {
	/** Arrays in each other. */
	depth: 4,
	/** Members of one array. */
	members: 1_024,
	/** Bytes of a line: a status, an error, a number, a length. */
	lineBytes: 16_384,
	/** Bytes of one string. */
	stringBytes: 1_048_576,
	/** Bytes of one reply, all that is in it together. */
	replyBytes: 2_097_152,
};

const CR = 0x0d;
const DOLLAR = 0x24;
const STAR = 0x2a;
const LINE_TYPES = new Set([0x2b, 0x2d, 0x3a, DOLLAR, STAR]);

/**
 * Reads a stream of replies (RESP2) only as far as to know their bounds: a parser that builds them
 * overflows its stack on deep ones, and makes room for what long ones announce. Linear in its bytes.
 */
export class ReplyGuard {
	/** Members that are still to come of each array that has begun. */
	readonly #open: number[] = [];
	/** Bytes of a string that are still to come, its line end included. */
	#stringLeft = 0;
	/** The line that has begun, without its end. */
	#line = "";
	#inLine = false;
	#replyBytes = 0;

	/** @returns false: this is no reply that the service may be given */
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
			// Of other lines the length matters, and not what they say.
			this.#line += Buffer.from(chunk.buffer, chunk.byteOffset + at, until - at).toString("latin1");
			at = until;
			if (end < 0) return true;
			// The line feed belongs to the line; it is passed over as a string of one byte would be.
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

	/** What the line feed that is passed over ends: an array's head, or a value. */
	#lineFeed: "array" | "value" | undefined;

	/** A value is over: with the last of an array, so is that. */
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

/** Ends a connection whose server sends what no reply is, before anything else reads that. */
export function guardReplies(socket: Socket): void {
	const guard = new ReplyGuard();
	const push = socket.push.bind(socket);
	socket.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
		if (socket.destroyed) return false;
		if (chunk === null || guard.admits(chunk)) return push(chunk, encoding);
		socket.destroy(new Error("a reply beyond all bounds"));
		return false;
	};
}
