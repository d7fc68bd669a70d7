/**
 * The rows of the canvas. Rows that show only its colour are not written until something reads
 * them: often that is half of a slide, and memory is slow.
 */
import { CANVAS } from "./areas";

/** Longest side of a canvas. Pixels. */
export const MAX_SIDE: i32 = 2_048;

const UNWRITTEN: u8 = 0;
const BLANK: u8 = 1;
const PAINTED: u8 = 2;

const states = new StaticArray<u8>(MAX_SIDE);
let columns: i32 = 0;
let height: i32 = 0;
let color: i32 = 0;

/** Begins a canvas and marks all rows as painted. */
export function beginCanvas(width: i32, rows: i32): void {
	if (rows > MAX_SIDE) unreachable();
	columns = width;
	height = rows;
	memory.fill(changetype<usize>(states), PAINTED, rows);
}

/** Begins a canvas of one colour. */
export function fill(width: i32, rows: i32, pixel: i32): void {
	beginCanvas(width, rows);
	color = pixel;
	memory.fill(changetype<usize>(states), UNWRITTEN, rows);
}

/** Resets rows from `from` to `end`, exclusive, to the canvas's colour. */
export function fillAgain(from: i32, end: i32): void {
	memory.fill(changetype<usize>(states) + <usize>from, UNWRITTEN, end - from);
}

/** Whether a row shows only the canvas's colour. */
export function isBlank(row: i32): bool {
	return unchecked(states[row]) != PAINTED;
}

/** Ensures that the pixels of rows from `from` to `end`, exclusive, are in memory. */
export function needRows(from: i32, end: i32): void {
	for (let row = from; row < end; row++) if (unchecked(states[row]) == UNWRITTEN) write(row);
}

/** The same for the whole canvas. */
export function needAllRows(): void {
	needRows(0, height);
}

/** Call before painting on rows. */
export function beforePainting(row: i32, rows: i32): void {
	needRows(row, row + rows);
	beforeReplacing(row, rows);
}

/** Call before replacing all pixels of some rows. */
export function beforeReplacing(row: i32, rows: i32): void {
	memory.fill(changetype<usize>(states) + <usize>row, PAINTED, rows);
}

function write(row: i32): void {
	const four = i32x4.splat(color);
	const pitch = (<usize>columns) << 2;
	let at = CANVAS + <usize>row * pitch;
	const end = at + pitch;
	for (; at + 16 <= end; at += 16) v128.store(at, four);
	for (; at < end; at += 4) store<i32>(at, color);
	unchecked((states[row] = BLANK));
}
