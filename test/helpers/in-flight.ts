import {
	type BytesInFlight,
	bytesInFlight,
	heldByKind,
} from "../../src/service/fairness/bytes-in-flight.js";

const MB = 1_048_576;

/** Bounds as in production, but for those that are given. @param more megabytes by kind */
export const budget = (more: { bodies?: number; images?: number; slides?: number } = {}) => {
	const { bodies, images, slides } = { bodies: 96, images: 128, slides: 64, ...more };
	return bytesInFlight({ bodies: bodies * MB, images: images * MB, slides: slides * MB });
};

/** Bytes of all kinds. */
export const heldBytes = (bytes: BytesInFlight): number =>
	Object.values(heldByKind(bytes)).reduce((sum, count) => sum + count, 0);
