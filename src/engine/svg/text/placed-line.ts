import type { Line } from "../../text/layout/line-layout.js";
import type { RunStyle } from "./content.js";

/** A line with its position on the slide, before the rotation of its block. */
export interface PlacedLine {
	readonly line: Line<RunStyle>;
	/** Left edge of the line. */
	readonly x: number;
	readonly top: number;
	/** Distance to the top of the next line. */
	readonly height: number;
	readonly baseline: number;
}
