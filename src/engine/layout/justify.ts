/** Positions of the children of a line on the main axis. */
import type { Justify } from "./box.js";

/**
 * @param sizes of the line's children on the main axis.
 * @param available inner size of the stack.
 * @returns the start of each child from the inner edge; in a reversed stack the first is last.
 */
export function justifyLine(
	sizes: readonly number[],
	available: number,
	{ justify, gap, reverse }: { justify: Justify; gap: number; reverse: boolean },
): number[] {
	const count = sizes.length;
	const used = sizes.reduce((total, size) => total + size, 0) + gap * Math.max(0, count - 1);
	const free = available - used;
	const { before, between } = spread(free, count, justify, reverse);
	const starts: number[] = [];
	let at = before;
	for (const size of sizes) {
		starts.push(reverse ? available - at - size : at);
		at += size + gap + between;
	}
	return starts;
}

function spread(free: number, count: number, justify: Justify, reverse: boolean) {
	switch (justify) {
		case "center":
			return { before: free / 2, between: 0 };
		case "end":
			return { before: free, between: 0 };
		case "space-between":
			return { before: 0, between: count > 1 ? Math.max(0, free) / (count - 1) : 0 };
		case "space-around":
		case "space-evenly": {
			// Content that is too large starts at the left or top, whatever its direction (safe
			// centring).
			if (free < 0) return { before: reverse ? free : 0, between: 0 };
			const gaps = justify === "space-around" ? count : count + 1;
			const between = free / Math.max(1, gaps);
			return { before: justify === "space-around" ? between / 2 : between, between };
		}
		default:
			return { before: 0, between: 0 };
	}
}
