/** The direction of a slide or of the content of a layer, by the paragraphs in it. */
import { childrenOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { CanvasShape } from "../../contract/enums.js";
import type { TextBlock } from "../../contract/render-request.js";
import { isOmitted } from "../scene/omitted.js";
import { richTextSays } from "../text/rich/rich-text.js";
import { paragraphDirection } from "../text/unicode/bidi.js";

/** A text that is drawn. */
export interface TextAt {
	/** JSON pointer. */
	readonly path: string;
	readonly layer: TextBlock;
	/** Its own language, or that of the nearest layer around it that has one. */
	readonly lang: string | undefined;
}

/**
 * The texts of some layers that are drawn, in their order.
 * @param path JSON pointer of the list
 * @param lang language around them
 */
export function textsOf(
	layers: readonly Layer[],
	path: string,
	shape: CanvasShape,
	lang?: string,
): TextAt[] {
	return layers.flatMap((layer, i): TextAt[] => {
		if (isOmitted(layer, shape)) return [];
		const at = `${path}/${i}`;
		if (layer.type === "text") return [{ path: at, layer, lang: layer.lang ?? lang }];
		const inside = "lang" in layer ? (layer.lang ?? lang) : lang;
		return textsOf(childrenOf(layer), `${at}/children`, shape, inside);
	});
}

/** A handle, an e-mail address or a URL alone, which has Latin letters in any language. */
const ADDRESS =
	/^\s*(?:@[\w.-]+|[\w.+-]+@[\w.-]+|(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:\/\S*)?)\s*$/;

/** Whether content runs from right to left. @param texts decide if `dir` is auto */
export function isRtl(
	dir: "ltr" | "rtl" | "auto",
	texts: () => readonly Pick<TextBlock, "text" | "richText">[],
): boolean {
	if (dir !== "auto") return dir === "rtl";
	let [rtl, all] = [0, 0];
	for (const block of texts()) {
		for (const paragraph of plainTextOf(block).split("\n")) {
			if (!/\p{L}/u.test(paragraph) || ADDRESS.test(paragraph)) continue;
			all++;
			if (paragraphDirection(paragraph) === "rtl") rtl++;
		}
	}
	return rtl * 2 > all;
}

/** A text without its markup. */
const plainTextOf = ({ richText, text }: Pick<TextBlock, "text" | "richText">): string =>
	richText ? richTextSays(richText) : (text ?? "");
