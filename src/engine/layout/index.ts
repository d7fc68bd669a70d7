/** The layout of layers, as the rest of the engine sees it. */
export type {
	Align,
	Box,
	ContentFit,
	FourSides,
	GridBox,
	Justify,
	LayoutInput,
	LayoutNote,
	LeafBox,
	PlacedBox,
	Rect,
	Size,
	StackBox,
	TextBox,
	TextMeasure,
	TextSize,
	TrackSpec,
} from "./box.js";
export { type UnboundedFit, unboundedFits } from "./fit-bounds.js";
export { type LayoutResult, layOutBoxes } from "./layout.js";
export { mirrorCorners, mirrorInsets, mirrorInside, mirrorSides } from "./mirror.js";
