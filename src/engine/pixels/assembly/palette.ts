/**
 * Converts the canvas to palette indexes, for pictures of few colours: one byte where RGB takes
 * three.
 */
import { CANVAS, INDEXES, PALETTE } from "./areas";
import { isLikeAbove } from "./row-likeness";

const MAX_COLORS: i32 = 256;
/**
 * Slots of the open-addressing hash table of colours: eight times the colours keep chains short.
 */
const SLOT_BITS: u32 = 11;

const keys = new StaticArray<u32>(1 << SLOT_BITS);
/** Index of the slot's colour, plus one; 0 if empty. */
const places = new StaticArray<u16>(1 << SLOT_BITS);

let columns: i32 = 0;
let nextRow: i32 = 0;
let colors: i32 = 0;

export function beginIndexes(width: i32): void {
	columns = width;
	nextRow = 0;
	colors = 0;
	for (let i = 0; i < 1 << SLOT_BITS; i++) unchecked((places[i] = 0));
}

/**
 * Fills the areas of the indexes and of the palette, three bytes per colour, for the rows from the
 * current one to `end`, exclusive.
 * @returns the number of colours so far; -1 if there are too many
 */
export function indexRows(end: i32): i32 {
	const width = columns;
	const pitch = (<usize>width) << 2;
	let lastColor: u32 = 0;
	let lastIndex: u8 = 0;
	for (; nextRow < end; nextRow++) {
		const y = nextRow;
		const row = CANVAS + <usize>y * pitch;
		const indexes = INDEXES + <usize>(y * width);
		if (isLikeAbove(y, width)) {
			memory.copy(indexes, indexes - width, width);
			continue;
		}
		for (let x = 0; x < width; x++) {
			const color = load<u32>(row + ((<usize>x) << 2));
			// No colour is 0, because its alpha is not.
			if (color != lastColor) {
				lastColor = color;
				let slot = (color * 0x9e3779b1) >>> (32 - SLOT_BITS);
				while (unchecked(places[slot]) != 0 && unchecked(keys[slot]) != color)
					slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
				if (unchecked(places[slot]) == 0) {
					if (colors == MAX_COLORS) return -1;
					const entry = PALETTE + 3 * <usize>colors;
					store<u16>(entry, <u16>color);
					store<u8>(entry + 2, <u8>(color >> 16));
					unchecked((keys[slot] = color));
					unchecked((places[slot] = <u16>++colors));
				}
				lastIndex = <u8>(unchecked(places[slot]) - 1);
			}
			store<u8>(indexes + <usize>x, lastIndex);
		}
	}
	return colors;
}
