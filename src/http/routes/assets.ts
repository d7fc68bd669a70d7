import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PhotoContext } from "../../assets/photos/index.js";
import type { Config } from "../../config/config.js";
import {
	DEFAULT_PHOTO_QUERY,
	type IconSearchQuery,
	type IconSearchResponse,
	type PhotoProviderId,
	type PhotoSearchQuery,
	type PhotoSearchResponse,
	type TrackDownloadRequest,
	type TrackDownloadResponse,
} from "../../contract/assets.js";
import { LIMITS } from "../../contract/limits.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { clientGone } from "../request/client-gone.js";
import { baseUrl } from "../request/origin.js";

/** The searches of photos and icons, and the report of a photo's use. */
export function assetRoutes(
	app: FastifyInstance,
	{ photos, icons }: Pick<Parts, "photos" | "icons">,
	config: Config,
): void {
	const context = (request: FastifyRequest, reply: FastifyReply): PhotoContext => ({
		baseUrl: baseUrl(request, config.publicBaseUrl),
		signal: clientGone(reply),
	});
	const provider = photos.id as PhotoProviderId;

	serve(app, "searchPhotos", async (request, reply): Promise<PhotoSearchResponse> => {
		const {
			query,
			target = "background",
			orientation,
			page = 1,
			per_page,
			limit,
		} = request.query as PhotoSearchQuery;
		const words = query?.trim() || DEFAULT_PHOTO_QUERY;
		const perPage = per_page ?? limit ?? LIMITS.defaultPhotosPerPage;
		const { total, totalPages, results, note, subjects } = await photos.search(
			{ query: words, target, orientation, page, perPage },
			context(request, reply),
		);
		return {
			ok: true,
			provider,
			query: words,
			target,
			page,
			perPage,
			total,
			totalPages,
			results: [...results],
			...(note !== undefined && { note }),
			...(subjects !== undefined && { subjects: [...subjects] }),
		};
	});

	serve(app, "trackPhotoDownload", async (request, reply): Promise<TrackDownloadResponse> => {
		const { downloadLocation } = request.body as TrackDownloadRequest;
		const { tracked } = await photos.track(downloadLocation, context(request, reply));
		return { ok: true, tracked, provider };
	});

	serve(app, "searchIcons", async (request): Promise<IconSearchResponse> => {
		const { query = "", page = 1, per_page, limit } = request.query as IconSearchQuery;
		const perPage = per_page ?? limit ?? LIMITS.defaultIconResults;
		const words = query.trim();
		const { total, results } = await icons.search(words, perPage, page);
		const origin = baseUrl(request, config.publicBaseUrl);
		return {
			ok: true,
			query: words,
			page,
			perPage,
			limit: perPage,
			total,
			totalPages: Math.ceil(total / perPage),
			results: results.map((icon) => ({
				...icon,
				tags: [...icon.tags],
				renderUrl: `${origin}${icon.renderUrl}`,
			})),
		};
	});
}
