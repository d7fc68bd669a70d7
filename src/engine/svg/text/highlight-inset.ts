/** The room that a highlight takes around its lines. */
import type { SceneText } from "../../scene/scene.js";

/** Room of the highlight around a line, in em, and the radius of its corners. */
export const HIGHLIGHT = { above: 0.08, side: 0.28, radius: 0.18 };

/** Radius of the highlight's corners, pixels. */
export const highlightRadius = (block: SceneText): number =>
	block.highlightRadius ?? HIGHLIGHT.radius * block.fontSize;

/** Room of the highlight around a line, pixels. */
export function highlightPadding({ highlightPadding: asked, fontSize }: SceneText) {
	const [side, above] = asked ?? [HIGHLIGHT.side * fontSize, HIGHLIGHT.above * fontSize];
	return { side, above };
}

/** How far the letters of a block stand from the edges of its box, pixels. */
export function insetOf(block: SceneText): readonly [x: number, y: number] {
	if (block.style !== "highlight" || !block.highlightInside) return [0, 0];
	const { side, above } = highlightPadding(block);
	return [side, above];
}

/** A block with the room that its highlight leaves to its letters. */
export function withoutInset(block: SceneText): SceneText {
	const [x, y] = insetOf(block);
	if (x === 0 && y === 0) return block;
	const narrow = (width: number) => Math.max(0, width - 2 * x);
	return {
		...block,
		// What the size decides is decided by the one that is asked for.
		highlightPadding: [x, y],
		x: block.x + x,
		y: block.y + y,
		width: block.width === null ? null : narrow(block.width),
		alignWidth: block.alignWidth === null ? null : narrow(block.alignWidth),
		wrapWidth: narrow(block.wrapWidth),
		height: Math.max(0, block.height - 2 * y),
	};
}
