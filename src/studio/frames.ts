/** Areas that apps cover or crop. Only a hint, because apps change. */
import { platformAtWork } from "./platforms.js";
import { type CoveredArea, contract } from "./schema.js";

/**
 * Areas that the platform's app covers or crops; empty if it shows the whole image.
 * @param platform the document's; undefined if it has several: the shown one is used
 */
export function frameOf(platform: string | undefined): readonly CoveredArea[] {
	const areas =
		contract.value?.safeAreas[platform ?? platformAtWork.value ?? "short-video-carousel"];
	return areas === undefined ? [] : [...areas.covered, ...areas.cropped];
}
