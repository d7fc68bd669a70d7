/** The output files of the command. */
import { statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { SlideImage } from "../app/embed/render.js";
import { makeFolderSync } from "../base/make-folder.js";
import { UsageError } from "./usage.js";

const IMAGE_FORMATS = ["png", "svg", "jpeg", "webp"] as const;
export const FORMATS = [...IMAGE_FORMATS, "pdf", "zip"] as const;
export type Format = (typeof FORMATS)[number];

/** Whether one file of the format contains all slides. */
export const holdsAllSlides = (format: Format | undefined): format is "pdf" | "zip" =>
	format === "pdf" || format === "zip";

/** Other spellings of file extensions. */
const EXTENSIONS: Readonly<Record<string, Format>> = {
	".png": "png",
	".svg": "svg",
	".jpg": "jpeg",
	".jpeg": "jpeg",
	".webp": "webp",
	".pdf": "pdf",
	".zip": "zip",
};

/** The format that a file name implies; undefined if it implies none. */
export const formatOf = (path: string): Format | undefined =>
	EXTENSIONS[extname(path).toLowerCase()];

/** @returns for example "png", or "svg" for image/svg+xml */
export const extensionOf = (mimeType: string): string =>
	mimeType.replace(/^image\//, "").replace("+xml", "");

/**
 * The file name of a picture.
 * @param prefix of the name
 * @returns for example "slide-01.png", in a folder per platform if there are several
 */
export const pictureFile = (
	{ platform, slide, mimeType }: Pick<SlideImage, "platform" | "slide" | "mimeType">,
	prefix = "",
): string =>
	join(platform ?? "", `${prefix}slide-${String(slide).padStart(2, "0")}.${extensionOf(mimeType)}`);

/** The number of slides per platform. */
export const slideCountOf = (images: readonly Pick<SlideImage, "slide">[]): number =>
	Math.max(0, ...images.map(({ slide }) => slide));

/** A file extension, as opposed to a part of a folder name such as "v1.2". */
const EXTENSION = /^\.[a-z][a-z0-9]{1,4}$/i;

/** Whether a path is a folder, or would be one. */
export const isFolder = (path: string): boolean =>
	path !== "-" &&
	(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? formatOf(path) === undefined);

/**
 * Refuses a file name with an unknown format. A folder with such a name must exist or end with a
 * slash.
 * @throws UsageError
 */
export function checkOut(path: string): void {
	const extension = extname(path);
	if (path.endsWith("/") || formatOf(path) !== undefined || !EXTENSION.test(extension)) return;
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
	throw new UsageError(
		`${path}: unknown format ${extension}; use ${Object.keys(EXTENSIONS).join(", ")}, or ${path}/ for a folder`,
	);
}

/**
 * Writes a file and creates its folders; "-" is standard output.
 * @throws Error with a readable message if that fails
 */
export function save(path: string, bytes: Uint8Array): void {
	if (path === "-") {
		writeFileSync(1, bytes);
		return;
	}
	try {
		makeFolderSync(dirname(path));
		writeFileSync(path, bytes);
	} catch (error) {
		throw new Error(`${path}: cannot be written: ${reasonOf(error)}`);
	}
}

const REASONS: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EISDIR: "it is a folder, not a file",
	ENOENT: "the folder does not exist and cannot be created",
	ENOSPC: "no space left on the device",
	ENOTDIR: "a part of its path is not a folder",
	EEXIST: "a part of its path is not a folder",
	EPERM: "permission denied",
	EROFS: "the file system is read-only",
};

function reasonOf(error: unknown): string {
	const { code = "", message } = error as NodeJS.ErrnoException;
	return REASONS[code] ?? message;
}
