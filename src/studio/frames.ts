/**
 * What the apps lay over a picture: their buttons, captions and bars. Shares of
 * the slide in percent, from the platforms' own advice on safe areas, rounded
 * outwards; apps change, so it is a hint and nothing more.
 */
export interface CoveredArea {
	readonly name: string;
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

const VIDEO_STORY: readonly CoveredArea[] = [
	{ name: "Top bar", left: 0, top: 0, width: 100, height: 11 },
	{ name: "Buttons", left: 86, top: 42, width: 14, height: 38 },
	{ name: "Caption", left: 0, top: 80, width: 100, height: 20 },
];
const PHOTO_STORY: readonly CoveredArea[] = [
	{ name: "Profile", left: 0, top: 0, width: 100, height: 14 },
	{ name: "Reply", left: 0, top: 83, width: 100, height: 17 },
];
const VIDEO_CAROUSEL: readonly CoveredArea[] = [
	{ name: "Buttons", left: 86, top: 40, width: 14, height: 45 },
	{ name: "Caption", left: 0, top: 85, width: 86, height: 15 },
];
/** Profile grids show the middle 3:4 of a 4:5 post since posts are shown taller than square. */
const GRID_SIDES: readonly CoveredArea[] = [
	{ name: "Not in the grid", left: 0, top: 0, width: 3.1, height: 100 },
	{ name: "Not in the grid (right)", left: 96.9, top: 0, width: 3.1, height: 100 },
];

const FRAMES: Readonly<Record<string, readonly CoveredArea[]>> = {
	"short-video-story": VIDEO_STORY,
	"short-video-carousel": VIDEO_CAROUSEL,
	"photo-feed-story": PHOTO_STORY,
	"photo-feed-post": GRID_SIDES,
};

/** What a platform's app covers; nothing for those that show the whole picture. */
export const frameOf = (platform: string | undefined): readonly CoveredArea[] =>
	FRAMES[platform ?? "short-video-carousel"] ?? [];
