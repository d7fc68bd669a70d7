import type { Bitmap } from "../images/bitmap.js";
import { type PictureMemory, withPictureMemory } from "./picture-memory.js";
import { type Reduction, reductionOf, type ScaledAxis, type WeightedSums } from "./reduction.js";

/** The rows of a PNG with 8 bits per channel, as its filters left them. */
export interface FilteredRows {
	readonly width: number;
	readonly height: number;
	readonly channels: 3 | 4;
	/** Each row begins with the number of its filter. */
	readonly data: Uint8Array;
}

/** A part of a picture in the memory of the kernels. */
interface Part {
	readonly at: number;
	readonly columns: number;
	readonly rows: number;
	/** Bytes from one row to the next. */
	readonly pitch: number;
	/** Bytes of a pixel. */
	readonly channels: number;
}

/** libvips scales so many rows at a time. */
const PIECE_ROWS = 10;
/** Bytes that the kernels may touch before and after a picture. */
const BEYOND = 16;

/**
 * Undoes the filters of a PNG, and scales a part of it down, with the same bytes as libvips.
 * @returns undefined if a filter is unknown
 */
export function scaleDown(
	{ width, height, channels, data }: FilteredRows,
	x: ScaledAxis,
	y: ScaledAxis,
): Bitmap | undefined {
	const down = reductionOf(y, PIECE_ROWS);
	const across = reductionOf(x);
	let size = BEYOND;
	const reserve = (bytes: number): number => {
		const from = size;
		size = roundUp(from + bytes + BEYOND);
		return from;
	};
	const source = reserve(data.length);
	const averageRows = reserve(down.averages * x.count * channels);
	const sumRows = reserve(y.length * x.count * channels);
	const averageColumns = reserve(y.length * across.averages * channels);
	const sumColumns = reserve(y.length * x.length * channels);
	const table = reserve(Math.max(tableBytes(down.sums), tableBytes(across.sums)));
	const scratch = reserve(4 * (across.averages + 4 * (across.sums?.pairs ?? 0)));
	return withPictureMemory(size, (memory) => {
		const { kernels, at, bytes } = memory;
		bytes.set(data, source);
		if (!kernels.unfilterRows(at + source, width * channels, height, channels)) return undefined;
		const pitch = width * channels + 1;
		const from = at + source + y.from * pitch + 1 + x.from * channels;
		let part: Part = { at: from, columns: x.count, rows: y.count, pitch, channels };
		const premultiplied = channels === 4 && (x.scaled !== x.count || y.scaled !== y.count);
		if (premultiplied) kernels.premultiplyDown(part.at, pitch, part.columns, part.rows);
		const rowPlaces = { averages: at + averageRows, sums: at + sumRows, table };
		part = fewerRows(memory, part, y, down, rowPlaces);
		const columnPlaces = { averages: at + averageColumns, sums: at + sumColumns, table };
		part = fewerColumns(memory, part, x, across, { ...columnPlaces, scratch: at + scratch });
		if (premultiplied) kernels.unpremultiplyDown(part.at, part.pitch, part.columns, part.rows);
		return { width: x.length, height: y.length, channels, data: packed(memory, part) };
	});
}

/** Addresses for the results of an axis; the table is counted from the start of the buffer. */
interface Places {
	readonly averages: number;
	readonly sums: number;
	readonly table: number;
}

function fewerRows(
	memory: PictureMemory,
	whole: Part,
	{ offset, length: rows }: ScaledAxis,
	{ factor, averages, sums }: Reduction,
	places: Places,
): Part {
	const { kernels } = memory;
	const pitch = whole.columns * whole.channels;
	let part = whole;
	if (factor > 1) {
		const to = places.averages;
		kernels.shrinkRows(part.at, part.pitch, pitch, part.rows, factor, to);
		part = { ...part, at: to, rows: averages, pitch };
	}
	if (sums === undefined) return { ...part, at: part.at + offset * part.pitch, rows };
	const [to, table] = [places.sums, writeTable(memory, places.table, sums)];
	kernels.reduceRows(part.at, part.pitch, pitch, part.rows, table, sums.pairs, rows, to);
	return { ...part, at: to, rows, pitch };
}

function fewerColumns(
	memory: PictureMemory,
	whole: Part,
	{ offset, length: columns }: ScaledAxis,
	{ factor, averages, sums }: Reduction,
	places: Places & { readonly scratch: number },
): Part {
	const { kernels } = memory;
	const { rows, channels } = whole;
	let part = whole;
	if (factor > 1) {
		const to = places.averages;
		kernels.shrinkColumns(part.at, part.pitch, channels, part.columns, rows, factor, to);
		part = { ...part, at: to, columns: averages, pitch: averages * channels };
	}
	if (sums === undefined) return { ...part, at: part.at + offset * channels, columns };
	const [to, table] = [places.sums, writeTable(memory, places.table, sums)];
	kernels.reduceColumns(
		...([part.at, part.pitch, channels, part.columns, rows, table, sums.pairs] as const),
		...([columns, to, places.scratch] as const),
	);
	return { ...part, at: to, columns, pitch: columns * channels };
}

/** Bytes of an entry in a table of sums: the first value, and the address of the weights. */
const ENTRY_BYTES = 8;

const tableBytes = (sums: WeightedSums | undefined): number =>
	sums === undefined ? 0 : sums.firsts.length * ENTRY_BYTES + sums.weights.byteLength;

/** @returns its address */
function writeTable(
	{ at, bytes }: PictureMemory,
	start: number,
	{ firsts, starts, weights }: WeightedSums,
): number {
	const entries = new Int32Array(bytes.buffer, at + start, firsts.length * 2);
	const weightsAt = at + start + entries.byteLength;
	new Int16Array(bytes.buffer, weightsAt, weights.length).set(weights);
	for (const [i, first] of firsts.entries()) {
		entries[2 * i] = first;
		entries[2 * i + 1] = weightsAt + 2 * starts[i]!;
	}
	return at + start;
}

/** A copy of the pixels without gaps between rows. */
function packed({ bytes }: PictureMemory, part: Part): Uint8Array {
	const length = part.columns * part.channels;
	const pixels = new Uint8Array(part.rows * length);
	for (let y = 0; y < part.rows; y++)
		pixels.set(new Uint8Array(bytes.buffer, part.at + y * part.pitch, length), y * length);
	return pixels;
}

const roundUp = (size: number): number => Math.ceil(size / 16) * 16;
