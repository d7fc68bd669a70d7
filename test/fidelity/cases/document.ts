/** The type of the compared documents, and shorthand functions to create them. */
import type { PlatformId } from "../../../src/contract/platforms.js";
import type { Slide, TextBlock } from "../../../src/contract/render-request.js";

export interface FidelityDocument {
	readonly name: string;
	readonly platform: PlatformId;
	readonly slide: Slide;
}

/** A square slide of layers. */
export interface LayersCase {
	readonly name: string;
	readonly slide: Slide;
}

/** A square slide with some blocks on a dark background. */
export function document(name: string, ...textBlocks: TextBlock[]): FidelityDocument {
	return {
		name,
		platform: "photo-feed-square",
		slide: { backgroundColor: "#1d3557", textBlocks },
	};
}

export const plain = (name: string, text: string, block: TextBlock = {}) =>
	document(name, { x: 20, y: 20, fontSize: 28, ...block, text });
export const rich = (name: string, richText: string, block: TextBlock = {}) =>
	document(name, { x: 20, y: 20, fontSize: 28, ...block, richText });
