/** Paints of a mirrored shape. */
import type { Flip } from "../../contract/enums.js";
import { flipScale } from "../shapes/flip.js";
import type { Gradient, ResolvedPaint, SingleResolvedPaint } from "./paint.js";

/** The paint as it looks in a mirror. Tiles and noise stay as they are. */
export function flipPaint(paint: ResolvedPaint, flip: Flip): ResolvedPaint {
	if (paint.kind === "layers")
		return { ...paint, paints: paint.paints.map((one) => flipSingle(one, flip)) };
	return flipSingle(paint, flip);
}

function flipSingle(paint: SingleResolvedPaint, flip: Flip): SingleResolvedPaint {
	const { x, y } = flipScale(flip);
	const angle = (degrees: number) => (y < 0 ? 180 - x * degrees : x * degrees);
	switch (paint.kind) {
		case "image":
			return { ...paint, flip };
		case "linear":
			return { ...paint, angle: angle(paint.angle) };
		case "radial":
		case "conic": {
			const centre = {
				cx: x < 0 ? 1 - paint.cx : paint.cx,
				cy: y < 0 ? 1 - paint.cy : paint.cy,
			};
			if (paint.kind === "radial") return { ...paint, ...centre };
			const stops = flip === "both" ? paint.stops : reversed(paint.stops);
			return { ...paint, ...centre, stops, from: angle(paint.from) };
		}
		default:
			return paint;
	}
}

/** The stops in the other direction. */
const reversed = (stops: Gradient["stops"]): Gradient["stops"] =>
	stops.map((stop) => ({ ...stop, at: 1 - stop.at })).reverse();
