/** Drawn slides become a ZIP, one after the other, as its reader takes them. */
import { once } from "node:events";
import type ZipStream from "zip-stream";
import type { SpooledSlide } from "./spooled-slide.js";

/** The first that a ZIP can have: no clock shows in the bytes. */
const DATE = new Date("1980-01-01T00:00:00Z");

/**
 * Stored, as pictures are compressed already; each entry has its size and checksum
 * in front, so that the archive can be read as a stream. No more than a slide is in
 * memory.
 * @param extension of the files, "png"
 */
export async function* zipArchive(
	slides: AsyncIterable<Pick<SpooledSlide, "bytes">>,
	extension: string,
): AsyncGenerator<Buffer> {
	const { default: Zip } = await import("zip-stream");
	const archive = new Zip({ store: true });
	let number = 0;
	const fill = async () => {
		for await (const slide of slides) {
			number++;
			const name = `slide-${String(number).padStart(2, "0")}.${extension}`;
			await addEntry(archive, await slide.bytes(), name);
		}
		archive.finish();
	};
	const filled = fill();
	// What fails ends the archive, and is thrown where that is read.
	filled.catch((error: Error) => archive.destroy(error));
	yield* archive as AsyncIterable<Buffer>;
	await filled;
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
