import type { Delivery } from "../../contract/enums.js";
import type { ImageType } from "../../contract/formats.js";
import { type OnStep, timed } from "../../engine/steps.js";
import type { ImageStore } from "./image-store.js";
import type { ResponseImage } from "./render-response.js";
import type { SpooledSlide } from "./spooled-slide.js";

/** Path under which temporary images are served. */
export const TEMPORARY_IMAGE_PATH = "/api/renders";

/** Slides of an answer that are read and stored at the same time. */
const STORED_AT_A_TIME = 4;

/** How images are returned. */
export interface Handover {
	readonly type: ImageType;
	readonly delivery: Delivery;
	/** Origin of their URLs. */
	readonly origin: string;
	readonly onStep: OnStep;
	/** Client of the images. */
	readonly client: string;
}

/**
 * Rendered slides as the images of a JSON answer; they are stored if the answer has URLs.
 * @throws ServiceError storage_unavailable
 */
export type ResponseImages = (
	slides: readonly SpooledSlide[],
	handover: Handover,
) => Promise<ResponseImage[]>;

/** @param ttlSeconds how long the store keeps them */
export function responseImages(store: ImageStore, ttlSeconds: number): ResponseImages {
	return async (slides, { type, delivery, origin, onStep, client }) => {
		// Computed before they are stored, so that no URL expires earlier than the answer says.
		const expiresAt = new Date(Date.now() + ttlSeconds * 1_000).toISOString();
		const names =
			delivery === "dataUrl"
				? []
				: await timed("store", onStep, () => storeAll(slides, type, store, client));
		return slides.map((slide, i) => ({
			meta: {
				...(slide.platform !== undefined && { platform: slide.platform }),
				slide: slide.slide,
				mimeType: type,
				width: slide.width,
				height: slide.height,
				alt: slide.alt,
				...(names[i] !== undefined && {
					url: `${origin}${TEMPORARY_IMAGE_PATH}/${names[i]}`,
					expiresAt,
				}),
			},
			slide,
			inline: delivery !== "url",
		}));
	};
}

/** Stores the images, several at a time; if one cannot be stored, none is kept. */
async function storeAll(
	slides: readonly SpooledSlide[],
	type: ImageType,
	store: ImageStore,
	client: string,
): Promise<string[]> {
	const names: string[] = [];
	const queue = slides.entries();
	const work = async () => {
		for (const [i, slide] of queue)
			names[i] = await store.put(await slide.bytes(), type, undefined, client);
	};
	const results = await Promise.allSettled(Array.from({ length: STORED_AT_A_TIME }, work));
	const failure = results.find((result) => result.status === "rejected");
	if (failure === undefined) return names;
	await store.delete(names.filter((name) => name !== undefined));
	throw failure.reason;
}
