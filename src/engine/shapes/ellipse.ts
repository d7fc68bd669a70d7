import type { Box } from "./box.js";
import { CLOSE, CUBIC, MOVE, type Outline } from "./outline.js";

/**
 * A cubic curve differs from a quarter circle by 2.7e-4 of the radius, and from an eighth by 4e-6.
 * Above the radius at which the former is a twentieth of a pixel, eighths are used.
 */
const QUARTERS_UP_TO = 180;

/**
 * Appends the arc of an upright ellipse as cubic curves. The pen must be at its start.
 * @param from in radians on the circle that is stretched to the ellipse: 0 points
 * right, clockwise is positive
 * @param span radians; negative is counterclockwise
 */
export function appendArc(
	outline: number[],
	center: { readonly x: number; readonly y: number },
	rx: number,
	ry: number,
	from: number,
	span: number,
): void {
	const step = Math.max(rx, ry) > QUARTERS_UP_TO ? Math.PI / 4 : Math.PI / 2;
	const count = Math.max(1, Math.ceil(Math.abs(span) / step - 1e-9));
	const reach = (4 / 3) * Math.tan(span / count / 4);
	for (let i = 0; i < count; i++) {
		const a = from + (span * i) / count;
		const b = from + (span * (i + 1)) / count;
		const [ua, va, ub, vb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
		outline.push(
			CUBIC,
			center.x + rx * (ua - reach * va),
			center.y + ry * (va + reach * ua),
			center.x + rx * (ub + reach * vb),
			center.y + ry * (vb - reach * ub),
			center.x + rx * ub,
			center.y + ry * vb,
		);
	}
}

/** The middle of a box. */
export const centerOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** The ellipse inscribed in a box, clockwise from its right end. */
export function ellipseOutline(box: Box): Outline {
	const center = centerOf(box);
	const outline: number[] = [MOVE, box.x + box.width, center.y];
	appendArc(outline, center, box.width / 2, box.height / 2, 0, 2 * Math.PI);
	outline.push(CLOSE);
	return outline;
}
