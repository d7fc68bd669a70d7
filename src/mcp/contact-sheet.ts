/** All slides of an answer as one picture for a model to look at. */
import type { Sharp } from "sharp";
import { Slots } from "../service/pictures/fetch/slots.js";

/** Pixels of a sheet: of one slide, and of several. Models count pixels, and scale what is larger. */
const PIXELS_OF_ONE = 520_000;
const PIXELS_OF_MANY = 1_100_000;
/** Longest side of a sheet. Pixels. */
const MAX_SIDE = 1_500;
/** Between slides, and around them. Pixels. */
const GAP = 10;
/** Around the slides of a sheet: neither black nor white slides vanish in it. */
const GROUND = "#9AA0A6";
/** Base64 of a sheet: what is left of a result beside its text. Characters. */
export const MAX_SHEET_BASE64 = 56_000;
/** Quality of the JPEG, the best first that is small enough. */
const QUALITIES = [82, 68, 52, 38];
/** How much larger slides have to be to be worth places that stay empty. */
const WITH_GAPS = 0.85;
/** How much smaller a sheet gets that is too large in any quality. */
const SHRINK = 0.75;

/** Sheets that are made at a time, in libvips' threads beside everything else. */
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
 * A JPEG of slides, row by row; of one slide, that slide alone. Below MAX_SHEET_BASE64.
 * @param slides at least one
 * @param client whose turn it is
 * @throws the signal's reason when it fires during the wait
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

/** The number of columns that shows the slides largest, and the size of each. */
function arrange(slides: readonly SheetSlide[]) {
	const ratio = Math.max(...slides.map(({ width, height }) => width / height));
	const least = Math.min(...slides.map(({ width, height }) => width / height));
	const pixels = slides.length === 1 ? PIXELS_OF_ONE : PIXELS_OF_MANY;
	const side = MAX_SIDE - GAP;
	const own = Math.max(...slides.map(({ width }) => width));
	let best = { columns: 1, score: 0, cell: { width: 0, height: 0 } };
	for (let columns = 1; columns <= slides.length; columns++) {
		const rows = Math.ceil(slides.length / columns);
		// Cells hold the widest and the tallest slide.
		const byPixels = Math.sqrt((pixels / (columns * rows)) * Math.min(ratio, least));
		const width = Math.floor(
			Math.min(own, byPixels, side / columns - GAP, (side / rows - GAP) * least),
		);
		const score = slides.length % columns === 0 ? width : width * WITH_GAPS;
		// Of as large ones, side by side.
		if (score >= best.score)
			best = { columns, score, cell: { width, height: Math.ceil(width / least) } };
	}
	return best;
}
