import { FairShare } from "../../base/fair-share.js";

/**
 * The kinds of bytes that the process keeps for its clients, in the order in which a request uses
 * them.
 */
export const BYTE_KINDS = ["bodies", "images", "slides"] as const;
/** Request bodies, images that are fetched for them, and rendered slides that are not sent yet. */
export type ByteKind = (typeof BYTE_KINDS)[number];

/**
 * Counts every byte that the process keeps for a client: bodies during the request, fetched images,
 * and rendered slides until they are sent. Each kind has its own limit, so that none takes the
 * space of another, and each client has a share of it. A caller that gets `false` waits, stores the
 * bytes elsewhere (slides go to disk), or refuses the client.
 */
export type BytesInFlight = Readonly<Record<ByteKind, FairShare>>;

/** @param maxOf limit of each kind, bytes */
export const bytesInFlight = (maxOf: Readonly<Record<ByteKind, number>>): BytesInFlight => ({
	bodies: new FairShare(maxOf.bodies),
	images: new FairShare(maxOf.images),
	slides: new FairShare(maxOf.slides),
});

/** Bytes in use, by kind. */
export const heldByKind = ({
	bodies,
	images,
	slides,
}: BytesInFlight): Record<ByteKind, number> => ({
	bodies: bodies.total,
	images: images.total,
	slides: slides.total,
});
