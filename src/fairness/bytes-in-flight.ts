import { FairShare } from "./fair-share.js";

/** What the bytes that the process holds for its clients are: they pass through it in this order. */
export const BYTE_KINDS = ["bodies", "images", "slides"] as const;
/** Bodies of requests; images that are fetched for them; drawn slides that are not sent yet. */
export type ByteKind = (typeof BYTE_KINDS)[number];

/**
 * Every byte that the process holds for a client, counted in one budget: bodies
 * while they arrive and are worked on, fetched images, drawn slides until they are
 * sent. Each client has a share of the whole, and of what there is for a kind, so
 * that nobody's bytes count against others, and no kind takes the place of another.
 *
 *     memory ├── bodies ──┤├────── images ──────┤├─ slides ─┤   each with a bound of its own,
 *            ├───────────────── all ────────────────────┤       all together with a lower one
 *
 * Nothing is taken beyond a bound: who gets `false` waits, puts the bytes elsewhere
 * (slides go to disk), or refuses the client.
 */
export class BytesInFlight {
	readonly #all: FairShare;
	readonly #kinds: Readonly<Record<ByteKind, FairShare>>;

	/**
	 * @param max bytes of all kinds together
	 * @param maxOf bytes of each kind
	 */
	constructor(max: number, maxOf: Readonly<Record<ByteKind, number>>) {
		this.#all = new FairShare(max);
		this.#kinds = {
			bodies: new FairShare(maxOf.bodies),
			images: new FairShare(maxOf.images),
			slides: new FairShare(maxOf.slides),
		};
	}

	/** Bytes of one kind, or of all, that are held. */
	held(kind?: ByteKind): number {
		return (kind === undefined ? this.#all : this.#kinds[kind]).total;
	}

	/** Bytes that are held, by kind. */
	heldByKind(): Record<ByteKind, number> {
		const { bodies, images, slides } = this.#kinds;
		return { bodies: bodies.total, images: images.total, slides: slides.total };
	}

	/** Bytes of one kind that a client holds. */
	heldBy(client: string, kind: ByteKind): number {
		return this.#kinds[kind].of(client);
	}

	/** Whether `take` would take them now. */
	mayTake(kind: ByteKind, client: string, bytes: number): boolean {
		return this.#all.mayTake(client, bytes) && this.#kinds[kind].mayTake(client, bytes);
	}

	/** Counts bytes as held, if the client's shares have room for them. */
	take(kind: ByteKind, client: string, bytes: number): boolean {
		if (bytes > 0 && !this.mayTake(kind, client, bytes)) return false;
		this.#all.add(client, bytes);
		this.#kinds[kind].add(client, bytes);
		return true;
	}

	/** Gives back what was taken. */
	give(kind: ByteKind, client: string, bytes: number): void {
		this.#all.add(client, -bytes);
		this.#kinds[kind].add(client, -bytes);
	}
}
