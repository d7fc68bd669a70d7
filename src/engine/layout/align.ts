/** Positions of children on the cross axis of their stack. */
import type { Align, TextSize } from "./box.js";
import type { LaidOut } from "./context.js";
import type { Node } from "./node.js";

export interface AlignedLine {
	/** Size on the cross axis. */
	readonly size: number;
	/** Distance from the start of the line to the common baseline of its children. */
	readonly ascent: number;
	/** Distance from their common last baseline to the end of the line. */
	readonly descent: number;
}

/** The baseline of a box without text is its bottom edge. */
export const baselineOf = <R, M extends TextSize>({ baseline, height }: LaidOut<R, M>) =>
	baseline ?? height;

/** As `baselineOf`, of the last line. */
export const lastBaselineOf = <R, M extends TextSize>({ lastBaseline, height }: LaidOut<R, M>) =>
	lastBaseline ?? height;

/** @returns distance from the start of a line of a row. */
export function alignInLine<R, M extends TextSize>(
	{ align, margin }: Node<R, M>,
	laidOut: LaidOut<R, M>,
	line: AlignedLine,
): number {
	if (align === "baseline") return line.ascent - baselineOf(laidOut);
	if (align === "last-baseline") return line.size - line.descent - lastBaselineOf(laidOut);
	return margin.top + alignBox(align, laidOut.height + margin.y, line.size);
}

/** Height of a line that contains its children with their margins, and their common baselines. */
export function measureLine<R, M extends TextSize>(
	nodes: readonly Node<R, M>[],
	laidOut: readonly LaidOut<R, M>[],
): AlignedLine {
	let size = 0;
	const first = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };
	const last = { ...first };
	for (const [index, box] of laidOut.entries()) {
		const { align, margin } = nodes[index]!;
		if (align !== "baseline" && align !== "last-baseline") {
			size = Math.max(size, box.height + margin.y);
			continue;
		}
		const [line, baseline] =
			align === "baseline" ? [first, baselineOf(box)] : [last, lastBaselineOf(box)];
		line.above = Math.max(line.above, margin.top + baseline);
		line.below = Math.max(line.below, box.height + margin.y - margin.top - baseline);
	}
	return {
		size: Math.max(size, first.above + first.below, last.above + last.below),
		ascent: first.above,
		descent: last.below,
	};
}

/** @returns distance from the start of a line; negative if the box is larger than the line. */
export function alignBox(align: Align, size: number, available: number): number {
	if (align === "center") return (available - size) / 2;
	return align === "end" || align === "last-baseline" ? available - size : 0;
}

/**
 * Lines share the free space equally (CSS: align-content: stretch).
 * @param available inner size of the stack on the cross axis.
 */
export function shareLines(sizes: readonly number[], gap: number, available: number): number[] {
	const used = sizes.reduce((sum, size) => sum + size, 0) + gap * Math.max(0, sizes.length - 1);
	const share = Math.max(0, available - used) / Math.max(1, sizes.length);
	return sizes.map((size) => size + share);
}
