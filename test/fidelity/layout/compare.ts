/** Compares our boxes with Chromium's. */
import { layOutBoxes, type PlacedBox, type Rect } from "../../../src/engine/layout/index.js";
import { type Sample, type SampleBox, type SampleRef, sampleBoxes } from "./sample.js";

/** Half a preview pixel. */
export const TOLERANCE = 0.5;

export interface Comparison {
	/** Whether Chromium's boxes stay inside their stacks' padding. */
	readonly fits: boolean;
	/** Largest difference of an edge or a side. */
	readonly worst: number;
	/** Index of the first box that differs, or −1. */
	readonly first: number;
}

/** Our boxes in document order. */
export function ourBoxes(sample: Sample, onMeasure?: () => void): Rect[] {
	const found: Rect[] = [];
	const visit = ({ ref, x, y, width, height, children }: PlacedBox<SampleRef>) => {
		found[ref.index] = { x, y, width, height };
		for (const child of children) visit(child);
	};
	const { boxes } = layOutBoxes({ ...sample, boxes: sampleBoxes(sample.boxes, onMeasure) });
	for (const box of boxes) visit(box);
	return found;
}

export function compare(
	sample: Sample,
	ours: readonly Rect[],
	theirs: readonly Rect[],
): Comparison {
	const differences = theirs.map((box, index) => difference(box, ours[index]!));
	return {
		fits: contentFits(sample, theirs),
		worst: Math.max(...differences),
		first: differences.findIndex((value) => !(value <= TOLERANCE)),
	};
}

function difference(a: Rect, b: Rect): number {
	return Math.max(
		Math.abs(a.x - b.x),
		Math.abs(a.y - b.y),
		Math.abs(a.width - b.width),
		Math.abs(a.height - b.height),
	);
}

/** Whether every child in the flow is inside its stack's content box. */
function contentFits(sample: Sample, boxes: readonly Rect[]): boolean {
	let index = 0;
	let fits = true;
	const visit = (box: SampleBox, parent: { box: SampleBox; rect: Rect } | undefined) => {
		const rect = boxes[index++]!;
		if (parent && box.position !== "absolute")
			fits &&= inside(rect, contentBox(parent.box, parent.rect, sample.dir));
		if ("children" in box) for (const child of box.children) visit(child, { box, rect });
	};
	for (const box of sample.boxes) visit(box, undefined);
	return fits;
}

function contentBox({ padding, border = 0 }: SampleBox, rect: Rect, dir: Sample["dir"]): Rect {
	const [top, right, bottom, left] = [0, 1, 2, 3].map(
		(side) => (padding?.[side] ?? 0) + (typeof border === "number" ? border : border[side]!),
	) as [number, number, number, number];
	return {
		x: rect.x + (dir === "rtl" ? right : left),
		y: rect.y + top,
		width: rect.width - left - right,
		height: rect.height - top - bottom,
	};
}

const inside = (inner: Rect, outer: Rect) =>
	inner.x >= outer.x - TOLERANCE &&
	inner.y >= outer.y - TOLERANCE &&
	inner.x + inner.width <= outer.x + outer.width + TOLERANCE &&
	inner.y + inner.height <= outer.y + outer.height + TOLERANCE;
