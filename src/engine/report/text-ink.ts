/** The rectangle of a text block's ink on the slide, which is exact for rotated blocks too. */
import { type Box, Extent, grow, isEmpty, turnedBounds, turnOf, union } from "../scene/geometry.js";
import { decorationRects } from "../svg/text/decoration.js";
import { emojiPlace } from "../svg/text/emoji-node.js";
import { bentHighlight, highlightPath } from "../svg/text/highlight.js";
import { highlightRadius } from "../svg/text/highlight-inset.js";
import { collectInk, EVERYWHERE, missingPlace, SYNTHETIC_SKEW } from "../svg/text/ink.js";
import type { PlacedLine, TextLayout } from "../svg/text/layout.js";
import type { Bend } from "../svg/text/on-path.js";
import { strokeReach } from "../svg/text/text.js";
import { glyphExtents } from "../text/layout/glyph-extent.js";
import { drawnFragments } from "../text/layout/line-layout.js";
import { NOTDEF } from "../text/layout/shape.js";
import { emojiExtent } from "./emoji-extent.js";

/** Upright rectangle of a text block's ink, pixels of the slide; null if it draws nothing. */
export function textInk(layout: TextLayout): Box | null {
	const { block, box, metrics, lines, bend } = layout;
	const stroke = strokeReach(block);
	if (bend !== undefined) return bentInk(layout, bend, stroke);
	const ink = new TurnedExtent(box.rotation, box.x + box.width / 2, box.y + box.height / 2);
	for (const placed of lines) lineInk(placed, ink, stroke);
	decorationRects(lines, metrics, block, EVERYWHERE, ink);
	if (block.style === "highlight" && block.highlight.a > 0)
		highlightPath(lines, block, EVERYWHERE, ink.rounded(highlightRadius(block)));
	const { box: found } = ink;
	return isEmpty(found) ? null : found;
}

/** The ink of a line along a path. */
function bentInk({ block, box, metrics, lines }: TextLayout, bend: Bend, stroke: number) {
	const ink = collectInk(lines, block, metrics, EVERYWHERE, bend).box;
	const around = new Extent();
	if (block.style === "highlight" && block.highlight.a > 0)
		bentHighlight(lines, block, bend, around);
	const found = [ink, around.box].filter((one) => !isEmpty(one));
	if (found.length === 0) return null;
	const all = grow(found.reduce(union), stroke);
	return turnedBounds(all, turnOf(box));
}

function lineInk(
	{ line, x, baseline: lineBaseline }: PlacedLine,
	ink: TurnedExtent,
	stroke: number,
) {
	for (const fragment of drawnFragments(line)) {
		const left = x + fragment.x;
		const { size: em } = fragment;
		const baseline = fragment.kind === "glyphs" ? lineBaseline : lineBaseline - fragment.raise;
		if (fragment.kind === "emoji") {
			const place = emojiPlace(left, baseline, em);
			ink.includeTurned(place.x, place.y, emojiExtent(fragment.emoji, ink.degrees), em, 0);
		} else if (fragment.kind === "missing") {
			const { left: from, top, right, bottom } = missingPlace(left, baseline, em);
			ink.includeRound(from - stroke, top - stroke, right + stroke, bottom + stroke, stroke);
		} else {
			const { font, glyphs, syntheticItalic } = fragment;
			const extentOf = glyphExtents(font, syntheticItalic ? SYNTHETIC_SKEW : 0, ink.degrees);
			const scale = em / font.metrics.unitsPerEm;
			for (const { id, x: glyphX, y } of glyphs) {
				if (id === NOTDEF) {
					const { left: from, top, right, bottom } = missingPlace(x + glyphX, baseline + y, em);
					ink.includeRound(from - stroke, top - stroke, right + stroke, bottom + stroke, stroke);
					continue;
				}
				const extent = extentOf(id);
				if (extent) ink.includeTurned(x + glyphX, baseline + y, extent, scale, stroke);
			}
		}
	}
}

/** Grows to contain shapes that are rotated around the centre of a block. */
class TurnedExtent {
	readonly degrees: number;
	readonly #extent = new Extent();
	readonly #centerX: number;
	readonly #centerY: number;
	readonly #cos: number;
	readonly #sin: number;

	constructor(degrees: number, centerX: number, centerY: number) {
		const angle = (degrees * Math.PI) / 180;
		this.degrees = degrees;
		this.#cos = Math.cos(angle);
		this.#sin = Math.sin(angle);
		this.#centerX = centerX;
		this.#centerY = centerY;
	}

	get box(): Box {
		return this.#extent.box;
	}

	/**
	 * Adds an extent that is already rotated around its origin.
	 * @param x origin, before the rotation of the block
	 * @param scale pixels per unit of the extent
	 * @param stroke width of the outline around it, pixels
	 */
	includeTurned(
		x: number,
		y: number,
		extent: { left: number; top: number; right: number; bottom: number },
		scale: number,
		stroke: number,
	): void {
		const atX = this.#x(x, y);
		const atY = this.#y(x, y);
		this.#extent.include(
			atX + extent.left * scale - stroke,
			atY + extent.top * scale - stroke,
			atX + extent.right * scale + stroke,
			atY + extent.bottom * scale + stroke,
		);
	}

	/** Adds a rectangle, before the rotation of the block. */
	include(left: number, top: number, right: number, bottom: number): void {
		this.includeRound(left, top, right, bottom, 0);
	}

	/** Adds a rectangle with rounded corners. */
	includeRound(left: number, top: number, right: number, bottom: number, radius: number): void {
		const r = Math.max(0, Math.min(radius, (right - left) / 2, (bottom - top) / 2));
		for (const x of [left + r, right - r]) {
			for (const y of [top + r, bottom - r]) {
				const atX = this.#x(x, y);
				const atY = this.#y(x, y);
				this.#extent.include(atX - r, atY - r, atX + r, atY + r);
			}
		}
	}

	/** The same for several rectangles with rounded corners. */
	rounded(radius: number): Pick<Extent, "include"> {
		return {
			include: (left, top, right, bottom) => this.includeRound(left, top, right, bottom, radius),
		};
	}

	#x(x: number, y: number): number {
		return this.#centerX + (x - this.#centerX) * this.#cos - (y - this.#centerY) * this.#sin;
	}

	#y(x: number, y: number): number {
		return this.#centerY + (x - this.#centerX) * this.#sin + (y - this.#centerY) * this.#cos;
	}
}
