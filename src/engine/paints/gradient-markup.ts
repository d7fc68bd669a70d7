import type { GradientGeometry } from "./geometry.js";
import type { Stop } from "./paint.js";
import { unpremultipliedStops } from "./svg-stops.js";

const short = (value: number, decimals: number): string => {
	const unit = 10 ** decimals;
	return String(Math.round(value * unit) / unit + 0);
};

/**
 * A gradient as an SVG paint server, for use as `url(#id)`.
 * @param id a name that is safe in an attribute
 */
export function gradientMarkup(
	id: string,
	geometry: GradientGeometry,
	stops: readonly Stop[],
): string {
	const inner = unpremultipliedStops(stops).map(stopMarkup).join("");
	const start = `id="${id}" gradientUnits="userSpaceOnUse"`;
	if (geometry.kind === "linear") {
		const { x1, y1, x2, y2 } = geometry;
		const line = `x1="${short(x1, 3)}" y1="${short(y1, 3)}" x2="${short(x2, 3)}" y2="${short(y2, 3)}"`;
		return `<linearGradient ${start} ${line}>${inner}</linearGradient>`;
	}
	const { cx, cy, rx, ry } = geometry;
	const matrix = `matrix(${short(rx, 3)} 0 0 ${short(ry, 3)} ${short(cx, 3)} ${short(cy, 3)})`;
	return `<radialGradient ${start} cx="0" cy="0" r="1" gradientTransform="${matrix}">${inner}</radialGradient>`;
}

function stopMarkup({ at, r, g, b, a }: Stop): string {
	const hex = [r, g, b].map((value) => Math.round(value).toString(16).padStart(2, "0")).join("");
	const opacity = a < 1 ? ` stop-opacity="${short(a, 4)}"` : "";
	return `<stop offset="${short(at, 5)}" stop-color="#${hex}"${opacity}/>`;
}
