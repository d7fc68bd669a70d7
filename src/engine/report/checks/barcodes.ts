/** code_hard_to_scan. */
import type { Finding } from "../../../contract/warning.js";
import { relativeLuminance } from "../../text/rich/luminance.js";
import { contrastOf, hex, isSolid, over, ratio } from "../painted/color.js";
import { behind } from "../painted/compose.js";
import type { PaintedBarcode, PaintedSlide } from "../painted/painted.js";
import { preview } from "../units.js";

/** Minimum module size for cameras, output pixels. */
const LEAST_MODULE = 3;
/** Minimum contrast between dark and light modules. */
const LEAST_CONTRAST = 4;

export function barcodeFindings(slide: PaintedSlide): Finding[] {
	return slide.barcodes.flatMap((code): Finding[] => {
		const { path, modulePixels, quietZoneSuffices, needs } = code;
		const faults: string[] = [];
		if (modulePixels < LEAST_MODULE)
			faults.push(
				`its modules are ${Math.round(modulePixels * 100) / 100} pixels wide and must be at least ${LEAST_MODULE}: make it at least ${Math.ceil(preview(needs.width))} wide${needs.height > 0 ? ` and ${Math.ceil(preview(needs.height))} high` : ""}, or shorten its data`,
			);
		const pair = colorsOf(code, slide);
		if (pair?.inverted)
			faults.push(
				`it is light on dark (${pair.color} on ${pair.ground}): swap color and background`,
			);
		else if (pair && pair.contrast < LEAST_CONTRAST)
			faults.push(
				`the contrast of ${pair.color} on ${pair.ground} is ${pair.contrast}:1 and must be at least ${LEAST_CONTRAST}:1`,
			);
		if (!quietZoneSuffices) faults.push("its quietZone is below the standard: leave the field out");
		if (faults.length === 0) return [];
		return [
			{
				code: "code_hard_to_scan",
				path,
				message: `The barcode is hard to scan: ${faults.join("; ")}.`,
				modulePixels: Math.round(modulePixels * 100) / 100,
				...(pair && { contrast: pair.contrast }),
			},
		];
	});
}

/** The colours of its modules; undefined if a picture is behind them. */
function colorsOf({ color, background, area }: PaintedBarcode, slide: PaintedSlide) {
	const { x, y, width, height } = area.bounds;
	const below = behind(slide, area).groundAt(x + width / 2, y + height / 2);
	const ground = over(background, below);
	const dark = over(color, ground);
	if (ground === null || dark === null || !isSolid(ground)) return undefined;
	return {
		color: hex(dark),
		ground: hex(ground),
		contrast: ratio(contrastOf(dark, ground)),
		inverted: relativeLuminance(dark) > relativeLuminance(ground),
	};
}
