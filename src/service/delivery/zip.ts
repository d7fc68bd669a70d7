/** Combines files to a ZIP while the client reads it. */
import { once } from "node:events";
import type ZipStream from "zip-stream";
import type { CanvasId } from "../../contract/platforms.js";

/** The earliest date that a ZIP can have, so that the bytes do not depend on the clock. */
const DATE = new Date("1980-01-01T00:00:00Z");

/** A file of an archive. */
export interface ZipEntry {
	readonly name: string;
	bytes(): Promise<Buffer>;
}

/** A picture that becomes a file of an archive. */
export interface SlideFile {
	/** Counted from 1. */
	readonly slide: number;
	/** Present if there are several platforms. */
	readonly platform?: CanvasId | undefined;
	bytes(): Promise<Buffer>;
}

/**
 * Files are stored without compression, because pictures are already compressed. Size and checksum
 * come before each file, so the archive can be read as a stream. At most one file is in memory.
 */
export async function* zipArchive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
	const { default: Zip } = await import("zip-stream");
	const archive = new Zip({ store: true });
	const fill = async () => {
		for await (const entry of entries) await addEntry(archive, await entry.bytes(), entry.name);
		archive.finish();
	};
	const filled = fill();
	// An error ends the archive, and is thrown where it is read.
	filled.catch((error: Error) => archive.destroy(error));
	yield* archive as AsyncIterable<Buffer>;
	await filled;
}

/**
 * Slides as numbered files, in one folder per platform if there are several.
 * @param slides in order
 * @param extension "png"
 * @param prefix of the file names
 */
export async function* slideEntries(
	slides: AsyncIterable<SlideFile>,
	extension: string,
	prefix = "",
): AsyncGenerator<ZipEntry> {
	for await (const slide of slides) {
		const folder = slide.platform === undefined ? "" : `${slide.platform}/`;
		const name = `${folder}${prefix}slide-${String(slide.slide).padStart(2, "0")}.${extension}`;
		yield { name, bytes: () => slide.bytes() };
	}
}

/** Resolves when the archive has room for the next file. */
async function addEntry(archive: ZipStream, bytes: Buffer, name: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		archive.entry(bytes, { name, date: DATE, store: true }, (error) => {
			if (error) reject(error);
			else resolve();
		});
	});
	if (archive.writableNeedDrain) await once(archive, "drain");
}
