/** Files become a ZIP, one after the other, as its reader takes them. */
import { once } from "node:events";
import type ZipStream from "zip-stream";
import type { CanvasId } from "../../contract/platforms.js";

/** The first that a ZIP can have: no clock shows in the bytes. */
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
	/** Where there are several. */
	readonly platform?: CanvasId | undefined;
	bytes(): Promise<Buffer>;
}

/**
 * Stored, as pictures are compressed already; each entry has its size and checksum
 * in front, so that the archive can be read as a stream. No more than a file is in
 * memory.
 */
export async function* zipArchive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
	const { default: Zip } = await import("zip-stream");
	const archive = new Zip({ store: true });
	const fill = async () => {
		for await (const entry of entries) await addEntry(archive, await entry.bytes(), entry.name);
		archive.finish();
	};
	const filled = fill();
	// What fails ends the archive, and is thrown where that is read.
	filled.catch((error: Error) => archive.destroy(error));
	yield* archive as AsyncIterable<Buffer>;
	await filled;
}

/**
 * Slides as files by their numbers, in a folder for each platform where there are several.
 * @param slides in their order
 * @param extension "png"
 * @param prefix what the names of the files begin with
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

/** Settles when the archive has room for the next. */
async function addEntry(archive: ZipStream, bytes: Buffer, name: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		archive.entry(bytes, { name, date: DATE, store: true }, (error) => {
			if (error) reject(error);
			else resolve();
		});
	});
	if (archive.writableNeedDrain) await once(archive, "drain");
}
