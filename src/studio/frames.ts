/** What the apps lay over a picture, and what their grids leave out: a hint, as apps change. */
import { type CoveredArea, contract } from "./schema.js";

/** What a platform's app covers; nothing for those that show the whole picture. */
export function frameOf(platform: string | undefined): readonly CoveredArea[] {
	const areas = contract.value?.safeAreas[platform ?? "short-video-carousel"];
	return areas === undefined ? [] : [...areas.covered, ...areas.cropped];
}
