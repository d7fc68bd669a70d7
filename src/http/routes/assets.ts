import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PhotoContext } from "../../catalog/photos/index.js";
import { searchIcons, searchPhotos } from "../../catalog/search.js";
import type {
	IconSearchQuery,
	IconSearchResponse,
	PhotoProviderId,
	PhotoSearchQuery,
	PhotoSearchResponse,
	TrackDownloadRequest,
	TrackDownloadResponse,
} from "../../contract/assets.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { clientGone } from "../request/client-gone.js";
import { baseUrl } from "../request/origin.js";
import type { HttpSettings } from "../settings.js";

/** The searches for photos and icons, and the report of a download. */
export function assetRoutes(
	app: FastifyInstance,
	{ photos, icons }: Pick<Service, "photos" | "icons">,
	config: HttpSettings,
): void {
	const context = (request: FastifyRequest, reply: FastifyReply): PhotoContext => ({
		baseUrl: baseUrl(request, config.publicBaseUrl),
		signal: clientGone(reply),
	});

	addRoute(
		app,
		"searchPhotos",
		(request, reply): Promise<PhotoSearchResponse> =>
			searchPhotos(photos, request.query as PhotoSearchQuery, context(request, reply)),
	);

	addRoute(app, "trackPhotoDownload", async (request, reply): Promise<TrackDownloadResponse> => {
		const { downloadLocation } = request.body as TrackDownloadRequest;
		const { tracked } = await photos.track(downloadLocation, context(request, reply));
		return { ok: true, tracked, provider: photos.id as PhotoProviderId };
	});

	addRoute(
		app,
		"searchIcons",
		(request): Promise<IconSearchResponse> =>
			searchIcons(icons, request.query as IconSearchQuery, baseUrl(request, config.publicBaseUrl)),
	);
}
