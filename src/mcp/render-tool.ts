import type { CallToolResult } from "@modelcontextprotocol/server";
import type { RenderResponse } from "../contract/render-response.js";
import { type ApiAnswer, type ApiCall, jsonOf } from "./api.js";
import { previewOf } from "./preview.js";
import { failed, structured } from "./results.js";

/**
 * Renders a document: URLs and warnings as structured content, one slide as a picture.
 * @param links whether the service signs links
 */
export async function renderTool(
	api: ApiCall,
	document: unknown,
	previewSlide: number,
	links: boolean,
): Promise<CallToolResult> {
	const asUrls = isObject(document) ? { ...document, delivery: "url" } : document;
	const answer = await api("POST", "/api/render", asUrls);
	if (answer.status !== 200) return failed(answer);
	const { delivery: _delivery, ...rendered } = jsonOf<RenderResponse>(answer);
	const images = links ? await linked(api, document, rendered.images) : rendered.images;
	const result = { ...rendered, images: images.map(({ svg: _svg, ...image }) => image) };
	const picture = await pictureOf(api, asUrls, rendered, previewSlide);
	if (picture.status !== 200) return failed(picture);
	const data = await previewOf(picture.body);
	return structured(result, [{ type: "image", mimeType: "image/jpeg", data }]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** The same images by links that stay. */
async function linked(
	api: ApiCall,
	document: unknown,
	images: RenderResponse["images"],
): Promise<RenderResponse["images"]> {
	const answer = await api("POST", "/api/links", { document });
	if (answer.status !== 200) return images;
	const { urls } = jsonOf<{ urls: string[] }>(answer);
	return images.map((image, i) => {
		const { expiresAt: _expiresAt, ...rest } = image;
		return urls[i] === undefined ? image : { ...rest, url: urls[i] };
	});
}

/** The picture to make a preview of: the one that was drawn, unless it is none of pixels or of another slide. */
async function pictureOf(
	api: ApiCall,
	document: unknown,
	{ images }: Pick<RenderResponse, "images">,
	slide: number,
): Promise<ApiAnswer> {
	const drawn = images.find((image) => image.slide === slide);
	if (drawn?.url !== undefined && drawn.mimeType !== "image/svg+xml") {
		const stored = await api("GET", new URL(drawn.url).pathname);
		if (stored.status === 200) return stored;
	}
	return api("POST", `/api/render.png?slide=${slide}`, document);
}
