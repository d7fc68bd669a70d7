/**
 * The layout of layers: CSS flexbox and absolute positioning, with Chromium as the reference. It
 * works with boxes and numbers only.
 */
import type { LayoutInput, LayoutNote, PlacedBox, TextSize } from "./box.js";
import { layOutColumn } from "./column.js";
import { contentWidths } from "./content-widths.js";
import type { ContentWidths, Context, LaidOut, Space } from "./context.js";
import { layOutFitting } from "./fit-content.js";
import { gridWidths, layOutGrid } from "./grid.js";
import { clamp } from "./lengths.js";
import type { Node } from "./node.js";
import { placeOutOfFlow } from "./out-of-flow.js";
import { inSlide } from "./place.js";
import { prepare } from "./prepare.js";
import { layOutRow } from "./row.js";

export interface LayoutResult<R, M extends TextSize = TextSize> {
	/** The top-level boxes in the order given. */
	readonly boxes: readonly PlacedBox<R, M>[];
	/** Fields that have no effect. */
	readonly notes: readonly LayoutNote<R>[];
}

/**
 * Lays out the boxes of one slide. Texts are measured once per width.
 * @param input lengths between −1e7 and 1e7 preview pixels, numbers finite.
 * @returns places in slide coordinates, not rounded, in the order of the document.
 * @throws what `measure` or `minContent` throws.
 */
export function layOutBoxes<R, M extends TextSize>(input: LayoutInput<R, M>): LayoutResult<R, M> {
	const notes: LayoutNote<R>[] = [];
	const context = newContext<R, M>();
	const slide = { x: 0, y: 0, ...input.slide };
	const boxes = prepare(input.boxes, notes).map((node) => {
		const parent = node.box.within === "safeArea" ? input.safeArea : slide;
		return inSlide(placeOutOfFlow(node, parent, context), parent, input.dir, context);
	});
	return { boxes, notes };
}

/** Caches results, because nested stacks ask for the same layout several times. */
function newContext<R, M extends TextSize>(isLowest = false): Context<R, M> {
	const spaces = new Map<Node<R, M>, Map<string, LaidOut<R, M>>>();
	const widths = new Map<Node<R, M>, Map<number | undefined, ContentWidths>>();
	let lowest: Context<R, M> | undefined;
	const context: Context<R, M> = {
		get lowest() {
			lowest ??= isLowest ? context : newContext<R, M>(true);
			return lowest;
		},
		layOut: (node, space) => {
			const { width, height, limits, breakAt, columns } = space;
			const inside = columns ? `${columns.starts} ${columns.sizes}` : "";
			const key =
				height === undefined
					? `${width} ${limits.min} ${limits.max} ${breakAt} ${inside}`
					: `${width}x${height} ${inside}`;
			return remember(spaces, node, key, () => layOutNode(node, space, context));
		},
		contentWidths: (node, height) => {
			const follows = node.widthFollowsHeight || node.ratio !== undefined;
			const used = follows ? height : undefined;
			return remember(widths, node, used, () => {
				const own = node.grid
					? gridWidths(node, node.grid, context)
					: contentWidths(node, used, context);
				return node.fit ? { ...own, min: node.edges.x } : own;
			});
		},
	};
	return context;
}

function remember<A, K, V>(memory: Map<A, Map<K, V>>, of: A, key: K, compute: () => V): V {
	let values = memory.get(of);
	if (!values) {
		values = new Map();
		memory.set(of, values);
	}
	let value = values.get(key);
	if (value === undefined) {
		value = compute();
		values.set(key, value);
	}
	return value;
}

function layOutNode<R, M extends TextSize>(
	node: Node<R, M>,
	space: Space,
	context: Context<R, M>,
): LaidOut<R, M> {
	const { box } = node;
	if (node.fit) return layOutFitting(node, node.fit, space, context);
	if ("children" in box) {
		const stack = node.grid
			? layOutGrid(node, node.grid, space, context)
			: node.row
				? layOutRow(node, space, context)
				: layOutColumn(node, space, context);
		if (!box.clip) return stack;
		// A baseline that is clipped is at the edge.
		const inside = (baseline: number | undefined) =>
			baseline === undefined ? undefined : clamp(baseline, { min: 0, max: stack.height });
		return {
			...stack,
			baseline: inside(stack.baseline),
			lastBaseline: inside(stack.lastBaseline),
		};
	}
	const { edges } = node;
	const limit = space.height === undefined ? space.limits.max - edges.y : undefined;
	const text = node.text?.at(Math.max(0, space.width - edges.x), limit);
	const follows = node.text?.followsHeight && context.lowest === context;
	const content = follows
		? edges.y
		: text
			? text.height + edges.y
			: Math.max(edges.y, node.defaultSize.height);
	return {
		width: space.width,
		height: space.height ?? clamp(content, space.limits),
		baseline: text && edges.top + text.baseline,
		lastBaseline: text && edges.top + text.lastBaseline,
		text,
		children: [],
	};
}
