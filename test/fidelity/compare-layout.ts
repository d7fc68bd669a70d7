/** Compares our line breaks and character positions with the browser's. */
import type { PageCharacter } from "./in-page.js";
import { type Cluster, isVisible } from "./our-layout.js";

export interface LayoutDifference {
	readonly characters: number;
	/** Differences in the lines or characters themselves; empty if there are none. */
	readonly faults: readonly string[];
	/** Largest difference of a left or right edge. Pixels. */
	readonly across: number;
	/** Largest difference of a baseline. Pixels. */
	readonly down: number;
	/** Where the largest horizontal difference is. */
	readonly worst: string;
}

export const NO_DIFFERENCE: LayoutDifference = {
	characters: 0,
	faults: [],
	across: 0,
	down: 0,
	worst: "",
};

export function compareLayout(
	ours: readonly Cluster[],
	theirs: readonly PageCharacter[],
): LayoutDifference {
	const isEmoji = (chars: readonly string[]) => chars[0] === "emoji";
	const text = compareText(
		ours.filter(({ chars }) => !isEmoji(chars)),
		theirs.filter(({ char }) => char !== "emoji" && isVisible(char)),
	);
	const emoji = compareText(
		ours.filter(({ chars }) => isEmoji(chars)).sort(byPlace),
		theirs.filter(({ char }) => char === "emoji").sort(byPlace),
	);
	return merge(text, emoji);
}

const byPlace = (a: { line: number; left: number }, b: { line: number; left: number }) =>
	a.line - b.line || a.left - b.left;

export function merge(a: LayoutDifference, b: LayoutDifference): LayoutDifference {
	return {
		characters: a.characters + b.characters,
		faults: [...a.faults, ...b.faults],
		across: Math.max(a.across, b.across),
		down: Math.max(a.down, b.down),
		worst: a.across >= b.across ? a.worst : b.worst,
	};
}

function compareText(ours: readonly Cluster[], theirs: readonly PageCharacter[]): LayoutDifference {
	// The page returns the text without text-transform applied.
	const fold = (chars: readonly string[]) => chars.join("").toLowerCase();
	const ourText = fold(ours.flatMap(({ chars }) => chars));
	const theirText = fold(theirs.map(({ char }) => char));
	if (ourText !== theirText)
		return { ...NO_DIFFERENCE, faults: [`other characters: ${ourText} / ${theirText}`] };

	const faults: string[] = [];
	let across = 0;
	let down = 0;
	let worst = "";
	let at = 0;
	for (const cluster of ours) {
		const same = theirs.slice(at, at + cluster.chars.length);
		at += cluster.chars.length;
		const what = cluster.chars.join("");
		const line = same[0]!.line;
		if (line !== cluster.line) {
			const around = theirs.slice(Math.max(0, at - 12), at + 6).map(({ char }) => char);
			faults.push(`line ${cluster.line} / ${line} at ${what} in ${around.join("")}`);
			continue;
		}
		const left = cluster.left - Math.min(...same.map((found) => found.left));
		const right = cluster.right - Math.max(...same.map((found) => found.right));
		if (Math.max(Math.abs(left), Math.abs(right)) > across) {
			across = Math.max(Math.abs(left), Math.abs(right));
			worst = `${what}, line ${line + 1}: left ${left.toFixed(2)}, right ${right.toFixed(2)}`;
		}
		for (const { baseline } of same)
			if (baseline !== undefined) down = Math.max(down, Math.abs(baseline - cluster.baseline));
	}
	return { characters: theirs.length, faults, across, down, worst };
}
