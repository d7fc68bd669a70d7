/** What the apps lay over a picture, and what their grids leave out: a hint, as apps change. */
import { platformAtWork } from "./platforms.js";
import { type CoveredArea, contract } from "./schema.js";

/**
 * What a platform's app covers; nothing for those that show the whole picture.
 * @param platform of the document; undefined where it has several, and one of them is shown
 */
export function frameOf(platform: string | undefined): readonly CoveredArea[] {
	const areas =
		contract.value?.safeAreas[platform ?? platformAtWork.value ?? "short-video-carousel"];
	return areas === undefined ? [] : [...areas.covered, ...areas.cropped];
}
