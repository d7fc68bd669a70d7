/**
 * The parts of a picture that apps cover with buttons, captions and bars. From the platforms' own
 * advice on safe areas, rounded outwards, except those marked as estimates. Apps change, so the
 * areas are a hint.
 */
import type { CanvasId } from "./platforms.js";

/** A part of the slide, in percent of its width and height. */
export interface CoveredArea {
	readonly name: string;
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** A box in pixels, or in percent. */
interface Area {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const COVERED: Partial<Record<CanvasId, readonly CoveredArea[]>> = {
	"short-video-story": [
		{ name: "Top bar", left: 0, top: 0, width: 100, height: 11 },
		{ name: "Buttons", left: 86, top: 42, width: 14, height: 38 },
		{ name: "Caption", left: 0, top: 80, width: 100, height: 20 },
	],
	"photo-feed-story": [
		{ name: "Profile", left: 0, top: 0, width: 100, height: 14 },
		{ name: "Reply", left: 0, top: 83, width: 100, height: 17 },
	],
	"short-video-carousel": [
		{ name: "Buttons", left: 86, top: 40, width: 14, height: 45 },
		{ name: "Caption", left: 0, top: 85, width: 86, height: 15 },
	],
	// An estimate without a source: the duration of the video is in the lower right corner.
	"video-thumbnail": [{ name: "Duration", left: 84, top: 84, width: 16, height: 16 }],
	// An estimate without a source: the round portrait covers the lower left.
	"profile-banner": [{ name: "Portrait", left: 0, top: 55, width: 30, height: 45 }],
};

/** What the app of each platform covers; nothing for those that show the whole picture. */
export const coveredAreas = (platform: CanvasId): readonly CoveredArea[] => COVERED[platform] ?? [];

/** Profile grids show the middle 3:4 of a 4:5 post. */
const CROPPED: Partial<Record<CanvasId, readonly CoveredArea[]>> = {
	"photo-feed-post": [
		{ name: "Not in the grid", left: 0, top: 0, width: 3.1, height: 100 },
		{ name: "Not in the grid (right)", left: 96.9, top: 0, width: 3.1, height: 100 },
	],
};

/**
 * What the grid of a profile cuts off. The post itself shows it, so it is part of the safe area.
 */
export const croppedAreas = (platform: CanvasId): readonly CoveredArea[] => CROPPED[platform] ?? [];

/**
 * The largest rectangle without covered areas, which are all along an edge.
 * @param platform decides what is covered
 * @param width of the slide, in any unit
 * @param height of the slide, in the same unit
 */
export function safeArea(platform: CanvasId, width: number, height: number): Area {
	let [left, top, right, bottom] = [0, 0, 100, 100];
	for (const area of coveredAreas(platform)) {
		// If there is a choice, cut off the side that costs less of the slide.
		const along = area.width >= area.height ? "row" : "column";
		if (along === "row" && area.top === 0) top = Math.max(top, area.height);
		else if (along === "row") bottom = Math.min(bottom, area.top);
		else if (area.left === 0) left = Math.max(left, area.width);
		else right = Math.min(right, area.left);
	}
	return {
		x: (left / 100) * width,
		y: (top / 100) * height,
		width: ((right - left) / 100) * width,
		height: ((bottom - top) / 100) * height,
	};
}
