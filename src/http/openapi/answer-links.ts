import type { OperationId } from "./endpoints.js";

type Json = Record<string, unknown>;

/** A document in which the first result of a search stands where such results go. */
const withAsset = (slide: Json) => ({ slides: [slide] });

/**
 * What a client does next with an answer (OpenAPI's links): from a search to the
 * render that uses its result and to the report of the use, from a render to
 * its temporary image. Expressions point at the first result.
 */
export const ANSWER_LINKS: Partial<Record<OperationId, Json>> = {
	searchPhotos: {
		renderWithPhoto: {
			operationId: "renderImages",
			requestBody: withAsset({ image: "{$response.body#/results/0/renderUrl}" }),
			description: "The renderUrl of a result is slide.image, or src of an overlay.",
		},
		trackDownload: {
			operationId: "trackPhotoDownload",
			requestBody: {
				downloadLocation: "{$response.body#/results/0/attribution/downloadLocation}",
			},
			description: "Call it once the photo is used.",
		},
	},
	searchIcons: {
		renderWithIcon: {
			operationId: "renderImages",
			requestBody: withAsset({
				imageOverlays: [{ src: "{$response.body#/results/0/renderUrl}" }],
			}),
			description: "The renderUrl of a result is src of an overlay; so is its id.",
		},
	},
	renderImages: {
		temporaryImage: {
			operationId: "getTemporaryImage",
			parameters: { file: "{$response.body#/images/0/url}" },
			description:
				"file is the last segment of an image's url, which is present if delivery is url or both.",
		},
	},
};
