import type { Scene } from "../scene/scene.js";
import type { FontLibrary } from "../text/fonts/library.js";
import type { EmbedImage, OverlayImage, PlacedImage } from "./images.js";
import { num, rotation } from "./markup.js";
import type { Stepper } from "./stepper.js";
import { textMarkup } from "./text.js";

/** What a slide needs, resolved before drawing starts: drawing reads nothing else. */
export interface SlideParts {
	readonly fonts: FontLibrary;
	/** The background image; null: none, or drawn below the SVG by the caller. */
	readonly background: PlacedImage | null;
	/** The overlays that are to be seen, in the order of painting. */
	readonly overlays: readonly OverlayImage[];
	readonly stepper: Stepper | null;
	readonly embed: EmbedImage;
}

/**
 * The whole slide as a document that stands alone.
 * @param opaque false leaves out the background, for a caller that has painted it
 */
export function slideSvg(scene: Scene, parts: SlideParts, opaque: boolean): string {
	const { width, height } = scene;
	const context = {
		fonts: parts.fonts,
		slide: { x: 0, y: 0, width, height },
		embed: parts.embed,
	};
	let body = "";
	if (opaque) body += `<rect width="${width}" height="${height}" fill="${scene.backgroundColor}"/>`;
	if (parts.background) body += imageMarkup(parts.background);
	for (const overlay of parts.overlays)
		body += imageMarkup(overlay, rotation(overlay.rotation, overlay.centerX, overlay.centerY));
	for (const block of scene.texts) body += textMarkup(block, context);
	if (parts.stepper) body += parts.stepper.markup;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

const imageMarkup = ({ href, x, y, width, height }: PlacedImage, transform = "") =>
	`<image x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" preserveAspectRatio="none"${transform} href="${href}"/>`;
