/** Contact sheets of many documents for visual review, ours to the left of Chromium's. */
import { mkdir, writeFile } from "node:fs/promises";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";

/** A document and its two renderings, as PNG. */
export interface SheetEntry {
	readonly name: string;
	readonly ours: Buffer;
	readonly theirs: Buffer;
}

const WIDTH = 420;
const LABEL = 18;
const GAP = 6;
/** Four rows of two documents on a sheet. */
const COLUMNS = 2;
const ROWS = 4;

/** Writes sheets/<kind>-<n>.png into a folder; a kind is the first word of the documents' names. */
export async function writeContactSheets(
	entries: readonly SheetEntry[],
	folder: URL,
): Promise<void> {
	const sheets = new URL("sheets/", folder);
	await mkdir(sheets, { recursive: true });
	const kinds = new Map<string, SheetEntry[]>();
	for (const entry of entries) {
		const kind = entry.name.split(/\W/)[0]!.toLowerCase();
		kinds.set(kind, [...(kinds.get(kind) ?? []), entry]);
	}
	for (const [kind, all] of kinds) {
		for (let i = 0; i < all.length; i += COLUMNS * ROWS) {
			const sheet = await drawSheet(all.slice(i, i + COLUMNS * ROWS));
			await writeFile(new URL(`${kind}-${1 + i / (COLUMNS * ROWS)}.png`, sheets), sheet);
		}
	}
}

async function drawSheet(entries: readonly SheetEntry[]): Promise<Buffer> {
	const pairs = await Promise.all(entries.map(drawPair));
	const height = Math.max(...pairs.map(({ info }) => info.height)) + GAP;
	const width = 2 * WIDTH + 3 * GAP;
	const background = "#777777";
	return sharp({
		create: {
			...{ width: width * COLUMNS, height: height * Math.ceil(pairs.length / COLUMNS) },
			...{ channels: 3, background },
		},
	})
		.composite(
			pairs.map(({ data }, i) => ({
				input: data,
				left: (i % COLUMNS) * width,
				top: Math.floor(i / COLUMNS) * height,
			})),
		)
		.png()
		.toBuffer();
}

/** Both renderings below the name of the document. */
async function drawPair({ name, ours, theirs }: SheetEntry) {
	const pictures = await Promise.all(
		[ours, theirs].map((png) => sharp(png).resize({ width: WIDTH }).png().toBuffer()),
	);
	const { height } = await sharp(pictures[0]).metadata();
	const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * WIDTH}" height="${LABEL}"><text x="2" y="13" font-family="sans-serif" font-size="13" fill="#fff">${name.replace(/[&<]/g, "")}</text></svg>`;
	const size = { width: 2 * WIDTH + GAP, height: height! + LABEL };
	return sharp({ create: { ...size, channels: 3, background: "#777777" } })
		.composite([
			// libvips does not read SVG once the service has been loaded.
			{ input: new Resvg(label).render().asPng(), left: 0, top: 0 },
			...pictures.map((input, i) => ({ input, left: i * (WIDTH + GAP), top: LABEL })),
		])
		.png()
		.toBuffer({ resolveWithObject: true });
}
