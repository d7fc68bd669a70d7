import { isUnscaled, type OutputScale, toOutput } from "../scene/output-scale.js";
import type { PaintNode } from "./node.js";

/** Nodes of the slide in pixels of the image. The scale does not isolate blend modes. */
export function scaledNodes(nodes: readonly PaintNode[], scale: OutputScale): readonly PaintNode[] {
	if (isUnscaled(scale)) return nodes;
	return nodes.map((node) => ({
		kind: "group",
		children: [node],
		matrix: [scale.x, 0, 0, scale.y, 0, 0],
		isSlideScale: true,
		bounds: toOutput(node.bounds, scale),
	}));
}
