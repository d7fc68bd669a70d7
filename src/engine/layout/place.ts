/**
 * Converts positions relative to a parent into positions on the slide, and adds absolute children.
 */
import type { PlacedBox, Rect, TextSize } from "./box.js";
import type { Context, Placed } from "./context.js";
import { areaOf } from "./grid.js";
import { mirrorInside } from "./mirror.js";
import type { Node } from "./node.js";
import { placeOutOfFlow } from "./out-of-flow.js";

/**
 * @param parent box that `placed` is relative to, in slide coordinates.
 * @param dir of the parent; rtl: x counts from the right.
 */
export function inSlide<R, M extends TextSize>(
	{ node: placed, x, y, laidOut }: Placed<R, M>,
	parent: Rect,
	dir: "ltr" | "rtl",
	context: Context<R, M>,
): PlacedBox<R, M> {
	const { width, height, text, scaled } = laidOut;
	const node = scaled?.node ?? placed;
	const inside = node.box.dir ?? dir;
	const within = (outer: Rect, inner: Rect, direction = inside): Rect => {
		const local = direction === "rtl" ? mirrorInside(inner, outer.width) : inner;
		return { ...local, x: outer.x + local.x, y: outer.y + local.y };
	};
	const box = within(parent, { x, y, width, height }, dir);
	const { edges, border } = node;
	const content = within(box, {
		x: edges.left,
		y: edges.top,
		width: Math.max(0, width - edges.x),
		height: Math.max(0, height - edges.y),
	});
	const paddingBox = within(box, {
		x: border[3],
		y: border[0],
		width: Math.max(0, width - border[1] - border[3]),
		height: Math.max(0, height - border[0] - border[2]),
	});
	const placeAbsolute = (child: Node<R, M>): PlacedBox<R, M> => {
		const area = areaOf(child, node, laidOut);
		const around = area ? within(box, area) : paddingBox;
		return inSlide(placeOutOfFlow(child, around, context), around, inside, context);
	};
	const flow = laidOut.children.values();
	const children = node.children.map((child) =>
		child.inFlow ? inSlide(flow.next().value!, box, inside, context) : placeAbsolute(child),
	);
	return {
		ref: node.box.ref,
		...box,
		content,
		...(text && { text }),
		...(scaled && { fits: scaled.fits }),
		children,
	};
}
