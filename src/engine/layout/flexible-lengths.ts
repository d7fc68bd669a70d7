/** Grow and shrink (CSS Flexbox §9.7, "Resolving flexible lengths"). */
import { clamp, type Limits } from "./lengths.js";

export interface FlexItem {
	/** Size on the main axis before it grows or shrinks, and before its limits apply. */
	readonly base: number;
	readonly limits: Limits;
	readonly grow: number;
	readonly shrink: number;
	/** Padding and border on the main axis; they do not shrink. */
	readonly edges: number;
	/** A text that can be cut off: it gives up its minimum where the line has no space for it. */
	readonly yields?: boolean;
}

/**
 * @param items of one line.
 * @param available size of the line without its gaps; may be negative.
 * @returns the size of each item on the main axis.
 */
export function flexibleLengths(items: readonly FlexItem[], available: number): number[] {
	const hypothetical = items.map(({ base, limits }) => clamp(base, limits));
	const grows = sum(hypothetical) < available;
	const sizes = [...hypothetical];
	const factor = (item: FlexItem) => (grows ? item.grow : item.shrink);
	const frozen = items.map((item, index) => {
		const against = grows ? item.base > sizes[index]! : item.base < sizes[index]!;
		return factor(item) === 0 || against;
	});
	const remaining = () =>
		available - sum(items.map(({ base }, index) => (frozen[index] ? sizes[index]! : base)));
	const initial = remaining();

	// Every pass freezes an item, so there are at most as many passes as items.
	while (frozen.includes(false)) {
		let free = remaining();
		const factors = sum(items.map((item, index) => (frozen[index] ? 0 : factor(item))));
		if (factors < 1 && Math.abs(initial * factors) < Math.abs(free)) free = initial * factors;
		const weight = (item: FlexItem) =>
			grows ? item.grow : item.shrink * Math.max(0, item.base - item.edges);
		const weights = sum(items.map((item, index) => (frozen[index] ? 0 : weight(item))));
		let violation = 0;
		const violations = items.map((item, index) => {
			if (frozen[index]) return 0;
			const share = weights > 0 ? (free * weight(item)) / weights : 0;
			const wanted = item.base + share;
			sizes[index] = clamp(wanted, item.limits);
			violation += sizes[index]! - wanted;
			return sizes[index]! - wanted;
		});
		for (const [index, own] of violations.entries())
			frozen[index] ||= violation === 0 || (violation > 0 ? own > 0 : own < 0);
	}
	return yieldWords(items, sizes, available);
}

/** Takes what is missing from the texts that can be cut off, from the widest first. */
function yieldWords(items: readonly FlexItem[], sizes: number[], available: number): number[] {
	let missing = sum(sizes) - available;
	const widest = items
		.map((item, index) => ({ ...item, index }))
		.filter((item) => item.yields && item.shrink > 0)
		.sort((a, b) => sizes[b.index]! - sizes[a.index]!);
	for (let count = 1; count <= widest.length && missing > 0; count++) {
		const together = widest.slice(0, count);
		const level = sizes[together[0]!.index]!;
		const following = widest[count];
		const next = following === undefined ? 0 : sizes[following.index]!;
		const less = Math.min(missing / count, level - next);
		for (const { index, edges } of together) {
			const size = Math.max(edges, sizes[index]! - less);
			missing -= sizes[index]! - size;
			sizes[index] = size;
		}
	}
	return sizes;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
