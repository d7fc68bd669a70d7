/** The kernels: loops over pixels that are too slow in JavaScript. */
import { CANVAS, COLORS, OUTPUT, PALETTE, reserveAreas, STAGING } from "./areas";
import { prepareTables } from "./deflate-block";
import { prepareDither } from "./dither";

export { MAX_COLORS, STAGING_BYTES } from "./areas";
export { blendRows } from "./blend-modes";
export {
	beforePainting,
	beforeReplacing,
	beginCanvas,
	fill,
	fillAgain,
	needAllRows,
} from "./canvas-rows";
export { enlargeRgb } from "./enlarge";
export {
	addMask,
	brushAddress,
	fillMask,
	fillShape,
	halvePicture,
	setBitmap,
	setColor,
	setGradient,
	setPattern,
} from "./fill";
export { filterStaged, setFilterValue } from "./filter";
export { beginFlat, endFlat, flatRows } from "./flat-coder";
export {
	beginJpeg,
	codeJpegRow,
	joinJpegRows,
	jpegRoom,
	jpegTablesAddress,
	setJpegStep,
	writeJpeg,
} from "./jpeg-coder";
export { copyRgbRows, luminanceRows, maskRows, overRows, overStraightRows } from "./over";
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
export { placeMask, shadeRows, skipPart } from "./shade";
export { beginShadow, setWeight, shadowRows } from "./shadow";
export { clipToShape, shapeAddress } from "./spans";
export { unfilterRows } from "./unfilter";
export { widenStaged } from "./widen";

/** Call before anything else. The parameters are those of reserveAreas. */
export function start(canvasPixels: i32, outputBytes: i32): void {
	reserveAreas(canvasPixels, outputBytes);
	prepareTables();
	prepareDither();
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
