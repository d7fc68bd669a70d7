import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import { writeVisible } from "../compose/visible.js";
import type { Bitmap } from "../images/bitmap.js";
import { upright } from "../paint/build.js";
import { escapeXml } from "../paint/escape-xml.js";
import { type PaintNode, picturesOf, type ShadeNode } from "../paint/node.js";
import { imageElement, SVG_NAMESPACES } from "../paint/svg-writer.js";
import type { Size } from "../scene/geometry.js";
import type { Scene, SceneText } from "../scene/scene.js";
import type { FontLibrary } from "../text/fonts/library.js";
import type { Stepper } from "./stepper.js";
import { layOutText, type TextLayout } from "./text/layout.js";
import { textPaints } from "./text/text.js";

/** Everything that the foreground needs, resolved before drawing starts. */
export interface ForegroundParts {
	readonly fonts: FontLibrary;
	readonly stepper: Stepper | null;
	/** Called with each laid-out block; undefined if it has no text. */
	readonly onText?: (block: SceneText, layout: TextLayout | undefined) => void;
	/** Called with a JSON pointer and what its drawing costs beside that of its paints. */
	readonly spend: (path: string, nanoseconds: number) => void;
}

/**
 * Makes the paints of the foreground, in painting order: texts and stepper.
 * @param take called with the paints of each block and with the block (none for the stepper)
 * @param begin called before each block is laid out
 */
export function foregroundPaints(
	scene: Scene,
	parts: ForegroundParts,
	take: (paints: readonly PaintNode[], block?: SceneText) => void,
	begin: (block: SceneText) => void,
): void {
	const slide = { x: 0, y: 0, width: scene.width, height: scene.height };
	for (const block of scene.texts) {
		begin(block);
		const layout = layOutText(block, parts.fonts);
		parts.onText?.(block, layout);
		if (!layout) continue;
		const spend = (nanoseconds: number) => parts.spend(block.path, nanoseconds);
		take(textPaints(layout, slide, undefined, spend), block);
	}
	take(parts.stepper?.paint ? [parts.stepper.paint] : []);
}

/** A picture as a URL for an `href`. */
export type ToDataUrl = (picture: Bitmap | ShadeNode) => Promise<string>;

/**
 * The whole slide as a self-contained SVG document in UTF-8.
 * @param image size of the image, pixels
 * @param alt alternative text; its first line is the title
 */
export async function slideDocument(
	scene: Scene,
	background: Bitmap | null,
	paints: readonly PaintNode[],
	toDataUrl: ToDataUrl,
	alt = "",
	image: Size = scene,
): Promise<Buffer> {
	const { width, height, backgroundColor, transparent } = scene;
	// Because of the rounding to whole pixels, the image may have a slightly different aspect ratio.
	const stretch = image.width === width ? "" : ' preserveAspectRatio="none"';
	const parts = [
		`<svg ${SVG_NAMESPACES} width="${image.width}" height="${image.height}" viewBox="0 0 ${width} ${height}"${stretch}>`,
	];
	if (alt !== "") parts.push(description(alt));
	if (!transparent)
		parts.push(`<rect width="${width}" height="${height}" fill="${backgroundColor}"/>`);
	let length = 0;
	const add = (markup: string) => {
		length += markup.length;
		if (length > LIMITS.maxSlideBytes) {
			const details = { maxSlideBytes: LIMITS.maxSlideBytes };
			throw new ServiceError("answer_too_large", { details });
		}
		parts.push(markup);
	};
	const slide = { x: 0, y: 0, width, height };
	if (background) add(imageElement(upright(slide), await toDataUrl(background)));
	for (const paint of paints) {
		const urls = new Map<Bitmap | ShadeNode, string>();
		for (const picture of picturesOf(paint))
			if (!urls.has(picture)) urls.set(picture, await toDataUrl(picture));
		add(writeVisible([paint], slide, (picture) => urls.get(picture)!));
	}
	parts.push("</svg>");
	// Encoded part by part, because a large document would not fit into the heap twice.
	return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/** Title and description of a document, which screen readers read. */
function description(alt: string): string {
	const text = escapeXml(alt);
	return `<title>${text.split("\n", 1)[0]}</title><desc>${text}</desc>`;
}
