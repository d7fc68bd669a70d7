import { LIMITS } from "../../contract/limits.js";
import { ServiceError } from "../../errors/errors.js";
import type { ImageNeed } from "../images/need.js";

/**
 * The pixels of a slide's pictures that are held at once: those of layers and of
 * blurs, which each may be as large as the slide.
 */
export class PictureBuffers {
	#bytes = 0;

	/**
	 * Before a picture is decoded.
	 * @throws ServiceError too_complex with the path of the first that there is no room for
	 */
	hold({ path, region }: Pick<ImageNeed, "path" | "region">): void {
		this.#bytes += region.width * region.height * 4;
		const { maxSlideBufferBytes } = LIMITS;
		if (this.#bytes > maxSlideBufferBytes)
			throw new ServiceError("too_complex", { details: { path, maxSlideBufferBytes } });
	}
}
