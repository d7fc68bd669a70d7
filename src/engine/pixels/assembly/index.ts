/** The kernels: loops over pixels that are too slow in JavaScript. */
import { CANVAS, COLORS, OUTPUT, PALETTE, reserveAreas, STAGING } from "./areas";
import { prepareTables } from "./deflate-block";

export { MAX_COLORS, STAGING_BYTES } from "./areas";
export { blendRows, copyRgbRows } from "./blend";
export { blendModeRow, blendModeStaged } from "./blend-modes";
export {
	beforePainting,
	beforeReplacing,
	beginCanvas,
	fill,
	fillAgain,
	needAllRows,
} from "./canvas-rows";
export { enlargeRgb } from "./enlarge";
export { filterStaged, setFilterValue } from "./filter";
export { beginFlat, endFlat, flatRows } from "./flat-coder";
export { linearRows, radialRows } from "./gradient";
export {
	beginJpeg,
	codeJpegRow,
	joinJpegRows,
	jpegRoom,
	jpegTablesAddress,
	setJpegStep,
	writeJpeg,
} from "./jpeg-coder";
export { beginIndexes, indexRows } from "./palette";
export { beginPhoto, changePhotoRows, endPhoto, photoRows } from "./photo-coder";
export {
	boxBlur,
	enlargeRow,
	narrowBlur,
	premultiply,
	setNarrowWeight,
	unpremultiply,
} from "./picture-blur";
export {
	premultiplyDown,
	reduceColumns,
	reduceRows,
	shrinkColumns,
	shrinkRows,
	unpremultiplyDown,
} from "./reduce";
export { beginShadow, setColumn, setWeight, shadeRow, shadowRows } from "./shadow";
export { unfilterRows } from "./unfilter";
export { widenStaged } from "./widen";

/** Call before anything else. The parameters are those of reserveAreas. */
export function start(canvasPixels: i32, outputBytes: i32): void {
	reserveAreas(canvasPixels, outputBytes);
	prepareTables();
}

/** Addresses of the areas. */
export function canvasAddress(): usize {
	return CANVAS;
}
export function stagingAddress(): usize {
	return STAGING;
}
export function outputAddress(): usize {
	return OUTPUT;
}
export function colorsAddress(): usize {
	return COLORS;
}
export function paletteAddress(): usize {
	return PALETTE;
}
