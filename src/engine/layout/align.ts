/** Positions of children on the cross axis of their stack. */
import type { TextSize } from "./box.js";
import type { LaidOut } from "./context.js";
import type { Node } from "./node.js";

export interface AlignedLine {
	/** Size on the cross axis. */
	readonly size: number;
	/** Distance from the start of the line to the common baseline of its children. */
	readonly ascent: number;
}

/** The baseline of a box without text is its bottom edge. */
export const baselineOf = <R, M extends TextSize>({ baseline, height }: LaidOut<R, M>) =>
	baseline ?? height;

/** @returns distance from the start of a line of a row. */
export function alignInLine<R, M extends TextSize>(
	{ align }: Node<R, M>,
	laidOut: LaidOut<R, M>,
	line: AlignedLine,
): number {
	return align === "baseline"
		? line.ascent - baselineOf(laidOut)
		: alignBox(align, laidOut.height, line.size);
}

/** @returns distance from the start of a line; negative if the box is larger than the line. */
export function alignBox(align: Node<unknown>["align"], size: number, available: number): number {
	if (align === "center") return (available - size) / 2;
	return align === "end" ? available - size : 0;
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
