import { nearest } from "../base/nearest.js";

/** Export pixels per preview pixel is 1 / PREVIEW_SCALE. */
export const PREVIEW_SCALE = 0.375;

export interface Platform {
	readonly name: string;
	/** Export width in pixels. */
	readonly width: number;
	/** Export height in pixels. */
	readonly height: number;
	readonly ratio: string;
	/** What networks call pictures of this size. */
	readonly usedFor: readonly string[];
}

export const PLATFORMS = Object.freeze({
	"short-video-carousel": {
		name: "short video carousel",
		width: 1080,
		height: 1350,
		ratio: "4:5",
		usedFor: ["TikTok photo carousel"],
	},
	"short-video-story": {
		name: "short video story",
		width: 1080,
		height: 1920,
		ratio: "9:16",
		usedFor: ["TikTok video cover", "YouTube Short cover", "Snapchat story"],
	},
	"photo-feed-post": {
		name: "photo feed post",
		width: 1080,
		height: 1350,
		ratio: "4:5",
		usedFor: ["Instagram post", "Instagram feed", "Instagram carousel", "Threads post"],
	},
	"photo-feed-square": {
		name: "photo feed square",
		width: 1080,
		height: 1080,
		ratio: "1:1",
		usedFor: ["Instagram square", "Facebook post", "Bluesky post"],
	},
	"photo-feed-story": {
		name: "photo feed story",
		width: 1080,
		height: 1920,
		ratio: "9:16",
		usedFor: ["Instagram story", "Instagram reel cover", "Facebook story", "WhatsApp status"],
	},
	"professional-post": {
		name: "professional post",
		width: 1200,
		height: 1200,
		ratio: "1:1",
		usedFor: ["LinkedIn post", "LinkedIn square"],
	},
	"professional-portrait": {
		name: "professional portrait",
		width: 1080,
		height: 1350,
		ratio: "4:5",
		usedFor: ["LinkedIn carousel", "LinkedIn document", "LinkedIn portrait"],
	},
	"link-preview": {
		name: "link preview",
		width: 1200,
		height: 630,
		ratio: "1.91:1",
		usedFor: ["Open Graph image", "og:image", "social card", "Twitter card", "Facebook link"],
	},
	"video-thumbnail": {
		name: "video thumbnail",
		width: 1280,
		height: 720,
		ratio: "16:9",
		usedFor: ["YouTube thumbnail", "Vimeo thumbnail"],
	},
	pin: { name: "pin", width: 1000, height: 1500, ratio: "2:3", usedFor: ["Pinterest pin"] },
	"wide-post": {
		name: "wide post",
		width: 1600,
		height: 900,
		ratio: "16:9",
		usedFor: ["X post", "Twitter post", "Mastodon post"],
	},
	"profile-banner": {
		name: "profile banner",
		width: 1500,
		height: 500,
		ratio: "3:1",
		usedFor: ["X header", "Twitter header", "LinkedIn banner", "profile cover"],
	},
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

/** Longest name of a platform that is compared. Characters. */
const MAX_NAME_LENGTH = 64;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9.]+/g) ?? [];

/**
 * The platform that was probably meant by what a network calls it ("instagram-story"), by its size
 * ("1080x1920"), its ratio ("9:16"), or a misspelt name.
 * @returns undefined if nothing comes near
 */
export function meantPlatform(name: string): CanvasId | undefined {
	if (name.length > MAX_NAME_LENGTH) return undefined;
	const [misspelt] = nearest(name, CANVAS_IDS, 1) as CanvasId[];
	if (misspelt !== undefined) return misspelt;
	const asked = new Set(wordsOf(name));
	let best: { readonly id: PlatformId; readonly share: number } | undefined;
	for (const id of PLATFORM_IDS) {
		const { width, height, ratio, name: own, usedFor } = PLATFORMS[id];
		for (const words of [own, ...usedFor, `${width}x${height}`, ratio].map(wordsOf)) {
			const same = words.filter((word) => asked.has(word)).length;
			// Of all words of both; a network alone is enough if nothing fits better.
			const share = same / new Set([...words, ...asked]).size;
			if (share > (best?.share ?? 0)) best = { id, share };
		}
	}
	return best?.id;
}

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
