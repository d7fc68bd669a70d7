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
	"video-thumbnail": { name: "video thumbnail", width: 1280, height: 720, ratio: "16:9" },
	pin: { name: "pin", width: 1000, height: 1500, ratio: "2:3" },
	"wide-post": { name: "wide post", width: 1600, height: 900, ratio: "16:9" },
	"profile-banner": { name: "profile banner", width: 1500, height: 500, ratio: "3:1" },
} as const satisfies Record<string, Platform>);

export type PlatformId = keyof typeof PLATFORMS;
export const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[];

/** Pixels of the largest platform, without scale. */
export const MOST_PIXELS = Math.max(
	...Object.values(PLATFORMS).map(({ width, height }) => width * height),
);

/** The value of `platform` for a canvas whose size is in the document. */
export const CUSTOM = "custom";
/** A platform, or a custom canvas. */
export type CanvasId = PlatformId | typeof CUSTOM;
export const CANVAS_IDS: readonly CanvasId[] = [...PLATFORM_IDS, CUSTOM];

/** Width and height in export pixels. */
export interface CanvasSize {
	readonly width: number;
	readonly height: number;
}

/** The fields that determine the size of a canvas. */
export interface SizedCanvas {
	readonly platform: CanvasId;
	/** Size of a custom canvas. Export pixels. */
	readonly size?: CanvasSize | undefined;
}

/**
 * The size of a canvas.
 * @returns export pixels
 * @throws Error for a custom canvas without a size; validated documents have one
 */
export function canvasSize({ platform, size }: SizedCanvas): CanvasSize {
	if (platform !== CUSTOM) return PLATFORMS[platform];
	if (size === undefined) throw new Error("a custom canvas without a size");
	return size;
}

/**
 * The size of an image after scale: whole pixels, at least one.
 * @param canvas export pixels
 * @param scale output pixels per export pixel
 */
export const outputSize = ({ width, height }: CanvasSize, scale = 1): CanvasSize => ({
	width: Math.max(1, Math.round(width * scale)),
	height: Math.max(1, Math.round(height * scale)),
});
