/**
 * Decides which layers and slides are left out: by `showIf`, `hideIf`, `only`, or because they have
 * no content.
 */
import { isShownOn } from "../../base/canvas-shape.js";
import type { Layer } from "../../contract/document/layers.js";
import type { CanvasShape } from "../../contract/enums.js";

/** Conditions of a layer or of a slide. */
export interface Conditions {
	readonly showIf?: string | undefined;
	readonly hideIf?: string | undefined;
	readonly only?: readonly CanvasShape[] | undefined;
}

/** Values that count as false. */
const isFalse = (value: string) => value === "" || value === "false";

/** Whether the conditions leave an element out. @param shape of the canvas */
export function isLeftOut({ showIf, hideIf, only }: Conditions, shape?: CanvasShape): boolean {
	if (showIf !== undefined && isFalse(showIf)) return true;
	if (hideIf !== undefined && !isFalse(hideIf)) return true;
	return only !== undefined && shape !== undefined && !isShownOn(only, shape);
}

/**
 * Whether a layer is not drawn and takes no space, because of its conditions or because it has no
 * content.
 */
export function isOmitted(layer: Layer, shape: CanvasShape): boolean {
	if (isLeftOut(layer, shape)) return true;
	if (layer.type === "text") return !layer.text && !layer.richText && !layer.emoji;
	return layer.type === "image" && layer.src === "";
}
