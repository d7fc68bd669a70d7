/** The colours of a validated document. */
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";

/**
 * A validated colour.
 * @throws Error if it does not parse, which means that the document was not validated
 */
export function cssColor(value: string): Rgba {
	const parsed = parseCssColor(value);
	if (!parsed) throw new Error("an unchecked colour reached the scene");
	return parsed;
}

/** #rrggbb, without the alpha. */
export const hexOf = ({ r, g, b }: Rgba): string =>
	`#${[r, g, b]
		.map((channel) =>
			Math.round(Math.min(255, Math.max(0, channel)))
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

const HEX = /^#[0-9a-f]{6}$/i;

/** A validated colour as #rrggbb; a transparent one is painted over black. */
export function opaqueHex(value: string): string {
	if (HEX.test(value)) return value;
	const { r, g, b, a } = cssColor(value);
	return hexOf({ r: r * a, g: g * a, b: b * a, a: 1 });
}
