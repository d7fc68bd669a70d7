/** The words of a line and their positions, for search and screen readers. */
import type { Line } from "./line-layout.js";

/** A visual unit: a letter, a ligature, an emoji. */
export interface SaidCluster {
	/** Its characters, in their logical order. */
	readonly text: string;
	/** Advance, pixels. */
	readonly width: number;
}

/** Adjacent clusters in one font size. */
export interface SaidWords {
	/** Left edge, pixels from the line's left edge. */
	readonly x: number;
	/** Distance above the baseline of the line, pixels. */
	readonly raise: number;
	/** Font size, pixels. */
	readonly size: number;
	/** Read from right to left. */
	readonly rtl: boolean;
	/** From left to right. */
	readonly clusters: readonly SaidCluster[];
}

interface PlacedCluster {
	/** Offset of its first character in the text of its paragraph. */
	readonly at: number;
	text: string;
	readonly x: number;
	readonly width: number;
	readonly size: number;
	readonly raise: number;
	readonly rtl: boolean;
}

/**
 * Characters that are neither visible nor searched for: soft hyphens, direction marks, zero-width
 * spaces, tabs.
 */
const UNSEEN = /[\t\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/**
 * The character for a hyphen at the end of a line that is not in the text (ISO 32000-1,
 * 14.8.2.2.3).
 */
const LINE_END_HYPHEN = "\u00ad";
/** Clusters with a smaller distance, in em, are adjacent. */
const TOUCHING = 0.02;
/** Width of a space that hangs at the end of a line, em. */
const HANGING_SPACE = 0.25;

/**
 * The words of a line in reading order. Left-to-right words are combined as long as they touch;
 * right-to-left words are separate, as ISO 32000-1, 14.8.2.3.3, requires.
 */
export function saidWords(line: Pick<Line<unknown>, "fragments" | "source">): SaidWords[] {
	const words: SaidWords[] = [];
	let run: PlacedCluster[] = [];
	const end = () => {
		if (run.length === 0) return;
		const [{ size, raise, rtl }] = run as [PlacedCluster];
		const clusters = rtl ? run.reverse() : run;
		words.push({ x: clusters[0]!.x, raise, size, rtl, clusters });
		run = [];
	};
	for (const cluster of clustersOf(line)) {
		const before = run.at(-1);
		if (before !== undefined && !goesOn(before, cluster)) end();
		run.push(cluster);
	}
	end();
	return words;
}

function goesOn(before: PlacedCluster, next: PlacedCluster): boolean {
	const { size, raise, rtl } = before;
	if (next.size !== size || next.raise !== raise || next.rtl !== rtl) return false;
	if (rtl && isSpace(before.text) && !isSpace(next.text)) return false;
	const gap = rtl ? before.x - next.x - next.width : next.x - before.x - before.width;
	return Math.abs(gap) < TOUCHING * size;
}

const isSpace = (text: string) => text.trim() === "";

/** The clusters of a line with their texts, in logical order. */
function clustersOf({
	fragments,
	source,
}: Pick<Line<unknown>, "fragments" | "source">): PlacedCluster[] {
	const { text, visibleEnd, end } = source;
	const placed = fragments.flatMap(placedClusters).sort((a, b) => a.at - b.at);
	const said: PlacedCluster[] = [];
	for (const [i, cluster] of placed.entries()) {
		const isHyphen = cluster.at >= visibleEnd;
		const until = Math.min(placed[i + 1]?.at ?? visibleEnd, visibleEnd);
		const own = isHyphen ? LINE_END_HYPHEN : text.slice(cluster.at, until).replace(UNSEEN, "");
		const before = said.at(-1);
		// A cluster without width belongs to the previous one.
		if (!(cluster.width > 0) && before !== undefined) before.text += own;
		else if (own !== "") said.push({ ...cluster, text: own });
	}
	const last = said.at(-1);
	if (last !== undefined && end < text.length && /\s/.test(text.slice(visibleEnd, end))) {
		const width = HANGING_SPACE * last.size;
		said.push({ ...last, text: " ", width, x: last.rtl ? last.x - width : last.x + last.width });
	}
	return said;
}

function placedClusters(fragment: Line<unknown>["fragments"][number]): PlacedCluster[] {
	const { size, raise } = fragment;
	// The characters of an emoji sequence keep their order.
	const rtl = fragment.rtl && fragment.kind !== "emoji";
	if (fragment.kind !== "glyphs")
		return [{ at: fragment.at, text: "", x: fragment.x, width: fragment.width, size, raise, rtl }];
	const clusters: PlacedCluster[] = [];
	let x = fragment.x;
	for (let i = 0; i < fragment.glyphs.length; ) {
		const at = fragment.glyphs[i]!.cluster;
		let width = 0;
		for (; fragment.glyphs[i]?.cluster === at; i++) width += fragment.glyphs[i]!.advance;
		clusters.push({ at, text: "", x, width, size, raise, rtl });
		x += width;
	}
	return clusters;
}
