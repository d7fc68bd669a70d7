/** A rectangle of whole pixels. */
export interface PixelRect {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}
