import { buffer } from "node:stream/consumers";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { DOCUMENT_TYPE, nameOf } from "./image-name.js";
import type { ImageStore } from "./image-store.js";

/** A document that can be changed without sending it again. */
export interface KeptDocument {
	/** 128 random bits in base64url: anyone who knows the id can read the document. */
	readonly id: string;
	/** Seconds for which it is kept. */
	readonly seconds: number;
}

/**
 * Keeps rendered documents, so that a correction only sends the changes. They are in the store of
 * the temporary images and expire like them, so that every replica can find them.
 */
export interface EditableResults {
	/**
	 * @param document as it was sent
	 * @param client whose share of the store is used
	 * @throws ServiceError storage_unavailable
	 */
	keep(document: object, client: string): Promise<KeptDocument>;
	/**
	 * The document with this id, as it was sent.
	 * @throws ServiceError not_found, storage_unavailable
	 */
	read(id: string): Promise<object>;
}

const GONE =
	"Result not found or expired. Results are kept for RENDER_TTL_SECONDS (15 minutes by default). Render the document again.";

/** @param ttlSeconds how long the store keeps them */
export function editableResults(store: ImageStore, ttlSeconds: number): EditableResults {
	return {
		async keep(document, client) {
			const bytes = Buffer.from(JSON.stringify(document));
			const name = await store.put(bytes, DOCUMENT_TYPE, undefined, client);
			return { id: name.slice(0, name.indexOf(".")), seconds: ttlSeconds };
		},
		async read(id) {
			const stored = await store.get(nameOf(id, DOCUMENT_TYPE));
			if (stored === undefined) throw new ServiceError("not_found", { message: GONE });
			const bytes = await buffer(await stored.read(0, stored.size - 1));
			try {
				return JSON.parse(bytes.toString()) as object;
			} catch (cause) {
				const retryAfter = RETRY_AFTER_SECONDS.outage;
				throw new ServiceError("storage_unavailable", { retryAfter, cause });
			}
		},
	};
}
