import { PHOTO_PROVIDERS } from "../../contract/assets.js";
import { BuiltinPhotos } from "./builtin-provider.js";
import { OpenversePhotos } from "./openverse.js";
import type { PhotoProvider } from "./provider.js";
import { UnsplashPhotos } from "./unsplash.js";

export { BACKGROUNDS } from "../../backgrounds/collection.js";
export { BUILTIN_SIZES, builtinImage } from "../../backgrounds/image.js";
export { BUILTIN_PATH, NO_SUCH_PHOTO, resolveBuiltin } from "./builtin-provider.js";
export type { PhotoContext, PhotoPage, PhotoProvider, PhotoQuery } from "./provider.js";
export { MAX_DOWNLOAD_LOCATION } from "./track.js";

export interface PhotosConfig {
	/** PHOTO_PROVIDER; default: unsplash if there is a key, otherwise builtin. */
	readonly provider?: string | undefined;
	readonly unsplashAccessKey?: string | undefined;
	readonly unsplashApiUrl: URL;
	readonly openverseApiUrl: URL;
}

/**
 * The configured provider.
 * @throws Error at startup, for an unknown name or for unsplash without a key
 */
export function createPhotos(config: PhotosConfig): PhotoProvider {
	const key = config.unsplashAccessKey?.trim();
	const provider = config.provider?.trim() || (key ? "unsplash" : "builtin");
	switch (provider) {
		case "unsplash":
			if (!key) throw new Error("PHOTO_PROVIDER unsplash needs UNSPLASH_ACCESS_KEY");
			return new UnsplashPhotos(key, config.unsplashApiUrl);
		case "openverse":
			return new OpenversePhotos(config.openverseApiUrl);
		case "builtin":
			return new BuiltinPhotos();
		default:
			throw new Error(`PHOTO_PROVIDER must be one of ${PHOTO_PROVIDERS.join(", ")}`);
	}
}
