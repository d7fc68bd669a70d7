import type { OutputFormat } from "./enums.js";

/** Media type of each image format. */
export const MEDIA_TYPES = Object.freeze({
	png: "image/png",
	svg: "image/svg+xml",
	jpeg: "image/jpeg",
	webp: "image/webp",
} as const satisfies Record<OutputFormat, string>);

/** Media type of each format that contains all slides. */
export const PDF_TYPE = "application/pdf";

export type ImageType = (typeof MEDIA_TYPES)[OutputFormat];
export const IMAGE_TYPES = Object.values(MEDIA_TYPES) as ImageType[];

/** Lossy formats: `quality` and `maxBytes` apply to them. */
export const LOSSY_FORMATS = ["jpeg", "webp"] as const satisfies readonly OutputFormat[];
export type LossyFormat = (typeof LOSSY_FORMATS)[number];

/** Whether `quality` and `maxBytes` apply to a format. */
export const isLossy = (format: string): format is LossyFormat =>
	(LOSSY_FORMATS as readonly string[]).includes(format);

/** Whether pictures of a format are pixels rather than vectors or pages. */
export const isPixels = (format: string): format is PixelFormat =>
	(PIXEL_FORMATS as readonly string[]).includes(format);
export const PIXEL_FORMATS = ["png", ...LOSSY_FORMATS] as const satisfies readonly OutputFormat[];
export type PixelFormat = (typeof PIXEL_FORMATS)[number];

/** Default quality of a lossy picture. */
export const DEFAULT_QUALITY = 90;
