import type { Modules } from "./encode.js";
import { type BarcodeKind, KINDS, type QuietZone } from "./kinds.js";

interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface PlacedBarcode {
	/** SVG path data of the dark modules, to fill without a stroke. */
	readonly path: string;
	/** The code with its quiet zone, which needs a background. */
	readonly symbol: Box;
	/** The box of the dark modules. */
	readonly code: Box;
	/**
	 * Output pixels per module: a whole number, except below 1, where the code is as
	 * large as its box and cannot be sharp.
	 */
	readonly modulePixels: number;
	readonly quietZone: QuietZone;
	/** Whether it is at least what the kind's standard requires. */
	readonly quietZoneSuffices: boolean;
}

/**
 * Places a code in the middle of a box, on whole output pixels, with the largest possible whole
 * number of pixels per module. A linear code is as high as the box.
 * @param box in export pixels, like the result
 * @param quietZone modules on each side (linear codes: left and right); default: that of the
 * standard
 * @param scale output pixels per export pixel; default 1
 * @returns null if the box is empty
 */
export function placeBarcode(
	kind: BarcodeKind,
	modules: Modules,
	box: Box,
	quietZone?: number,
	scale = 1,
): PlacedBarcode | null {
	if (!(box.width > 0 && box.height > 0)) return null;
	const { matrix, quietZone: standard } = KINDS[kind];
	const quiet = quietZone === undefined ? standard : { left: quietZone, right: quietZone };
	const across = modules.columns + quiet.left + quiet.right;
	const down = matrix ? modules.rows + quiet.left + quiet.right : 0;
	const most = Math.min(
		(box.width * scale) / across,
		matrix ? (box.height * scale) / down : Number.POSITIVE_INFINITY,
	);
	// A layout may give 299.9999999 instead of 300.
	const size = most >= 1 ? Math.floor(most + 1e-6) : most;
	const whole = (value: number) => (most >= 1 ? Math.round(value) : value);
	const left = whole(box.x * scale + (box.width * scale - across * size) / 2);
	const top = whole(box.y * scale + (matrix ? (box.height * scale - down * size) / 2 : 0));
	const bottom = matrix ? top + down * size : whole((box.y + box.height) * scale);
	const unit = size / scale;
	const margin = matrix ? quiet.left * size : 0;
	const codeX = (left + quiet.left * size) / scale;
	const codeY = (top + margin) / scale;
	const height = (bottom - top) / scale;
	const rowHeight = matrix ? unit : height;
	return {
		path: modulePath(modules, codeX, codeY, unit, rowHeight),
		symbol: { x: left / scale, y: top / scale, width: across * unit, height },
		code: {
			x: codeX,
			y: codeY,
			width: modules.columns * unit,
			height: rowHeight * modules.rows,
		},
		modulePixels: size,
		quietZone: quiet,
		quietZoneSuffices: quiet.left >= standard.left && quiet.right >= standard.right,
	};
}

/** Neighbouring dark modules of a row as one rectangle each, all rectangles in one path. */
function modulePath(
	{ columns, rows, dark }: Modules,
	x0: number,
	y0: number,
	width: number,
	height: number,
): string {
	let path = "";
	const down = `v${short(height)}`;
	for (let row = 0; row < rows; row++) {
		const top = short(y0 + row * height);
		for (let column = 0; column < columns; ) {
			if (dark[row * columns + column] === 0) {
				column++;
				continue;
			}
			const start = column;
			while (column < columns && dark[row * columns + column] === 1) column++;
			const across = short((column - start) * width);
			path += `M${short(x0 + start * width)} ${top}h${across}${down}h-${across}z`;
		}
	}
	return path;
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000 + 0);
