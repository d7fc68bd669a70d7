/** The files that are drawn into. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname } from "node:path";

const IMAGE_FORMATS = ["png", "svg", "jpeg", "webp"] as const;
export const FORMATS = [...IMAGE_FORMATS, "pdf", "zip"] as const;
export type Format = (typeof FORMATS)[number];

/** Names of files that people write in other ways. */
const EXTENSIONS: Readonly<Record<string, Format>> = {
	".png": "png",
	".svg": "svg",
	".jpg": "jpeg",
	".jpeg": "jpeg",
	".webp": "webp",
	".pdf": "pdf",
	".zip": "zip",
};

/** The format that a file's name says; undefined: it says none. */
export const formatOf = (path: string): Format | undefined =>
	EXTENSIONS[extname(path).toLowerCase()];

/** @returns for example "png" or, of image/svg+xml, "svg" */
export const extensionOf = (mimeType: string): string =>
	mimeType.replace(/^image\//, "").replace("+xml", "");

/** Whether a path is a folder, or would be one. */
export const isFolder = (path: string): boolean =>
	path !== "-" &&
	(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? formatOf(path) === undefined);

/** Writes a file, and the folders that it needs; "-": standard output. */
export function save(path: string, bytes: Uint8Array): void {
	if (path === "-") {
		writeFileSync(1, bytes);
		return;
	}
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, bytes);
}
