import type { OperationId } from "./endpoints.js";

type Json = Record<string, unknown>;

/** A document that uses the first result of a search. */
const withAsset = (slide: Json) => ({ slides: [slide] });

/**
 * What a client can do next with an answer (OpenAPI links): from a search to a render with its
 * result and to the report of the download, and from a render to its temporary image. Expressions
 * refer to the first result.
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
