import { FairShare } from "./fair-share.js";

/** What the bytes that the process holds for its clients are: they pass through it in this order. */
export const BYTE_KINDS = ["bodies", "images", "slides"] as const;
/** Bodies of requests; images that are fetched for them; drawn slides that are not sent yet. */
export type ByteKind = (typeof BYTE_KINDS)[number];

/**
 * Every byte that the process holds for a client: bodies while they arrive and are
 * worked on, fetched images, drawn slides until they are sent. Each kind has a bound of
 * its own, so that none takes the place of another, and each client a share of it, so
 * that nobody's bytes count against others. Who gets `false` waits, puts the bytes
 * elsewhere (slides go to disk), or refuses the client.
 */
export type BytesInFlight = Readonly<Record<ByteKind, FairShare>>;

/** @param maxOf bytes of each kind */
export const bytesInFlight = (maxOf: Readonly<Record<ByteKind, number>>): BytesInFlight => ({
	bodies: new FairShare(maxOf.bodies),
	images: new FairShare(maxOf.images),
	slides: new FairShare(maxOf.slides),
});

/** Bytes that are held, by kind. */
export const heldByKind = ({
	bodies,
	images,
	slides,
}: BytesInFlight): Record<ByteKind, number> => ({
	bodies: bodies.total,
	images: images.total,
	slides: slides.total,
});
