import sharp from "sharp";

/** An image and the label above it. */
export interface Cell {
	readonly bytes: Uint8Array;
	readonly label: string;
}

const GAP = 12;
const LABEL_HEIGHT = 22;
const BACKGROUND = "#DCDCDC";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * Writes labelled images in rows.
 * @param height of each image, in pixels
 */
export async function writeContactSheet(
	rows: readonly (readonly Cell[])[],
	file: string,
	height: number,
): Promise<void> {
	const tiles: { input: Buffer; left: number; top: number }[] = [];
	let width = 0;
	for (const [i, cells] of rows.entries()) {
		let left = GAP;
		const top = GAP + i * (height + LABEL_HEIGHT + GAP);
		for (const { bytes, label } of cells) {
			const { data, info } = await sharp(bytes)
				.resize({ height })
				.png({ compressionLevel: 1 })
				.toBuffer({ resolveWithObject: true });
			const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${LABEL_HEIGHT}"><text y="15" font-family="sans-serif" font-size="12">${escaped(label)}</text></svg>`;
			tiles.push({ input: Buffer.from(text), left, top });
			tiles.push({ input: data, left, top: top + LABEL_HEIGHT });
			left += info.width + GAP;
		}
		width = Math.max(width, left);
	}
	await sharp({
		create: {
			width,
			height: GAP + rows.length * (height + LABEL_HEIGHT + GAP),
			channels: 3,
			background: BACKGROUND,
		},
	})
		.composite(tiles)
		.webp({ quality: 90 })
		.toFile(file);
}
