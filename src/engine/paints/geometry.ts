import type { Gradient } from "./paint.js";

export interface GradientBox {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The geometry of a gradient, in pixels in the space of its box. */
export type GradientGeometry =
	| {
			readonly kind: "linear";
			readonly x1: number;
			readonly y1: number;
			readonly x2: number;
			readonly y2: number;
	  }
	| {
			readonly kind: "radial";
			readonly cx: number;
			readonly cy: number;
			readonly rx: number;
			readonly ry: number;
	  }
	| {
			readonly kind: "conic";
			readonly cx: number;
			readonly cy: number;
			/** Radians from the top. */
			readonly from: number;
	  };

/**
 * The gradient line or ellipse in a box. Null for an empty box, in which nothing is painted.
 *
 * Linear: the line goes through the centre. It is so long that the corner in the direction of the
 * angle has exactly the last colour, and the opposite corner the first (CSS Images 3, section
 * 3.1.1). Radial: an ellipse through the farthest corner, with the proportions of the ellipse to
 * the farthest sides (section 3.2.3), which is the default of `radial-gradient()` in CSS. Conic: its
 * centre and where it starts.
 */
export function gradientGeometry(gradient: Gradient, box: GradientBox): GradientGeometry | null {
	const { x, y, width, height } = box;
	if (!(width > 0 && height > 0)) return null;
	if (gradient.kind === "linear") {
		const angle = (gradient.angle * Math.PI) / 180;
		const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
		const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
		const [cx, cy] = [x + width / 2, y + height / 2];
		return {
			kind: "linear",
			x1: cx - dx * half,
			y1: cy - dy * half,
			x2: cx + dx * half,
			y2: cy + dy * half,
		};
	}
	if (gradient.kind === "conic")
		return {
			kind: "conic",
			cx: x + gradient.cx * width,
			cy: y + gradient.cy * height,
			from: (gradient.from * Math.PI) / 180,
		};
	const farthest = (share: number, side: number) =>
		Math.max(Math.abs(share), Math.abs(1 - share)) * side;
	return {
		kind: "radial",
		cx: x + gradient.cx * width,
		cy: y + gradient.cy * height,
		// The ellipse through the corner is √2 times as large as the one to the sides.
		rx: farthest(gradient.cx, width) * Math.SQRT2,
		ry: farthest(gradient.cy, height) * Math.SQRT2,
	};
}
