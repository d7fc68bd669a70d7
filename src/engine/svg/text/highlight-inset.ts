/** The padding of a highlight around its lines. */
import type { SceneText } from "../../scene/scene.js";

/** Default padding of the highlight around a line, and radius of its corners, in em. */
export const HIGHLIGHT = { above: 0.08, side: 0.28, radius: 0.18 };

/** Radius of the highlight's corners, pixels. */
export const highlightRadius = (block: SceneText): number =>
	block.highlightRadius ?? HIGHLIGHT.radius * block.fontSize;

/** Padding of the highlight around a line, pixels. */
export function highlightPadding({ highlightPadding: asked, fontSize }: SceneText) {
	const [side, above] = asked ?? [HIGHLIGHT.side * fontSize, HIGHLIGHT.above * fontSize];
	return { side, above };
}

/** Distance between the letters of a block and the edges of its box, pixels. */
export function insetOf(block: SceneText): readonly [x: number, y: number] {
	if (block.style !== "highlight" || !block.highlightInside) return [0, 0];
	const { side, above } = highlightPadding(block);
	return [side, above];
}

/** A block whose box is reduced by the padding of its highlight. */
export function withoutInset(block: SceneText): SceneText {
	const [x, y] = insetOf(block);
	if (x === 0 && y === 0) return block;
	const narrow = (width: number) => Math.max(0, width - 2 * x);
	return {
		...block,
		// Values that depend on the font size depend on the requested one.
		highlightPadding: [x, y],
		x: block.x + x,
		y: block.y + y,
		width: block.width === null ? null : narrow(block.width),
		alignWidth: block.alignWidth === null ? null : narrow(block.alignWidth),
		wrapWidth: narrow(block.wrapWidth),
		height: Math.max(0, block.height - 2 * y),
	};
}
