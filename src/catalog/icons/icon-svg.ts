import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import { parseCssColor } from "../../engine/text/rich/css-color.js";

/** The default colour of an icon. */
export const DEFAULT_ICON_COLOR = "#000000";

const HEX_DIGITS = /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/**
 * The colour as #rrggbb, or #rrggbbaa if it is translucent: safe in an SVG attribute. The "#" may
 * be missing, because it must be escaped in a URL.
 * @param color any CSS colour; default: black
 * @throws ServiceError invalid_request if it is not a colour
 */
export function iconColor(color: string | undefined): string {
	if (color === undefined) return DEFAULT_ICON_COLOR;
	const rgba =
		color.length <= LIMITS.maxColorLength
			? parseCssColor(HEX_DIGITS.test(color) ? `#${color}` : color)
			: null;
	if (!rgba) {
		const message = "is not a CSS colour";
		const issue = {
			path: "/color",
			message,
			allowed: "a CSS colour, for example 1d4ed8 or rebeccapurple",
		};
		throw new ServiceError("invalid_request", {
			message: `/color ${message}. Use a CSS colour, for example 1d4ed8 or rebeccapurple.`,
			details: { issues: [issue] },
		});
	}
	const bytes = [rgba.r, rgba.g, rgba.b, ...(rgba.a < 1 ? [rgba.a * 255] : [])];
	return `#${bytes.map((value) => hexByte(value)).join("")}`;
}

/** Two hexadecimal digits of a value, limited to 0 to 255. */
function hexByte(value: number): string {
	return Math.round(Math.min(255, Math.max(0, value)))
		.toString(16)
		.padStart(2, "0");
}

/** Replaces currentColor with the colour. */
export function paint(svg: string, color: string): string {
	return svg.replace(/currentColor/gi, () => color);
}

/**
 * A complete SVG document with the body of an Iconify icon.
 * @param size width and height of the icon's grid, in px
 * @param color a value of iconColor
 */
export function standaloneSvg(body: string, size: number, color: string): Uint8Array {
	const svg =
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
		`viewBox="0 0 ${size} ${size}">${paint(body, color)}</svg>`;
	return new TextEncoder().encode(svg);
}
