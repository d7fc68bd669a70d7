import { shade, upright } from "../paint/build.js";
import type { ShadeNode } from "../paint/node.js";
import type { Scene } from "../scene/scene.js";

/** Fraction of the distance to the opposite side over which a scrim fades. */
const FADE = 0.7;
/** Number of steps of the fade, which is scaled up smoothly. */
const STEPS = 64;

/** The colour between the background and the content; nothing if there is none. */
export function scrimPaints({ scrim, width, height }: Scene): ShadeNode[] {
	if (!scrim) return [];
	const { color, opacity, from } = scrim;
	const shaded = (
		alpha: Uint8Array,
		columns: number,
		rows: number,
		box: { x: number; y: number; width: number; height: number },
	): ShadeNode[] => [shade({ color, alpha: { bytes: alpha }, columns, rows, place: upright(box) })];
	if (from === "all")
		return shaded(Uint8Array.of(Math.round(255 * opacity)), 1, 1, { x: 0, y: 0, width, height });

	const fade = Uint8Array.from({ length: STEPS }, (_, i) =>
		Math.round(255 * opacity * (1 - (i + 0.5) / STEPS)),
	);
	const alpha = from === "top" || from === "left" ? fade : fade.reverse();
	if (from === "top" || from === "bottom") {
		const length = FADE * height;
		const y = from === "top" ? 0 : height - length;
		return shaded(alpha, 1, STEPS, { x: 0, y, width, height: length });
	}
	const length = FADE * width;
	const x = from === "left" ? 0 : width - length;
	return shaded(alpha, STEPS, 1, { x, y: 0, width: length, height });
}

/** Opacity of a slide's scrim at a point, pixels of the slide. */
export function scrimOpacity({ scrim, width, height }: Scene, x: number, y: number): number {
	if (!scrim) return 0;
	const { from, opacity } = scrim;
	if (from === "all") return opacity;
	const way = {
		top: y / height,
		bottom: 1 - y / height,
		left: x / width,
		right: 1 - x / width,
	}[from];
	return opacity * Math.min(1, Math.max(0, 1 - way / FADE));
}
