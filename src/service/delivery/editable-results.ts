import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { ServiceError } from "../../base/errors.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { ownerOf } from "../fairness/client.js";
import { DOCUMENT_TYPE, nameOf } from "./image-name.js";
import type { ImageStore } from "./image-store.js";

/** A document that can be changed without sending it again. */
export interface KeptDocument {
	/** 128 random bits in base64url: whoever knows the id, and has the same API key, can read it. */
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
	 * @param client whose share of the store is used; an API key also owns the document
	 * @throws ServiceError storage_unavailable
	 */
	keep(document: object, client: string): Promise<KeptDocument>;
	/**
	 * The document with this id, as it was sent.
	 * @param client that asks
	 * @throws ServiceError not_found, also if it belongs to another API key; storage_unavailable
	 */
	read(id: string, client: string): Promise<object>;
}

const GONE =
	"Result not found or expired. Results are kept for RENDER_TTL_SECONDS (15 minutes by default). Render the document again.";

/** Bytes of an id, and of the digest that a document is stored under. */
const ID_BYTES = 16;

/** The name of a document in the store, which only its owner can make from the id. */
function documentName(id: string, client: string): string {
	const owner = ownerOf(client);
	if (owner === "") return nameOf(id, DOCUMENT_TYPE);
	const digest = createHash("sha256").update(`${id} of ${owner}`).digest();
	return nameOf(digest.subarray(0, ID_BYTES).toString("base64url"), DOCUMENT_TYPE);
}

/** @param ttlSeconds how long the store keeps them */
export function editableResults(store: ImageStore, ttlSeconds: number): EditableResults {
	return {
		async keep(document, client) {
			const bytes = Buffer.from(JSON.stringify(document));
			const id = randomBytes(ID_BYTES).toString("base64url");
			await store.put(bytes, DOCUMENT_TYPE, documentName(id, client), client);
			return { id, seconds: ttlSeconds };
		},
		async read(id, client) {
			const stored = await store.get(documentName(id, client));
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
