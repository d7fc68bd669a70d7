import type { MeasuredText } from "../../contract/measure-response.js";
import type { Box } from "../scene/geometry.js";
import type { SceneText } from "../scene/scene.js";
import type { TextLayout } from "../svg/text/layout.js";
import { preview, previewBox, previewRectangle } from "./units.js";

/**
 * A laid-out text block in the format of the contract.
 * @param asked font size in the document, pixels
 */
export function measuredText(layout: TextLayout, ink: Box | null, asked: number): MeasuredText {
	const { block, box, lines } = layout;
	return {
		box: previewBox(box),
		ink: ink && previewRectangle(ink),
		fontSize: preview(block.fontSize),
		...(block.fontSize < asked && block.maxFontSize <= asked && { shrunkFrom: preview(asked) }),
		lines: lines.map(({ line, x, top, height }) => ({
			text: line.text,
			x: preview(x),
			y: preview(top),
			width: preview(line.width),
			height: preview(height),
			direction: line.direction,
			broken: line.broken,
		})),
		truncated: lines.some(({ line }) => line.truncated),
		contrast: null,
	};
}

/** A text block without content: where it would start, and its given size. */
export function emptyText(block: SceneText): MeasuredText {
	const { x, y, width, height, rotation } = block;
	return {
		box: previewBox({ x, y, width: width ?? 0, height, rotation }),
		ink: null,
		fontSize: preview(block.fontSize),
		lines: [],
		truncated: false,
		contrast: null,
	};
}
