import { type Background, backgroundById } from "../../backgrounds/collection.js";
import { BUILTIN_SIZES, builtinImage, type Orientation } from "../../backgrounds/image.js";
import { ServiceError } from "../../base/errors.js";
import type { Photo } from "../../contract/assets.js";
import { findBackgrounds } from "./builtin-find.js";
import type { PhotoContext, PhotoPage, PhotoProvider, PhotoQuery } from "./provider.js";
import { MAX_DOWNLOAD_LOCATION } from "./track.js";

const ID = "builtin";
/** Path of the collection's files on this service. */
export const BUILTIN_PATH = "/api/assets/photos/builtin/";
/** The message for an unknown path of a background. */
export const NO_SUCH_PHOTO = "Built-in photo not found. Search with GET /api/assets/photos/search.";
const FILE = /^([a-z0-9-]{1,64})-(portrait|landscape|squarish)\.svg$/;

/** Backgrounds that the service draws itself: no key, no network. */
export class BuiltinPhotos implements PhotoProvider {
	readonly id = ID;

	async search(query: PhotoQuery, context: PhotoContext): Promise<PhotoPage> {
		const { found, ...help } = await findBackgrounds(query.query);
		const start = (query.page - 1) * query.perPage;
		// Each drawing exists in all orientations, so the orientation changes the form, not the
		// results.
		const orientation = query.orientation ?? (query.target === "overlay" ? "squarish" : "portrait");
		return {
			provider: ID,
			total: found.length,
			totalPages: Math.ceil(found.length / query.perPage),
			results: found
				.slice(start, start + query.perPage)
				.map((background) => photo(background, orientation, context.baseUrl)),
			...help,
		};
	}

	/** Uses are not counted: one of our own locations is accepted, and nothing is called. */
	async track(downloadLocation: string, context: PhotoContext): Promise<{ tracked: boolean }> {
		// A path alone is accepted too, as in documents.
		const base = downloadLocation.startsWith("/") ? "" : withoutSlash(context.baseUrl);
		const prefix = `${base}${BUILTIN_PATH}`;
		const ours =
			downloadLocation.length <= MAX_DOWNLOAD_LOCATION &&
			downloadLocation.startsWith(prefix) &&
			fileOf(downloadLocation.slice(prefix.length)) !== undefined;
		if (!ours) throw new ServiceError("invalid_download_url");
		return { tracked: false };
	}

	async close(): Promise<void> {}
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

function fileOf(name: string): { id: string; orientation: Orientation } | undefined {
	const [, id, orientation] = FILE.exec(name) ?? [];
	if (id === undefined || backgroundById(id) === undefined) return undefined;
	return { id, orientation: orientation as Orientation };
}

function photo(background: Background, orientation: Orientation, baseUrl: string): Photo {
	const base = withoutSlash(baseUrl);
	const url = `${base}${BUILTIN_PATH}${background.id}-${orientation}.svg`;
	return {
		id: background.id,
		description: background.title,
		...BUILTIN_SIZES[orientation],
		color: background.color,
		thumbUrl: url,
		renderUrl: url,
		pageUrl: url,
		attribution: {
			name: "Post Image Render Service",
			url: `${base}/api/render-schema`,
			source: "Built-in backgrounds",
			// The page that describes this service.
			sourceUrl: `${base}/api/render-schema`,
			license: "CC0 1.0",
			text: `${background.title}, a built-in background`,
			downloadLocation: url,
		},
	};
}

/**
 * The bytes of a background by its path on this service.
 * @returns undefined if it is not the path of a background
 */
export async function resolveBuiltin(pathname: string): Promise<Uint8Array | undefined> {
	if (!pathname.startsWith(BUILTIN_PATH)) return undefined;
	const file = fileOf(pathname.slice(BUILTIN_PATH.length));
	return file && (await builtinImage(file.id, file.orientation))?.body;
}
