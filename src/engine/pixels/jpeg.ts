/**
 * Encodes pictures as JPEG, byte for byte as sharp does on x86-64 with these options of mozjpeg: no
 * subsampling, optimal Huffman codes, deringing.
 *
 * sharp takes 23 to 31 ms of processor time for a feed post, which is nearly the whole cost of a
 * row of a batch. These kernels take 5 to 9 ms, because they never leave the process's memory and
 * skip flat blocks; and 1 to 3 ms if only a tenth of the rows differ from the last picture, which
 * no library can make use of.
 */
import type { Rows } from "./canvas.js";
import { type Kernels, MAX_SIDE, newKernels } from "./kernels.js";

const PAGE_BYTES = 65_536;
/** Rows of pixels in a row of blocks. */
const BLOCK = 8;

/** RGBA, rows from the top; alpha is ignored. */
export interface JpegPixels {
	readonly width: number;
	readonly height: number;
	readonly data: Uint8Array;
}

/** How a picture differs from one that was encoded before. */
export interface Changes {
	/** Number of the earlier picture. */
	readonly since: number;
	/** The rows in which pixels differ; they may overlap, in any order. */
	readonly rows: readonly Rows[];
}

export interface EncodedJpeg {
	readonly bytes: Buffer;
	/** The number of this picture among all that the process has encoded. */
	readonly number: number;
}

/** Kernels whose memory grows. They keep the symbols of the last picture. */
interface Store {
	readonly kernels: Kernels;
	/** Address after the kernels' own variables; the pixels of a row of blocks come first. */
	readonly room: number;
	width: number;
	height: number;
	quality: number;
	number: number;
}

let store: Store | undefined;

/** The number of the picture that was encoded last; 0 if there is none. */
export const lastJpeg = (): number => store?.number ?? 0;

/**
 * Encodes a picture. If it differs from the last one only in some rows, the other rows are not
 * read.
 * @param pixels at most MAX_SIDE wide: counts of a row of blocks have 16 bits
 * @param quality 1 to 100
 * @param changes used only if the last picture has the number `since`, the same size and the same
 * quality; otherwise the whole picture is encoded
 * @throws RangeError if the picture is wider
 */
export function encodeJpeg(
	{ width, height, data }: JpegPixels,
	quality: number,
	changes?: Changes,
): EncodedJpeg {
	if (width > MAX_SIDE) throw new RangeError(`a JPEG picture of ${width} x ${height}`);
	store ??= newStore();
	const { kernels, room } = store;
	const again =
		changes?.since === store.number &&
		store.width === width &&
		store.height === height &&
		store.quality === quality;
	const end = room + kernels.jpegRoom(width, height);
	const steps = stepsOf(quality);
	if (!again) {
		reserve(kernels, end);
		for (const [chroma, table] of steps.entries())
			for (const [i, step] of table.entries()) kernels.setJpegStep(chroma, i, step);
		kernels.beginJpeg(room, width, height);
		Object.assign(store, { width, height, quality });
	}
	store.number++;
	const whole = [{ from: 0, end: height }];
	for (const row of blockRows(height, again ? changes.rows : whole)) {
		const from = row * BLOCK;
		const to = Math.min(height, from + BLOCK);
		const rows = data.subarray(4 * width * from, 4 * width * to);
		new Uint8Array(kernels.memory.buffer, room).set(rows);
		kernels.codeJpegRow(row, to - from);
	}
	reserve(kernels, end + kernels.joinJpegRows());
	const scan = kernels.writeJpeg(end);
	const { buffer } = kernels.memory;
	const tables = new Uint8Array(buffer, kernels.jpegTablesAddress());
	const parts = [header(width, height, steps, tables), new Uint8Array(buffer, end, scan), END];
	return { bytes: Buffer.concat(parts), number: store.number };
}

function newStore(): Store {
	const kernels = newKernels();
	const room = kernels.memory.buffer.byteLength;
	return { kernels, room, width: 0, height: 0, quality: 0, number: 0 };
}

/** Grows the memory to at least this size. */
function reserve({ memory }: Kernels, bytes: number): void {
	const missing = bytes - memory.buffer.byteLength;
	if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

/** The rows of blocks that contain these rows of pixels. */
function blockRows(height: number, ranges: readonly Rows[]): Set<number> {
	const rows = new Set<number>();
	for (const { from, end } of ranges) {
		const last = Math.min(height, end);
		for (let row = Math.floor(Math.max(0, from) / BLOCK); row * BLOCK < last; row++) rows.add(row);
	}
	return rows;
}

/** The quantization steps of luma and chroma at quality 50 (ITU-T T.81, K.1), in zigzag order. */
const STEPS: readonly (readonly number[])[] = [
	[
		16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37,
		29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87,
		95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
	],
	[
		17,
		18,
		18,
		24,
		21,
		24,
		47,
		26,
		26,
		47,
		99,
		66,
		56,
		66,
		99,
		99,
		...new Array<number>(48).fill(99),
	],
];

/** The quantization steps for a quality, scaled as in libjpeg. */
function stepsOf(quality: number): number[][] {
	const percent = quality < 50 ? Math.trunc(5_000 / quality) : 200 - 2 * quality;
	return STEPS.map((steps) =>
		steps.map((step) => Math.min(Math.max(Math.floor((step * percent + 50) / 100), 1), 255)),
	);
}

/** Size of a Huffman table as written by the kernels: 16 code counts, and at most 256 symbols. */
const TABLE_BYTES = 16 + 256;
/** Class and destination of the tables, in the kernels' order (ITU-T T.81, B.2.4.2). */
const HUFFMAN_TABLES = [0x00, 0x10, 0x01, 0x11];

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

/** A marker with its segment (ITU-T T.81, B.1.1.4). */
function segment(marker: number, content: Iterable<number>): Buffer {
	const bytes = Buffer.from([0xff, marker, 0, 0, ...content]);
	bytes.writeUInt16BE(bytes.length - 2, 2);
	return bytes;
}

/** Everything before the data of the scan (ITU-T T.81, B.2). */
function header(
	width: number,
	height: number,
	steps: readonly (readonly number[])[],
	tables: Uint8Array,
): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt16BE(height, 0);
	size.writeUInt16BE(width, 2);
	const quantization = steps.map((table, i) => segment(0xdb, [i, ...table]));
	// Eight bits, and three components without subsampling: number, sampling and table of each.
	const frame = segment(0xc0, [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]);
	const codes = HUFFMAN_TABLES.map((destination, i) => {
		const table = tables.subarray(i * TABLE_BYTES, (i + 1) * TABLE_BYTES);
		const used = table.subarray(0, 16).reduce((sum, count) => sum + count, 16);
		return segment(0xc4, [destination, ...table.subarray(0, used)]);
	});
	const scan = segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
	return Buffer.concat([START, ...quantization, frame, ...codes, scan]);
}
