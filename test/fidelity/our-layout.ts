/** The positions of a slide's characters in the service. */

import type { Scene, SceneText } from "../../src/engine/scene/scene.js";
import { type RunStyle, textContent } from "../../src/engine/svg/text/content.js";
import { layOutText, type PlacedLine } from "../../src/engine/svg/text/layout.js";
import type { FontLibrary } from "../../src/engine/text/fonts/library.js";
import type { Fragment } from "../../src/engine/text/layout/line-layout.js";
import { HYPHEN } from "../../src/engine/text/layout/paragraph.js";
import { emojiIn } from "./emoji-pattern.js";

/** Characters that share glyphs, or one emoji, in text order. */
export interface Cluster {
	readonly chars: readonly string[];
	readonly line: number;
	readonly left: number;
	readonly right: number;
	readonly baseline: number;
}

/** The clusters of each visible text block of a scene. */
export function ourLayout(scene: Scene, fonts: FontLibrary): Cluster[][] {
	return scene.texts.map((block) => blockClusters(block, fonts));
}

function blockClusters(block: SceneText, fonts: FontLibrary): Cluster[] {
	const layout = layOutText(block, fonts);
	if (!layout) return [];
	const { runs } = textContent(block, (name) => fonts.hasFamily(name));
	const text = runs.map((run) => run.text).join("");
	return layout.lines.flatMap((placed, index) => lineClusters(placed, index, text));
}

/** Characters whose position is compared: excludes white space and characters without a glyph. */
export const isVisible = (char: string) =>
	!/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(char);

const OBJECT = "\ufffc";

function lineClusters({ line, x, baseline }: PlacedLine, index: number, text: string): Cluster[] {
	// Cluster offsets are relative to their paragraph.
	const paragraph = text.lastIndexOf("\n", line.start - 1) + 1;
	let own = text.slice(0, line.end);
	for (const { start, emoji } of emojiIn(own))
		own = own.slice(0, start) + OBJECT.repeat(emoji.length) + own.slice(start + emoji.length);
	const extents = new Map<number, { left: number; right: number }>();
	const raises = new Map<number, number>();
	const emoji: Cluster[] = [];
	// The page does not report hyphens that are not in the text.
	const ownHyphen = line.text.endsWith(HYPHEN) && !/[\u00ad\u2010]$/.test(own);
	for (const fragment of ownHyphen ? line.fragments.slice(0, -1) : line.fragments) {
		const left = x + fragment.x;
		if (fragment.kind === "emoji")
			emoji.push({ chars: ["emoji"], line: index, left, right: left + fragment.width, baseline });
		else if (fragment.kind === "glyphs") {
			addGlyphs(extents, fragment, left);
			for (const { cluster } of fragment.glyphs) raises.set(cluster, fragment.raise);
		}
	}
	const starts = [...extents.keys()].sort((a, b) => a - b);
	const clusters = starts.map((start, at): Cluster => {
		const end = starts[at + 1] ?? line.end - paragraph;
		const chars = [...own.slice(paragraph + start, paragraph + end)];
		return {
			chars: chars.filter((char) => char !== OBJECT && isVisible(char)),
			line: index,
			...extents.get(start)!,
			// The page reports the baseline of the characters: that of the line minus their baseline
			// shift.
			baseline: baseline - (raises.get(start) ?? 0),
		};
	});
	return [...clusters.filter(({ chars }) => chars.length > 0), ...emoji];
}

function addGlyphs(
	extents: Map<number, { left: number; right: number }>,
	fragment: Extract<Fragment<RunStyle>, { kind: "glyphs" }>,
	left: number,
): void {
	let pen = left;
	for (const { cluster, advance } of fragment.glyphs) {
		const known = extents.get(cluster) ?? { left: pen, right: pen };
		extents.set(cluster, {
			left: Math.min(known.left, pen, pen + advance),
			right: Math.max(known.right, pen, pen + advance),
		});
		pen += advance;
	}
}
