import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import type { ZipEntry } from "../delivery/zip.js";
import { chunksOf, folderOf, type JobSpec, KEYS } from "./job.js";
import type { JobFiles } from "./job-files.js";
import { linesOfPart } from "./render-chunk.js";

/** Number of pictures of an archive, and of parts of a manifest, to read ahead. */
const READ_AHEAD = 4;

/** A line for each finished row, in order. */
export async function* manifestOf(spec: JobSpec, files: JobFiles): AsyncGenerator<Buffer> {
	const ahead: Promise<Buffer | undefined>[] = [];
	const chunks = chunksOf(spec);
	for (let chunk = 0; chunk < chunks + READ_AHEAD; chunk++) {
		if (chunk < chunks) {
			const part = files.get(folderOf(spec.id), KEYS.manifest(chunk));
			// The error is thrown below, where the part is awaited.
			part.catch(() => undefined);
			ahead.push(part);
		}
		if (chunk < READ_AHEAD) continue;
		const part = await ahead.shift();
		if (part !== undefined) yield part;
	}
}

/** Number of archives of a job. */
export const zipsOf = ({ rows }: Pick<JobSpec, "rows">): number =>
	Math.ceil(rows / LIMITS.maxJobZipRows);

/**
 * The files of an archive: the pictures by name, then the manifest of their rows.
 * @param part counted from 1
 */
export async function* zipEntriesOf(
	spec: JobSpec,
	part: number,
	files: JobFiles,
): AsyncGenerator<ZipEntry> {
	const folder = folderOf(spec.id);
	const ahead: ZipEntry[] = [];
	const from = (part - 1) * LIMITS.maxJobZipRows;
	const until = Math.min(spec.rows, from + LIMITS.maxJobZipRows);
	let manifest = "";
	const read = (file: string) => {
		const bytes = files.get(folder, KEYS.file(file));
		// The error is thrown where the bytes are requested.
		bytes.catch(() => undefined);
		return async () => {
			const whole = await bytes;
			if (whole === undefined) throw new ServiceError("not_found");
			return whole;
		};
	};
	for (
		let chunk = Math.floor(from / spec.chunkRows);
		chunk < Math.ceil(until / spec.chunkRows);
		chunk++
	) {
		for (const line of (await linesOfPart(files, folder, chunk)) ?? []) {
			if (line.row <= from || line.row > until) continue;
			manifest += `${JSON.stringify(line)}\n`;
			if (!("files" in line)) continue;
			for (const { name, file } of line.files) {
				ahead.push({ name, bytes: read(file) });
				if (ahead.length >= READ_AHEAD) yield ahead.shift()!;
			}
		}
	}
	yield* ahead;
	yield { name: "manifest.ndjson", bytes: async () => Buffer.from(manifest) };
}
