/** Export pixels per preview pixel is 1 / PREVIEW_SCALE. */
export const PREVIEW_SCALE = 0.375;

export interface Platform {
	readonly name: string;
	/** Export width in pixels. */
	readonly width: number;
	/** Export height in pixels. */
	readonly height: number;
	readonly ratio: string;
}

export const PLATFORMS = Object.freeze({
	"short-video-carousel": { name: "short video carousel", width: 1080, height: 1350, ratio: "4:5" },
	"short-video-story": { name: "short video story", width: 1080, height: 1920, ratio: "9:16" },
	"photo-feed-post": { name: "photo feed post", width: 1080, height: 1350, ratio: "4:5" },
	"photo-feed-square": { name: "photo feed square", width: 1080, height: 1080, ratio: "1:1" },
	"photo-feed-story": { name: "photo feed story", width: 1080, height: 1920, ratio: "9:16" },
	"professional-post": { name: "professional post", width: 1200, height: 1200, ratio: "1:1" },
	"professional-portrait": {
		name: "professional portrait",
		width: 1080,
		height: 1350,
		ratio: "4:5",
	},
	"link-preview": { name: "link preview", width: 1200, height: 630, ratio: "1.91:1" },
} as const satisfies Record<string, Platform>);

export type PlatformId = keyof typeof PLATFORMS;
export const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[];
