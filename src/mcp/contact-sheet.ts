/** Combines all slides of a result into one picture for a model. */
import type { Sharp } from "sharp";
import { Slots } from "../base/slots.js";

/**
 * Maximum number of pixels of a sheet: with one slide, and with several. Models pay per pixel, and
 * scale larger pictures down.
 */
const PIXELS_OF_ONE = 520_000;
const PIXELS_OF_MANY = 1_100_000;
/** Longest side of a sheet. Pixels. */
const MAX_SIDE = 1_500;
/** Gap between and around slides. Pixels. */
const GAP = 10;
/** Background of a sheet, on which black and white slides are both visible. */
const GROUND = "#9AA0A6";
/**
 * Maximum length of a sheet in base64, which is the rest of a result after its text. Characters.
 */
export const MAX_SHEET_BASE64 = 56_000;
/** JPEG qualities; the first one whose file is small enough is used. */
const QUALITIES = [82, 68, 52, 38];
/** How much larger slides must become to justify empty cells. */
const WITH_GAPS = 0.85;
/** Factor by which a sheet is reduced that is too large at any quality. */
const SHRINK = 0.75;

/** Number of sheets that are made at the same time, in libvips' threads. */
const making = new Slots(2);

/** A drawn slide. */
export interface SheetSlide {
	/** Pixels of the picture. */
	readonly width: number;
	readonly height: number;
	/** PNG, JPEG or WebP. */
	bytes(): Promise<Buffer>;
}

export interface Sheet {
	/** Base64 of a JPEG. */
	readonly data: string;
	readonly columns: number;
	readonly rows: number;
}

/**
 * A JPEG of slides, row by row, or of a single slide. It is below MAX_SHEET_BASE64.
 * @param slides at least one
 * @param client for its turn
 * @throws the signal's reason if it fires during the wait
 */
export function contactSheet(
	slides: readonly SheetSlide[],
	client: string,
	signal: AbortSignal,
): Promise<Sheet> {
	return making.run(client, signal, () => makeSheet(slides, signal));
}

async function makeSheet(slides: readonly SheetSlide[], signal: AbortSignal): Promise<Sheet> {
	const { default: sharp } = await import("sharp");
	const { columns, cell } = arrange(slides);
	const rows = Math.ceil(slides.length / columns);
	const gap = slides.length === 1 ? 0 : GAP;
	const width = columns * (cell.width + gap) + gap;
	const height = rows * (cell.height + gap) + gap;
	const placed: { input: Buffer; raw: Raw; left: number; top: number }[] = [];
	for (const [i, slide] of slides.entries()) {
		signal.throwIfAborted();
		const { data, info } = await sharp(await slide.bytes())
			.resize({ ...cell, fit: "inside" })
			.flatten({ background: "#FFFFFF" })
			.toColourspace("srgb")
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		const { width, height, channels } = info;
		placed.push({
			input: data,
			raw: { width, height, channels },
			left: gap + (i % columns) * (cell.width + gap),
			top: gap + Math.floor(i / columns) * (cell.height + gap),
		});
	}
	const sheet = await sharp({ create: { width, height, channels: 3, background: GROUND } })
		.composite(placed)
		.removeAlpha()
		.raw()
		.toBuffer();
	const raw: Raw = { width, height, channels: 3 };
	for (let scale = 1; ; scale *= SHRINK) {
		const picture: Sharp = sharp(sheet, { raw });
		if (scale < 1) picture.resize({ width: Math.max(1, Math.round(width * scale)) });
		const pixels = await picture.raw().toBuffer({ resolveWithObject: true });
		const size = { ...raw, width: pixels.info.width, height: pixels.info.height };
		for (const quality of QUALITIES) {
			const jpeg = await sharp(pixels.data, { raw: size })
				.jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:4:4" })
				.toBuffer();
			const data = jpeg.toString("base64");
			if (data.length <= MAX_SHEET_BASE64) return { data, columns, rows };
		}
	}
}

type Raw = { width: number; height: number; channels: 1 | 2 | 3 | 4 };

/** The number of columns with the largest slides, and their size. */
function arrange(slides: readonly SheetSlide[]) {
	const ratio = Math.max(...slides.map(({ width, height }) => width / height));
	const least = Math.min(...slides.map(({ width, height }) => width / height));
	const pixels = slides.length === 1 ? PIXELS_OF_ONE : PIXELS_OF_MANY;
	const side = MAX_SIDE - GAP;
	const own = Math.max(...slides.map(({ width }) => width));
	let best = { columns: 1, score: 0, cell: { width: 0, height: 0 } };
	for (let columns = 1; columns <= slides.length; columns++) {
		const rows = Math.ceil(slides.length / columns);
		// A cell is large enough for the widest and the tallest slide.
		const byPixels = Math.sqrt((pixels / (columns * rows)) * Math.min(ratio, least));
		const width = Math.floor(
			Math.min(own, byPixels, side / columns - GAP, (side / rows - GAP) * least),
		);
		const score = slides.length % columns === 0 ? width : width * WITH_GAPS;
		// If the sizes are equal, prefer more columns.
		if (score >= best.score)
			best = { columns, score, cell: { width, height: Math.ceil(width / least) } };
	}
	return best;
}
