/** The searches of the package, with the queries and responses of the HTTP API. */
import type { Static, TObject } from "@sinclair/typebox";
import { invalid } from "../../base/invalid.js";
import { searchIcons, searchPhotos } from "../../catalog/search.js";
import {
	IconSearchQuerySchema,
	type IconSearchResponse,
	PhotoSearchQuerySchema,
	type PhotoSearchResponse,
	TrackDownloadRequestSchema,
} from "../../contract/assets.js";
import { schemaCheck } from "../../documents/schema-check.js";
import type { Caller } from "../../service/processes/renderer.js";
import type { Service } from "../../service/service.js";
import { plainCopy } from "./plain-copy.js";

const checkerOf = <T extends TObject>(schema: T) => {
	const check = schemaCheck<Static<T>>(schema);
	return (value: unknown): Static<T> => {
		const checked = check(plainCopy(value));
		if ("issues" in checked) throw invalid("invalid_request", checked.issues);
		return checked.value;
	};
};

const photoQuery = checkerOf(PhotoSearchQuerySchema);
const iconQuery = checkerOf(IconSearchQuerySchema);
const trackRequest = checkerOf(TrackDownloadRequestSchema);

/**
 * A page of a photo search, like GET /api/assets/photos/search.
 * @param origin start of the URLs of pictures of the service, without a trailing slash
 * @throws ServiceError invalid_request, provider_failed, rate_limited
 */
export const findPhotos = async (
	{ photos }: Service,
	query: unknown,
	origin: string,
	{ signal }: Caller,
): Promise<PhotoSearchResponse> =>
	searchPhotos(photos, photoQuery(query), { baseUrl: origin, signal });

/**
 * A page of an icon search, like GET /api/assets/icons/search.
 * @param origin start of the URLs of the icons, without a trailing slash
 * @throws ServiceError invalid_request, provider_failed
 */
export const findIcons = async (
	{ icons }: Service,
	query: unknown,
	origin: string,
): Promise<IconSearchResponse> => searchIcons(icons, iconQuery(query), origin);

/**
 * Reports that a photo was used.
 * @returns whether the provider counted it
 * @throws ServiceError invalid_download_url, provider_failed, rate_limited
 */
export async function trackPhoto(
	{ photos }: Service,
	downloadLocation: unknown,
	origin: string,
	{ signal }: Caller,
): Promise<boolean> {
	const request = trackRequest({ downloadLocation });
	const { tracked } = await photos.track(request.downloadLocation, { baseUrl: origin, signal });
	return tracked;
}
