import { type Box, intersect, isEmpty, turnedBounds } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { scrimOpacity } from "../svg/scrim.js";
import type { TextLayout } from "../svg/text/layout.js";
import type { Rgba } from "../text/rich/css-color.js";
import { relativeLuminance } from "../text/rich/luminance.js";

/** Least contrast of large text in WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 3;

/** A colour of a text and the ground that it stands on. */
export interface ColorPair {
	readonly color: string;
	readonly ground: string;
	/** Contrast ratio of WCAG 2, 1 to 21, to a hundredth. */
	readonly contrast: number;
}

/**
 * The colours of a text that stand out least from their ground, if that is too
 * little. Where a picture lies behind, nothing is known of the ground, unless
 * the text brings an opaque one along. A contour is always dark or light enough.
 * @param ink of the block, after its rotation
 */
export function lowContrast(layout: TextLayout, ink: Box, scene: Scene): ColorPair | undefined {
	const { block, lines } = layout;
	if (block.style === "outline") return undefined;
	const behind = pictureBehind(scene, ink) ? undefined : slideGround(scene, ink);
	const own = block.style === "highlight" ? over(block.highlight, behind) : behind;
	let worst: ColorPair | undefined;
	const seen = new Set<unknown>();
	for (const { line } of lines) {
		for (const { kind, style } of line.fragments) {
			if (kind === "emoji" || seen.has(style)) continue;
			seen.add(style);
			const ground = style.backgrounds.reduce<Rgba | undefined>(
				(below, background) => over(background, below),
				own,
			);
			if (ground === undefined) continue;
			const color = over(style.color, ground) ?? ground;
			const contrast = contrastOf(color, ground);
			if (contrast >= LEAST_CONTRAST || contrast >= (worst?.contrast ?? LEAST_CONTRAST)) continue;
			worst = { color: hex(color), ground: hex(ground), contrast };
		}
	}
	return worst && { ...worst, contrast: Math.floor(worst.contrast * 100) / 100 };
}

/** Whether a picture lies behind a part of a text. */
function pictureBehind(scene: Scene, ink: Box): boolean {
	if (scene.image) return true;
	return scene.overlays.some(({ box, opacity }) => {
		if (isEmpty(box) || opacity === 0) return false;
		const bounds = turnedBounds(box, box.rotation, box.x + box.width / 2, box.y + box.height / 2);
		return !isEmpty(intersect(bounds, ink));
	});
}

/** The colour of the slide in the middle of a text, its scrim included. */
function slideGround(scene: Scene, ink: Box): Rgba {
	const ground = fromHex(scene.backgroundColor);
	if (!scene.scrim) return ground;
	const a = scrimOpacity(scene, ink.x + ink.width / 2, ink.y + ink.height / 2);
	return over({ ...fromHex(scene.scrim.color), a }, ground)!;
}

/** A colour on an opaque one; undefined where that is not known and the colour lets it through. */
function over(above: Rgba, below: Rgba | undefined): Rgba | undefined {
	if (above.a >= 1) return above;
	if (below === undefined) return undefined;
	const mix = (a: number, b: number) => a * above.a + b * (1 - above.a);
	const { r, g, b } = below;
	return { r: mix(above.r, r), g: mix(above.g, g), b: mix(above.b, b), a: 1 };
}

/** Contrast ratio of WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(a: Rgba, b: Rgba): number {
	const [one, other] = [relativeLuminance(a), relativeLuminance(b)];
	return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function fromHex(color: string): Rgba {
	const rgb = Number.parseInt(color.slice(1), 16);
	return { r: rgb >> 16, g: (rgb >> 8) & 255, b: rgb & 255, a: 1 };
}

const hex = ({ r, g, b }: Rgba) =>
	`#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
