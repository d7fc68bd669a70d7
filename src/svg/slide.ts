import { LIMITS } from "../contract/limits.js";
import { ServiceError } from "../errors/errors.js";
import type { Bitmap } from "../images/bitmap.js";
import type { Scene, SceneText } from "../scene/scene.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { freeDrawn } from "./native-memory.js";
import { imageMarkup, type Paint, type ShadePaint, SVG_NAMESPACES, upright } from "./paint.js";
import type { Stepper } from "./stepper.js";
import { layOutText, type TextLayout } from "./text/layout.js";
import { textPaints } from "./text/text.js";

/** What the foreground needs, resolved before drawing starts: drawing reads nothing else. */
export interface ForegroundParts {
	readonly fonts: FontLibrary;
	readonly stepper: Stepper | null;
	/** Told of each block when it is laid out; undefined: it says nothing. */
	readonly onText?: (block: SceneText, layout: TextLayout | undefined) => void;
}

/**
 * What stands on the slide's pictures, in the order of painting: texts and stepper.
 * @param take is given the paints of each block when it is laid out, and its position; the
 *   stepper's have none
 * @param begin is told the position of each block before it is laid out
 */
export async function foregroundPaints(
	scene: Scene,
	parts: ForegroundParts,
	take: (paints: readonly Paint[], position?: number) => void = () => {},
	begin: (position: number) => void = () => {},
): Promise<Paint[]> {
	const slide = { x: 0, y: 0, width: scene.width, height: scene.height };
	const paints: Paint[] = [];
	let drawn = 0;
	for (const [position, block] of scene.texts.entries()) {
		begin(position);
		const layout = layOutText(block, parts.fonts);
		parts.onText?.(block, layout);
		if (!layout) continue;
		const added = textPaints(layout, slide);
		for (const paint of added) if (paint.kind === "vector") drawn += paint.markup.length;
		paints.push(...added);
		take(added, position);
		drawn = await freeDrawn(drawn);
	}
	const stepper = parts.stepper?.paint ? [parts.stepper.paint] : [];
	paints.push(...stepper);
	take(stepper);
	return paints;
}

/** A picture as a URL that an `href` can carry. */
export type ToDataUrl = (picture: Bitmap | ShadePaint) => Promise<string>;

/** The whole slide as an SVG document that stands alone, in UTF-8. */
export async function slideDocument(
	scene: Scene,
	background: Bitmap | null,
	paints: readonly Paint[],
	toDataUrl: ToDataUrl,
): Promise<Buffer> {
	const { width, height } = scene;
	const parts = [
		`<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
		`<rect width="${width}" height="${height}" fill="${scene.backgroundColor}"/>`,
	];
	let length = 0;
	const add = (markup: string) => {
		length += markup.length;
		if (length > LIMITS.maxSlideBytes) {
			const details = { maxSlideBytes: LIMITS.maxSlideBytes };
			throw new ServiceError("answer_too_large", { details });
		}
		parts.push(markup);
	};
	if (background)
		add(imageMarkup(upright({ x: 0, y: 0, width, height }), await toDataUrl(background)));
	for (const paint of paints) {
		add(
			paint.kind === "vector"
				? paint.markup
				: imageMarkup(paint.place, await toDataUrl(paint.kind === "bitmap" ? paint.bitmap : paint)),
		);
	}
	parts.push("</svg>");
	// As bytes part by part: a large document would not fit into the heap twice.
	return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
